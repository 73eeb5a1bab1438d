package batch

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// Transform runs one pipeline over inputs and writes the results. Do may be
// called from several goroutines.
type Transform struct {
	Pipeline stage.Pipeline
	Target   Target
	Reading  Reading
	NoSync   bool
	Memory   int64    // bound on the bytes held for data, 0 for none
	Jobs     int      // inputs worked on at the same time
	Workers  int      // goroutines that share the work on one large input
	Journal  *Journal // nil without --resume
	Stdin    io.Reader
	Stdout   io.Writer

	plans   planCache
	headers lastHeader
	folders folders
	locks   fileLocks
	slots   chan struct{} // one for each input that is worked on; nil without AtOnce
}

// operation is how the journal knows what was done with an input.
func (t *Transform) operation(in Input) string {
	operation := "copy"
	switch {
	case t.Reading == Repair:
		operation = "fix"
	case t.Reading == Recover:
		operation = "recover"
	case len(t.Pipeline) > 0:
		operation = t.Pipeline.String()
	}
	for _, dt := range in.As {
		operation += " as " + dt.String()
	}
	return operation
}

// Do makes the output of an input.
func (t *Transform) Do(ctx context.Context, in Input, output string) (Outcome, error) {
	return t.each(ctx, in, output, false)
}

// Preview tells what Do would do, reading headers alone.
func (t *Transform) Preview(ctx context.Context, in Input, output string) (Outcome, error) {
	return t.each(ctx, in, output, true)
}

func (t *Transform) each(ctx context.Context, in Input, output string, preview bool) (Outcome, error) {
	o := Outcome{File: in.Text, Place: t.Target.Place}
	if output != Stdin {
		o.Output = output
	}
	if t.Target.Place == InPlace {
		defer t.locks.lock(in.Path)()
	}
	var e *entry
	if t.Journal != nil {
		var err error
		if e, err = t.Journal.entry(in, output, t.operation(in)); err != nil {
			return o, err
		}
		if e.finished() {
			o.Skipped, o.Reason = true, "done by an earlier run"
			return o, nil
		}
	}
	if preview { // the run finds out when it makes the output
		if err := t.Target.Exists(output); err != nil {
			return o, err
		}
	}
	j := &job{t: t, ctx: ctx, entry: e, o: &o, preview: preview, output: output}
	if err := j.enter(); err != nil {
		return o, err
	}
	defer j.leave()
	var err error
	if j.src, err = t.open(in); err != nil {
		return o, err
	}
	defer j.src.Close()
	if j.src.archive != nil && !in.HasMember {
		err = j.archive()
	} else {
		err = j.single()
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return o, err
}

// Write makes the output of one array of an open input.
func (t *Transform) Write(ctx context.Context, src *Source, a *Array, output string) (Outcome, error) {
	o := Outcome{File: src.in.Text, Output: output, Place: t.Target.Place}
	j := &job{t: t, ctx: ctx, src: src, o: &o, output: output}
	p, err := t.planFor(a.Header)
	if err != nil {
		return o, err
	}
	j.count("", p)
	return o, j.write(func(w io.Writer) error { return j.array(w, p.head, a, p) })
}

// Member returns the header of the result of one array of an open input, and
// what writes its data, for an archive.
func (t *Transform) Member(ctx context.Context, src *Source, a *Array) (npy.Header, func(io.Writer) error, error) {
	p, err := t.planFor(a.Header)
	if err != nil {
		return npy.Header{}, nil, err
	}
	h, data := (&job{t: t, ctx: ctx, src: src}).member(a, p)
	return h, data, nil
}

// job is the work on one input.
type job struct {
	t       *Transform
	ctx     context.Context
	src     *Source
	entry   *entry
	o       *Outcome
	preview bool
	output  string
	working bool // takes a slot
}

// single works on an input that is one array.
func (j *job) single() error {
	a, err := j.src.One()
	if err != nil {
		return err
	}
	p, err := j.t.planFor(a.Header)
	if err != nil {
		return err
	}
	j.count("", p)
	if j.t.Target.Place == InPlace {
		if j.src.tensors != nil {
			return errors.New("is a safetensors file, which is not changed in place")
		}
		if j.src.in.HasMember {
			return j.replaceMember(a, p)
		}
		return j.replace(a, p)
	}
	if j.preview {
		return nil
	}
	if strings.EqualFold(filepath.Ext(j.output), ".npz") && j.t.Target.Place == OneFile {
		return j.write(func(w io.Writer) error { return j.asMember(w, a, p) })
	}
	return j.write(func(w io.Writer) error { return j.array(w, p.head, a, p) })
}

// array writes head and the data of the result of a plan on an array.
func (j *job) array(w io.Writer, head []byte, a *Array, p planned) error {
	switch {
	case p.work.Action != Copied:
		data, err := a.Data()
		if err != nil {
			return err
		}
		return verbatim(w, head, data, a.Header.NumBytes())
	case j.large(a, p):
		return j.carry(w, head, a, p)
	case p.streams:
		return j.stream(w, head, a, p)
	}
	arr, end, err := j.apply(a, p)
	if err != nil {
		return err
	}
	defer end()
	if p.work.Fortran {
		arr = arr.Transpose()
	}
	return save(w, head, arr)
}

// stream writes head and, packed on the way, the elements of the source.
func (j *job) stream(w io.Writer, head []byte, a *Array, p planned) error {
	if err := j.fits(a, p); err != nil {
		return err
	}
	arr, end, err := a.Load()
	if err != nil {
		return err
	}
	defer end()
	if arr, err = ndarray.FromStorage(arr.Storage(), p.source.DType, p.source.Layout); err != nil {
		return err
	}
	return save(w, head, arr)
}

// apply loads an array and runs the plan on it. end ends the use of the result.
func (j *job) apply(a *Array, p planned) (arr *ndarray.Array, end func() error, err error) {
	if err := j.fits(a, p); err != nil {
		return nil, nil, err
	}
	if arr, end, err = a.Load(); err != nil {
		return nil, nil, err
	}
	if arr, err = p.plan.Apply(j.ctx, arr); err != nil {
		end()
		return nil, nil, err
	}
	return arr, end, nil
}

// save writes a header and the elements of an array.
func save(w io.Writer, head []byte, arr *ndarray.Array) error {
	if o, ok := w.(outputFile); ok {
		if err := o.reserve(int64(len(head)) + int64(arr.NumBytes())); err != nil {
			return err
		}
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	return npy.WriteData(w, arr)
}

// verbatim writes a header and n bytes of data as they are, and proves that
// the data end there. Small files are written at once.
func verbatim(w io.Writer, head []byte, data io.Reader, n int64) error {
	if int64(len(head))+n <= readWhole {
		room := rooms.Get().(*[]byte)
		defer rooms.Put(room)
		whole := (*room)[:copy(*room, head)+int(n)]
		if _, err := io.ReadFull(data, whole[len(head):]); err != nil {
			return shrunk(err)
		}
		if _, err := io.Copy(io.Discard, data); err != nil {
			return err
		}
		_, err := w.Write(whole)
		return err
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	got, err := io.Copy(w, data)
	if err == nil && got < n {
		err = shrunk(io.ErrUnexpectedEOF)
	}
	return err
}

func shrunk(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrFault
	}
	return err
}

// fileLocks keep two workers from replacing one file at the same time.
type fileLocks struct{ m sync.Map }

func (l *fileLocks) lock(path string) (unlock func()) {
	m, _ := l.m.LoadOrStore(filepath.Clean(path), new(sync.Mutex))
	m.(*sync.Mutex).Lock()
	return m.(*sync.Mutex).Unlock
}
