package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

// arrayInfo is what info tells of one array. Sizes and offsets are in bytes.
type arrayInfo struct {
	Shape      []int  `json:"shape"`
	DType      string `json:"dtype"` // the descr, records as Python writes them
	Fortran    bool   `json:"fortran_order"`
	Strides    []int  `json:"strides"`
	ItemSize   int    `json:"itemsize"`
	NumBytes   int64  `json:"nbytes"`
	Version    string `json:"version,omitempty"` // of the .npy format
	DataOffset int64  `json:"data_offset"`
	Contiguity string `json:"contiguity"`
	Alignment  int    `json:"alignment"`     // of the data in the file or member, up to 4096
	RowAlign   int    `json:"row_alignment"` // of every row

	Stats *statistics `json:"stats,omitempty"`

	name string // of the dtype
}

// memberInfo is what info tells of a member of an archive.
type memberInfo struct {
	Name   string `json:"name"`             // without .npy
	Format string `json:"format,omitempty"` // of a tensor: the dtype's name in the file
	*arrayInfo
	Method     string `json:"method"`
	Size       int64  `json:"size"`       // of the member, inflated
	Compressed int64  `json:"compressed"` // in the archive
	Error      string `json:"error,omitempty"`
}

// fileInfo is what info tells of one input.
type fileInfo struct {
	File string `json:"file"`
	*arrayInfo
	Size     int64         `json:"size"`               // of the file
	Trailing int64         `json:"trailing,omitempty"` // bytes after the array
	Format   string        `json:"format,omitempty"`   // safetensors, else empty
	Members  *[]memberInfo `json:"members,omitempty"`

	Metadata map[string]string `json:"metadata,omitempty"` // of a safetensors file
}

func (a *app) infoCommand() *cobra.Command {
	var asJSON, stats bool
	f := new(inputFlags)
	cmd := &cobra.Command{
		Use:   "info IN… [--stats] [--json]",
		Short: "tell dtype, shape, order and where the data are",
		Long: `Dtype, shape, order, strides, version, data offset, contiguity and alignment of
each array, and the members of an archive or a safetensors file. Headers alone
are read; check reads all. With --stats the data are read too, once and in
pieces, for the least and the largest value, the mean, and the number of NaN,
which are left out of the others. A member that is broken is told and makes the
exit code 1; one that is no array is told and does no harm.`,
		Example: "  ndtool info in.npy\n  ndtool info DIR --json\n  ndtool info model.safetensors --stats",
		GroupID: groupLook,
	}
	f.add(cmd)
	addAs(cmd, &f.as)
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON an input")
	cmd.Flags().BoolVar(&stats, "stats", false, "read the data too: min, max, mean and number of NaN")
	cmd.RunE = func(cmd *cobra.Command, operands []string) error {
		inputs, err := f.inputs(a, cmd, batch.Expansion{}, operands)
		if err != nil {
			return err
		}
		return a.each(cmd.Context(), f, inputs, func(ctx context.Context, i int) batch.Report {
			info, err := a.infoOf(ctx, inputs[i], stats)
			if info == nil {
				return batch.Report{Err: err}
			}
			r := batch.Report{Err: err}
			if asJSON {
				r.Out, err = batch.MarshalLine(info)
				r.Err = errors.Join(r.Err, err)
			} else {
				r.Out = []byte(info.text())
			}
			return r
		})
	}
	return cmd
}

// infoOf looks at one input. Broken members of an archive are an error beside
// the information.
func (a *app) infoOf(ctx context.Context, in batch.Input, stats bool) (*fileInfo, error) {
	src, err := batch.Open(in, a.in)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	info := &fileInfo{File: in.Text, Size: src.Size()}
	archive := src.Archive()
	if !src.Several() {
		arr, err := src.One()
		if err != nil {
			return nil, err
		}
		if info.arrayInfo, err = infoOfArray(ctx, arr, stats); err != nil {
			return nil, err
		}
		if archive == nil && src.Tensors() == nil {
			info.Trailing = src.Size() - arr.Header.Offset - arr.Header.NumBytes()
		}
		return info, nil
	}
	if src.Tensors() != nil {
		return info, info.addTensors(ctx, src, stats)
	}
	members := []memberInfo{}
	var broken []string
	for _, m := range archive.Members() {
		mi, err := infoOfMember(ctx, src, m, stats)
		if err != nil {
			broken = append(broken, err.Error())
		}
		members = append(members, mi)
	}
	info.Members = &members
	if broken != nil {
		return info, errors.New(several(broken, "broken members"))
	}
	return info, nil
}

// several is the first of some messages and how many there are.
func several(messages []string, what string) string {
	if len(messages) == 1 {
		return messages[0]
	}
	return fmt.Sprintf("%d %s, the first: %s", len(messages), what, messages[0])
}

// infoOfMember looks at a member. The error is for one that is broken; one that
// is no array has its reason in Error alone.
func infoOfMember(ctx context.Context, src *batch.Source, m *npy.Member, stats bool) (memberInfo, error) {
	mi := memberInfo{Name: m.Key(), Size: m.Size, Compressed: m.Compressed, Method: "deflated"}
	if m.Stored() {
		mi.Method = "stored"
	}
	arr, err := src.Member(m)
	if err == nil {
		mi.arrayInfo, err = infoOfArray(ctx, arr, stats)
	}
	if err == nil {
		return mi, nil
	}
	mi.Error = reasonOf(err)
	if errors.Is(err, npy.ErrNotArray) {
		return mi, nil
	}
	return mi, err
}

// reasonOf is an error's text without the names of file and member.
func reasonOf(err error) string {
	var e *npy.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	plain := *e
	plain.File, plain.Member = "", ""
	return plain.Error()
}

// infoOfArray looks at the header of one array, and with stats at its data.
func infoOfArray(ctx context.Context, arr *batch.Array, stats bool) (*arrayInfo, error) {
	h := arr.Header
	form, err := batch.FormOf(h)
	if err != nil {
		return nil, err
	}
	info := &arrayInfo{
		Shape: h.Shape, DType: strings.Trim(h.DType.Descr(), "'"), Fortran: h.FortranOrder, Strides: form.Layout.Strides,
		ItemSize: h.DType.ItemSize(), NumBytes: h.NumBytes(), Version: fmt.Sprintf("%d.%d", h.Version[0], h.Version[1]),
		DataOffset: h.Offset, Contiguity: form.Contiguity(), name: h.DType.String(),
	}
	if info.Shape == nil {
		info.Shape, info.Strides = []int{}, []int{}
	}
	info.Alignment, info.RowAlign = form.Layout.Alignment(uintptr(h.Offset))
	if h.Version == [2]uint8{} {
		info.Version = "" // of a tensor
	}
	if stats {
		info.Stats, err = statsOf(ctx, arr)
	}
	return info, err
}

// text is the information for a reader.
func (f *fileInfo) text() string {
	var b strings.Builder
	if f.Members == nil {
		fmt.Fprintf(&b, "%s: %s\n", message.Printable(f.File), f.arrayInfo.brief())
		f.arrayInfo.write(&b)
		if f.Stats != nil {
			fmt.Fprintf(&b, "  stats      %s\n", f.Stats)
		}
		version := "version " + f.Version
		if f.Version == "" {
			version = "safetensors"
		}
		fmt.Fprintf(&b, "  file       %s, %d bytes, data at byte %d", version, f.Size, f.DataOffset)
		if f.Trailing > 0 {
			fmt.Fprintf(&b, ", %d bytes after the array", f.Trailing)
		}
		b.WriteString("\n")
		return b.String()
	}
	if f.Format != "" {
		f.writeTensors(&b)
		return b.String()
	}
	fmt.Fprintf(&b, "%s: archive, %d members, %d bytes\n", message.Printable(f.File), len(*f.Members), f.Size)
	for _, m := range *f.Members {
		if m.Error != "" {
			fmt.Fprintf(&b, "  %s: %s\n", plainName(m.Name), m.Error)
			continue
		}
		fmt.Fprintf(&b, "  %s: %s, %d bytes, %s", plainName(m.Name), m.brief(), m.NumBytes, m.Method)
		if m.Compressed != m.Size {
			fmt.Fprintf(&b, " to %d", m.Compressed)
		}
		m.writeStats(&b)
		b.WriteString("\n")
	}
	return b.String()
}

// writeStats adds the statistics to a line.
func (i *arrayInfo) writeStats(b *strings.Builder) {
	if i.Stats != nil {
		fmt.Fprintf(b, "; %s", i.Stats)
	}
}

// brief is dtype, shape and order.
func (i *arrayInfo) brief() string {
	order := "C order"
	if i.Fortran {
		order = "Fortran order"
	}
	return fmt.Sprintf("%s %s, %s", i.name, stage.Tuple(i.Shape), order)
}

func (i *arrayInfo) write(b *strings.Builder) {
	fmt.Fprintf(b, "  dtype      %s, %d bytes an item\n", i.DType, i.ItemSize)
	fmt.Fprintf(b, "  strides    %s bytes, offset 0\n", stage.Tuple(i.Strides))
	fmt.Fprintf(b, "  contiguous %s, %d bytes\n", i.Contiguity, i.NumBytes)
	fmt.Fprintf(b, "  alignment  data to %d bytes, every row to %d\n", i.Alignment, i.RowAlign)
}
