#!/usr/bin/env bash
# Ends a process with SIGKILL at random moments while it replaces a .npy file and
# an archive, changes a header in place and appends rows, and proves after each
# time that every file is old or new, whole, and that no row is lost.
# Usage: scripts/files_kill.sh [TIMES]
set -euo pipefail
cd "$(dirname "$0")/.."
NDTOOL_CRASHES=${1:-400} go test ./npy -run '^TestKilled$' -count 1 -timeout 60m -v |
	grep -v '^=== ' # --- PASS and the time
