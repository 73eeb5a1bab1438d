package arrayio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn5x1[context.Context, File, func(File), func(tileItem), func(Failure), error](&routeFn{})
	register.DoFn4x1[context.Context, File, func(Result), func(Failure), error](&convertFn{})
	register.DoFn3x1[context.Context, tileItem, func(string, tileDone), error](&tileFn{})
	register.DoFn5x1[context.Context, string, func(*tileDone) bool, func(Result), func(Failure), error](&finishFn{})
	register.Emitter1[tileItem]()
	register.Emitter2[string, tileDone]()
	register.Iter1[tileDone]()
}

// WriteArrays makes the results of a PCollection<File> and writes them below a
// folder, at Rel: a PCollection<Result>, and a PCollection<Failure>. An output is
// what ndtool writes, byte for byte; an archive gives an archive.
func WriteArrays(s beam.Scope, dir string, files beam.PCollection, opt Options) (written, failed beam.PCollection) {
	s = s.Scope("arrayio.WriteArrays")
	whole, tiles, unfit := beam.ParDo3(s, &routeFn{Dir: dir, Opt: opt}, files)
	written, unwritten := beam.ParDo2(s, &convertFn{Dir: dir, Opt: opt}, beam.Reshuffle(s, whole))
	// The end of all tiles of a file is a group, which is complete when they are.
	done := beam.ParDo(s, &tileFn{Opt: opt}, beam.Reshuffle(s, tiles))
	finished, unfinished := beam.ParDo2(s, &finishFn{Opt: opt}, beam.GroupByKey(s, done))
	return beam.Flatten(s, written, finished), beam.Flatten(s, unfit, unwritten, unfinished)
}

// routeFn tells files that are written in one go from those that are cut into
// tiles.
type routeFn struct {
	Dir string
	Opt Options
}

func (fn *routeFn) ProcessElement(ctx context.Context, f File, whole func(File), tiles func(tileItem), failed func(Failure)) error {
	output, err := outputOf(fn.Dir, f)
	if err != nil {
		return fn.Opt.fail(ctx, f.Name, err, failed)
	}
	job, ok := cut(f, output, fn.Opt)
	if !ok {
		whole(f)
		return nil
	}
	item, err := job.begin(fn.Opt)
	if err != nil {
		return fn.Opt.fail(ctx, f.Name, err, failed)
	}
	for item.Index = range item.Count {
		tiles(item)
	}
	return nil
}

type convertFn struct {
	Dir string
	Opt Options
}

func (fn *convertFn) ProcessElement(ctx context.Context, f File, written func(Result), failed func(Failure)) error {
	output, err := outputOf(fn.Dir, f)
	if err != nil {
		return fn.Opt.fail(ctx, f.Name, err, failed)
	}
	r, err := convert(ctx, f, output, fn.Opt)
	if err != nil {
		return fn.Opt.fail(ctx, f.Name, err, failed)
	}
	r.count(ctx)
	written(r)
	return nil
}

// tileDone is a tile that was carried, or why not.
type tileDone struct {
	Item  tileItem
	Error string
}

type tileFn struct{ Opt Options }

func (fn *tileFn) ProcessElement(ctx context.Context, item tileItem, done func(string, tileDone)) error {
	d := tileDone{Item: item}
	if err := item.carry(fn.Opt); err != nil {
		if err := fn.Opt.fail(ctx, item.File.Name, err, func(f Failure) { d.Error = f.Error }); err != nil {
			return err
		}
	}
	done(item.Output, d)
	return nil
}

type finishFn struct{ Opt Options }

func (fn *finishFn) ProcessElement(ctx context.Context, _ string, done func(*tileDone) bool, written func(Result), failed func(Failure)) error {
	var d tileDone
	var all []tileDone
	for done(&d) {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b tileDone) int { return cmp.Compare(a.Item.Index, b.Item.Index) })
	item := all[0].Item
	have := 0
	for i, d := range all {
		if d.Error != "" {
			return fn.Opt.fail(ctx, item.File.Name, errors.New(d.Error), failed)
		}
		if i == 0 || d.Item.Index != all[i-1].Item.Index {
			have++
		}
	}
	if have != item.Count {
		return fmt.Errorf("%s: %d tiles of %d came to their end", item.File.Name, have, item.Count)
	}
	r, err := item.finish(fn.Opt)
	if err != nil {
		return fn.Opt.fail(ctx, item.File.Name, err, failed)
	}
	r.count(ctx)
	written(r)
	return nil
}
