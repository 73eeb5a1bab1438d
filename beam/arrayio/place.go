package arrayio

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // names without a scheme
)

// scheme is what stands before :// in a name, "" for a local one.
func scheme(name string) string {
	if before, _, ok := strings.Cut(name, "://"); ok {
		return before
	}
	return ""
}

func isLocal(name string) bool { return scheme(name) == "" }

// systems are the file systems in use, one a scheme: making one can mean
// reading credentials and opening connections.
var systems sync.Map

// systemOf returns the file system of a name.
func systemOf(ctx context.Context, name string) (filesystem.Interface, error) {
	if have, ok := systems.Load(scheme(name)); ok {
		return have.(filesystem.Interface), nil
	}
	made, err := filesystem.New(context.WithoutCancel(ctx), name) // it outlives the bundle
	if err != nil {
		return nil, err
	}
	have, _ := systems.LoadOrStore(scheme(name), made)
	return have.(filesystem.Interface), nil
}

// join names a file below a folder; rel is separated by slashes.
func join(dir, rel string) string {
	if isLocal(dir) {
		return filepath.Join(dir, filepath.FromSlash(rel))
	}
	return strings.TrimRight(dir, "/") + "/" + rel
}

// below returns the path of name below dir, separated by slashes; ok is false
// where name is not below it.
func below(dir, name string) (rel string, ok bool) {
	if !isLocal(dir) || !isLocal(name) {
		return strings.CutPrefix(name, strings.TrimRight(dir, "/")+"/")
	}
	rel, err := filepath.Rel(dir, name)
	rel = filepath.ToSlash(rel)
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// fixed is the folder that a pattern names before its first wildcard.
func fixed(pattern string) string {
	plain := pattern
	if i := strings.IndexAny(pattern, `*?[`); i >= 0 {
		plain = pattern[:i]
	}
	if !isLocal(pattern) {
		return plain[:strings.LastIndexByte(plain, '/')+1]
	}
	if plain == pattern {
		return filepath.Dir(plain)
	}
	dir, _ := filepath.Split(plain)
	if dir == "" {
		return "."
	}
	return filepath.Clean(dir)
}

// listed is a file that was found.
type listed struct{ name, rel string }

// find returns the files that a pattern matches, in the order of their names.
// A local folder that it matches stands for the .npy and .npz files below it.
// What lies below skip, where results go, is left out.
func find(ctx context.Context, pattern, skip string) ([]listed, error) {
	system, err := systemOf(ctx, pattern)
	if err != nil {
		return nil, err
	}
	names, err := system.List(ctx, pattern)
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	root := fixed(pattern)
	if isLocal(pattern) && len(names) == 1 && isFolder(names[0]) && filepath.Clean(pattern) == names[0] {
		root = names[0]
	}
	var files []listed
	add := func(name string) {
		if _, inside := below(skip, name); inside && skip != "" || strings.HasPrefix(path.Base(filepath.ToSlash(name)), partPrefix) {
			return
		}
		if rel, ok := below(root, name); ok {
			files = append(files, listed{name, rel})
		}
	}
	for _, name := range names {
		if isLocal(name) && isFolder(name) {
			err = walk(name, add)
		} else {
			add(name)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("matches no file")
	case len(files) == 0 && skip != "":
		return nil, fmt.Errorf("matches no .npy or .npz file outside of the folder %s, where results go", skip)
	case len(files) == 0:
		return nil, errors.New("holds no .npy or .npz file")
	}
	return files, nil
}

// walk calls add for the arrays below a folder. Links to files are followed,
// links to folders are not, so that no loop can arise.
func walk(root string, add func(string)) error {
	return filepath.WalkDir(root+string(filepath.Separator), func(name string, d fs.DirEntry, err error) error {
		ext := strings.ToLower(filepath.Ext(name))
		if err == nil && !d.IsDir() && (ext == ".npy" || ext == ".npz") {
			add(filepath.Clean(name))
		}
		return err
	})
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// size returns the size of a file in bytes, and an error that is
// fs.ErrNotExist if there is none.
func size(ctx context.Context, name string) (int64, error) {
	if isLocal(name) {
		info, err := os.Stat(name)
		if err != nil {
			return 0, err
		}
		if !info.Mode().IsRegular() {
			return 0, errors.New("not a regular file")
		}
		return info.Size(), nil
	}
	system, err := systemOf(ctx, name)
	if err != nil {
		return 0, err
	}
	n, err := system.Size(ctx, name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return n, err
	}
	// Each file system has errors of its own: only a list says that nothing is there.
	names, lerr := system.List(ctx, literal.Replace(name))
	if lerr == nil && !slices.Contains(names, name) {
		return 0, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return 0, err
}

// literal makes a pattern that matches a name and no other.
var literal = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]")

// sameFile reports whether two names are those of one file.
func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	if !isLocal(a) || !isLocal(b) {
		return false
	}
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
