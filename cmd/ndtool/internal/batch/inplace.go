package batch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/npy"
)

// ErrChanged is for a file that another process changed while it was worked on.
var ErrChanged = errors.New("changed while it was worked on, left as it is now")

// replace makes the input the result of a plan on its array, in its place: by a
// new header alone where the data may stay and it fits, else by a new file.
func (j *job) replace(a *Array, p planned) error {
	h := a.Header
	if j.t.Reading == Recover {
		return j.recover(h)
	}
	if extra := j.src.size - h.Offset - h.NumBytes(); extra > 0 && !j.t.Target.Force {
		return fmt.Errorf("%d bytes follow the array at byte %d, which work in place could damage (--force drops them)", extra, h.Offset+h.NumBytes())
	}
	action := p.work.Action
	var head []byte
	if action != Copied {
		var err error
		head, err = p.work.header(p.plan).AppendWithin(nil, h)
		switch {
		case errors.Is(err, npy.ErrNoRoom) && action == HeaderOnly:
			action = Copied
			j.o.Action, j.o.Reason = Copied, err.Error()
			j.o.Read, j.o.Written = h.NumBytes(), h.NumBytes()
		case errors.Is(err, npy.ErrNoRoom):
			head = nil
		case err != nil:
			return err
		}
	}
	if action == NoOp {
		same, err := j.begins(head)
		if err != nil {
			return err
		}
		if !same {
			j.o.Action, j.o.Reason = HeaderOnly, "the header is written as np.save writes it"
		}
		if same || j.preview {
			return j.endNoOp()
		}
	}
	if j.preview {
		return nil
	}
	if action == Copied {
		return j.replaceFile(func(w io.Writer) error { return j.array(w, p.head, a, p) })
	}
	return j.writeHead(head)
}

// recover makes the header count the whole rows that are there, and cuts what
// follows them.
func (j *job) recover(h npy.Header) error {
	if h.Offset+h.NumBytes() != j.src.size {
		j.o.Action, j.o.Reason = HeaderOnly, fmt.Sprintf("%d bytes of whole rows are kept", h.NumBytes())
	}
	if j.preview {
		return nil
	}
	f, err := j.reopen()
	if err != nil {
		return err
	}
	f.Close()
	j.leave()
	opt := npy.EditOptions{Options: npy.Options{Repair: true}, NoSync: j.t.NoSync}
	if _, err := npy.RecoverFile(j.src.in.Path, opt); err != nil {
		return err
	}
	return j.entry.done()
}

func (j *job) endNoOp() error {
	if j.preview {
		return nil
	}
	return j.entry.done()
}

// begins tells whether the file begins with head.
func (j *job) begins(head []byte) (bool, error) {
	b := make([]byte, len(head))
	if _, err := j.src.ReadAt(b, 0); err != nil && err != io.EOF {
		return false, err
	}
	return string(b) == string(head), nil
}

// writeHead rewrites the header alone, by one positioned write.
func (j *job) writeHead(head []byte) error {
	f, err := j.reopen()
	if err != nil {
		return err
	}
	defer f.Close()
	j.leave()
	if err := j.entry.intendHead(head); err != nil {
		return err
	}
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if _, err := f.WriteAt(head, 0); err != nil {
		return bareWrite(err)
	}
	if !j.t.NoSync {
		if err := f.Sync(); err != nil {
			return bareWrite(err)
		}
	}
	if err := f.Close(); err != nil {
		return bareWrite(err)
	}
	return j.entry.done()
}

// reopen opens the input for writing and proves that it is still the file that
// was read.
func (j *job) reopen() (*os.File, error) {
	f, err := os.OpenFile(j.src.in.Path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot be changed in place: %w", message.Bare(err))
	}
	now, err := f.Stat()
	if err == nil {
		err = j.unchanged(now)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (j *job) unchanged(now fs.FileInfo) error {
	was := j.src.info
	if !os.SameFile(was, now) || was.Size() != now.Size() || !was.ModTime().Equal(now.ModTime()) {
		return ErrChanged
	}
	return nil
}

// replaceFile replaces the input by a new file, when that is complete and if
// the input still is as it was read.
func (j *job) replaceFile(fill func(w io.Writer) error) error {
	f, err := j.reopen()
	if err != nil {
		return err
	}
	f.Close()
	opt := atomicfile.Options{Force: true, NoSync: j.t.NoSync}
	return j.place(j.src.in.Path, opt, func(w io.Writer) error {
		if err := fill(w); err != nil {
			return err
		}
		now, err := os.Stat(j.src.in.Path)
		if err != nil {
			return fmt.Errorf("is gone: %w", message.Bare(err))
		}
		return j.unchanged(now)
	})
}
