#!/usr/bin/env bash
# Ends ndtool with SIGKILL at random moments of work in place, and proves after
# each time that every file is whole, and in the end that --resume has applied
# the operation to each file exactly once. Usage: scripts/batch_kill.sh [TIMES]
set -euo pipefail

times=${1:-200}
files=600
work=$(mktemp -d "${TMPDIR:-/tmp}/ndtool-kill.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")/.."
go build -o "$work/ndtool" ./cmd/ndtool
cd "$work"
fail() { echo "batch_kill: $*" >&2; exit 1; }

header="{'descr': '<f4', 'fortran_order': False, 'shape': ($files, 4, 500), }"
{
	printf '\223NUMPY\001\000\166\000%-117s\n' "$header"
	head -c $((files * 8000)) /dev/urandom
} > all.npy
./ndtool split all.npy --sections $files --out-dir orig --no-sync --quiet

# Neither operation may be applied twice: a second time undoes the first. The
# one rewrites headers alone, the other whole files.
declare -A op=([head]='transpose' [whole]='flip 1')
for kind in head whole; do
	./ndtool pipe orig "${op[$kind]}" --out-dir "want-$kind" --no-sync
done

rounds=0 killed=0
while [ $killed -lt "$times" ]; do
	for kind in head whole; do
		rm -rf dir log && cp -r orig dir
		code=137
		while [ $code -eq 137 ]; do
			./ndtool pipe dir "${op[$kind]}" --in-place --resume log --jobs 2 2> err.txt &
			pid=$!
			sleep "0.0$((RANDOM % 90 + 10))"
			[ $killed -ge "$times" ] || kill -KILL $pid 2> /dev/null || true
			code=0
			wait $pid 2> /dev/null || code=$?
			case $code in
			137) killed=$((killed + 1)) ;;
			0) ;;
			*) fail "exit $code: $(cat err.txt)" ;;
			esac
			find dir -name '.ndtool-*' -delete # what SIGKILL leaves is not a file of ours
			./ndtool check dir --quiet || fail "a file is not whole"
		done
		for f in dir/*; do
			./ndtool diff "$f" "want-$kind/${f#dir/}" --quiet || fail "$f is wrong after $killed kills (${op[$kind]})"
		done
		rounds=$((rounds + 1))
	done
done
echo "batch_kill: $killed kills in $rounds runs of $files files: every file whole, every operation applied once"
