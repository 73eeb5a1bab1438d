package batch

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ndtool/ndtool/npy"
)

// memberPlan is what becomes of one member of an archive.
type memberPlan struct {
	member *npy.Member
	array  *Array // nil for a member that is no array and stays as it is
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
	var plans []memberPlan
	arrays, unchanged := 0, true
	opt := npy.WriterOptions{Comment: archive.Comment()}
	for _, m := range archive.Members() {
		if last, err := archive.Lookup(m.Name); err != nil || last != m {
			continue // a later member of the same name counts
		}
		a, err := j.src.Member(m)
		if errors.Is(err, npy.ErrNotArray) {
			plans = append(plans, memberPlan{member: m})
			continue
		}
		if err != nil {
			return err
		}
		p, err := j.t.planFor(a.Header)
		if err != nil {
			return fmt.Errorf("member %q: %w", m.Key(), err)
		}
		plans = append(plans, memberPlan{m, a, p})
		j.count(m.Key(), p)
		arrays++
		unchanged = unchanged && p.work.Action == NoOp
	}
	if len(plans) == 0 {
		j.o.Action, j.o.Reason, j.o.Arrays = NoOp, "the archive is empty", []Result{}
	}
	fill := func(w io.Writer) error { return writeMembers(j, w, opt, plans) }
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
		if arrays != 1 {
			return fmt.Errorf("holds %d arrays, and %s can hold one; name one as FILE:MEMBER, or write to a .npz", arrays, j.output)
		}
		fill = func(w io.Writer) error {
			for _, p := range plans {
				if p.array != nil {
					return j.array(w, p.array, p.planned)
				}
			}
			return nil
		}
	}
	if j.preview {
		return nil
	}
	return j.write(fill)
}

func writeMembers(j *job, w io.Writer, opt npy.WriterOptions, plans []memberPlan) error {
	z, err := npy.NewArchiveWriter(w, opt)
	if err != nil {
		return err
	}
	for _, p := range plans {
		if p.array == nil {
			err = z.Copy(p.member, p.member.Name)
		} else {
			z.SetCompress(!p.member.Stored())
			err = j.add(z, p.member.Key(), p.array, p.planned)
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

// add writes the result of a plan on an array as a member.
func (j *job) add(z *npy.ArchiveWriter, key string, a *Array, p planned) error {
	arr, end, err := j.apply(a, p)
	if err != nil {
		return err
	}
	defer end()
	return z.Add(key, arr)
}

// asMember writes the result of a plan as the only member of a new archive,
// under the name that numpy.savez gives it.
func (j *job) asMember(w io.Writer, a *Array, p planned) error {
	z, err := npy.NewArchiveWriter(w, npy.WriterOptions{})
	if err != nil {
		return err
	}
	if err := j.add(z, "arr_0", a, p); err != nil {
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
	arr, end, err := j.apply(a, p)
	if err != nil {
		return err
	}
	defer end()
	archive := j.src.archive
	return j.replaceFile(func(w io.Writer) error {
		z, err := npy.NewArchiveWriter(w, npy.WriterOptions{Comment: archive.Comment(), Compress: !a.member.Stored()})
		if err != nil {
			return err
		}
		if err := archive.Rewrite(z, npy.Changes{Set: []npy.Keyed{{Key: a.member.Key(), Array: arr}}}); err != nil {
			return err
		}
		return z.Close()
	})
}
