//go:build linux || darwin || freebsd || netbsd || openbsd

package move

import "golang.org/x/sys/unix"

// available tells whether the system would map n bytes of memory now. No page
// of it is touched.
func available(n int) bool {
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	return err == nil && unix.Munmap(b) == nil
}
