package move

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/ndtool/ndtool/ndarray/layout"
)

// guarded is room for a kernel's operand between guard bytes, misaligned by so
// many bytes from a line.
type guarded struct {
	all  []byte
	data []byte
}

func newGuarded(n, misaligned int) guarded {
	all := Alloc(2*guard + n + line)
	for i := range all {
		all[i] = byte(i*31 + i>>8)
	}
	start := 2*line + misaligned // behind the first guard bytes
	return guarded{all, all[start : start+n : start+n]}
}

func (g guarded) pointer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(g.data)) }

// clone returns a copy with the same alignment.
func (g guarded) clone() guarded {
	c := newGuarded(len(g.data), int(uintptr(g.pointer())%line))
	copy(c.all, g.all)
	return c
}

// same fails the test where got and want differ, guard bytes too.
func same(t *testing.T, what string, got, want guarded) {
	t.Helper()
	if !bytes.Equal(got.all, want.all) {
		for i := range got.all {
			if got.all[i] != want.all[i] {
				t.Fatalf("%s: byte %d of %d is %#x, want %#x", what, i-2*line, len(got.data), got.all[i], want.all[i])
			}
		}
	}
}

var misalignments = []int{0, 1, 4, 16, 31, 32, 60}

func TestTiles(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		for _, unit := range []int{1, 2, 4, 8, 16} {
			for height := range 71 {
				for _, width := range []int{0, 1, 7, 8, 17, 33, 64, 70} {
					for k, mis := range misalignments {
						toStride, fromStride := height*unit+k, width*unit+2*k+1
						to, from := newGuarded(width*toStride, mis), newGuarded(height*fromStride, 60-mis)
						want := to.clone()
						for r := range height {
							for c := range width {
								copy(want.data[c*toStride+r*unit:][:unit], from.data[r*fromStride+c*unit:][:unit])
							}
						}
						tile(to.pointer(), from.pointer(), toStride, fromStride, height, width, unit)
						same(t, fmt.Sprintf("%d×%d items of %d, misaligned by %d", height, width, unit, mis), to, want)
					}
				}
			}
		}
	})
}

func TestStreamedTiles(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		if !vectors {
			return // the kernel is never called
		}
		for _, unit := range []int{1, 2, 4, 8, 16} {
			for height := lanes(unit); height < 140; height++ {
				for _, width := range []int{lanes(unit), lanes(unit) + 1, 64, 70} {
					toStride, fromStride := (height*unit+line)&^(line-1), width*unit+1
					to, from := newGuarded(width*toStride, 0), newGuarded(height*fromStride, 3)
					want := to.clone()
					tileGo(want.pointer(), from.pointer(), toStride, fromStride, height, width, unit)
					streamTile(to.pointer(), from.pointer(), toStride, fromStride, height, width, unit, uintptr(from.pointer()), fromStride)
					fence()
					same(t, fmt.Sprintf("%d×%d items of %d", height, width, unit), to, want)
				}
			}
		}
	})
}

func TestRuns(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		for unit := 1; unit < 200; unit++ {
			for n := range 5 {
				for k, mis := range misalignments {
					toStride, fromStride := unit+k, unit+3*k
					if k == 0 {
						toStride = (unit + line - 1) &^ (line - 1)
					}
					to, from := newGuarded(n*toStride, mis), newGuarded(n*fromStride, 60-mis)
					want := to.clone()
					for i := range n {
						copy(want.data[i*toStride:][:unit], from.data[i*fromStride:][:unit])
					}
					got := to.clone()
					if n > 0 {
						row(got.pointer(), from.pointer(), n, toStride, fromStride, unit)
						same(t, fmt.Sprintf("%d runs of %d, misaligned by %d", n, unit, mis), got, want)
					}
					if n > 0 && unit > 32 {
						moveRuns(to.pointer(), from.pointer(), n, toStride, fromStride, unit, true)
						fence()
						same(t, fmt.Sprintf("%d runs of %d past the caches, misaligned by %d", n, unit, mis), to, want)
					}
				}
			}
		}
	})
}

func TestRunPastTheCaches(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		for n := range 300 {
			for _, mis := range misalignments {
				to, from := newGuarded(n, mis), newGuarded(n, 60-mis)
				want := to.clone()
				copy(want.data, from.data)
				streamRun(to.pointer(), from.pointer(), n)
				fence()
				same(t, fmt.Sprintf("%d bytes, misaligned by %d", n, mis), to, want)
			}
		}
	})
}

func TestReversedBytes(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		for _, width := range []int{2, 3, 4, 5, 8, 16, 32} {
			for items := range 71 {
				for _, mis := range misalignments {
					n := items * width
					to, from := newGuarded(n, mis), newGuarded(n, 60-mis)
					want := to.clone()
					copy(want.data, from.data)
					for i := 0; i < n; i += width {
						slices.Reverse(want.data[i : i+width])
					}
					copyReversed(to.pointer(), from.pointer(), n, width)
					what := fmt.Sprintf("%d items of %d, misaligned by %d", items, width, mis)
					if n > 0 {
						past := newGuarded(n, mis)
						j := job{walk: walk{unit: n}, swap: width, large: true}
						j.reverse(past.pointer(), from.pointer())
						fence()
						same(t, what+", past the caches", past, want)
					}
					same(t, what, to, want)
					copyReversed(to.pointer(), to.pointer(), n, width) // and back, in place
					copy(want.data, from.data)
					same(t, what+", in place", to, want)
				}
			}
		}
	})
}

func TestFilledRows(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		for unit := 1; unit <= 40; unit++ {
			for n := 1; n < 140; n += 1 + n/20 {
				for _, mis := range misalignments {
					for _, large := range []bool{false, true} {
						to, from := newGuarded(n*unit, mis), newGuarded(unit, 60-mis)
						want := to.clone()
						for i := range n {
							copy(want.data[i*unit:], from.data)
						}
						j := job{
							walk:  walk{axes: []axis{{n: n, dst: unit}}, unit: unit},
							route: route{Fill, 0, -1}, to: to.pointer(), from: from.pointer(), large: large,
						}
						if unit%4 == 0 && n%2 == 0 {
							j.swap = 4
							reverseEach(want.pointer(), n*unit, 4)
						}
						j.fill()
						fence()
						same(t, fmt.Sprintf("%d items of %d, misaligned by %d, large %v", n, unit, mis, large), to, want)
					}
				}
			}
		}
	})
}

// TestFlushedRows holds the scheme of scratch rows: chunks of any length are
// appended and flushed, and in the end the rows hold all of them.
func TestFlushedRows(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		const rows, room = 5, 512
		for _, mis := range misalignments {
			for _, chunk := range []int{64, 65, 80, 127, 128, 200, 256, 300, 512} {
				for _, gap := range []int{0, 1, 4, 64} {
					const chunks = 5
					stride := chunks*chunk + gap
					to := newGuarded(rows*stride, mis)
					want := to.clone()
					j := job{walk: walk{unit: 1}}
					s := streamer{job: &j, scratch: new(scratch), cols: axis{dst: stride}}
					s.pitch = room + slack
					s.pitch += (stride - s.pitch) & (line - 1)
					for c := range chunks {
						at := unsafe.Add(to.pointer(), c*chunk)
						from := s.front(uintptr(at))
						for r := range rows {
							b := unsafe.Slice((*byte)(unsafe.Add(from, r*s.pitch)), chunk)
							for i := range b {
								b[i] = byte(r*91 + c*37 + i)
							}
							copy(want.data[r*stride+c*chunk:], b)
						}
						s.flush(at, from, chunk, rows, c == 0, c == chunks-1, 0)
					}
					fence()
					same(t, fmt.Sprintf("chunks of %d, rows %d apart, misaligned by %d", chunk, stride, mis), to, want)
				}
			}
		}
	})
}

func TestShuffles(t *testing.T) {
	check := func(t *testing.T) {
		for _, unit := range []int{1, 2, 3, 4, 6, 8, 16} {
			for _, channels := range []int{1, 2, 3, 4, 5, 8} {
				for _, swap := range swapsOf(unit) {
					if !swap.joins(unit) {
						continue
					}
					for _, n := range []int{15, 16, 17, 63, 64, 65, 128, 700} {
						for _, mis := range misalignments {
							pixels, planes := []int{channels * unit, unit}, []int{unit, n * unit}
							for _, way := range [][2][]int{{pixels, planes}, {planes, pixels}, {pixels, {-channels * unit, unit}}, {planes, {2 * unit, 3 * unit}}} {
								checkWay(t, unit, swap, []int{n, channels}, way[0], way[1], mis)
							}
						}
					}
				}
			}
		}
	}
	eachVariant(t, func(t *testing.T) {
		check(t)
		lower(t, 1, 1<<30)
		check(t)
	})
}

// TestLargeTransposes holds planes of all proportions, each of which fills scratch
// rows otherwise.
func TestLargeTransposes(t *testing.T) {
	lower(t, 1, 1<<30)
	eachVariant(t, func(t *testing.T) {
		for _, unit := range []int{1, 2, 4, 8, 16} {
			for _, width := range []int{16, 21, 33, 100, 600, bandBytes/unit + 1} {
				for _, height := range []int{16, 64, 100, 256, 391, 1000} {
					for _, pad := range []int{0, 1, 64} {
						dst := []int{unit, (height*unit+line-1)&^(line-1) + pad}
						checkWay(t, unit, Swap{}, []int{height, width}, dst, []int{width*unit + pad, unit}, pad%3*4)
					}
					// Runs that go on beyond a plane.
					checkWay(t, unit, Swap{}, []int{width, 3, height}, []int{3 * height * unit, height * unit, unit},
						[]int{unit, height * width * unit, width * unit}, 0)
				}
			}
		}
	})
}

// TestEndsOfMemory copies between slices that end where their allocations do, so
// that checkptr, which -race turns on, sees any pointer beyond them.
func TestEndsOfMemory(t *testing.T) {
	checkEnds(t, func(n int) []byte { return make([]byte, n) })
}

// checkEnds copies to and from the whole of operands of whole pages that room makes.
func checkEnds(t *testing.T, room func(n int) []byte) {
	const size = 32 << 10
	to, from := room(size), room(size)
	for i := range from {
		from[i] = byte(i * 7)
	}
	check := func(t *testing.T) {
		for _, item := range []int{1, 2, 4, 8, 16} {
			n := size / item
			for _, shape := range [][]int{{64, n / 64}, {n / 64, 64}, {4, n / 4}, {n / 4, 4}, {8, 8, n / 64}, {n}} {
				packed, err := layout.New(item, layout.C, shape...)
				if err != nil {
					t.Fatal(err)
				}
				turned, _ := packed.Permute(reversedAxes(len(shape))...)
				flipped, _ := packed.Flip()
				across, _ := turned.Flip(0)
				along, _ := turned.Flip(len(shape) - 1)
				stepped := flipped.Clone()
				last := len(shape) - 1
				stepped.Shape[last], stepped.Strides[last] = shape[last]/2, 2*stepped.Strides[last]
				for _, src := range []layout.Layout{packed, turned, flipped, across, along, stepped} {
					dst, err := layout.New(item, layout.C, src.Shape...)
					if err != nil {
						t.Fatal(err)
					}
					for _, swap := range swapsOf(item) {
						if swap.joins(item) {
							checkCopy(t, operand{to[:dst.Len()*item], dst}, operand{from, src}, item, swap, 1)
						}
					}
				}
			}
		}
	}
	eachVariant(t, func(t *testing.T) {
		check(t)
		lower(t, 1, 1<<30)
		check(t)
	})
}

func reversedAxes(n int) []int {
	axes := make([]int, n)
	for k := range axes {
		axes[k] = n - 1 - k
	}
	return axes
}

// checkWay checks one copy of the shape from strides to strides.
func checkWay(t *testing.T, unit int, swap Swap, shape, dst, src []int, mis int) {
	t.Helper()
	place := func(strides []int, mis int) operand {
		l := layout.Layout{Shape: shape, Strides: strides, Offset: 2*line + mis}
		span := unit
		for k, s := range strides {
			span += abs(s) * (shape[k] - 1)
			if s < 0 {
				l.Offset -= s * (shape[k] - 1)
			}
		}
		return operand{newGuarded(span, mis).all, l}
	}
	checkCopy(t, place(dst, mis), place(src, 60-mis), unit, swap, 1)
}
