#!/usr/bin/env bash
# Builds the command for the main platforms, the same bytes on every machine.
#
#   scripts/release.sh [COMMIT]           writes dist/: binaries, SHA256SUMS, BUILD
#   scripts/release.sh --check [COMMIT]   builds twice, in two folders and with
#                                         two caches, and compares
#
# What is built is the commit (HEAD without one), not the folder: a change that
# is not committed is not in it. Its version is the tag, or the last tag and the
# commit. The Go release is part of the result; BUILD names it.
set -euo pipefail
cd "$(dirname "$0")/.."

platforms="linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"

check=
if [ "${1:-}" = --check ]; then
	check=yes
	shift
fi
[ $# -le 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
commit=$(git rev-parse --verify --quiet "${1:-HEAD}^{commit}") || { echo "release.sh: no commit ${1:-HEAD}" >&2; exit 1; }
version=$(git describe --tags --match 'v[0-9]*' --always "$commit")

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

sums() {
	if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# build SOURCE OUT: the binaries of the commit, built in the folder SOURCE.
build() {
	local source=$1 out=$2 platform name
	mkdir -p "$source" "$out"
	git archive "$commit" | tar -x -C "$source"
	for platform in $platforms; do
		name=ndtool_${version}_${platform/\//_}
		[ "${platform%/*}" != windows ] || name=$name.exe
		(
			cd "$source"
			export GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=0 GOAMD64=v1 GOARM64=v8.0
			export GOFLAGS= GOWORK=off GOEXPERIMENT= GOTOOLCHAIN=local
			# no folder, no build id and no state of a checkout in the binary
			go build -trimpath -buildvcs=false -ldflags "-s -w -buildid= -X main.release=$version" -o "$out/$name" ./cmd/ndtool
		)
	done
	cp "$source/LICENSE" "$source/CHANGELOG.md" "$out/"
	printf 'version %s\ncommit %s\n%s\n' "$version" "$commit" "$(cd "$source" && GOTOOLCHAIN=local go version | sed 's, [a-z0-9]*/[a-z0-9]*$,,')" >"$out/BUILD"
	(cd "$out" && LC_ALL=C && sums $(ls | grep -v '^SHA256SUMS$') >SHA256SUMS)
}

build "$work/source" "$work/dist"
if [ -n "$check" ]; then
	GOCACHE=$work/cache build "$work/another/folder" "$work/again"
	cmp "$work/dist/SHA256SUMS" "$work/again/SHA256SUMS"
	echo "built twice, equal:"
	cat "$work/dist/SHA256SUMS"
	exit
fi
rm -rf dist
mv "$work/dist" dist
cat dist/BUILD dist/SHA256SUMS
