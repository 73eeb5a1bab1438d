package batch

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ndtool/ndtool/internal/atomicfile"
)

// TestCopyWithoutRoom copies a petabyte: it is refused before a byte is read, and
// nothing is left behind.
func TestCopyWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	data := &io.LimitedReader{R: unread{t}, N: 1 << 50}
	err := WriteFile(context.Background(), filepath.Join(dir, "out"), atomicfile.Options{}, func(w io.Writer) error {
		_, err := io.Copy(w, data)
		return err
	})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want %v", err, syscall.ENOSPC)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// unread fails the test when it is read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the data was read")
	return 0, io.EOF
}
