// Writes the lines of Go into times.tsv: `go run times.go`. Those of time.RFC3339Nano in UTC.
package main

import (
	"fmt"
	"runtime"
	"time"
)

var seconds = []int64{-62167219200, -62135596800, -1, 0, 1, 1709164800, 1709251199, 1733049000, 253402207200}
var nanoseconds = []int64{0, 1, 999, 1_000, 1_001, 10_000, 100_000, 999_999, 1_000_000, 10_000_000, 100_000_000,
	120_000_000, 123_000_000, 123_400_000, 123_456_000, 123_456_700, 123_456_789, 500_000_000, 900_000_000,
	999_000_000, 999_999_000, 999_999_999}

func main() {
	for _, second := range seconds {
		for _, nanosecond := range nanoseconds {
			at := time.Unix(second, nanosecond).UTC().Format(time.RFC3339Nano)
			fmt.Printf("Go\t%s\trfc3339nano\t%d\t%d\t%s\n", runtime.Version(), second, nanosecond, at)
		}
	}
}
