package safetensors

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"math/bits"
	"slices"
)

// MaxHeader is the longest header that the format allows, in bytes.
const MaxHeader = 100_000_000

// metadataKey is the key of the header's object that is no tensor.
const metadataKey = "__metadata__"

// Recognise reports whether a file that begins with start, at least 9 bytes of
// it, looks like a safetensors file: the length of a header, within the limit,
// and the start of a JSON object. No .npy or .npz file does.
func Recognise(start []byte) bool {
	if len(start) <= prefix {
		return false
	}
	n := binary.LittleEndian.Uint64(start)
	return n >= 2 && n <= MaxHeader && start[prefix] == '{'
}

// readHeader reads the header of a file of size bytes.
func readHeader(r io.ReaderAt, size int64) (tensors []*Tensor, metadata map[string]string, err error) {
	if size < prefix {
		return nil, nil, fail(ErrTruncated, size, "the file has %d bytes, expected %d for the length of the header", size, prefix)
	}
	var length [prefix]byte
	if n, err := r.ReadAt(length[:], 0); n < prefix {
		return nil, nil, unreadable(err, int64(n))
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > MaxHeader {
		return nil, nil, fail(ErrFormat, 0, "not a safetensors file: it would begin with a header of %d bytes, expected at most %d", n, MaxHeader)
	}
	start := prefix + int64(n) // of the data
	if start > size {
		return nil, nil, fail(ErrTruncated, size, "a header of %d bytes, %d present", n, size-prefix)
	}
	text := make([]byte, n)
	if n, err := r.ReadAt(text, prefix); n < len(text) {
		return nil, nil, unreadable(err, prefix+int64(n))
	}
	tensors, metadata, err = parseHeader(text)
	if err != nil {
		return nil, nil, err
	}
	return tensors, metadata, place(tensors, start, size)
}

// parseHeader reads the tensors of a header's text, in its order, with offsets
// from the start of the data.
func parseHeader(text []byte) (tensors []*Tensor, metadata map[string]string, err error) {
	s, err := newScanner(text)
	if err != nil {
		return nil, nil, err
	}
	names := make(map[string]bool)
	err = s.object("the header's object", func(name string) error {
		if names[name] {
			return fail(ErrHeader, s.at, "%.60q occurs twice", name)
		}
		names[name] = true
		if name == metadataKey {
			metadata, err = s.metadata()
			return err
		}
		t, err := s.tensor(name)
		tensors = append(tensors, t)
		return within(err, "", name)
	})
	if err != nil {
		return nil, nil, err
	}
	return tensors, metadata, s.end()
}

// metadata reads an object of strings, or null.
func (s *scanner) metadata() (map[string]string, error) {
	const what = "an object of strings as " + metadataKey
	token, err := s.next()
	if err != nil || token == nil {
		return nil, err
	}
	if token != json.Delim('{') {
		return nil, s.wrong(token, what)
	}
	m := make(map[string]string)
	return m, s.members(func(key string) (err error) {
		if _, twice := m[key]; twice {
			return fail(ErrHeader, s.at, "%.60q occurs twice in %s", key, metadataKey)
		}
		m[key], err = s.string(what)
		return err
	})
}

// tensor reads the object of one tensor and proves that its shape gives the
// bytes between its offsets.
func (s *scanner) tensor(name string) (*Tensor, error) {
	t := &Tensor{Name: name}
	var given [3]bool
	var at int64 // of the offsets
	kind := -1
	err := s.object("the object of a tensor", func(key string) error {
		i := slices.Index([]string{"dtype", "shape", "data_offsets"}, key)
		if i < 0 {
			return s.skip()
		}
		if given[i] {
			return fail(ErrHeader, s.at, "%q occurs twice", key)
		}
		given[i] = true
		switch i {
		case 0:
			text, err := s.string("the name of a dtype")
			if err != nil {
				return err
			}
			if kind = findFormat(text); kind < 0 {
				return fail(ErrDType, s.at, "unknown dtype %.40q", text)
			}
			t.Format, t.DType = text, littleEndian(formats[kind].Type)
		case 1:
			sizes, err := s.sizes("a shape, an array of sizes of 0 or more")
			if err != nil {
				return err
			}
			t.Shape = make([]int, len(sizes))
			for i, n := range sizes {
				if n > math.MaxInt {
					return fail(ErrTooLarge, s.at, "a size of %d in the shape, expected at most %d", n, math.MaxInt)
				}
				t.Shape[i] = int(n)
			}
		case 2:
			offsets, err := s.sizes("two offsets")
			if err != nil {
				return err
			}
			if at = s.at; len(offsets) != 2 {
				return fail(ErrHeader, at, "%d data_offsets, expected 2", len(offsets))
			}
			if t.Offset, t.Size = offsets[0], offsets[1]-offsets[0]; t.Size < 0 {
				return fail(ErrOffsets, at, "the data end at %d, before their start at %d", offsets[1], offsets[0])
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, key := range []string{"dtype", "shape", "data_offsets"} {
		if !given[i] {
			return nil, fail(ErrHeader, s.at, "%q is missing", key)
		}
	}
	n, err := sizeOf(t.Shape, formats[kind])
	if err != nil {
		return nil, err
	}
	if n != t.Size {
		return nil, fail(ErrOffsets, at, "%d bytes between the offsets, expected %d for shape %v of %s", t.Size, n, t.Shape, t.Format)
	}
	return t, nil
}

// sizeOf returns the bytes of a tensor. As in NumPy the sizes have to have a
// product also where another one is 0.
func sizeOf(shape []int, f format) (int64, error) {
	n, product := f.bits, f.bits // with and without the zeros
	for _, size := range shape {
		n *= uint64(size)
		if size == 0 {
			continue
		}
		high, low := bits.Mul64(product, uint64(size))
		if high > 0 || low > math.MaxInt64 {
			return 0, fail(ErrTooLarge, -1, "shape %.100v of %s is more than 63 bits can count", shape, f.name)
		}
		product = low
	}
	if n%8 != 0 {
		return 0, fail(ErrShape, -1, "shape %v of %s does not fill whole bytes", shape, f.name)
	}
	return int64(n / 8), nil
}

// place sorts the tensors by their offsets, which become those in the file,
// and proves that they cover the data, the bytes from start to size.
func place(tensors []*Tensor, start, size int64) error {
	slices.SortStableFunc(tensors, func(a, b *Tensor) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Size, b.Size))
	})
	end := int64(0)
	for _, t := range tensors {
		if t.Offset != end {
			fault := "a hole before it"
			if t.Offset < end {
				fault = "an overlap with the one before it"
			}
			return within(fail(ErrOffsets, -1, "the data start at %d, expected %d: %s", t.Offset, end, fault), "", t.Name)
		}
		end += t.Size
		t.Offset += start
		if end > size-start {
			return within(fail(ErrTruncated, size, "%d bytes of data at byte %d, %d present", t.Size, t.Offset, max(size-t.Offset, 0)), "", t.Name)
		}
	}
	if end != size-start {
		return fail(ErrOffsets, start+end, "%d bytes after the last tensor", size-start-end)
	}
	return nil
}
