package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ndtool/ndtool/ndarray/dtype"
)

// Stdin is the operand that names the standard input.
const Stdin = "-"

// Input is one thing to work on: a file, a member of an archive, or the
// standard input. Err is set when the operand could not be resolved to one;
// such an input fails with that error and the others go on.
type Input struct {
	Text      string       // how messages name it
	Path      string       // the file to open, Stdin for the standard input
	Member    string       // the archive's member
	HasMember bool         // Member is meant, even if it is empty
	Rel       string       // path below the directory operand, else the file's own name
	Size      int64        // bytes of the file when it was found, -1 if unknown
	As        []dtype.Type // of items whose descr tells no more than their size (npy.Options.As)
	Err       error

	info fs.FileInfo
}

// ErrKind is the kind of input that is no regular file: a pipe, a device, …
var ErrKind = errors.New("not a regular file")

// Expansion says how operands become inputs.
type Expansion struct {
	// Skip is a folder that walks leave out, because results go there.
	Skip string
	// Done names files that walks leave out: results of an earlier run.
	Done func(path string) bool
	// ByContent makes two names of one file (links) one input, so that work in
	// place is never done twice on it.
	ByContent bool
	// Sizes asks for the size of every file, which costs a look at each.
	Sizes bool
	// Repeats keeps an input as often as it is named.
	Repeats bool
}

// Expand resolves operands to inputs, in the order given, directories in the
// order of their names. An input that is named twice counts once, unless Repeats
// is set. It returns the context's error when that ends first.
func (x Expansion) Expand(ctx context.Context, operands []string) ([]Input, error) {
	c := collector{Expansion: x}
	if !x.Repeats && (len(operands) > 1 || x.ByContent) { // one walk meets no name twice
		c.seen = make(map[string]bool)
	}
	if x.Skip != "" {
		c.skip, _ = os.Stat(x.Skip)
	}
	for _, operand := range operands {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.operand(ctx, operand)
	}
	return c.inputs, ctx.Err()
}

type collector struct {
	Expansion
	skip   fs.FileInfo
	inputs []Input
	seen   map[string]bool // keys of what was added, nil where none can come twice
}

func (c *collector) add(in Input) {
	if c.seen != nil && in.Err == nil {
		key := c.key(in)
		if c.seen[key] {
			return
		}
		c.seen[key] = true
	}
	in.info = nil
	c.inputs = append(c.inputs, in)
}

// key is the same for inputs that are one.
func (c *collector) key(in Input) string {
	key := filepath.Clean(in.Path)
	if c.ByContent && in.info != nil {
		key = fileIdentity(in.Path, in.info)
	}
	if in.HasMember {
		key += "\x00" + strings.TrimSuffix(in.Member, ".npy")
	}
	return key
}

func (c *collector) fail(text string, err error) {
	c.inputs = append(c.inputs, Input{Text: text, Path: text, Rel: filepath.Base(text), Size: -1, Err: err})
}

func (c *collector) operand(ctx context.Context, text string) {
	if text == Stdin {
		c.add(Input{Text: "-", Path: Stdin, Rel: "stdin.npy", Size: -1})
		return
	}
	info, err := os.Stat(text)
	switch {
	case err == nil && info.IsDir():
		c.walk(ctx, text)
	case err == nil:
		c.file(text, filepath.Base(text), info)
	default:
		if path, member, info, ok := splitMember(text); ok {
			c.add(Input{Text: text, Path: path, Member: member, HasMember: true,
				Rel: memberFile(stem(filepath.Base(path)), member), Size: info.Size(), info: info})
			return
		}
		c.fail(text, err)
	}
}

// file adds one file, if it is a regular one (known already where info is nil):
// reading a pipe or a device might block for ever and could not be repeated.
func (c *collector) file(path, rel string, info fs.FileInfo) {
	if info == nil {
		c.add(Input{Text: path, Path: path, Rel: rel, Size: -1})
		return
	}
	if kind := kindOf(info.Mode()); kind != "" {
		c.fail(path, fmt.Errorf("is a %s, expected a file (for a stream use - and the standard input): %w", kind, ErrKind))
		return
	}
	c.add(Input{Text: path, Path: path, Rel: rel, Size: info.Size(), info: info})
}

func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "named pipe"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&fs.ModeDevice != 0:
		return "device"
	case m&fs.ModeIrregular != 0:
		return "special file"
	}
	return ""
}

// splitMember reads text as FILE:MEMBER. Both halves may hold colons: the
// longest FILE that exists is meant.
func splitMember(text string) (path, member string, info fs.FileInfo, ok bool) {
	for i := strings.LastIndexByte(text, ':'); i > 0; i = strings.LastIndexByte(text[:i], ':') {
		if info, err := os.Stat(text[:i]); err == nil && info.Mode().IsRegular() {
			return text[:i], text[i+1:], info, true
		}
	}
	return "", "", nil, false
}

// walk adds the .npy and .npz files below a folder. Symbolic links to files
// are followed, links to folders are not, so that no loop can arise.
func (c *collector) walk(ctx context.Context, root string) {
	before := len(c.inputs)
	if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // the operand itself may be a link
	}
	above := 0 // bytes of root in the paths below it
	if clean := filepath.Clean(root); clean != "." {
		above = len(clean)
	}
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			c.fail(path, err)
			return nil
		}
		if d.IsDir() {
			if path != root && c.skips(d) {
				return fs.SkipDir
			}
			return nil
		}
		if !isArrayName(path) || strings.HasPrefix(d.Name(), ".ndtool-") || c.Done != nil && c.Done(path) {
			return nil
		}
		var info fs.FileInfo
		if !d.Type().IsRegular() || c.Sizes || c.ByContent {
			if info, err = os.Stat(path); err != nil {
				c.fail(path, err)
				return nil
			}
			if info.IsDir() {
				return nil
			}
		}
		c.file(path, strings.TrimPrefix(path[above:], string(filepath.Separator)), info)
		return nil
	})
	if len(c.inputs) == before && ctx.Err() == nil && c.Done == nil {
		c.fail(root, errors.New("holds no .npy or .npz file"))
	}
}

func (c *collector) skips(d fs.DirEntry) bool {
	if c.skip == nil {
		return false
	}
	info, err := d.Info()
	return err == nil && os.SameFile(info, c.skip)
}

func isArrayName(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".npy" || ext == ".npz"
}

// stem is a file's name without .npy or .npz.
func stem(name string) string {
	if isArrayName(name) {
		return name[:len(name)-len(".npy")]
	}
	return name
}

// memberFile is the file name that a result made of an archive's member gets:
// the archive's stem and the member's name, without anything that could leave
// the folder.
func memberFile(archive, member string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.TrimSuffix(member, ".npy"))
	return archive + "." + clean + ".npy"
}

// ReadList reads operands from a file, or from in when name is Stdin: one a
// line, or separated by NUL bytes. Empty ones are left out.
func ReadList(name string, in io.Reader, nul bool) ([]string, error) {
	if name != Stdin {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	sep := byte('\n')
	if nul {
		sep = 0
	}
	var list []string
	r := bufio.NewReader(in)
	for {
		item, err := r.ReadBytes(sep)
		item = bytes.TrimSuffix(item, []byte{sep})
		if !nul {
			item = bytes.TrimSuffix(item, []byte{'\r'})
		}
		if len(item) > 0 {
			list = append(list, string(item))
		}
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
