package npy_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/ndtool/ndtool/fixtures"
	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/npy"
)

// Archives of every make list and read as NumPy reads them; a broken member
// does not spoil the others.
func TestArchives(t *testing.T) {
	cases, err := fixtures.LoadArchives()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			z, err := openArchive(c)
			members := c.Want.Members
			if c.Want.Either != nil && err == nil {
				members = c.Want.Either
			} else if c.Want.Refuse != "" {
				if err == nil {
					t.Fatalf("%s: opened, want a refusal", c.Note)
				}
				checkOneLine(t, err)
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", c.Note, err)
			}
			var keys, want []string
			for _, m := range z.Members() {
				keys = append(keys, m.Key())
			}
			for _, m := range members {
				want = append(want, m.Key)
			}
			if !slices.Equal(keys, want) {
				t.Fatalf("%s: members %q, want %q", c.Note, keys, want)
			}
			for k, m := range members {
				checkMember(t, z, z.Members()[k].Name, m)
			}
		})
	}
}

func openArchive(c fixtures.Archive) (*npy.Archive, error) {
	if !npy.IsArchive(c.File) {
		// As np.load: what does not begin like an archive is read as an array.
		_, err := npy.Read(bytes.NewReader(c.File), npy.Options{File: c.Name})
		return nil, err
	}
	return npy.OpenArchive(bytes.NewReader(c.File), int64(len(c.File)), npy.ArchiveOptions{Options: npy.Options{File: c.Name}})
}

// checkMember reads the member of that name: of two, the last.
func checkMember(t *testing.T, z *npy.Archive, name string, want fixtures.Member) {
	t.Helper()
	m, err := z.Lookup(name)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	a, err := m.Read()
	switch {
	case want.Raw != "":
		if isArray, known := m.IsArray(); isArray || known != nil || err == nil {
			t.Errorf("%s: an array: %v, %v; read: %v", name, isArray, known, err)
		}
		r, err := m.Open()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if b, err := io.ReadAll(r); err != nil || fixtures.Digest(b) != want.Raw {
			t.Errorf("%s: bytes %q, %v", name, b, err)
		}
	case want.Refuse != "":
		if err == nil {
			t.Errorf("%s: read as %s, want a refusal", name, a)
			return
		}
		checkOneLine(t, err)
	case err != nil:
		t.Errorf("%s: %v", name, err)
	default:
		checkLoaded(t, name, a, want.Loaded, false)
	}
}

// checkLoaded compares an array that was read with the one that NumPy read on a
// little-endian machine; native says that the file gives no byte order.
func checkLoaded(t *testing.T, what string, a *ndarray.Array, want fixtures.Loaded, native bool) {
	t.Helper()
	dt, err := dtype.Parse(want.DType)
	if native {
		dt = dt.Native()
	}
	if err != nil || a.DType() != dt {
		t.Errorf("%s: dtype %s, want %s (%v)", what, a.DType(), want.DType, err)
	}
	if !slices.EqualFunc(a.Shape(), want.Shape, func(n int, m int64) bool { return int64(n) == m }) {
		t.Errorf("%s: shape %v, want %v", what, a.Shape(), want.Shape)
	}
	if fortran := a.IsF() && !a.IsC(); fortran != want.Fortran {
		t.Errorf("%s: Fortran order %v, want %v", what, fortran, want.Fortran)
	}
	if got := digestOf(t, a); got != want.SHA {
		t.Errorf("%s: digest %s, want %s", what, got, want.SHA)
	}
}
