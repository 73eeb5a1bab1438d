package safetensors

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/move"
	"github.com/ndtool/ndtool/ndarray/tile"
)

// Source is a tensor to be written whose elements are fetched when its turn
// comes, so that a file can be larger than memory.
type Source struct {
	Name  string     // the key in the header, UTF-8
	DType dtype.Type // either byte order
	Shape []int      // elements along each axis

	// Load returns the array, of that shape and, up to byte order, that dtype,
	// and what ends its use, or nil.
	Load func() (a *ndarray.Array, done func() error, err error)
}

// Write writes a safetensors file of the arrays by their names. The bytes
// depend on nothing but the arguments: tensors stand in the order of the Rust
// and Python package, wide dtypes first and then by name, metadata in the order
// of its keys. Arrays of any layout are packed in C order with the least
// significant byte first, in pieces: no second copy of one is made.
//
// It fails, before anything is written, with ErrDType for a dtype that the
// format does not have, and with ErrHeader for a name that is no UTF-8 or
// reserved.
func Write(w io.Writer, tensors map[string]*ndarray.Array, metadata map[string]string) error {
	return WriteSources(w, sources(tensors), metadata)
}

func sources(tensors map[string]*ndarray.Array) []Source {
	var list []Source
	for name, a := range tensors {
		list = append(list, Source{name, a.DType(), a.Shape(), func() (*ndarray.Array, func() error, error) { return a, nil, nil }})
	}
	return list
}

// WriteFile is Write to the file name, which appears, or replaces an old one,
// only when it is complete and synced to the disk. Errors are those of Write
// and, as they are, the system's.
func WriteFile(name string, tensors map[string]*ndarray.Array, metadata map[string]string) error {
	f, err := atomicfile.Create(name, atomicfile.Options{Force: true})
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := Write(f, tensors, metadata); err != nil {
		return err
	}
	return f.Commit()
}

// WriteSources is Write for arrays that are loaded one at a time, in the order
// of the file. Besides Write's it fails with ErrHeader for a name that occurs
// twice, and with ErrShape or ErrDType for an array that is not as announced.
func WriteSources(w io.Writer, list []Source, metadata map[string]string) error {
	list = slices.Clone(list)
	for _, s := range list {
		if !Supports(s.DType) {
			return within(fail(ErrDType, -1, "the format has no dtype for %.60s", s.DType), "", s.Name)
		}
	}
	slices.SortFunc(list, func(a, b Source) int {
		return cmp.Or(rank(b.DType)-rank(a.DType), cmp.Compare(a.Name, b.Name))
	})
	head, err := header(list, metadata)
	if err != nil {
		return err
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, s := range list {
		if err := s.write(w); err != nil {
			return within(err, "", s.Name)
		}
	}
	return nil
}

// header returns the bytes before the data of sources in their final order.
func header(list []Source, metadata map[string]string) ([]byte, error) {
	b := append(make([]byte, prefix), '{')
	var err error
	text := func(s string) {
		if !utf8.ValidString(s) {
			err = fail(ErrHeader, -1, "%.60q is not UTF-8", s)
		}
		b = appendString(b, s)
	}
	if len(metadata) > 0 {
		text(metadataKey)
		b = append(b, `:{`...)
		for i, key := range slices.Sorted(maps.Keys(metadata)) {
			if i > 0 {
				b = append(b, ',')
			}
			text(key)
			b = append(b, ':')
			text(metadata[key])
		}
		b = append(b, '}')
	}
	at := int64(0)
	names := make(map[string]bool, len(list))
	for _, s := range list {
		if names[s.Name] || s.Name == metadataKey {
			return nil, fail(ErrHeader, -1, "the name %.60q is taken", s.Name)
		}
		names[s.Name] = true
		f := formats[rank(s.DType)]
		n, sizeErr := sizeOf(s.Shape, f)
		if sizeErr != nil {
			return nil, within(sizeErr, "", s.Name)
		}
		if len(b) > prefix+1 {
			b = append(b, ',')
		}
		text(s.Name)
		b = append(b, `:{"dtype":"`+f.name+`","shape":[`...)
		for i, size := range s.Shape {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(size), 10)
		}
		if at+n < at {
			return nil, fail(ErrTooLarge, -1, "all data together are more than 63 bits can count")
		}
		b = fmt.Appendf(b, `],"data_offsets":[%d,%d]}`, at, at+n)
		at += n
	}
	b = append(b, '}')
	for len(b)%8 != 0 {
		b = append(b, ' ')
	}
	n := len(b) - prefix
	if err == nil && n > MaxHeader {
		err = fail(ErrTooLarge, -1, "the header would be %d bytes, the format allows %d", n, MaxHeader)
	}
	binary.LittleEndian.PutUint64(b, uint64(n))
	return b, err
}

// appendString writes a JSON string as serde_json does: no character is
// escaped that need not be.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			if c < ' ' {
				b = fmt.Appendf(b, `\u%04x`, c)
			} else {
				b = append(b, c)
			}
		}
	}
	return append(b, '"')
}

// write writes the elements of one tensor.
func (s Source) write(w io.Writer) (err error) {
	a, done, err := s.Load()
	if err != nil {
		return err
	}
	if done != nil {
		defer func() {
			if e := done(); err == nil {
				err = e
			}
		}()
	}
	if !slices.Equal(a.Shape(), s.Shape) {
		return fail(ErrShape, -1, "the array has shape %v, announced was %v", a.Shape(), s.Shape)
	}
	runs, same := dtype.SwapBetween(a.DType(), littleEndian(a.DType()))
	if rank(a.DType()) != rank(s.DType) || !same {
		return fail(ErrDType, -1, "the array is %.60s, announced was %.60s", a.DType(), s.DType)
	}
	if a.NumBytes() == 0 {
		return nil
	}
	data, err := a.Storage().Acquire()
	if err != nil {
		return err
	}
	defer a.Storage().Release()
	l, size := a.Layout(), a.ItemSize()
	if l.IsC(size) && runs == nil {
		_, err = w.Write(data[l.Offset : l.Offset+a.NumBytes()])
		return err
	}
	job, err := tile.Packed(l, size, 0)
	if err != nil {
		return err
	}
	for _, r := range runs {
		job.Swap.Runs = append(job.Swap.Runs, move.Run(r))
	}
	tiles, err := tile.Cut(job, 0, true)
	if err != nil {
		return err
	}
	return tiles.WriteTo(context.Background(), w, bytes.NewReader(data))
}

// littleEndian is a dtype in the format's byte order; the zero Type stays.
func littleEndian(dt dtype.Type) dtype.Type { return dt.WithOrder(dtype.Little) }
