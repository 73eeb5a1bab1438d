//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// folders are those that are being synced.
var folders = struct {
	mu   sync.Mutex
	open map[string]*folder
}{open: make(map[string]*folder)}

type folder struct {
	*Syncer
	users int
}

// syncFolder makes a rename in dir last through a power cut. Folders that
// cannot be opened for reading or synced at all are left to the system.
func syncFolder(dir string) error {
	folders.mu.Lock()
	d := folders.open[dir]
	if d == nil {
		f, err := os.Open(dir)
		if err != nil {
			folders.mu.Unlock()
			if errors.Is(err, fs.ErrPermission) {
				return nil
			}
			return err
		}
		d = &folder{Syncer: NewSyncer(f)}
		folders.open[dir] = d
	}
	d.users++
	folders.mu.Unlock()
	err := d.Sync()
	folders.mu.Lock()
	defer folders.mu.Unlock()
	if d.users--; d.users == 0 {
		delete(folders.open, dir)
		d.f.Close()
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
