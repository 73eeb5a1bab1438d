#!/usr/bin/env bash
# Times ndbeam on the embedded prism runner against ndtool on the same files:
# the same stages, no fsync, fresh outputs, the two in turn.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOFLAGS=-buildvcs=false
go build -o "$work/ndbeam" ./cmd/ndbeam
go build -C .. -o "$work/ndtool" ./cmd/ndtool
go build -o "$work/mkfiles" ./scripts/mkfiles
"$work/mkfiles" "$work/one" 1 0
"$work/mkfiles" "$work/small" 5000 0
"$work/mkfiles" "$work/large" 0 512

seconds() { # command…
	local t0=$EPOCHREALTIME
	"$@" >/dev/null 2>&1 || true
	echo "$EPOCHREALTIME $t0" | awk '{ printf "%.3f\n", $1 - $2 }'
}
median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }
echo "| files | ndtool | ndbeam |"
echo "| --- | --- | --- |"
for set in one small large; do
	for _ in $(seq "$rounds"); do
		rm -rf "$work/out"
		seconds "$work/ndtool" pipe "$work/$set" contiguous --out-dir "$work/out" --no-sync -q >>"$work/$set.ndtool"
		rm -rf "$work/out"
		seconds "$work/ndbeam" contiguous --input "$work/$set" --output "$work/out" --no-sync >>"$work/$set.ndbeam"
	done
	echo "| $set | $(median <"$work/$set.ndtool") s | $(median <"$work/$set.ndbeam") s |"
done
