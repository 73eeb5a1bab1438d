package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Place is the kind of place that results go to.
type Place uint8

// The places.
const (
	Beside  Place = iota // next to each input, under a name of its own
	OneFile              // the file Target.Path
	Folder               // the folder Target.Path, the trees below directory operands kept
	InPlace              // each input is replaced
	Stream               // standard output
)

// Target says where results go.
type Target struct {
	Place  Place
	Path   string
	Suffix string // Beside: in.npy becomes in.Suffix.npy
	Force  bool   // replace existing outputs
}

// ErrClash is wrapped by the errors of Resolve: outputs that would meet.
var ErrClash = errors.New("nothing was written")

// Resolve names the output of every input, "" for an input that failed and
// Stdin for standard output. It looks at all of them before anything is
// written: two results under one name, or a result on top of another input,
// are errors that wrap ErrClash.
func (t Target) Resolve(inputs []Input) ([]string, error) {
	out := make([]string, len(inputs))
	good := 0
	for i, in := range inputs {
		if in.Err != nil {
			continue
		}
		good++
		switch t.Place {
		case Beside:
			if in.Path == Stdin {
				out[i] = Stdin
				continue
			}
			out[i] = filepath.Join(filepath.Dir(in.Path), Named(base(in), t.Suffix))
		case OneFile:
			out[i] = t.Path
		case Stream:
			out[i] = Stdin
		case Folder:
			out[i] = filepath.Join(t.Path, in.Rel)
		case InPlace:
			if in.Path == Stdin {
				return nil, fmt.Errorf("standard input cannot be replaced in place: %w", ErrClash)
			}
			out[i] = in.Path
		}
	}
	if good > 1 && (t.Place == OneFile || t.Place == Stream) {
		return nil, fmt.Errorf("%d inputs for one output; use --out-dir, or concat or stack to join them: %w", good, ErrClash)
	}
	return out, t.clashes(inputs, out)
}

// base is the name an output beside the input derives from.
func base(in Input) string {
	if in.HasMember {
		return in.Rel
	}
	return filepath.Base(in.Path)
}

// Named inserts a suffix before the extension: in.npy, "reshaped" give
// in.reshaped.npy. A name without .npy or .npz gets .npy.
func Named(name, suffix string) string {
	ext := ".npy"
	if isArrayName(name) {
		ext = filepath.Ext(name)
	}
	return stem(name) + "." + suffix + ext
}

func (t Target) clashes(inputs []Input, out []string) error {
	owner := make(map[string]int, len(out))
	for i, name := range out {
		if name == "" {
			continue
		}
		key := fold(name)
		j, taken := owner[key]
		if !taken {
			owner[key] = i
			continue
		}
		if t.Place != InPlace {
			return fmt.Errorf("%s and %s would both be written to %s: %w", inputs[j].Text, inputs[i].Text, name, ErrClash)
		}
		if !inputs[i].HasMember || !inputs[j].HasMember {
			return fmt.Errorf("%s and %s both replace %s: %w", inputs[j].Text, inputs[i].Text, name, ErrClash)
		}
	}
	if t.Place == InPlace {
		return nil
	}
	for i, in := range inputs {
		if in.Err != nil || in.Path == Stdin {
			continue
		}
		if j, hit := owner[fold(in.Path)]; hit && j != i {
			return fmt.Errorf("the result of %s would be written to %s, which is an input too: %w", inputs[j].Text, in.Path, ErrClash)
		}
	}
	return nil
}

// fold is the form of a path under which two names are one file.
func fold(path string) string {
	if path != Stdin {
		path = filepath.Clean(path)
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		path = strings.ToLower(path)
	}
	return path
}

// Exists fails with fs.ErrExist when the output is there and may not be
// replaced: so a run can refuse before it reads.
func (t Target) Exists(output string) error {
	if output == Stdin || t.Force || t.Place == InPlace {
		return nil
	}
	info, err := os.Stat(output)
	if err != nil || !info.Mode().IsRegular() {
		return nil // missing, or for the writer to judge
	}
	return existsError(output)
}

// existsError is the refusal to replace an output.
func existsError(output string) error {
	return &refusal{"output " + output + " exists, expected none (--force replaces it)", fs.ErrExist}
}

// refusal is an error with a text of its own and a kind.
type refusal struct {
	text string
	kind error
}

func (r *refusal) Error() string { return r.text }
func (r *refusal) Unwrap() error { return r.kind }
