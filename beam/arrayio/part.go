package arrayio

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ndtool/ndtool/internal/atomicfile"
	"github.com/ndtool/ndtool/ndarray/tile"
	"github.com/ndtool/ndtool/npy"
)

// tileItem is one tile of a large result: a work item.
type tileItem struct {
	File         File
	Output       string
	Part         string // the file that grows up to be the output; "" compares with an output that is there
	Index, Count int
}

// tileJob is a large result that is cut into tiles.
type tileJob struct {
	file   File
	output string
	header npy.Header // of the input
	outcome
	tiles *tile.Tiles
}

var errChanged = errors.New("changed while it was worked on")

// cut cuts a result into tiles. It is not ok for what is made in one go: small
// results, archives, values that are computed, and files that are not local
// or shared.
func cut(f File, output string, opt Options) (j tileJob, ok bool) {
	if !isLocal(f.Name) || !isLocal(output) || len(f.Data) > 0 || f.Archive || len(f.Arrays) != 1 {
		return j, false
	}
	h, err := f.Arrays[0].Header()
	if err != nil {
		return j, false
	}
	p, err := f.plan(h)
	if err != nil || p.Out.NumBytes() <= opt.tile() {
		return j, false
	}
	o, err := outcomeOf(p)
	if err != nil || !o.streams {
		return j, false
	}
	tiles, err := o.tiles(h, opt.tile(), false)
	return tileJob{f, output, h, o, tiles}, err == nil
}

// begin makes the file that the tiles are written into, or finds the one that
// an earlier run has left. An output that is there and may not be replaced is
// compared instead.
func (j tileJob) begin(opt Options) (tileItem, error) {
	item := tileItem{File: j.file, Output: j.output, Count: j.tiles.Len()}
	there, err := os.Stat(j.output)
	switch {
	case err == nil && !opt.Force:
		if there.Size() != j.bytes() {
			return item, existsError(j.output)
		}
		return item, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return item, outputError(j.output, err)
	case err == nil:
		// a link stays a link: what it leads to is replaced
		if item.Output, err = filepath.EvalSymlinks(j.output); err != nil {
			return item, outputError(j.output, err)
		}
	}
	dir := filepath.Dir(item.Output)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return item, outputError(dir, err)
	}
	if item.Part, err = j.part(dir, opt); err != nil {
		return item, err
	}
	if err := preallocate(item.marks(), int64(item.Count)); err != nil {
		return item, outputError(j.output, err)
	}
	return item, nil
}

// part returns the file for the tiles: one that an earlier run has left, or a
// new one. The first half of its name depends on all that the bytes of the
// result depend on; the second half is never used again, so that a file of that
// name and its marks always belong together.
func (j tileJob) part(dir string, opt Options) (string, error) {
	info, err := os.Stat(j.file.Name)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %d %d %q %d %q", filepath.Base(j.output), j.file.Name, info.Size(), info.ModTime().UnixNano(), j.file.Stages, opt.tile(), j.head)
	prefix := partPrefix + hex.EncodeToString(sum.Sum(nil)[:16]) + "-"
	have, err := os.ReadDir(dir)
	if err != nil {
		return "", outputError(dir, err)
	}
	for _, e := range have {
		if strings.HasPrefix(e.Name(), prefix) && strings.HasSuffix(e.Name(), ".part") {
			return filepath.Join(dir, e.Name()), nil
		}
	}
	name := filepath.Join(dir, prefix+unique()+".part")
	if err := preallocate(name, j.bytes()); err != nil {
		return "", outputError(j.output, err)
	}
	return name, nil
}

// preallocate makes a file of that length; what is in it stays.
func preallocate(name string, size int64) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	err = atomicfile.Allocate(f, size)
	return errors.Join(err, f.Close())
}

// marks names the file that has a byte for each tile: 1 when the tile is on the
// disk.
func (t tileItem) marks() string { return t.Part + ".done" }

// job is the work that the item is a part of, made anew where the item is
// worked on.
func (t tileItem) job(opt Options) (tileJob, error) {
	j, ok := cut(t.File, t.Output, opt)
	if !ok || j.tiles.Len() != t.Count {
		return j, fmt.Errorf("%d tiles expected: %w", t.Count, errChanged)
	}
	return j, nil
}

// carry reads the item's tile and writes it, unless that is done.
func (t tileItem) carry(opt Options) error {
	j, err := t.job(opt)
	if err != nil {
		return err
	}
	src, err := os.Open(t.File.Name)
	if err != nil {
		return err
	}
	defer src.Close()
	if err := j.unchanged(src); err != nil {
		return err
	}
	if t.Part == "" {
		return t.compare(j, src)
	}
	part, err := os.OpenFile(t.Part, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) && j.finished() {
		return nil // a late double of a tile whose file is done
	}
	if err != nil {
		return outputError(t.Output, err)
	}
	defer part.Close()
	marks, err := os.OpenFile(t.marks(), os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// A double has come to its end meanwhile: the same bytes do no harm.
		return j.tiles.CopyTile(part, src, t.Index)
	case err != nil:
		return outputError(t.Output, err)
	}
	defer marks.Close()
	var mark [1]byte
	if _, err := marks.ReadAt(mark[:], int64(t.Index)); err != nil && err != io.EOF {
		return outputError(t.Output, err)
	}
	if mark[0] == 1 {
		return nil
	}
	if err := j.tiles.CopyTile(part, src, t.Index); err != nil {
		return err
	}
	if !opt.NoSync {
		err = part.Sync()
	}
	if err == nil {
		_, err = marks.WriteAt([]byte{1}, int64(t.Index))
	}
	if err := errors.Join(err, part.Close(), marks.Close()); err != nil {
		return outputError(t.Output, err)
	}
	return nil
}

// complete carries the tiles that are not marked: none, unless marks were lost.
func (t tileItem) complete(opt Options) error {
	marks, err := os.ReadFile(t.marks())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return outputError(t.Output, err)
	}
	for t.Index = range t.Count {
		if t.Index < len(marks) && marks[t.Index] == 1 {
			continue
		}
		if err := t.carry(opt); err != nil {
			return err
		}
	}
	return nil
}

// unchanged proves that the input is the one that was planned for.
func (j tileJob) unchanged(src *os.File) error {
	info, err := src.Stat()
	if err != nil {
		return err
	}
	h, err := npy.HeaderAt(src, info.Size(), npy.Options{})
	if err != nil {
		return err
	}
	now, err := arrayOf("", h)
	if err != nil {
		return err
	}
	if was := j.file.Arrays[0]; info.Size() != j.file.Size || now.Offset != was.Offset || !bytes.Equal(now.Head, was.Head) {
		return errChanged
	}
	return nil
}

// compare holds the tile against the output that is there.
func (t tileItem) compare(j tileJob, src io.ReaderAt) error {
	there, err := os.Open(t.Output)
	if err != nil {
		return outputError(t.Output, err)
	}
	defer there.Close()
	if err := j.tiles.CopyTile(equalWriterAt{there}, src, t.Index); err != nil {
		if errors.Is(err, errDiffers) {
			return existsError(t.Output)
		}
		return err
	}
	return nil
}

// finished reports whether the output is there, by its length and its header,
// which is written last.
func (j tileJob) finished() bool {
	f, err := os.Open(j.output)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() != j.bytes() {
		return false
	}
	head := make([]byte, len(j.head))
	_, err = f.ReadAt(head, 0)
	return err == nil && bytes.Equal(head, j.head)
}

// finish writes the header and gives the file its name, when all tiles are in
// it.
func (t tileItem) finish(opt Options) (Result, error) {
	j, err := t.job(opt)
	if err != nil {
		return Result{}, err
	}
	r := Result{File: t.File.Name, Output: t.Output, Copied: j.moves, Read: t.File.Size, Bytes: j.bytes()}
	if t.Part == "" {
		if !j.finished() {
			return r, existsError(t.Output)
		}
		return r, nil
	}
	part, err := os.OpenFile(t.Part, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) && j.finished() {
		os.Remove(t.marks())
		return r, nil // an earlier attempt came to its end
	}
	if err != nil {
		return r, outputError(t.Output, err)
	}
	defer part.Close()
	if err := t.complete(opt); err != nil {
		return r, err
	}
	_, err = part.WriteAt(j.head, 0)
	if err == nil && !opt.NoSync {
		err = part.Sync()
	}
	if err := errors.Join(err, part.Close()); err != nil {
		return r, outputError(t.Output, err)
	}
	if err := t.appear(opt); err != nil && !(errors.Is(err, fs.ErrNotExist) && j.finished()) {
		return r, outputError(t.Output, err)
	}
	return r, nil
}

// appear gives the part the output's name, and the permissions of a file that
// it replaces.
func (t tileItem) appear(opt Options) error {
	if old, err := os.Stat(t.Output); err == nil {
		if err := os.Chmod(t.Part, old.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := os.Rename(t.Part, t.Output); err != nil {
		return err
	}
	if err := os.Remove(t.marks()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if opt.NoSync || runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(filepath.Dir(t.Output))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
