package arrayio

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/message"
)

// partPrefix begins the names of all files that are not yet results.
const partPrefix = ".ndtool-"

// errDiffers stops a comparison with an output that is there already.
var errDiffers = errors.New("differs")

func existsError(output string) error {
	return &outputFailure{"output " + output + " exists, expected none (--force replaces it)", fs.ErrExist}
}

// put makes the output of that name by fill, whole or not at all, and returns
// its size. Where an output is there and may not be replaced, it is compared
// instead: an equal one is what an earlier attempt left, another is refused.
func put(ctx context.Context, name string, opt Options, fill func(io.WriteSeeker) error) (int64, error) {
	_, err := size(ctx, name)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, outputError(name, err)
	}
	if isLocal(name) && (opt.Force || !there) {
		n, err := putLocal(name, opt, fill)
		if opt.Force || !errors.Is(err, fs.ErrExist) {
			return n, err
		}
		there = true // another attempt came first
	}
	// The result is made first, so that nothing that is wrong with the input
	// can leave a part of an output.
	var made spool
	defer made.Close()
	if err := fill(&made); err != nil {
		return 0, err
	}
	if there && !opt.Force {
		return made.n, compare(ctx, name, &made)
	}
	return made.n, upload(ctx, name, &made)
}

func putLocal(name string, opt Options, fill func(io.WriteSeeker) error) (int64, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return 0, outputError(filepath.Dir(name), err)
	}
	f, err := atomicfile.Create(name, atomicfile.Options{Force: opt.Force, NoSync: opt.NoSync})
	if err != nil {
		return 0, outputError(name, err)
	}
	defer f.Abort()
	if err := fill(f); err != nil {
		return 0, err
	}
	n, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		err = f.Commit()
	}
	if err != nil {
		return 0, outputError(name, err)
	}
	return n, nil
}

// wholeOnClose are the file systems whose files appear, whole, when their
// writer is closed.
var wholeOnClose = map[string]bool{"gs": true, "s3": true, "memfs": true}

// upload writes a result that is ready to another file system.
func upload(ctx context.Context, name string, made *spool) error {
	system, err := systemOf(ctx, name)
	if err != nil {
		return err
	}
	target := name
	if !wholeOnClose[scheme(name)] {
		target = name[:strings.LastIndexByte(name, '/')+1] + partPrefix + unique() + ".tmp"
	}
	if err = write(ctx, system, target, made); err == nil && target != name {
		err = filesystem.Rename(ctx, system, target, name)
	}
	if err == nil {
		return nil
	}
	if r, ok := system.(filesystem.Remover); ok && target != name {
		r.Remove(ctx, target) // as far as that goes: the failure to tell is the first
	}
	return outputError(name, err)
}

func write(ctx context.Context, system filesystem.Interface, name string, made *spool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // gives up a write that was not closed
	w, err := system.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, made.reader()); err != nil {
		return err
	}
	return w.Close()
}

func unique() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// compare refuses an output that is there and is not the result.
func compare(ctx context.Context, name string, made *spool) error {
	system, err := systemOf(ctx, name)
	if err != nil {
		return err
	}
	there, err := system.OpenRead(ctx, name)
	if err != nil {
		return outputError(name, err)
	}
	defer there.Close()
	if _, err := io.Copy(&equalWriter{r: there}, made.reader()); err != nil {
		if errors.Is(err, errDiffers) {
			return existsError(name)
		}
		return err
	}
	if n, _ := io.CopyN(io.Discard, there, 1); n > 0 {
		return existsError(name)
	}
	return nil
}

// equalWriter takes only the bytes that r has.
type equalWriter struct {
	r   io.Reader
	buf []byte
}

func (e *equalWriter) Write(b []byte) (int, error) {
	if cap(e.buf) == 0 {
		e.buf = make([]byte, 64<<10)
	}
	for n := 0; n < len(b); {
		piece := b[n:min(len(b), n+cap(e.buf))]
		if _, err := io.ReadFull(e.r, e.buf[:len(piece)]); err != nil || string(e.buf[:len(piece)]) != string(piece) {
			return n, errDiffers
		}
		n += len(piece)
	}
	return len(b), nil
}

// equalWriterAt is equalWriter by position.
type equalWriterAt struct{ r io.ReaderAt }

func (e equalWriterAt) WriteAt(b []byte, off int64) (int, error) {
	w := equalWriter{r: io.NewSectionReader(e.r, off, int64(len(b)))}
	return w.Write(b)
}

// outputError names the output that could not be made.
func outputError(name string, err error) error {
	return &outputFailure{"output " + name + ": " + message.Bare(err).Error(), err}
}

// outputFailure has a text of its own and the kind of its cause.
type outputFailure struct {
	text  string
	cause error
}

func (e *outputFailure) Error() string { return e.text }
func (e *outputFailure) Unwrap() error { return e.cause }
