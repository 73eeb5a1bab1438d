package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/stage"
)

// addTensors tells of a safetensors file.
func (f *fileInfo) addTensors(ctx context.Context, src *batch.Source, stats bool) error {
	file := src.Tensors()
	f.Format, f.Metadata = "safetensors", file.Metadata()
	members := []memberInfo{}
	defer func() { f.Members = &members }()
	for _, t := range file.Tensors() {
		mi := memberInfo{Name: t.Name, Format: t.Format, Method: "stored", Size: t.Size, Compressed: t.Size}
		arr, err := src.Tensor(t)
		if err != nil {
			mi.Error = err.Error() // valid, but no array here
			members = append(members, mi)
			continue
		}
		if mi.arrayInfo, err = infoOfArray(ctx, arr, stats); err != nil {
			return err
		}
		members = append(members, mi)
	}
	return nil
}

// writeTensors is the information about a safetensors file for a reader.
func (f *fileInfo) writeTensors(b *strings.Builder) {
	fmt.Fprintf(b, "%s: safetensors, %d tensors, %d bytes\n", message.Printable(f.File), len(*f.Members), f.Size)
	for _, m := range *f.Members {
		if m.Error != "" {
			fmt.Fprintf(b, "  %s: %s\n", plainName(m.Name), m.Error)
			continue
		}
		fmt.Fprintf(b, "  %s: %s %s, %d bytes at %d", plainName(m.Name), m.name, stage.Tuple(m.Shape), m.NumBytes, m.DataOffset)
		m.writeStats(b)
		b.WriteString("\n")
	}
	for _, key := range slices.Sorted(maps.Keys(f.Metadata)) {
		fmt.Fprintf(b, "  metadata %.60q: %.200q\n", key, f.Metadata[key])
	}
}

// plainName is a name as it is, quoted if it is empty or could do something to
// a terminal.
func plainName(name string) string {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}
