package arrayio

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(*Failure) bool, error](&failuresFn{})
	register.Iter1[Failure]()
}

// WriteFailures writes a PCollection<Failure> into one file: a line of JSON
// each, in the order of the files' names, no line twice. The file is written
// last, also when nothing failed, and replaces an old one.
func WriteFailures(s beam.Scope, name string, failed beam.PCollection) {
	s = s.Scope("arrayio.WriteFailures")
	beam.ParDo0(s, &failuresFn{Name: name}, beam.Impulse(s), beam.SideInput{Input: failed})
}

type failuresFn struct{ Name string }

func (fn *failuresFn) ProcessElement(ctx context.Context, _ []byte, failed func(*Failure) bool) error {
	var f Failure
	var all []Failure
	for failed(&f) {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Error, b.Error))
	})
	all = slices.Compact(all)
	_, err := put(ctx, fn.Name, Options{Force: true}, func(w io.WriteSeeker) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		for _, f := range all {
			if err := e.Encode(f); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// ReadFailures reads the file that WriteFailures has written. Errors: the file
// system's, and encoding/json's for what is no such file.
func ReadFailures(ctx context.Context, name string) ([]Failure, error) {
	system, err := systemOf(ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := system.OpenRead(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var all []Failure
	for d := json.NewDecoder(r); ; {
		var f Failure
		if err := d.Decode(&f); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return all, err
		}
		all = append(all, f)
	}
}
