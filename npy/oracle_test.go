package npy

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// verdict is what np.load says about a file or member.
type verdict struct {
	OK      bool
	Kind    string
	Error   string
	Msg     string
	Raw     *int
	Basic   bool
	F       bool
	Shape   []int
	Descr   any
	SHA     string `json:"sha256_c"`
	Members map[string]verdict
}

type oracleCase struct {
	File string
	Soft []string
	Mut  []string
	NP   verdict
}

// Files by other people, each with NumPy's verdict: what NumPy reads is read
// the same or refused, what NumPy refuses is refused. NDTOOL_ORACLE may name
// more folders with an oracle.jsonl, as ../shared/tools/header_fuzz.py makes
// them; there even files of plain dtypes may be refused.
func TestOracle(t *testing.T) {
	t.Run("files", func(t *testing.T) { runOracle(t, shared(t, "files"), true) })
	for _, dir := range filepath.SplitList(os.Getenv("NDTOOL_ORACLE")) {
		t.Run(filepath.Base(dir), func(t *testing.T) { runOracle(t, dir, false) })
	}
}

func runOracle(t *testing.T, dir string, mustAccept bool) {
	read, refused := 0, 0
	for _, c := range jsonLines[oracleCase](t, filepath.Join(dir, "oracle.jsonl")) {
		path := filepath.Join(dir, c.File)
		report := func(t *testing.T, v verdict, err error) {
			t.Helper()
			switch {
			case err == nil && v.OK:
				read++
			case err == nil && len(c.Soft) == 0 && !strings.Contains(v.Msg, "Header info length") && !slices.Contains(c.Soft, "resources"):
				t.Errorf("%s %q: accepted, NumPy says %s: %s", c.File, c.Mut, v.Error, v.Msg)
			case err != nil && v.OK && v.Basic && mustAccept:
				t.Errorf("%s: NumPy reads it: %v", c.File, err)
			case err != nil:
				refused++
				if e := (*Error)(nil); !errors.As(err, &e) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 500 {
					t.Errorf("%s: %T %v: want an *Error of one line", c.File, err, err)
				}
			}
		}
		if c.NP.Kind == "npz" {
			oracleArchive(t, path, c, report)
			continue
		}
		a, err := ReadFile(path, Options{})
		report(t, c.NP, err)
		if err == nil && c.NP.OK {
			f := c.NP.F
			t.Run(c.File, func(t *testing.T) {
				facts{Shape: c.NP.Shape, Descr: c.NP.Descr, SHA: c.NP.SHA, Fortran: &f}.check(t, a)
			})
		}
		if !c.NP.OK && strings.HasSuffix(c.File, ".npz") {
			if z, err := OpenArchiveFile(path, ArchiveOptions{}); err == nil {
				if m, err := z.Lookup("x"); err == nil {
					_, err = m.Read()
					report(t, c.NP, err)
				}
				z.Close()
			}
		}
	}
	if read == 0 || refused == 0 {
		t.Errorf("read %d files and members, refused %d: not a good test", read, refused)
	}
	t.Logf("read %d, refused %d", read, refused)
}

func oracleArchive(t *testing.T, path string, c oracleCase, report func(*testing.T, verdict, error)) {
	z, err := OpenArchiveFile(path, ArchiveOptions{})
	if err != nil {
		report(t, verdict{OK: true}, err)
		return
	}
	defer z.Close()
	for key, v := range c.NP.Members {
		m, err := z.Lookup(key)
		if err != nil {
			report(t, v, err)
			continue
		}
		if v.Raw != nil {
			if _, err := m.Read(); err == nil {
				t.Errorf("%s: member %s is no array", c.File, key)
			}
			continue
		}
		a, err := m.Read()
		report(t, v, err)
		if err == nil && v.OK {
			t.Run(c.File+":"+key, func(t *testing.T) {
				facts{Shape: v.Shape, Descr: v.Descr, SHA: v.SHA, Fortran: &v.F}.check(t, a)
			})
		}
	}
}
