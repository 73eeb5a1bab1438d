package batch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
)

func TestRunKeepsOrderAndBounds(t *testing.T) {
	const n, jobs = 200, 4
	var busy, most atomic.Int32
	next := 0
	got := Run(t.Context(), n, jobs, false, func(_ context.Context, i int) Report {
		now := busy.Add(1)
		for most.Load() < now && !most.CompareAndSwap(most.Load(), now) {
		}
		for range rand.IntN(20) {
			runtime.Gosched()
		}
		busy.Add(-1)
		return Report{Out: fmt.Append(nil, i)}
	}, func(i int, r Report) {
		if i != next || string(r.Out) != fmt.Sprint(i) {
			t.Fatalf("report %d is %s, expected %d", i, r.Out, next)
		}
		next++
	})
	if got != n || next != n {
		t.Errorf("%d reported, %d seen, expected %d", got, next, n)
	}
	if most.Load() > jobs {
		t.Errorf("%d at a time, expected at most %d", most.Load(), jobs)
	}
}

func TestRunFailFast(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		started, told := atomic.Int32{}, false
		got := Run(t.Context(), 1000, jobs, true, func(_ context.Context, i int) Report {
			started.Add(1)
			if i == 5 {
				return Report{Err: errors.New("bad")}
			}
			runtime.Gosched()
			return Report{}
		}, func(i int, r Report) { told = told || r.Err != nil })
		if int32(got) != started.Load() || !told || got == 1000 {
			t.Errorf("%d jobs: %d reported of %d started, failure told %v", jobs, got, started.Load(), told)
		}
	}
}

func TestRunStopsWithContext(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		got := Run(ctx, 1000, jobs, false, func(_ context.Context, i int) Report {
			if i == 10 {
				cancel()
			}
			return Report{}
		}, func(int, Report) {})
		if got < 1 || got >= 1000 {
			t.Errorf("%d jobs: %d reported after an end at 10", jobs, got)
		}
	}
}

func TestShard(t *testing.T) {
	var inputs []Input
	for i := range 1000 {
		name := fmt.Sprintf("f%d.npy", i)
		inputs = append(inputs, Input{Text: name, Path: name})
	}
	seen := make(map[string]int)
	partOf := make(map[string]int)
	for part := 1; part <= 7; part++ {
		picked := Shard{part, 7}.Pick(inputs)
		if len(picked) < 100 || len(picked) > 190 {
			t.Errorf("part %d of 7 holds %d of 1000", part, len(picked))
		}
		for _, in := range picked {
			seen[in.Text]++
			partOf[in.Text] = part
		}
	}
	for part := 1; part <= 7; part++ {
		// a list that lacks some inputs is split in the same way
		for _, in := range (Shard{part, 7}).Pick(inputs[500:]) {
			if partOf[in.Text] != part {
				t.Errorf("%s moved from part %d to %d", in.Text, partOf[in.Text], part)
			}
		}
	}
	for name, n := range seen {
		if n != 1 {
			t.Errorf("%s in %d parts", name, n)
		}
	}
	if len(seen) != 1000 || len(Shard{}.Pick(inputs)) != 1000 {
		t.Errorf("%d of 1000 inputs in the parts", len(seen))
	}
}
