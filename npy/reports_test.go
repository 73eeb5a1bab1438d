package npy

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/ndarray"
	"github.com/ndtool/ndtool/ndarray/dtype"
	"github.com/ndtool/ndtool/ndarray/layout"
)

type reportCase struct {
	ID, Kind, Input string
	Ops             []reportOp
	Expect          reportResult
}

type reportOp struct {
	Op     string
	Member string
	Mmap   bool
	Index  int
	Axes   []int
	Order  string
	To     []int
	Spec   string
	Name   string
}

type reportResult struct {
	facts
	Result, Code, Name string
	File               string `json:"sha256_file"`
	Members            []reportResult
}

// The kind of error that a case's code stands for.
var reportCodes = map[string]error{
	"truncated":    ErrTruncated,
	"bad-header":   ErrHeader,
	"bad-shape":    ErrShape,
	"bad-dtype":    ErrDType,
	"too-large":    ErrTooLarge,
	"pickle":       ErrObject,
	"compressed":   ErrCompressed,
	"bad-magic":    ErrMagic,
	"inconsistent": ErrArchive,
	"not-an-array": ErrNotArray,
	"bad-checksum": ErrChecksum,
	"encrypted":    ErrEncrypted,
}

// Cases re-made from public bug reports, of the kinds that concern files.
func TestReports(t *testing.T) {
	base := filepath.Join("..", "fixtures", "reports")
	var all struct{ Cases []json.RawMessage }
	b, err := os.ReadFile(filepath.Join(base, "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	kinds := []string{"header", "dtype", "order", "npz-zip", "size-limit", "security", "mmap", "endian", "string", "empty-0d"}
	done := 0
	for _, raw := range all.Cases {
		var head struct{ Kind string }
		if err := json.Unmarshal(raw, &head); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(kinds, head.Kind) {
			continue
		}
		done++
		if dtype.NativeOrder != dtype.Little && strings.Contains(string(raw), `"D34"`) {
			continue // 'uint32' is the machine's order, and the case tells of a little-endian one
		}
		var c reportCase
		if err := json.Unmarshal(raw, &c); err != nil {
			if tooBig := (*json.UnmarshalTypeError)(nil); intBits == 32 && errors.As(err, &tooBig) {
				continue // a size that only exists on 64 bits
			}
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) { c.run(t, base) })
	}
	if done != 143 {
		t.Errorf("%d cases, want 143", done)
	}
}

func (c reportCase) run(t *testing.T, base string) {
	path := filepath.Join(base, c.Input)
	if c.Ops[0].Op == "list" {
		c.list(t, path)
		return
	}
	a, err := c.load(t, path)
	for _, o := range c.Ops[1:] {
		if err != nil {
			break
		}
		switch o.Op {
		case "transpose":
			if a = a.Transpose(); o.Axes != nil {
				a, err = a.Transpose().Permute(o.Axes...)
			}
		case "contiguous":
			a, _, err = a.Contiguous(layout.Order(o.Order[0]))
		case "reshape":
			a, _, err = a.Reshape(layout.Order(o.Order[0]), o.To...)
		case "flatten":
			a, _, err = a.Flatten(layout.Order(o.Order[0]))
		case "field":
			a, err = a.Field(o.Name)
		case "slice":
			var ix []layout.Index
			if ix, err = layout.ParseIndex(o.Spec); err == nil {
				a, err = a.Slice(ix...)
			}
		case "save":
			var out bytes.Buffer
			if err := Write(&out, a); err != nil || sum(out.Bytes()) != c.Expect.File {
				t.Errorf("np.save writes another file; %v; ours: %q", err, out.Bytes())
			}
			return
		default:
			t.Fatalf("unknown operation %q", o.Op)
		}
	}
	c.Expect.judge(t, a, err)
}

// load does the first operation in every way there is to do it, and returns
// the plainest one's result.
func (c reportCase) load(t *testing.T, path string) (*ndarray.Array, error) {
	o := c.Ops[0]
	if filepath.Ext(path) == ".npz" {
		z, err := OpenArchiveFile(path, ArchiveOptions{})
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { z.Close() })
		m, err := z.Lookup(o.Member)
		if err != nil {
			return nil, err
		}
		if m.Stored() {
			mapped, mapErr := m.Map(ReadOnly)
			if mapErr == nil {
				t.Cleanup(func() { mapped.Close() })
				if _, err := m.Read(); err == nil {
					c.Expect.judge(t, mapped.Array(), nil)
				}
			}
		}
		return m.Read()
	}
	a, err := ReadFile(path, Options{})
	if want := c.Expect.Fortran; len(c.Ops) == 1 && err == nil && want != nil {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if h, err := ReadHeader(f, Options{}); err != nil || h.FortranOrder != *want {
			t.Errorf("the header says fortran_order %v, want %v (%v)", h.FortranOrder, *want, err)
		}
	}
	m, mapErr := Open(path)
	if mapErr == nil {
		t.Cleanup(func() { m.Close() })
	}
	if (err == nil) != (mapErr == nil) {
		t.Errorf("reading: %v; mapping: %v", err, mapErr)
	}
	if o.Mmap && mapErr == nil {
		return m.Array(), nil
	}
	return a, err
}

func (c reportCase) list(t *testing.T, path string) {
	z, err := OpenArchiveFile(path, ArchiveOptions{})
	if c.Expect.Result == "refuse" {
		c.Expect.judge(t, nil, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.Members()) != len(c.Expect.Members) {
		t.Errorf("%d members, want %d", len(z.Members()), len(c.Expect.Members))
	}
	for i, want := range c.Expect.Members {
		m := z.Members()[i]
		if m.Key() != want.Name {
			t.Errorf("member %q, want %q", m.Key(), want.Name)
		}
		a, err := m.Read()
		want.judge(t, a, err)
		if check := m.Check(); (check == nil) != (err == nil) && want.Code != "not-an-array" {
			t.Errorf("member %q: Read says %v, Check %v", m.Name, err, check)
		}
	}
}

// judge compares a result with the one expected.
func (r reportResult) judge(t *testing.T, a *ndarray.Array, err error) {
	t.Helper()
	if r.Result != "refuse" {
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		r.raw, r.Fortran = true, nil // the flag is the file's: see load
		r.check(t, a)
		return
	}
	if err == nil {
		t.Errorf("accepted, want a refusal: %s", r.Code)
		return
	}
	kind, ok := reportCodes[r.Code]
	if !ok {
		t.Fatalf("unknown code %q", r.Code)
	}
	e := (*Error)(nil)
	if !errors.As(err, &e) {
		if le := (*layout.Error)(nil); !errors.As(err, &le) { // a view that was refused
			t.Errorf("%T %v", err, err)
		}
		return
	}
	tooBigType := r.Code == "too-large" && errors.Is(err, ErrDType)
	tooBigHere := intBits == 32 && errors.Is(err, ErrTooLarge)
	if !errors.Is(err, kind) && !tooBigType && !tooBigHere {
		t.Errorf("%q is not of kind %q", err, kind)
	}
}
