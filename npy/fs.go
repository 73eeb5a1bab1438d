package npy

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/ndtool/ndtool/ndarray"
)

// ReadFS reads the array, of any shape, of a .npy file of any file system:
// embedded files, a zip archive, os.DirFS. Bytes after the data are ignored.
// The array is in fresh memory, or in Options.Buffer; the errors are those of
// Read.
func ReadFS(fsys fs.FS, name string, opt Options) (*ndarray.Array, error) {
	if opt.File == "" {
		opt.File = name
	}
	f, _, err := openFS(fsys, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, opt)
}

// OpenArchiveFS is OpenArchive for a file of any file system. If its files are
// no io.ReaderAt, as in a zip archive, all of it is read into memory. Close it
// when done. Errors are those of OpenArchive, and the file system's in an
// *Error.
func OpenArchiveFS(fsys fs.FS, name string, opt ArchiveOptions) (*Archive, error) {
	if opt.File == "" {
		opt.File = name
	}
	f, info, err := openFS(fsys, name)
	if err != nil {
		return nil, err
	}
	a, err := openArchiveFS(f, info.Size(), opt)
	if err != nil {
		f.Close()
		return nil, within(err, opt.File, "")
	}
	a.closer = f
	a.file, _ = f.(*os.File)
	return a, nil
}

func openArchiveFS(f fs.File, size int64, opt ArchiveOptions) (*Archive, error) {
	r, ok := f.(io.ReaderAt)
	if !ok {
		if size > math.MaxInt {
			return nil, fail(ErrTooLarge, -1, "%d bytes to read into memory, the address space has %d", size, math.MaxInt)
		}
		b, err := readGrowing(f, int(size), false)
		if err != nil {
			return nil, cut(err, int64(len(b)), "the file system tells a size of %d bytes", size)
		}
		r = bytes.NewReader(b)
	}
	return OpenArchive(r, size, opt)
}

// openFS opens a file that is not a folder.
func openFS(fsys fs.FS, name string) (fs.File, fs.FileInfo, error) {
	f, err := fsys.Open(name)
	return opened(name, f, err)
}
