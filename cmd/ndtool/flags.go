package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray/dtype"
)

// inputFlags say what a command works on and how it goes through it.
type inputFlags struct {
	list     string
	nul      bool
	shard    string
	jobs     int
	failFast bool
	quiet    bool
	as       []string
}

func (f *inputFlags) add(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&f.list, "files-from", "", "read more inputs from the file `LIST`, one a line; - for standard input")
	s.BoolVarP(&f.nul, "null", "0", false, "the names in LIST end with NUL bytes")
	s.StringVar(&f.shard, "shard", "", "`I/N`: work on part I of N of the inputs, I from 1")
	s.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "inputs worked on at the same time")
	s.BoolVar(&f.failFast, "fail-fast", false, "stop at the first failure")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "tell failures only")
}

// addAs adds --as.
func addAs(cmd *cobra.Command, as *[]string) {
	cmd.Flags().StringSliceVar(as, "as", nil, "`DTYPES` of items whose file tells their size alone: bfloat16, float8_e4m3fn, float8_e5m2")
	words := []string{"bfloat16", "float8_e4m3fn", "float8_e5m2"}
	cmd.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// opaque reads --as.
func opaque(cmd *cobra.Command, as []string) (types []dtype.Type, err error) {
	for _, text := range as {
		dt, err := dtype.Parse(text)
		if err != nil {
			return nil, misuse(cmd, "--as: %w", err)
		}
		types = append(types, dt)
	}
	return types, nil
}

// operands joins the command line's operands and those of --files-from.
func (f *inputFlags) operands(a *app, cmd *cobra.Command, operands []string) ([]string, error) {
	if f.nul && f.list == "" {
		return nil, misuse(cmd, "-0 without --files-from")
	}
	if f.jobs < 1 {
		return nil, misuse(cmd, "--jobs %d, expected 1 or more", f.jobs)
	}
	if f.list == "" {
		if len(operands) == 0 {
			return nil, misuse(cmd, "no input, expected files, folders, FILE.npz:MEMBER, - or --files-from")
		}
		return operands, nil
	}
	more, err := batch.ReadList(f.list, a.in, f.nul)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", f.list, message.Reason(err))
	}
	return append(operands[:len(operands):len(operands)], more...), nil
}

// part reads --shard.
func (f *inputFlags) part(cmd *cobra.Command) (batch.Shard, error) {
	if f.shard == "" {
		return batch.Shard{}, nil
	}
	i, n, ok := strings.Cut(f.shard, "/")
	part, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || part < 1 || part > of {
		return batch.Shard{}, misuse(cmd, "--shard %q, expected I/N with 1 ≤ I ≤ N", f.shard)
	}
	return batch.Shard{Part: part, Of: of}, nil
}

// transformFlags are the flags of every command that writes arrays.
type transformFlags struct {
	inputFlags
	output  string
	outDir  string
	inPlace bool
	force   bool
	dryRun  bool
	json    bool
	noSync  bool
	resume  string
	memory  string
}

func addTransformFlags(cmd *cobra.Command) *transformFlags {
	f := new(transformFlags)
	f.add(cmd)
	addAs(cmd, &f.as)
	s := cmd.Flags()
	s.StringVarP(&f.output, "output", "o", "", "write the one result to `OUT`; - for standard output")
	s.StringVar(&f.outDir, "out-dir", "", "write a result an input into the folder `DIR`, keeping names")
	s.BoolVar(&f.inPlace, "in-place", false, "replace each input, whole or not at all")
	s.BoolVar(&f.force, "force", false, "replace existing outputs; in place, drop bytes after the array")
	s.BoolVarP(&f.dryRun, "dry-run", "n", false, "tell what would be done and write nothing")
	s.BoolVar(&f.json, "json", false, "tell each result as a line of JSON on standard output")
	s.BoolVar(&f.noSync, "no-sync", false, "do not wait until results are on the disk")
	s.StringVar(&f.resume, "resume", "", "note what is done in the file `LOG`, and skip what it says is done")
	s.StringVar(&f.memory, "memory", "", memoryUsage)
	cmd.MarkFlagDirname("out-dir")
	return f
}

const memoryUsage = "work within so many bytes of memory, such as `256M`, whatever the size of the files"

// memoryBound reads --memory, 0 for none, and makes the garbage collector keep
// to it.
func memoryBound(cmd *cobra.Command, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := parseBytes(text)
	if err != nil {
		return 0, misuse(cmd, "--memory %w", err)
	}
	const program = 32 << 20 // bytes that the program takes itself: below them the collector would never rest
	debug.SetMemoryLimit(max(n, program))
	return n, nil
}

// target reads the flags that say where results go.
func (f *transformFlags) target(cmd *cobra.Command, suffix string) (batch.Target, error) {
	t := batch.Target{Suffix: suffix, Force: f.force}
	given := 0
	if cmd.Flags().Changed("output") {
		given++
		t.Place, t.Path = batch.OneFile, f.output
		if f.output == batch.Stdin {
			t.Place = batch.Stream
		}
		if f.output == "" {
			return t, misuse(cmd, "-o with an empty name, expected a file or -")
		}
	}
	if cmd.Flags().Changed("out-dir") {
		given++
		t.Place, t.Path = batch.Folder, f.outDir
		if f.outDir == "" {
			return t, misuse(cmd, "--out-dir with an empty name, expected a folder")
		}
	}
	if f.inPlace {
		given++
		t.Place = batch.InPlace
	}
	if given > 1 {
		return t, misuse(cmd, "-o, --out-dir and --in-place exclude each other")
	}
	if f.json && t.Place == batch.Stream {
		return t, misuse(cmd, "--json and -o - would mix on standard output")
	}
	return t, nil
}

// parseBytes reads a number of bytes: 268435456, 256M, 256MiB, 1.5G.
func parseBytes(text string) (int64, error) {
	number := strings.TrimRight(text, "iBbKkMmGgTt")
	scale := int64(1)
	switch unit := strings.ToUpper(text[len(number):]); unit {
	case "", "B":
	case "K", "KB", "KIB":
		scale = 1 << 10
	case "M", "MB", "MIB":
		scale = 1 << 20
	case "G", "GB", "GIB":
		scale = 1 << 30
	case "T", "TB", "TIB":
		scale = 1 << 40
	default:
		return 0, fmt.Errorf("%q, expected a number of bytes such as 256M", text)
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x > 0) || x*float64(scale) > 1<<62 {
		return 0, fmt.Errorf("%q, expected a number of bytes such as 256M", text)
	}
	return int64(x * float64(scale)), nil
}
