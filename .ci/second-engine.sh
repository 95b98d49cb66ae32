#!/usr/bin/env bash
# What asks an engine, examples included, asked of moto, once the tests and the slow tests are compiled. Where
# moto cannot be had, it says so on stderr and exits with 3, so that the caller can tell that from a failure.
#
#     .ci/second-engine.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=.ci/moto.sh
. .ci/moto.sh

main() {
    trap stop_moto EXIT
    start_moto || exit 3
    # One that asks the engine in its own process has nothing to ask of another, and thousands of schedules take too long.
    cargo test --workspace --all-features --test rows -- --include-ignored --skip ten_thousand_rows --skip many_schedules
    cargo test --workspace --all-features --test keys engine
    cargo test --workspace --all-features --test fields the_engine_agrees_with_the_model
    cargo test --workspace --all-features --test updates the_model_agree -- --skip many
    # As the slow tests have compiled it.
    target/declarations/histories0/run 13
}

main
