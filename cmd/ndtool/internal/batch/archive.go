package batch

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ndtool/ndtool/npy"
)

// memberPlans are what becomes of an archive's arrays; other members stay as
// they are.
type memberPlans map[*npy.Member]memberPlan

type memberPlan struct {
	array *Array
	planned
}

// archive works on an input that is a whole archive: the pipeline runs on every
// array in it, other members are kept. Nothing is written unless all can be.
func (j *job) archive() error {
	archive := j.src.archive
	if j.t.Reading == Recover {
		return errors.New("is an archive, expected a single array (.npy) that was cut short")
	}
	j.o.Warnings = append(j.o.Warnings, archive.Warnings()...)
	plans := make(memberPlans)
	unchanged := true
	opt := npy.WriterOptions{Comment: archive.Comment()}
	for _, m := range archive.Distinct() {
		a, err := j.src.Member(m)
		if errors.Is(err, npy.ErrNotArray) {
			continue
		}
		if err != nil {
			return err
		}
		p, err := j.t.planFor(a.Header)
		if err != nil {
			return fmt.Errorf("member %q: %w", m.Key(), err)
		}
		plans[m] = memberPlan{a, p}
		j.count(m.Key(), p)
		unchanged = unchanged && p.work.Action == NoOp
	}
	if len(plans) == 0 {
		j.o.Action, j.o.Reason, j.o.Arrays = NoOp, "the archive holds no array", []Result{}
	}
	fill := func(w io.Writer) error { return j.members(w, opt, plans) }
	if j.t.Target.Place == InPlace {
		switch {
		case j.preview:
			return nil
		case unchanged:
			return j.entry.done()
		}
		return j.replaceFile(fill)
	}
	if j.t.Target.Place == OneFile && strings.EqualFold(filepath.Ext(j.output), ".npy") {
		if len(plans) != 1 {
			return fmt.Errorf("holds %d arrays, and %s can hold one; name one as FILE:MEMBER, or write to a .npz", len(plans), j.output)
		}
		for _, p := range plans {
			fill = func(w io.Writer) error { return j.array(w, p.head, p.array, p.planned) }
		}
	}
	if j.preview {
		return nil
	}
	return j.write(fill)
}

// members writes the results of the plans, and the other members, as an archive.
func (j *job) members(w io.Writer, opt npy.WriterOptions, plans memberPlans) error {
	z, err := npy.NewArchiveWriter(w, opt)
	if err != nil {
		return err
	}
	err = j.src.archive.ReplaceData(z, func(m *npy.Member) (h npy.Header, data func(io.Writer) error, err error) {
		if p, ok := plans[m]; ok {
			h, data = j.member(p.array, p.planned)
		}
		return h, data, nil
	})
	if err != nil {
		return err
	}
	return z.Close()
}

// member is the result of a plan on an array, for an archive.
func (j *job) member(a *Array, p planned) (npy.Header, func(io.Writer) error) {
	return p.work.header(p.plan), func(w io.Writer) error { return j.array(w, nil, a, p) }
}

// asMember writes the result of a plan as the only member of a new archive,
// under the name that numpy.savez gives it.
func (j *job) asMember(w io.Writer, a *Array, p planned) error {
	z, err := npy.NewArchiveWriter(w, npy.WriterOptions{})
	if err != nil {
		return err
	}
	h, data := j.member(a, p)
	if err := z.AddData("arr_0", h, data); err != nil {
		return err
	}
	return z.Close()
}

// replaceMember puts the result of a plan in the place of the member that the
// input names; the other members are kept as they are.
func (j *job) replaceMember(a *Array, p planned) error {
	if j.preview {
		return nil
	}
	if p.work.Action == NoOp {
		return j.entry.done()
	}
	return j.replaceFile(func(w io.Writer) error {
		opt := npy.WriterOptions{Comment: j.src.archive.Comment()}
		return j.members(w, opt, memberPlans{a.member: {array: a, planned: p}})
	})
}
