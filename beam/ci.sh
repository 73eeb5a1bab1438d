#!/usr/bin/env bash
# What must hold of this module. The first build of Beam takes minutes; the
# packages are tested one after the other, since linking each takes a gigabyte.
set -euo pipefail
cd "$(dirname "$0")"
# the root module's requirements may have moved on: take them as they are
export GOFLAGS='-buildvcs=false -mod=mod'
timeout 900 go vet ./...
timeout 1500 go test -p 1 -timeout 20m ./...
if [ -d ../../shared/files ]; then
	scripts/same.sh ../../shared/files
fi
