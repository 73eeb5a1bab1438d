//go:build unix

package move

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestEndsOfPages copies to and from pages before and behind which there is nothing,
// so that a kernel that reads or writes outside, were it one byte, ends the program.
func TestEndsOfPages(t *testing.T) {
	page := unix.Getpagesize()
	checkEnds(t, func(n int) []byte {
		b, err := unix.Mmap(-1, 0, n+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Munmap(b) })
		if err := unix.Mprotect(b[page:page+n], unix.PROT_READ|unix.PROT_WRITE); err != nil {
			t.Fatal(err)
		}
		return b[page : page+n : page+n]
	})
}
