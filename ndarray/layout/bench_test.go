package layout

import "testing"

// Every view operation on a layout of rank 4, without room (one allocation)
// and with it (none).
func BenchmarkView(b *testing.B) {
	l, err := New(4, C, 8, 16, 32, 64)
	if err != nil {
		b.Fatal(err)
	}
	one, err := New(4, C, 8, 1, 32, 1)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]int, 16)
	for _, room := range []struct {
		name string
		buf  []int
	}{{"new", nil}, {"room", buf}} {
		run := func(name string, f func(b *testing.B)) {
			b.Run(name+"/"+room.name, func(b *testing.B) {
				b.ReportAllocs()
				f(b)
			})
		}
		l, one := l.In(room.buf), one.In(room.buf)
		run("Permute", func(b *testing.B) {
			for b.Loop() {
				l.Permute(2, 0, 3, 1)
			}
		})
		run("Transpose", func(b *testing.B) {
			for b.Loop() {
				l.Transpose()
			}
		})
		run("SwapAxes", func(b *testing.B) {
			for b.Loop() {
				l.SwapAxes(1, -1)
			}
		})
		run("MoveAxis", func(b *testing.B) {
			for b.Loop() {
				l.MoveAxis([]int{0}, []int{-1})
			}
		})
		run("Slice", func(b *testing.B) {
			for b.Loop() {
				l.Slice(Range(1, 5), Int(3), Ellipsis, All.By(-2))
			}
		})
		run("Flip", func(b *testing.B) {
			for b.Loop() {
				l.Flip(1, 2)
			}
		})
		run("Squeeze", func(b *testing.B) {
			for b.Loop() {
				one.Squeeze()
			}
		})
		run("Unsqueeze", func(b *testing.B) {
			for b.Loop() {
				one.Unsqueeze(0)
			}
		})
		run("Expand", func(b *testing.B) {
			for b.Loop() {
				one.Expand(8, 16, -1, 64)
			}
		})
		run("Diagonal", func(b *testing.B) {
			for b.Loop() {
				l.Diagonal(1, 2, 3)
			}
		})
		run("Unfold", func(b *testing.B) {
			for b.Loop() {
				l.Unfold(3, 8, 4)
			}
		})
		run("Windows", func(b *testing.B) {
			for b.Loop() {
				l.Windows([]int{3, 3}, []int{2, 3})
			}
		})
		run("AsStrided", func(b *testing.B) {
			for b.Loop() {
				l.AsStrided(4, 1<<20, []int{8, 8}, []int{64, 8}, 128)
			}
		})
		run("ViewMerge", func(b *testing.B) {
			for b.Loop() {
				l.View(4, C, 128, -1)
			}
		})
		run("ViewSplit", func(b *testing.B) {
			for b.Loop() {
				l.View(4, C, 8, 4, 4, 32, 64)
			}
		})
		run("ViewSame", func(b *testing.B) {
			for b.Loop() {
				l.View(4, C, 8, 16, 32, 64)
			}
		})
		run("Flatten", func(b *testing.B) {
			for b.Loop() {
				l.Flatten(4, C, 1, 2)
			}
		})
		run("Unflatten", func(b *testing.B) {
			for b.Loop() {
				l.Unflatten(3, 4, 16)
			}
		})
		run("Reinterpret", func(b *testing.B) {
			for b.Loop() {
				l.Reinterpret(4, 2)
			}
		})
	}
}

func BenchmarkPlan(b *testing.B) {
	dst, _ := New(4, C, 8, 8)
	src := dst.Transpose()
	d4, _ := New(4, C, 8, 8, 8, 8)
	s4, _ := d4.Permute(2, 0, 3, 1)
	for _, op := range []struct {
		name     string
		operands []Layout
	}{
		{"copy8x8", []Layout{dst, dst}},
		{"transpose8x8", []Layout{dst, src}},
		{"permute4", []Layout{d4, s4}},
		{"three4", []Layout{d4, s4, d4}},
	} {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			var p Plan
			for b.Loop() {
				if err := p.Build(op.operands...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOverlap: the questions asked before a copy, and the bound on work.
func BenchmarkOverlap(b *testing.B) {
	l, err := New(4, C, 64, 64, 64)
	if err != nil {
		b.Fatal(err)
	}
	t := l.Transpose()
	left, _ := l.Slice(Ellipsis, To(32))
	right, _ := l.Slice(Ellipsis, From(32))
	for _, tt := range []struct {
		name string
		f    func() Answer
		want Answer
	}{
		{"itself", func() Answer { return l.SelfOverlap(4, DefaultWork) }, No},
		{"transposed", func() Answer { return Overlap(l, 4, t, 4, DefaultWork) }, Yes},
		{"halves", func() Answer { return Overlap(left, 4, right, 4, DefaultWork) }, No},
		{"undecided", func() Answer { return distinctSums(30).SelfOverlap(1, DefaultWork) }, Undecided},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := tt.f(); got != tt.want {
					b.Fatal(got)
				}
			}
		})
	}
}
