package move

import (
	"testing"

	"github.com/ndtool/ndtool/ndarray/layout"
)

func TestPathOf(t *testing.T) {
	swapped := func(width int) Swap { return Swap{Runs: []Run{{0, width, 1}}} }
	packed := func(item int, shape ...int) layout.Layout {
		l, err := layout.New(item, layout.C, shape...)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	view := func(l layout.Layout, err error) layout.Layout {
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	index := func(l layout.Layout, spec string) layout.Layout {
		ix, err := layout.ParseIndex(spec)
		if err != nil {
			t.Fatal(err)
		}
		return view(l.Slice(ix...))
	}
	for _, c := range []struct {
		name string
		item int
		src  layout.Layout
		swap Swap
		want Path
	}{
		{name: "no items", item: 4, src: packed(4, 3, 0), want: Nothing},
		{name: "items of no bytes", item: 0, src: packed(0, 3), want: Nothing},
		{name: "0-d", item: 4, src: packed(4), want: Plain},
		{name: "contiguous", item: 4, src: packed(4, 5, 6), want: Plain},
		{name: "byte order", item: 4, src: packed(4, 5, 6), swap: swapped(4), want: Plain},
		{name: "broadcast inside", item: 4, src: view(packed(4, 5, 1).Expand(5, 100)), want: Fill},
		{name: "gray to RGB", item: 1, src: view(packed(1, 50, 1).Expand(50, 3)), want: Join},
		{name: "broadcast outside", item: 4, src: view(packed(4, 100).Expand(5, 100)), want: Runs},
		{name: "reversed", item: 4, src: index(packed(4, 5, 100), ":,::-1"), want: Reverse},
		{name: "stepped", item: 4, src: index(packed(4, 5, 100), ":,::2"), want: Step},
		{name: "stepped, large items", item: 8, src: index(packed(8, 5, 100), ":,::2"), want: Step},
		{name: "long steps", item: 4, src: index(packed(4, 5, 100), ":,::5"), want: Runs},
		{name: "one column", item: 4, src: index(packed(4, 100, 100), ":,3"), want: Runs},
		{name: "rows", item: 4, src: index(packed(4, 100, 100), "::2"), want: Runs},
		{name: "RGBA to RGB", item: 1, src: index(packed(1, 50, 50, 4), "...,:3"), want: Step},
		{name: "transposed", item: 4, src: view(packed(4, 50, 60).Permute(1, 0)), want: Transpose},
		{name: "transposed and reversed", item: 4, src: index(view(packed(4, 50, 60).Permute(1, 0)), "::-1"), want: Transpose},
		{name: "transposed and swapped", item: 8, src: view(packed(8, 50, 60).Permute(1, 0)), swap: swapped(8), want: Transpose},
		{name: "transposed inside", item: 4, src: view(packed(4, 7, 50, 60).Permute(0, 2, 1)), want: Transpose},
		{name: "transposed outside", item: 4, src: view(packed(4, 7, 50, 60).Permute(1, 0, 2)), want: Runs},
		{name: "transposed odd items", item: 5, src: view(packed(5, 50, 60).Permute(1, 0)), want: Transpose},
		{name: "transposed records", item: 40, src: view(packed(40, 50, 60).Permute(1, 0)), want: Transpose},
		{name: "transposed long runs", item: 80, src: view(packed(80, 50, 60).Permute(1, 0)), want: Runs},
		{name: "NHWC to NCHW, 3 channels", item: 1, src: view(packed(1, 2, 30, 30, 3).Permute(0, 3, 1, 2)), want: Part},
		{name: "NCHW to NHWC, 3 channels", item: 1, src: view(packed(1, 2, 3, 30, 30).Permute(0, 2, 3, 1)), want: Join},
		{name: "NHWC to NCHW, 64 channels", item: 1, src: view(packed(1, 2, 30, 30, 64).Permute(0, 3, 1, 2)), want: Transpose},
	} {
		p, err := layout.NewPlan(packed(c.item, c.src.Shape...), c.src)
		if err != nil {
			t.Fatal(err)
		}
		if got := PathOf(&p, c.item, c.swap); got != c.want {
			t.Errorf("%s: path %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPathNames(t *testing.T) {
	seen := map[string]bool{}
	for p := Path(0); p < pathsCount; p++ {
		if s := p.String(); s == "" || s == "unknown" || seen[s] {
			t.Errorf("path %d is called %q", p, s)
		} else {
			seen[s] = true
		}
	}
	if Path(200).String() != "unknown" {
		t.Error("an unknown path has a name")
	}
}
