#!/usr/bin/env bash
# Go benchmarks side by side, compared by benchstat.
#
#   scripts/bench.sh BEFORE [AFTER]    two commits; without AFTER, the files as they are
#   scripts/bench.sh kernels           the kernels' assembly, the same program with AVX2
#                                      switched off, and the build without assembly
#
# The programs take turns, COUNT times (6), so that what else the machine does
# falls on all of them. BENCH is the regular expression of the benchmarks, PACKAGE
# the package they are in (./ndarray/move), TIME how long each runs (0.2s).
set -euo pipefail
cd "$(dirname "$0")/.."
package=${PACKAGE:-./ndarray/move}
work=$(mktemp -d)
trap 'rm -rf "$work"; git worktree prune' EXIT

build() { # name, folder, tags
	(cd "$2" && go test -c -tags "$3" -o "$work/$1.test" "$package")
}
commit() { # name, commit
	git worktree add --quiet --detach "$work/$1" "$2"
	build "$1" "$work/$1" ""
}

case ${1:-} in
kernels)
	names=(assembly off purego)
	bench=${BENCH:-Kernels}
	build assembly . ""
	cp "$work/assembly.test" "$work/off.test"
	build purego . purego
	;;
"")
	sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
	exit 2
	;;
*)
	names=(before after)
	bench=${BENCH:-.}
	commit before "$1"
	if [ $# -gt 1 ]; then commit after "$2"; else build after . ""; fi
	;;
esac

for _ in $(seq "${COUNT:-6}"); do
	for name in "${names[@]}"; do
		debug=${GODEBUG:-}
		[ "$name" = off ] && debug=cpu.avx2=off
		(cd "$package" && GODEBUG=$debug "$work/$name.test" -test.run '^$' -test.bench "$bench" \
			-test.benchtime "${TIME:-0.2s}") >>"$work/$name.txt"
	done
done
files=()
for name in "${names[@]}"; do files+=("$name=$work/$name.txt"); done
go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da "${files[@]}"
