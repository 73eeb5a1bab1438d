#!/usr/bin/env bash
# Holds ndbeam against ndtool on the files of a folder: the same outputs, byte for
# byte, and the same messages, for a dozen pipelines.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] || { echo "usage: same.sh DIR" >&2; exit 2; }
in=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ndbeam" ./cmd/ndbeam
go build -C .. -o "$work/ndtool" ./cmd/ndtool

while IFS= read -r stages; do
	rm -rf "$work/want" "$work/got" "$work/got.errors"
	"$work/ndtool" pipe "$in" "$stages" --out-dir "$work/want" --no-sync -q 2>"$work/want.log" || [ $? = 1 ]
	"$work/ndbeam" "$stages" --input "$in" --output "$work/got" --no-sync 2>"$work/got.log" || [ $? = 1 ]
	diff -r "$work/want" "$work/got"
	# ndtool's warnings are not told by ndbeam, nor ndbeam's sum by ndtool
	diff <(sed 's/^ndtool: //' "$work/want.log" | grep -v 'the last one counts$\|it stands for the first$' | sort) \
		<(sed 's/^ndbeam: //' "$work/got.log" | sed '$d' | sort)
	echo "'$stages': $(find "$work/want" -type f | wc -l) outputs, $(($(wc -l <"$work/got.log") - 1)) messages, the same"
done <<'END'

flip
flatten
reshape -1
transpose | contiguous
transpose | slice ..., ::-1
slice ::2
unsqueeze 0 | expand 3,-1
view-as u1
cast float32
sort
reduce sum
END
