// Package atomicfile writes an output file so that others see it whole or not
// at all: the bytes go to a file in the target's folder that has no name yet
// or, where the system knows no such files, a temporary one; it is synced and
// then gets the target's name.
//
// What the target is decides what happens to it:
//
//   - nothing: a new file appears, with the permissions that os.Create gives;
//   - a file: it is replaced if Options.Force is set, and keeps its
//     permissions, and its owner and extended attributes where the system
//     lets us; what could not be kept is told by [File.Losses];
//   - a symbolic link: the file it points to is the target, the link stays;
//   - a device, pipe or socket: it is written to directly, never renamed over.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

// Options says how an output file is written.
type Options struct {
	Force  bool // replace an existing file; without it Create fails with fs.ErrExist
	NoSync bool // do not wait until the bytes are on the disk
	Fresh  bool // most likely nothing has the name, as in a new folder: without Force, Commit alone looks
}

// File is an output file that appears under its name only when Commit
// succeeds. Abort discards it; a deferred Abort after Commit does nothing.
//
// Write, WriteAt and Seek work as on an [os.File]. WriteAt may be called from
// several goroutines at once; Commit and Abort may be called from any.
type File struct {
	mu     sync.Mutex
	f      *os.File
	opt    Options
	name   string      // as the caller gave it, for messages
	temp   string      // the name of f until Commit, "" while it has none
	target string      // with symbolic links resolved
	old    fs.FileInfo // the file being replaced, nil if there is none
	direct bool        // a device, pipe or socket
	done   bool
	losses []string
}

// Create starts the output file path. It fails with fs.ErrExist if path names
// a file and Options.Force is not set (with Options.Fresh, Commit does so), and
// when path is a folder or its folder does not exist.
func Create(path string, opt Options) (*File, error) {
	a := &File{name: path, opt: opt, target: path}
	if !opt.Fresh || opt.Force {
		if err := a.look(path); err != nil {
			return nil, err
		}
	}
	if a.direct {
		return a, nil
	}
	if err := a.open(); err != nil {
		return nil, err
	}
	return a, nil
}

// look finds out what is at path: what the target is and what it means to replace
// it.
func (a *File) look(path string) error {
	info, err := os.Lstat(path)
	isLink := err == nil && info.Mode()&fs.ModeSymlink != 0
	if isLink {
		info, err = os.Stat(path)
	}
	switch {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "create", Path: path, Err: errors.New("is a folder, expected a file name")}
	case err == nil && !info.Mode().IsRegular():
		a.direct = true
		a.f, err = os.OpenFile(path, os.O_WRONLY, 0)
		return err
	case err == nil:
		if !a.opt.Force {
			return exists(path)
		}
		a.old = info
		a.target, err = filepath.EvalSymlinks(path)
		return err
	case errors.Is(err, fs.ErrNotExist):
		if isLink {
			a.target, err = followDangling(path)
			return err
		}
		return nil
	}
	return err
}

// open makes the file that collects the bytes.
func (a *File) open() (err error) {
	perm := fs.FileMode(0o666)
	if a.old != nil {
		perm = a.old.Mode().Perm() // never wider than the file it replaces, not even while it grows
	}
	dir := filepath.Dir(a.target)
	if a.f, err = openUnnamed(dir, a.name, perm); err != nil {
		a.f, a.temp, err = temporary(dir, perm)
	}
	return err
}

// followDangling resolves a name whose last part is a symbolic link to nothing.
func followDangling(path string) (string, error) {
	for range 40 {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "create", Path: path, Err: errors.New("too many symbolic links")}
}

// temporary creates a file with a name of its own in dir. os.CreateTemp would
// fix the permissions at 0600; here the umask shall apply to perm.
func temporary(dir string, perm fs.FileMode) (f *os.File, name string, err error) {
	for {
		name = temporaryName(dir)
		f, err = openNew(name, perm|0o200)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			return f, name, err
		}
	}
}

func temporaryName(dir string) string {
	return filepath.Join(dir, fmt.Sprintf(".ndtool-%016x.tmp", rand.Uint64()))
}

// Name returns the path that Create was given.
func (a *File) Name() string { return a.name }

// Direct reports whether the output is a device, pipe or socket, which gets
// its bytes at once and in order: WriteAt and Temporary are not for it.
func (a *File) Direct() bool { return a.direct }

// Temporary returns the open file that collects the bytes, for mapping it or
// copying into it. It stays a's: do not close it.
func (a *File) Temporary() *os.File { return a.f }

// Write appends p.
func (a *File) Write(p []byte) (int, error) { return a.f.Write(p) }

// WriteAt writes p at off bytes from the start.
func (a *File) WriteAt(p []byte, off int64) (int, error) { return a.f.WriteAt(p, off) }

// Seek moves to where the next Write goes, as on an [os.File]; a pipe cannot.
func (a *File) Seek(offset int64, whence int) (int64, error) { return a.f.Seek(offset, whence) }

// ReadFrom appends all that r yields: from file to file inside the kernel where that
// saves a way over the net, and else through memory, which is faster.
func (a *File) ReadFrom(r io.Reader) (int64, error) {
	if far(a.f) {
		return a.f.ReadFrom(r)
	}
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	return io.CopyBuffer(struct{ io.Writer }{a.f}, struct{ io.Reader }{r}, *room)
}

// rooms are what ReadFrom reads into.
var rooms = sync.Pool{New: func() any { b := make([]byte, 1<<20); return &b }}

// Commit makes the file appear under its name: its bytes are synced, it is
// renamed, and the folder is synced (unless Options.NoSync). When it fails
// nothing is left behind and an existing target is as it was, except that a
// failed sync of the folder is reported although the file is in place.
func (a *File) Commit() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done {
		return &fs.PathError{Op: "commit", Path: a.name, Err: fs.ErrClosed}
	}
	a.done = true
	if a.direct {
		return a.f.Close()
	}
	err := a.seal()
	if err == nil {
		err = a.place()
	}
	if err != nil {
		a.discard()
		return err
	}
	if a.opt.NoSync {
		return nil
	}
	return syncFolder(filepath.Dir(a.target))
}

// seal gives the new file the attributes of the one it replaces and syncs it.
func (a *File) seal() error {
	if a.old != nil {
		a.losses = keepAttributes(a.f, a.target, a.old)
		// after the owner: changing the owner clears set-user-id bits
		if err := a.f.Chmod(a.old.Mode()); err != nil {
			a.losses = append(a.losses, fmt.Sprintf("permissions %v not kept: %v", a.old.Mode(), err))
		}
	}
	if a.opt.NoSync {
		return nil
	}
	return a.f.Sync()
}

// place closes the new file and gives it the target's name.
func (a *File) place() error {
	if a.temp == "" {
		if a.old == nil {
			err := link(a.f, a.target)
			switch {
			case err == nil:
				return a.f.Close()
			case !errors.Is(err, fs.ErrExist):
			case !a.opt.Force:
				return exists(a.target)
			}
		}
		if err := a.giveName(); err != nil {
			return err
		}
	}
	if err := a.f.Close(); err != nil {
		return err
	}
	if a.old == nil && !a.opt.Force {
		return renameNew(a.temp, a.target)
	}
	return os.Rename(a.temp, a.target)
}

// giveName gives a file without a name a temporary one, from which it can be
// renamed over another; where the system does not let it have any, a copy.
func (a *File) giveName() error {
	dir := filepath.Dir(a.target)
	name := temporaryName(dir)
	if link(a.f, name) == nil {
		a.temp = name
		return nil
	}
	info, err := a.f.Stat()
	if err != nil {
		return err
	}
	f, name, err := temporary(dir, info.Mode())
	if err != nil {
		return err
	}
	unnamed := a.f
	defer unnamed.Close()
	a.f, a.temp = f, name
	if _, err := io.Copy(f, io.NewSectionReader(unnamed, 0, info.Size())); err != nil {
		return err
	}
	return a.seal()
}

// discard removes what there is of the new file.
func (a *File) discard() error {
	err := a.f.Close()
	if a.temp != "" {
		err = errors.Join(err, os.Remove(a.temp))
	}
	return err
}

// linkNew renames from to to unless to exists, where the system has no single
// call for it.
func linkNew(from, to string) error {
	err := os.Link(from, to)
	switch {
	case err == nil:
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist):
		return exists(to)
	}
	// a file system without hard links: a look before the leap is the best there is
	if _, err := os.Lstat(to); err == nil {
		return exists(to)
	}
	return os.Rename(from, to)
}

func exists(path string) error {
	return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

// Abort discards the file: the target is as it was.
// After Commit or Abort it does nothing.
func (a *File) Abort() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done {
		return nil
	}
	a.done = true
	return a.discard()
}

// Losses tells, after Commit, what of the replaced file could not be kept:
// other hard links to it, its owner, extended attributes; one line each.
func (a *File) Losses() []string { return a.losses }
