package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/layout"
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
	folders sync.Map // made below Target.Path
	locks   fileLocks
}

// Outcome is what was done, or would be, with one input.
type Outcome struct {
	File     string   `json:"file"`
	Output   string   `json:"output,omitempty"` // "" for standard output
	Action   Action   `json:"action"`
	Reason   string   `json:"reason,omitempty"`
	Arrays   []Result `json:"arrays"`
	Read     int64    `json:"bytes_read"`
	Written  int64    `json:"bytes_written"`
	Skipped  bool     `json:"skipped,omitempty"` // an earlier run has done it
	Warnings []string `json:"warnings,omitempty"`
	Place    Place    `json:"-"`
}

// Result is one array of an outcome.
type Result struct {
	Name    string `json:"name,omitempty"`
	Shape   []int  `json:"shape"`
	DType   string `json:"dtype"`
	Fortran bool   `json:"fortran_order"`
}

// planCache keeps plans by the form of the input, for batches of like files.
type planCache struct{ m sync.Map }

type formKey struct {
	dtype   string
	layout  layout.Key
	storage int
}

type planned struct {
	plan stage.Plan
	work Work
	head []byte // the header of the result
	err  error

	streams bool // the result is saved in one pass over source
	source  stage.Form
}

// planFor plans the pipeline for an array.
func (t *Transform) planFor(h npy.Header) (planned, error) {
	form, err := FormOf(h)
	if err != nil {
		return planned{}, err
	}
	key := formKey{form.DType.Descr(), form.Layout.Key(), form.Storage}
	if p, ok := t.plans.m.Load(key); ok {
		return p.(planned), p.(planned).err
	}
	var p planned
	if p.plan, p.err = t.Pipeline.Plan(form); p.err == nil {
		p.work = WorkOf(p.plan)
		p.source, p.streams = p.plan.Stream()
		p.head, p.err = p.work.header(p.plan).AppendBinary(nil)
	}
	t.plans.m.Store(key, p)
	return p, p.err
}

// operation is how the journal knows what was done.
func (t *Transform) operation() string {
	switch {
	case t.Reading == Repair:
		return "fix"
	case t.Reading == Recover:
		return "recover"
	case len(t.Pipeline) == 0:
		return "copy"
	}
	return t.Pipeline.String()
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
	operation := t.operation()
	for _, dt := range in.As {
		operation += " as " + dt.String()
	}
	e, err := t.Journal.entry(in, output, operation)
	if err != nil {
		return o, err
	}
	if e.finished() {
		o.Skipped, o.Reason = true, "done by an earlier run"
		return o, nil
	}
	if preview { // the run finds out when it makes the output
		if err := t.Target.Exists(output); err != nil {
			return o, err
		}
	}
	src, err := openAs(in, t.Stdin, t.Reading, t.Memory > 0)
	if err != nil {
		return o, err
	}
	defer src.Close()
	j := &job{t: t, ctx: ctx, src: src, entry: e, o: &o, preview: preview, output: output}
	if src.archive != nil && !in.HasMember {
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
	return o, j.write(func(w io.Writer) error { return j.array(w, a, p) })
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
	return j.write(func(w io.Writer) error { return j.array(w, a, p) })
}

// count adds an array to the outcome.
func (j *job) count(name string, p planned) {
	o, w := j.o, p.work
	if len(o.Arrays) == 0 || w.Action == Copied && o.Action != Copied || o.Action == NoOp {
		o.Action, o.Reason = w.Action, w.Reason
	}
	o.Read += w.Read
	o.Written += w.Written
	h := w.header(p.plan)
	shape := h.Shape
	if shape == nil {
		shape = []int{}
	}
	o.Arrays = append(o.Arrays, Result{Name: name, Shape: shape, DType: h.DType.Str(), Fortran: h.FortranOrder})
}

// array writes the result of a plan on an array as a .npy file.
func (j *job) array(w io.Writer, a *Array, p planned) error {
	if p.work.Action != Copied {
		data, err := a.Data()
		if err != nil {
			return err
		}
		return verbatim(w, p.head, data, a.Header.NumBytes())
	}
	if j.carries(a, p) {
		return j.carry(w, a, p)
	}
	if p.streams {
		return j.stream(w, a, p)
	}
	arr, end, err := j.apply(a, p)
	if err != nil {
		return err
	}
	defer end()
	return npy.Write(w, arr)
}

// stream writes the header and, packed on the way, the elements of the source.
func (j *job) stream(w io.Writer, a *Array, p planned) error {
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
	if _, err := w.Write(p.head); err != nil {
		return err
	}
	return npy.WriteData(w, arr)
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

// write makes the output by fill: a file that appears when it is complete, or
// standard output.
func (j *job) write(fill func(w io.Writer) error) error {
	if j.output == Stdin {
		return fill(interruptible{j.ctx, j.t.Stdout})
	}
	if j.t.Target.Place == Folder {
		if err := j.t.makeFolder(filepath.Dir(j.output)); err != nil {
			return err
		}
	}
	return j.place(j.output, j.t.Target.Force, fill)
}

// place writes the output, and the log around the moment when it appears.
func (j *job) place(path string, force bool, fill func(w io.Writer) error) error {
	f, err := create(j.ctx, path, atomicfile.Options{Force: force, NoSync: j.t.NoSync}, fill)
	if err != nil {
		return err
	}
	defer outputs.Delete(f)
	defer f.Abort()
	if !f.Direct() {
		if err := j.entry.intend(f.Temporary()); err != nil {
			return fmt.Errorf("log: %w", err)
		}
	}
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return outputError(path, err)
	}
	j.o.Warnings = append(j.o.Warnings, f.Losses()...)
	if err := j.entry.done(); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return nil
}

// create fills a file that is to appear, or to replace an old one, by Commit.
func create(ctx context.Context, path string, opt atomicfile.Options, fill func(w io.Writer) error) (*atomicfile.File, error) {
	f, err := atomicfile.Create(path, opt)
	if err != nil {
		return nil, outputError(path, err)
	}
	outputs.Store(f, true)
	if err := fill(outputFile{interruptible{ctx, f}, f}); err != nil {
		f.Abort()
		outputs.Delete(f)
		return nil, err
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

// WriteFile makes the file path by fill: it appears, or replaces an old one if
// opt.Force is set, only when it is complete. Writes fail once the context has
// ended.
func WriteFile(ctx context.Context, path string, opt atomicfile.Options, fill func(w io.Writer) error) error {
	f, err := create(ctx, path, opt, fill)
	if err != nil {
		return err
	}
	defer outputs.Delete(f)
	defer f.Abort()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return outputError(path, err)
	}
	return nil
}

// outputError names the output that could not be made.
func outputError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrExist):
		return existsError(path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("output %s: its folder does not exist", path)
	}
	return fmt.Errorf("output %s: %w", path, bare(err))
}

// bare is a system's error without the name of a temporary file.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

func (t *Transform) makeFolder(dir string) error {
	if _, made := t.folders.Load(dir); made {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return outputError(dir, err)
	}
	t.folders.Store(dir, true)
	return nil
}

// interruptible fails writes once the context has ended, so that a long output
// stops promptly.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

// writePiece bounds one write, in bytes, so that an interruption is seen.
const writePiece = 64 << 20

func (i interruptible) Write(b []byte) (int, error) {
	n := 0
	for {
		if err := i.ctx.Err(); err != nil {
			return n, err
		}
		k, err := i.w.Write(b[n:min(len(b), n+writePiece)])
		n += k
		if err != nil || n == len(b) {
			return n, bareWrite(err)
		}
	}
}

func bareWrite(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing failed: %w", bare(err))
}

// outputFile is an output that data can be copied into from file to file.
type outputFile struct {
	interruptible
	f *atomicfile.File
}

// Seek lets an archive go back to a member's header.
func (o outputFile) Seek(offset int64, whence int) (int64, error) { return o.f.Seek(offset, whence) }

func (o outputFile) ReadFrom(r io.Reader) (int64, error) {
	l, ok := r.(*io.LimitedReader)
	if !ok {
		return io.Copy(o.interruptible, r)
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

// fileLocks keep two workers from replacing one file at the same time.
type fileLocks struct{ m sync.Map }

func (l *fileLocks) lock(path string) (unlock func()) {
	m, _ := l.m.LoadOrStore(filepath.Clean(path), new(sync.Mutex))
	m.(*sync.Mutex).Lock()
	return m.(*sync.Mutex).Unlock
}

// String is the outcome as a dry run tells it.
func (o Outcome) String() string {
	if o.Skipped {
		return fmt.Sprintf("%s: skipped, %s", o.File, o.Reason)
	}
	to := ""
	switch {
	case o.Place == InPlace:
	case o.Output == "":
		to = " -> standard output"
	default:
		to = " -> " + o.Output
	}
	return fmt.Sprintf("%s%s: %s, %d bytes read, %d written (%s)", o.File, to, o.Action, o.Read, o.Written, o.Reason)
}
