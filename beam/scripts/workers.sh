#!/usr/bin/env bash
# A prism server and two worker processes of their own on this machine, one of
# which is killed while it works; then the proof that the results are whole.
#
# Prism gives a job one worker and does not retry, so each worker here has a job:
# job A (with the large array) loses its worker and fails, job B goes on; job A,
# started again with the same command, completes what is there.
set -euo pipefail
cd "$(dirname "$0")/.."
port=${1:-8973}
work=$(mktemp -d)
bin=$work/bin
started=()
end() { # a worker, and boot's copy of its program
	local dir
	dir=$(dirname "$(readlink "/proc/$1/exe" || true)")
	kill -9 "$1" 2>/dev/null || true
	case $dir in /tmp/bin*) rm -rf "$dir" ;; esac
}
cleanup() { # the workers first: they outlive the pool that started them
	local p
	for p in $(workers); do end "$p"; done
	for p in "${started[@]}"; do kill "$p" 2>/dev/null || true; done
	wait 2>/dev/null || true
	rm -rf "$work"
}
workers() { # the worker processes of this server, also those whose parent is gone
	pgrep -f -- "--worker=true .*--control_endpoint=localhost:$port " || true
}
trap cleanup EXIT
export GOFLAGS=-buildvcs=false

echo "== build"
mkdir -p "$bin"
go build -o "$bin/ndbeam" ./cmd/ndbeam
go build -o "$bin/prism" github.com/apache/beam/sdks/v2/go/cmd/prism
go build -o "$bin/boot" github.com/apache/beam/sdks/v2/go/container
go build -C .. -o "$bin/ndtool" ./cmd/ndtool
go build -o "$bin/mkfiles" ./scripts/mkfiles

echo "== inputs: 2 × 1500 small files, 1 % broken, and an F-order array of 768 MiB"
"$bin/mkfiles" "$work/in/a" 1500 768
"$bin/mkfiles" "$work/in/b" 1500 0

stages='transpose | flip | contiguous'
echo "== ndtool pipe IN '$stages'"
for j in a b; do
	"$bin/ndtool" pipe "$work/in/$j" "$stages" --out-dir "$work/want/$j" --no-sync -q 2>"$work/want.$j.log" || true
done

echo "== prism on port $port, and a pool that starts a process for every worker"
"$bin/prism" --job_port="$port" --serve_http=false --log_level=error --log_kind=text 2>"$work/prism.log" &
started+=($!)
(cd "$work" && exec "$bin/boot" --worker_pool) >"$work/pool.log" 2>&1 &
pool=$!
started+=("$pool")
sleep 1

job() { # name
	"$bin/ndbeam" "$stages" --input "$work/in/$1" --output "$work/out/$1" --tile 4194304 \
		--runner universal --endpoint "localhost:$port" \
		--worker_binary "$bin/ndbeam" --environment_type EXTERNAL --environment_config localhost:50000 --job_name "$1" 2>"$work/$1.log"
}
job a & jobA=$!
for _ in $(seq 300); do [ "$(workers | wc -l)" -ge 1 ] && break; sleep 0.1; done
victim=$(workers)
job b & jobB=$!
for _ in $(seq 300); do
	part=$(find "$work/out/a" -name '.ndtool-*.part' 2>/dev/null | head -1 || true)
	done=0
	[ -n "$part" ] && [ -f "$part.done" ] && done=$(tr -d '\000' <"$part.done" | wc -c)
	[ "$done" -ge 8 ] && [ "$(workers | wc -l)" -ge 2 ] && break
	sleep 0.05
done
echo "== worker processes: $(workers | tr '\n' ' '); kill -9 $victim, the worker of job A"
end "$victim"
statusA=0; wait "$jobA" || statusA=$?
statusB=0; wait "$jobB" || statusB=$?
echo "   job A: exit $statusA: $(tail -1 "$work/a.log" | cut -c1-160)"
echo "   job B: exit $statusB: $(tail -1 "$work/b.log")"

whole() { # name: every output that is there is the right one
	local bad=0 n=0 f
	while IFS= read -r -d '' f; do
		n=$((n + 1))
		cmp -s "$f" "$work/want/$1/${f#"$work/out/$1/"}" || bad=$((bad + 1))
	done < <(find "$work/out/$1" -type f ! -name '.ndtool-*' -print0)
	echo "   $1: $n outputs, $bad of them not whole"
	[ "$bad" = 0 ]
}
echo "== after the crash"
whole a
[ -e "$work/out/a/large.npy" ] && echo "   large.npy is complete" ||
	echo "   large.npy is not there; tiles done: $(tr -d '\000' <"$part.done" | wc -c) of $(wc -c <"$part.done")"
[ "$statusA" != 0 ] || { echo "FAILED: job A did not notice"; exit 1; }

if ! kill -0 "${started[0]}" 2>/dev/null; then
	echo "   the prism server ended with its worker: it is started again"
	"$bin/prism" --job_port="$port" --serve_http=false --log_level=error --log_kind=text 2>>"$work/prism.log" &
	started[0]=$!
	sleep 1
fi
echo "== the same commands once more"
job a || true
job b || true
for j in a b; do
	echo "   job $j: $(tail -1 "$work/$j.log")"
	diff -r -x '.ndtool-*.tmp' "$work/out/$j" "$work/want/$j" || { echo "FAILED: job $j"; exit 1; }
	diff <(grep -v ' files: ' "$work/$j.log" | sed 's/^ndbeam: //' | sort) <(sed 's/^ndtool: //' "$work/want.$j.log" | sort) ||
		{ echo "FAILED: messages of job $j"; exit 1; }
done
echo "== all outputs and messages are ndtool's; temporary files that the killed worker left: $(find "$work/out" -name '.ndtool-*' | wc -l)"
