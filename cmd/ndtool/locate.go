package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/ndarray/layout"
	"github.com/ndtool/ndtool/stage"
)

// maxOwners bounds the elements that locate --byte lists, where many share one.
const maxOwners = 100

// place is where an element is. Offsets are in bytes.
type place struct {
	Index   []int `json:"index"`
	Storage int   `json:"storage_offset"`
	File    int64 `json:"file_offset"`
	Bytes   int   `json:"bytes"`
	Within  *int  `json:"byte_of_item,omitempty"` // which byte of the element was asked for
}

func (a *app) locateCommand() *cobra.Command {
	f := new(explainFlags)
	var at string
	var byteAt int64
	cmd := &cobra.Command{
		Use:   "locate [IN] --at I,J,K | --byte N",
		Short: "from an element to its byte in the file, and back",
		Long: `--at names an element by its indices and tells where its bytes are: in the
storage, which begins with the first byte of the data, and in the file. --byte
names a byte of the file and tells which element it belongs to. With --shape and
--dtype no file is needed; then --byte counts from the start of the storage, and
several elements may share it.`,
		Example: "  ndtool locate in.npy --at 1,2,3\n  ndtool locate in.npy --byte 220\n  ndtool locate --shape 3,4 --dtype f4 --strides 4,12 --at 2,1",
		GroupID: groupLook,
	}
	f.add(cmd)
	s := cmd.Flags()
	s.StringVar(&at, "at", "", "`INTS` indices of an element, one an axis")
	s.Int64Var(&byteAt, "byte", 0, "`N` byte of the file")
	s.BoolVar(&f.json, "json", false, "a line of JSON an element")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		byIndex := cmd.Flags().Changed("at")
		if byIndex == cmd.Flags().Changed("byte") {
			return misuse(cmd, "expected one of --at and --byte")
		}
		name, form, data, err := f.source(a, cmd, args)
		if err != nil {
			return err
		}
		var found []place
		if byIndex {
			index, parseErr := stage.ParseInts(at)
			if parseErr != nil {
				return misuse(cmd, "--at: %w", parseErr)
			}
			found, err = elementAt(form, data, index)
		} else {
			found, err = elementsOf(form, data, byteAt)
		}
		if err != nil {
			return fmt.Errorf("%s%w", prefix(name), err)
		}
		for _, p := range found {
			if f.json {
				err = a.console.JSON(p)
			} else {
				err = a.console.Print([]byte(p.text(name) + "\n"))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

// elementAt finds the bytes of the element of the indices.
func elementAt(f stage.Form, data int64, index []int) ([]place, error) {
	if len(index) != f.Layout.Rank() {
		return nil, fmt.Errorf("%d indices for shape %s, expected %d", len(index), stage.Tuple(f.Layout.Shape), f.Layout.Rank())
	}
	items := make([]layout.Index, len(index))
	for k, i := range index {
		items[k] = layout.Int(i)
		if i < 0 {
			index[k] += f.Layout.Shape[k]
		}
	}
	l, err := f.Layout.Slice(items...)
	if err != nil {
		return nil, err
	}
	return []place{{Index: index, Storage: l.Offset, File: data + int64(l.Offset), Bytes: f.DType.ItemSize()}}, nil
}

// elementsOf finds the elements that a byte of the file belongs to.
func elementsOf(f stage.Form, data, at int64) ([]place, error) {
	end := data + int64(f.Storage)
	switch {
	case at < 0:
		return nil, fmt.Errorf("byte %d, expected 0 or more", at)
	case at < data:
		return nil, fmt.Errorf("byte %d is in the header, the data start at byte %d", at, data)
	case at >= end:
		return nil, fmt.Errorf("byte %d is behind the data, which end before byte %d", at, end)
	}
	var found []place
	search(f, int(at-data), func(index []int, offset int) bool {
		within := int(at-data) - offset
		found = append(found, place{Index: index, Storage: offset, File: data + int64(offset), Bytes: f.DType.ItemSize(), Within: &within})
		return len(found) < maxOwners
	})
	if found == nil {
		return nil, errors.New("no element has this byte: it lies between them")
	}
	return found, nil
}

// search yields the elements whose bytes include one of the storage, in C
// order, with their offsets. It leaves out the parts of the array whose span
// does not reach the byte.
func search(f stage.Form, target int, yield func(index []int, offset int) bool) {
	l, size := f.Layout, f.DType.ItemSize()
	if l.Len() == 0 || size == 0 {
		return
	}
	// lo[k], hi[k]: how far the axes from k on reach down and up
	lo, hi := make([]int, l.Rank()+1), make([]int, l.Rank()+1)
	hi[l.Rank()] = size
	for k := l.Rank() - 1; k >= 0; k-- {
		reach := (l.Shape[k] - 1) * l.Strides[k]
		lo[k], hi[k] = lo[k+1]+min(reach, 0), hi[k+1]+max(reach, 0)
	}
	index := make([]int, l.Rank())
	var visit func(k, offset int) bool
	visit = func(k, offset int) bool {
		if target < offset+lo[k] || target >= offset+hi[k] {
			return true
		}
		if k == l.Rank() {
			return yield(append([]int{}, index...), offset)
		}
		first, last := 0, l.Shape[k]-1
		if s := l.Strides[k]; s != 0 {
			// of the indices i, those with offset + i·s + lo ≤ target < offset + i·s + hi
			a, b := target-offset-hi[k+1]+1, target-offset-lo[k+1]
			if s < 0 {
				a, b, s = -b, -a, -s
			}
			first, last = max(first, ceilDiv(a, s)), min(last, floorDiv(b, s))
		}
		for i := first; i <= last; i++ {
			index[k] = i
			if !visit(k+1, offset+i*l.Strides[k]) {
				return false
			}
		}
		return true
	}
	visit(0, l.Offset)
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func ceilDiv(a, b int) int { return -floorDiv(-a, b) }

func (p place) text(name string) string {
	var b strings.Builder
	b.WriteString(prefix(name))
	fmt.Fprintf(&b, "element %s: byte %d of the storage", stage.Tuple(p.Index), p.Storage)
	if name != "" {
		fmt.Fprintf(&b, ", byte %d of the file", p.File)
	}
	fmt.Fprintf(&b, ", %d bytes", p.Bytes)
	if p.Within != nil {
		fmt.Fprintf(&b, ", of which it is byte %d", *p.Within)
	}
	return b.String()
}
