package arrayio

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray/tile"
	"github.com/ndtool/ndtool/stage"
)

func init() {
	register.DoFn4x1[context.Context, string, func(File), func(Failure), error](&findFn{})
	register.DoFn4x1[context.Context, File, func(File), func(Failure), error](&examineFn{})
	register.DoFn4x1[context.Context, File, func(File), func(Failure), error](&applyFn{})
	register.Emitter1[File]()
	register.Emitter1[Failure]()
	register.Emitter1[Result]()
}

// Options say how a conversion goes about its work. The zero value replaces
// nothing, waits for the disk and lets the pipeline go on after a bad file.
type Options struct {
	Force    bool // replace outputs that differ from the result
	NoSync   bool // do not wait until local outputs are on the disk: a power cut can then spoil them
	FailFast bool // a bad file fails its bundle, and so, after the engine's own retries, the pipeline
	Tile     int  // bytes of memory for one tile, and of a result above which it is cut into tiles; 0 stands for tile.Budget
}

func (o Options) tile() int {
	if o.Tile > 0 {
		return o.Tile
	}
	return tile.Budget
}

// The counters of a pipeline, in the name space "ndtool". Inputs are counted
// once, archives by their file.
var (
	filesCounter      = beam.NewCounter("ndtool", "files")         // inputs found
	headerOnlyCounter = beam.NewCounter("ndtool", "header-only")   // written, the data as they were
	copiedCounter     = beam.NewCounter("ndtool", "copied")        // written, the data moved
	failedCounter     = beam.NewCounter("ndtool", "failed")        // failures
	readCounter       = beam.NewCounter("ndtool", "bytes-read")    // sizes of the inputs that are done
	writtenCounter    = beam.NewCounter("ndtool", "bytes-written") // sizes of their outputs
)

func (r Result) count(ctx context.Context) {
	if r.Copied {
		copiedCounter.Inc(ctx, 1)
	} else {
		headerOnlyCounter.Inc(ctx, 1)
	}
	readCounter.Inc(ctx, r.Read)
	writtenCounter.Inc(ctx, r.Bytes)
}

// fail sends a failure to the error output; with FailFast it fails the bundle.
// So does a bundle that is being cancelled: its errors say nothing of the file.
func (o Options) fail(ctx context.Context, name string, err error, failed func(Failure)) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f := Failure{File: name, Error: message.Short(message.Reason(err))}
	if o.FailFast {
		return errors.New(f.String())
	}
	failedCounter.Inc(ctx, 1)
	failed(f)
	return nil
}

// ReadArrays finds the files that a pattern matches and reads their headers: a
// PCollection<File>, and a PCollection<Failure> for those that are no whole .npy
// or .npz files. The pattern is one of the file system's; a local folder stands
// for all .npy and .npz files below it.
func ReadArrays(s beam.Scope, pattern string, opt Options) (files, failed beam.PCollection) {
	return readArrays(s.Scope("arrayio.ReadArrays"), pattern, "", opt)
}

func readArrays(s beam.Scope, pattern, skip string, opt Options) (files, failed beam.PCollection) {
	found, missing := beam.ParDo2(s, &findFn{Skip: skip, Opt: opt}, beam.Create(s, pattern))
	files, bad := beam.ParDo2(s, &examineFn{Opt: opt}, beam.Reshuffle(s, found))
	return files, beam.Flatten(s, missing, bad)
}

type findFn struct {
	Skip string
	Opt  Options
}

func (fn *findFn) ProcessElement(ctx context.Context, pattern string, found func(File), failed func(Failure)) error {
	files, err := find(ctx, pattern, fn.Skip)
	if err != nil {
		return fn.Opt.fail(ctx, pattern, err, failed)
	}
	for _, f := range files {
		found(File{Name: f.name, Rel: f.rel})
	}
	filesCounter.Inc(ctx, int64(len(files)))
	return nil
}

type examineFn struct{ Opt Options }

func (fn *examineFn) ProcessElement(ctx context.Context, f File, files func(File), failed func(Failure)) error {
	if err := f.examine(ctx); err != nil {
		return fn.Opt.fail(ctx, f.Name, err, failed)
	}
	files(f)
	return nil
}

// Apply adds stages to what is to be done with the files of a
// PCollection<File>. It plans them from the headers, without reading data, and
// sends the files that they do not fit to the PCollection<Failure>.
func Apply(s beam.Scope, p stage.Pipeline, files beam.PCollection, opt Options) (applied, failed beam.PCollection) {
	s = s.Scope("arrayio.Apply")
	return beam.ParDo2(s, &applyFn{Stages: p.String(), Opt: opt}, files)
}

type applyFn struct {
	Stages string
	Opt    Options
}

func (fn *applyFn) ProcessElement(ctx context.Context, f File, applied func(File), failed func(Failure)) error {
	switch {
	case f.Stages == "":
		f.Stages = fn.Stages
	case fn.Stages != "":
		f.Stages += " | " + fn.Stages
	}
	for _, a := range f.Arrays {
		h, err := a.Header()
		if err == nil {
			_, err = f.plan(h)
		}
		if err != nil {
			return fn.Opt.fail(ctx, f.Name, tellMember(f.Archive, a.Key, err), failed)
		}
	}
	applied(f)
	return nil
}

// ConvertFiles runs stages on all files that a pattern matches and writes the
// results below a folder, under the paths that the files have below the folder
// which the pattern names: a PCollection<Result>, and a PCollection<Failure>.
// Files below the target folder are no inputs.
func ConvertFiles(s beam.Scope, pattern string, p stage.Pipeline, dir string, opt Options) (written, failed beam.PCollection) {
	s = s.Scope("arrayio.ConvertFiles")
	files, unread := readArrays(s, pattern, dir, opt)
	applied, refused := Apply(s, p, files, opt)
	written, unwritten := WriteArrays(s, dir, applied, opt)
	return written, beam.Flatten(s, unread, refused, unwritten)
}

// outputOf names the output of a file below a folder. It must not be the input.
func outputOf(dir string, f File) (string, error) {
	output := join(dir, f.Rel)
	if sameFile(output, f.Name) && len(f.Data) == 0 {
		return "", fmt.Errorf("the result would be written to %s, which is an input too", output)
	}
	return output, nil
}
