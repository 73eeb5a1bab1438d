#!/usr/bin/env bash
# Runs ndtool over a hundred thousand files, one in a hundred of them broken in
# one of eight ways, and proves: every good one right, every bad one named,
# exit 1, memory flat. Usage: scripts/batch_load.sh [FILES [FOLDER]]
set -euo pipefail

n=${1:-100000}
work=$(mktemp -d "${2:-${TMPDIR:-/tmp}}/ndtool-load.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")/.."
go build -o "$work/ndtool" ./cmd/ndtool
cd "$work"
fail() { echo "batch_load: $*" >&2; exit 1; }

# One array of n rows of 1000 float32 with random bits, cut into n files.
header="{'descr': '<f4', 'fortran_order': False, 'shape': ($n, 1000), }"
{
	printf '\223NUMPY\001\000\166\000%-117s\n' "$header"
	head -c $((n * 4000)) /dev/urandom
} > all.npy
echo "making $n files"
./ndtool split all.npy --sections "$n" --out-dir in --no-sync --quiet
rm all.npy
[ "$(ls in | wc -l)" -eq "$n" ] || fail "split made $(ls in | wc -l) files"

echo "breaking one in a hundred"
mkdir bad
for ((i = 0; i < n; i += 100)); do
	f=in/all.$i.npy
	touch "bad/all.$i.npy"
	case $((i / 100 % 8)) in
	0) truncate -s 4000 "$f" ;;                                    # data cut short
	1) truncate -s 40 "$f" ;;                                      # header cut short
	2) : > "$f" ;;                                                 # empty
	3) echo "this is text" > "$f" ;;
	4) printf 'X' | dd of="$f" bs=1 seek=1 conv=notrunc status=none ;;    # magic string
	5) printf '\007' | dd of="$f" bs=1 seek=6 conv=notrunc status=none ;; # version
	6) printf '|O8' | dd of="$f" bs=1 seek=21 conv=notrunc status=none ;; # Python objects
	7) printf '9' | dd of="$f" bs=1 seek=60 conv=notrunc status=none ;;   # shape
	esac
done
bad=$(ls bad | wc -l)

run() { # label, expected exit code, command
	local label=$1 want=$2 code=0 peak=0 kb
	shift 2
	local start=$EPOCHREALTIME
	"$@" > out.txt 2> err.txt &
	local pid=$!
	while kb=$(awk '/VmHWM/ {print $2}' "/proc/$pid/status" 2> /dev/null) && [ -n "$kb" ]; do
		peak=$kb
		sleep 0.05
	done
	wait $pid || code=$?
	[ $code -eq "$want" ] || fail "$label: exit $code, expected $want: $(tail -1 err.txt)"
	printf '%-32s %s s, peak %d MiB\n' "$label" "$(awk "BEGIN {printf \"%.1f\", $EPOCHREALTIME - $start}")" $((peak / 1024))
	[ $peak -lt $((200 * 1024)) ] || fail "$label: $peak kB resident"
}

run "reshape to a folder" 1 ./ndtool reshape in --to 1000,1 --out-dir out --no-sync
[ "$(wc -l < err.txt)" -eq "$bad" ] || fail "$(wc -l < err.txt) messages, $bad broken files"
sed -n 's/^ndtool: in\/\([^:]*\): .*/\1/p' err.txt | LC_ALL=C sort > named.txt
ls bad | LC_ALL=C sort | cmp - named.txt || fail "the files named are not the broken ones"
[ "$(ls out | wc -l)" -eq $((n - bad)) ] || fail "$(ls out | wc -l) outputs, expected $((n - bad))"
[ -z "$(find out -name '.ndtool-*')" ] || fail "stray files"
run "and back" 0 ./ndtool reshape out --to 1,1000 --out-dir back --no-sync
for f in bad/*; do rm "in/${f#bad/}"; done
diff -r in back > /dev/null || fail "a result is wrong"
run "check" 0 ./ndtool check in --quiet
run "again, resumed" 0 ./ndtool reshape in --to 1000,1 --in-place --no-sync --resume log
run "nothing left to do" 0 ./ndtool reshape in --to 1000,1 --in-place --no-sync --resume log
diff -r in out > /dev/null || fail "work in place is wrong"
echo "batch_load: $n files, $bad broken: all as it should be"
