package npy

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sync"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/mapping"
	"github.com/ndtool/ndtool/ndarray"
)

// Mode says what writing into a mapped array does.
type Mode int

// The modes, with NumPy's mmap_mode letters; those of package mapping in order.
const (
	ReadOnly    Mode = iota // r: writes are refused
	CopyOnWrite             // c: writes are seen here and never reach the file
	ReadWrite               // r+: writes reach the file
)

// File is an array whose storage is a mapped part of a file: the bytes are
// paged in when they are touched, and views share them. The file's length never
// changes, and data at any byte offset can be read.
//
// If another program truncates the file while it is mapped, touching what is
// gone is a fault (SIGBUS) that ends this program, and so is a full disk behind
// a file with holes that is mapped for writing. Where that can happen, read
// with [ReadFile] or [ReadSlice], which get an error instead; [Create] reserves
// the disk's blocks first.
type File struct {
	header Header
	mode   Mode
	array  *ndarray.Array

	mu     sync.Mutex
	file   *os.File // only for ReadWrite
	owned  bool     // Close closes file
	mapped []byte   // nil if there are no bytes to map
	closed bool
}

// Open maps the array of a .npy file for reading. It is OpenMode with ReadOnly
// and the zero Options, and has its errors.
func Open(name string) (*File, error) { return OpenMode(name, ReadOnly, Options{}) }

// OpenMode maps the array of a .npy file. It costs the same for every size. A
// file that is shorter than its header declares is refused in every mode;
// bytes after the data are left alone. The error is an *Error.
func OpenMode(name string, mode Mode, opt Options) (*File, error) {
	if opt.File == "" {
		opt.File = name
	}
	flag := os.O_RDONLY
	if mode == ReadWrite {
		flag = os.O_RDWR
	}
	f, err := os.OpenFile(name, flag, 0)
	if err != nil {
		return nil, systemError(name, err)
	}
	m, err := OpenFile(f, mode, opt)
	if err != nil || m.file == nil {
		f.Close()
		return m, err
	}
	m.owned = true
	return m, nil
}

// OpenFile is OpenMode over an open file, which must be a regular file open for
// the mode. It stays the caller's: with ReadWrite it must stay open until
// Close, otherwise it may be closed at once. The error is an *Error.
func OpenFile(f *os.File, mode Mode, opt Options) (*File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, systemError(f.Name(), err)
	}
	if !info.Mode().IsRegular() {
		return nil, within(fail(fs.ErrInvalid, -1, "cannot be mapped: not a regular file"), opt.File, opt.Member)
	}
	h, err := headerAt(f, info.Size(), opt)
	if err == nil {
		err = opt.admit(h, max(info.Size()-h.Offset, 0))
	}
	if err != nil {
		return nil, within(err, opt.File, opt.Member)
	}
	m, err := mapArray(f, h, h.Offset, mode)
	return m, within(err, opt.File, opt.Member)
}

// Create makes the file name, long enough for the array that h describes and
// with the disk's blocks reserved, and maps it for writing: the elements start
// as zeros. An existing file is overwritten. After an error the file is gone.
//
// The file is seen by others while it is filled. For one that appears complete
// write h and the data by Write, or map a temporary file by OpenFile.
func Create(name string, h Header) (*File, error) {
	b, err := h.AppendBinary(nil)
	if err != nil {
		return nil, within(err, name, "")
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, systemError(name, err)
	}
	m, err := create(f, b, h)
	if err != nil {
		f.Close()
		os.Remove(name)
		return nil, within(err, name, "")
	}
	m.owned = true
	return m, nil
}

func create(f *os.File, header []byte, h Header) (*File, error) {
	if err := atomicfile.Allocate(f, int64(len(header))+h.NumBytes()); err != nil {
		return nil, systemError("", err)
	}
	if _, err := f.WriteAt(header, 0); err != nil {
		return nil, systemError("", err)
	}
	return OpenFile(f, ReadWrite, Options{MaxHeader: math.MaxInt32})
}

// mapArray maps the array whose data start at byte offset of f.
func mapArray(f *os.File, h Header, offset int64, mode Mode) (*File, error) {
	m := &File{header: h, mode: mode}
	if mode == ReadWrite {
		m.file = f
	}
	var data []byte
	if n := h.NumBytes(); n > 0 {
		first := offset - offset%mapping.Unit
		length := offset - first + n
		if length > math.MaxInt {
			return nil, fail(ErrTooLarge, -1, "%d bytes to map, the address space has %d", length, math.MaxInt)
		}
		mapped, err := mapping.Map(f, first, int(length), mapping.Mode(mode))
		if err != nil {
			return nil, &Error{Offset: -1, Reason: fmt.Sprintf("mapping %d bytes failed: %v", length, err), Err: err}
		}
		m.mapped, data = mapped, mapped[offset-first:]
	}
	l, err := h.Layout()
	if err == nil {
		m.array, err = ndarray.FromStorage(ndarray.NewStorage(data, ndarray.StorageOptions{ReadOnly: mode == ReadOnly, Owner: m}), h.DType, l)
	}
	if err != nil && m.mapped != nil {
		err = errors.Join(err, mapping.Unmap(m.mapped))
	}
	return m, err
}

// Header returns the header of the file.
func (f *File) Header() Header { return f.header }

// Array returns the array over the mapped bytes: no element was read yet. All
// views of it are valid until Close; after it their use is an error of kind
// ndarray.ErrClosed. Slices of memory that were taken from them (Bytes, Slice)
// cannot be watched: using those after Close is a fault.
func (f *File) Array() *ndarray.Array { return f.array }

// Sync waits until all that was written through the array is on the disk. In
// the modes other than ReadWrite it does nothing. After Close it fails with
// ErrClosed.
func (f *File) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return ErrClosed
	}
	if f.mode != ReadWrite || f.mapped == nil {
		return nil
	}
	return mapping.Sync(f.file, f.mapped)
}

// Close ends the mapping; operations on the array that are under way in other
// goroutines finish first. What was written reaches the file in time, and the
// disk for certain only by Sync. A second Close does nothing.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.closed = true
	f.array.Storage().Close()
	var err error
	if f.mapped != nil {
		err = mapping.Unmap(f.mapped)
		f.mapped = nil
	}
	if f.owned {
		err = errors.Join(err, f.file.Close())
	}
	return err
}
