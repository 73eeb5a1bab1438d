package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/message"
)

// write makes the output by fill: a file that appears when it is complete, or
// standard output.
func (j *job) write(fill func(w io.Writer) error) error {
	if j.output == Stdin {
		return fill(interruptible{j.ctx, j.t.Stdout})
	}
	opt := atomicfile.Options{Force: j.t.Target.Force, NoSync: j.t.NoSync}
	if j.t.Target.Place == Folder {
		dir := filepath.Dir(j.output)
		var err error
		if opt.Fresh, err = j.t.folders.make(dir); err != nil {
			return outputError(dir, err)
		}
	}
	return j.place(j.output, opt, fill)
}

// place writes the output, and the log around the moment when it appears.
func (j *job) place(path string, opt atomicfile.Options, fill func(w io.Writer) error) error {
	f, err := produce(j.ctx, path, opt, fill, func(f *atomicfile.File) error {
		j.leave()
		if f.Direct() {
			return nil
		}
		return j.entry.intend(f.Temporary())
	})
	if err != nil {
		return err
	}
	j.o.Warnings = append(j.o.Warnings, f.Losses()...)
	return j.entry.done()
}

// WriteFile makes the file path by fill: it appears, or replaces an old one if
// opt.Force is set, only when it is complete. Writes fail once the context has
// ended.
func WriteFile(ctx context.Context, path string, opt atomicfile.Options, fill func(w io.Writer) error) error {
	_, err := produce(ctx, path, opt, fill, func(*atomicfile.File) error { return nil })
	return err
}

// produce is WriteFile with a last step before the file appears.
func produce(ctx context.Context, path string, opt atomicfile.Options, fill func(w io.Writer) error, before func(*atomicfile.File) error) (*atomicfile.File, error) {
	f, err := atomicfile.Create(path, opt)
	if err != nil {
		return nil, outputError(path, err)
	}
	outputs.Store(f, true)
	defer outputs.Delete(f)
	defer f.Abort()
	if err := fill(outputFile{interruptible{ctx, f}, f}); err != nil {
		return nil, err
	}
	if err := before(f); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := f.Commit(); err != nil {
		return nil, outputError(path, err)
	}
	return f, nil
}

// outputs are the files that are being made.
var outputs sync.Map

// AbortAll discards the outputs that are not in their place yet, for a program
// that is about to end.
func AbortAll() {
	outputs.Range(func(f, _ any) bool {
		f.(*atomicfile.File).Abort()
		return true
	})
}

// outputError names the output that could not be made.
func outputError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrExist):
		return existsError(path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("output %s: its folder does not exist", path)
	}
	return fmt.Errorf("output %s: %w", path, message.Bare(err))
}

// MakeFolder makes the folder of the results, unless it is there.
func (t *Transform) MakeFolder() error {
	_, err := t.folders.make(t.Target.Path)
	return err
}

// folders are those that outputs go to.
type folders struct {
	mu  sync.Mutex
	new map[string]bool // false: was there before
}

// make makes a folder, and tells whether it is new.
func (f *folders) make(dir string) (fresh bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh, known := f.new[dir]
	if known {
		return fresh, nil
	}
	_, err = os.Stat(dir)
	fresh = errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, err
	}
	if f.new == nil {
		f.new = make(map[string]bool)
	}
	f.new[dir] = fresh
	return fresh, nil
}

// interruptible fails writes once the context has ended, so that a long output
// stops promptly.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptible) Write(b []byte) (int, error) {
	n, err := WritePieces(i.ctx, i.w, b)
	if err != i.ctx.Err() {
		err = bareWrite(err)
	}
	return n, err
}

// writePiece bounds one write, in bytes, so that an interruption is seen.
const writePiece = 64 << 20

// WritePieces writes b until the context ends, whose error it then returns.
func WritePieces(ctx context.Context, w io.Writer, b []byte) (n int, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		k, err := w.Write(b[n:min(len(b), n+writePiece)])
		n += k
		if err != nil || n == len(b) {
			return n, err
		}
	}
}

func bareWrite(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing failed: %w", message.Bare(err))
}

// outputFile is an output that data can be copied into from file to file.
type outputFile struct {
	interruptible
	f *atomicfile.File
}

// Seek lets an archive go back to a member's header.
func (o outputFile) Seek(offset int64, whence int) (int64, error) { return o.f.Seek(offset, whence) }

// reserve prepares the output for n bytes more.
func (o outputFile) reserve(n int64) error {
	const few = 4 << 20 // bytes for which it is not worth while
	if n < few || o.f.Direct() {
		return nil
	}
	return bareWrite(atomicfile.Reserve(o.f.Temporary(), n))
}

func (o outputFile) ReadFrom(r io.Reader) (int64, error) {
	l, ok := r.(*io.LimitedReader)
	if !ok {
		return io.Copy(o.interruptible, r)
	}
	if err := o.reserve(l.N); err != nil {
		return 0, err
	}
	var total int64
	for l.N > 0 {
		if err := o.ctx.Err(); err != nil {
			return total, err
		}
		n, err := o.f.ReadFrom(&io.LimitedReader{R: l.R, N: min(l.N, writePiece)})
		total += n
		l.N -= n
		if err != nil {
			return total, bareWrite(err)
		}
		if n == 0 {
			break
		}
	}
	return total, nil
}
