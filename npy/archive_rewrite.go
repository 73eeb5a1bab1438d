package npy

import (
	"io"

	"github.com/ndtool/ndtool/ndarray"
)

// Copy writes a member of another archive under a name of its own, without
// inflating or compressing it again and without proving its checksum. The
// errors are Add's, and ErrArchive or ErrTruncated of a member that is not
// there whole.
func (a *ArchiveWriter) Copy(m *Member, name string) error {
	raw, err := m.body()
	if err != nil {
		return m.wrap(err)
	}
	e := newEntry(name, m.Method)
	e.version = max(e.version, m.version)
	e.crc, e.size, e.compressed = m.CRC32, m.Size, m.Compressed
	if err := a.begin(&e); err != nil {
		return err
	}
	fill := 0
	if m.Stored() && a.opt.Align > 1 {
		if h, err := m.Header(); err == nil {
			fill = e.fill(a.opt.Align, h.Offset)
		}
	}
	a.write(e.appendLocal(nil, fill, a.opt.Align))
	if a.err != nil {
		return a.err
	}
	n, err := io.Copy(writerFunc(a.write), raw)
	if err == nil && n != m.Compressed {
		err = m.wrap(cut(io.ErrUnexpectedEOF, n, "%d bytes of the member", m.Compressed))
	}
	return a.finish(e, err)
}

// Replace writes the archive to w, each member as replace has it: the array
// that it returns takes the member's place and is stored or deflated as that
// was; a member for which it returns none is copied as by Copy. It does not
// close w. The errors are Add's and Copy's, and what replace returns.
func (a *Archive) Replace(w *ArchiveWriter, replace func(*Member) (*ndarray.Array, error)) error {
	return a.ReplaceData(w, func(m *Member) (h Header, data func(io.Writer) error, err error) {
		array, err := replace(m)
		if err != nil || array == nil {
			return h, nil, err
		}
		h, data = dataOf(array)
		return h, data, nil
	})
}

// ReplaceData is Replace for arrays that need not be in memory: replace returns
// the header of a member's new array and what writes its data, as for AddData,
// or nil to keep the member. The errors are AddData's and Copy's, and what
// replace returns.
func (a *Archive) ReplaceData(w *ArchiveWriter, replace func(*Member) (h Header, data func(io.Writer) error, err error)) error {
	defer func(compress bool) { w.opt.Compress = compress }(w.opt.Compress)
	for _, m := range a.Distinct() {
		h, data, err := replace(m)
		switch {
		case err != nil:
		case data == nil:
			err = w.Copy(m, m.Name)
		default:
			w.opt.Compress = !m.Stored()
			err = w.AddData(m.Key(), h, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Changes are edits of an archive, by NumPy's keys.
type Changes struct {
	Set    []Keyed           // arrays to put in the place of those of the same key, or to add at the end
	Rename map[string]string // key to new key
	Delete []string          // keys
}

// Keyed is an array and its key.
type Keyed struct {
	Key   string         // without the suffix .npy
	Array *ndarray.Array // of any shape
}

// Rewrite writes the archive with the changes to w. Members that do not change
// are copied as they are, not inflated and compressed again; of a repeated name
// the last one. It fails with ErrNoMember for a key to rename or delete that
// does not exist, and when two members would have one name. It does not close w.
func (a *Archive) Rewrite(w *ArchiveWriter, c Changes) error {
	deleted := make(map[*Member]bool)
	renamed := make(map[*Member]string)
	for _, key := range c.Delete {
		m, err := a.Lookup(key)
		if err != nil {
			return err
		}
		deleted[m] = true
	}
	for key, to := range c.Rename {
		m, err := a.Lookup(key)
		if err != nil {
			return err
		}
		if m.Name != m.Key() {
			to += suffix
		}
		renamed[m] = to
	}
	set := make(map[*Member]*ndarray.Array)
	var added []Keyed
	for _, k := range c.Set {
		m, err := a.Lookup(k.Key)
		if _, moved := renamed[m]; err != nil || deleted[m] || moved {
			added = append(added, k)
			continue
		}
		set[m] = k.Array
	}
	for _, m := range a.Distinct() {
		if deleted[m] {
			continue
		}
		var err error
		if array := set[m]; array != nil {
			err = w.Add(m.Key(), array)
		} else if to, ok := renamed[m]; ok {
			err = w.Copy(m, to)
		} else {
			err = w.Copy(m, m.Name)
		}
		if err != nil {
			return err
		}
	}
	for _, k := range added {
		if err := w.Add(k.Key, k.Array); err != nil {
			return err
		}
	}
	return nil
}
