#!/usr/bin/env bash
# Interrupts long work on one large array in its middle, and proves that ndtool
# ends soon, with the exit code of the signal, and leaves nothing behind. The file
# is in memory where there is a file system for that. Usage:
# scripts/batch_stop.sh [MIB] [MILLISECONDS] (1024, 1500)
set -euo pipefail

mib=${1:-1024}
soon=${2:-1500} # milliseconds that the end may take
base=${TMPDIR:-/tmp}
if [ -d /dev/shm ] && [ -z "${TMPDIR:-}" ]; then base=/dev/shm; fi
work=$(mktemp -d "$base/ndtool-stop.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")/.."
go build -o "$work/ndtool" ./cmd/ndtool
cd "$work"
fail() { echo "batch_stop: $*" >&2; exit 1; }

rows=$((mib * 64)) # of 16 KiB
header="{'descr': '<f4', 'fortran_order': False, 'shape': ($rows, 4096), }"
{
	printf '\223NUMPY\001\000\166\000%-117s\n' "$header"
	head -c $((rows * 16384)) /dev/urandom
} > a.npy
./ndtool slice a.npy --at :4096 -o m.npy --no-sync

n=0 early=0
while read -r command; do
	for sig in INT TERM; do
		before=$(ls -A | sort)
		eval "set -- $command"
		# a shell makes its background jobs ignore SIGINT: env gives it back
		env --default-signal=INT ./ndtool "$@" --no-sync 2> "$work.err" &
		pid=$!
		sleep 0.3
		start=$(date +%s%N)
		if ! kill -s $sig $pid 2> /dev/null; then
			early=$((early + 1))
			wait $pid || fail "$command: exit $?: $(cat "$work.err")"
			rm -f o.npy o.npz
			continue
		fi
		code=0
		wait $pid || code=$?
		took=$((($(date +%s%N) - start) / 1000000))
		if [ $code -eq 0 ]; then # it was done just then
			early=$((early + 1))
			rm -f o.npy o.npz
			continue
		fi
		[ $code -eq $((128 + $(kill -l $sig))) ] || fail "$command: exit $code after SIG$sig: $(cat "$work.err")"
		[ $took -le $soon ] || fail "$command: ended $took ms after SIG$sig"
		[ "$before" = "$(ls -A | sort)" ] || fail "$command: left $(ls -A)"
		grep -q '^ndtool: interrupted' "$work.err" || fail "$command: said $(cat "$work.err")"
		printf '%5d ms  SIG%-4s  %s\n' $took $sig "$command"
		n=$((n + 1))
	done
done << 'EOF'
sort a.npy -o o.npy
argsort a.npy --axis 0 -o o.npy
cast a.npy --dtype float64 -o o.npy
cast a.npy --dtype float64 -o o.npy --memory 64M
pipe a.npy 'sqrt | exp | log' -o o.npy
cumsum a.npy --axis 0 -o o.npy
contiguous a.npy --order F -o o.npy
pipe a.npy "transpose | flatten" -o o.npy
reduce a.npy --op var -o o.npy
reduce a.npy --op sum --axes 0 -o o.npy --memory 64M
repeat a.npy --times 3,1 -o o.npy
concat a.npy a.npy a.npy -o o.npy
add a.npy a.npy -o o.npy
matmul m.npy m.npy -o o.npy
pack o.npz a.npy
pack o.npz a.npy --compress
EOF
rm -f "$work.err"
echo "batch_stop: $n interruptions ended within $soon ms, nothing left; $early were done before"
