# shellcheck shell=bash
# moto, a second engine for the tests. Source this file in a bash script, from the top of the project:
#
#     trap stop_moto EXIT
#     if start_moto; then cargo test -p ddbkey-tests; fi

moto_packages=('moto[dynamodb]==5.2.5' flask flask-cors)
moto_home=target/moto-5.2.5

# Exports DDB_ENDPOINT. Where moto cannot be had, says so on stderr and returns 1.
start_moto() {
    mkdir -p target
    if ! install_moto >"$moto_home.log" 2>&1; then
        no_moto "it cannot be installed"
        return 1
    fi
    if ! run_moto >"$moto_home.log" 2>&1; then
        stop_moto
        no_moto "it does not start"
        return 1
    fi
    export DDB_ENDPOINT="http://127.0.0.1:$moto_port"
    echo "moto runs at $DDB_ENDPOINT"
}

# Not with SIGTERM: moto exits by an exception, which is lost when it comes amid a request. It keeps
# nothing worth saving.
stop_moto() {
    [ -n "${moto_pid-}" ] || return 0
    kill -KILL "$moto_pid" 2>/dev/null || true
    wait "$moto_pid" 2>/dev/null || true
    unset moto_pid DDB_ENDPOINT
}

# Once: the stamp is written last, so that an installation cut short is made again.
install_moto() {
    local python=$moto_home/bin/python
    [ -e "$moto_home/installed" ] && "$python" -c 'import moto.server' && return
    rm -rf "$moto_home"
    python3 -m venv "$moto_home" &&
        "$python" -m pip install --quiet --retries 2 --timeout 30 "${moto_packages[@]}" &&
        touch "$moto_home/installed"
}

# Sets moto_port and moto_pid. Ready after about a second; given thirty.
run_moto() {
    local python=$moto_home/bin/python attempt
    moto_port=$(free_port "$python") || return
    "$python" -m moto.server -H 127.0.0.1 -p "$moto_port" &
    moto_pid=$!
    for ((attempt = 0; attempt < 300; attempt++)); do
        kill -0 "$moto_pid" || return
        (: >"/dev/tcp/127.0.0.1/$moto_port") 2>/dev/null && return
        sleep 0.1
    done
    return 1
}

free_port() {
    "$1" -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

no_moto() {
    {
        echo "!! NO SECOND ENGINE: moto is not tested against, $1. The end of $moto_home.log:"
        tail -n 5 "$moto_home.log"
    } >&2
}
