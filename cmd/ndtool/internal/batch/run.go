// Package batch is the engine under every command of ndtool: it turns operands
// into inputs, names their outputs, works on them with bounded workers and
// reports in the order of the inputs whatever the order of the work.
package batch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ndtool/ndtool/internal/mapping"
)

// Report is what the work on one input came to.
type Report struct {
	Out     []byte   // for standard output
	Notes   []string // lines for standard error that are no failures
	Err     error    // the failure, nil if the input is done
	Differs bool     // nothing failed, but the command's answer is "no"
}

// ErrFault is a memory fault while a mapped file was read: another process
// made the file shorter.
var ErrFault = errors.New("file became shorter while it was read")

// Run does work on the indices 0 to n-1 with at most jobs at a time and hands
// each report to emit, in the order of the indices, from the calling
// goroutine. After the context ends, or after the first failure if failFast is
// set, no further work is started; what is under way is finished or undone by
// the work itself. It returns how many were reported.
func Run(ctx context.Context, n, jobs int, failFast bool, work func(ctx context.Context, i int) Report, emit func(i int, r Report)) int {
	if jobs = min(jobs, n); jobs <= 1 {
		return runOne(ctx, n, failFast, work, emit)
	}
	// a worker takes a few at a time, so that short work is not all handing over
	const mostAtOnce = 16
	share := max(1, min(n/(64*jobs), mostAtOnce))
	type done struct {
		first   int
		reports []Report
	}
	var (
		next    atomic.Int64
		stopped atomic.Bool
		wg      sync.WaitGroup
		results = make(chan done, jobs)
	)
	for range jobs {
		wg.Go(func() {
			for {
				from := int(next.Add(int64(share))) - share
				if from >= n {
					return
				}
				part := done{first: from}
				for i := from; i < min(from+share, n) && !stopped.Load() && ctx.Err() == nil; i++ {
					r := guarded(ctx, i, work)
					if r.Err != nil && failFast {
						stopped.Store(true)
					}
					part.reports = append(part.reports, r)
				}
				results <- part
			}
		})
	}
	go func() { wg.Wait(); close(results) }()
	emitted, due := 0, 0
	held := make(map[int][]Report) // by the first index
	report := func(first int) {
		for k, r := range held[first] {
			emit(first+k, r)
		}
		emitted += len(held[first])
		delete(held, first)
	}
	for part := range results {
		held[part.first] = part.reports
		for {
			if _, ok := held[due]; !ok {
				break
			}
			report(due)
			due += share
		}
	}
	// where a run was stopped there are gaps
	for _, first := range slices.Sorted(maps.Keys(held)) {
		report(first)
	}
	return emitted
}

func runOne(ctx context.Context, n int, failFast bool, work func(context.Context, int) Report, emit func(int, Report)) int {
	for i := range n {
		if ctx.Err() != nil {
			return i
		}
		r := guarded(ctx, i, work)
		emit(i, r)
		if r.Err != nil && failFast {
			return i + 1
		}
	}
	return n
}

// guarded runs the work so that a fault in a mapped file, which another
// process cut short, fails that input alone.
func guarded(ctx context.Context, i int, work func(context.Context, int) Report) (r Report) {
	if fault := mapping.Guard(func() { r = work(ctx, i) }); fault != nil {
		return Report{Err: fmt.Errorf("%w (fault at address %#x)", ErrFault, fault.Addr())}
	}
	return r
}
