// Command ndbeam runs a pipeline of ndtool's stages over many files on Apache
// Beam: in this process, or on a Flink, Spark or Dataflow cluster.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/ndtool/ndtool/beam/arrayio"
	"github.com/ndtool/ndtool/internal/message"
	"github.com/ndtool/ndtool/ndarray/tile"
	"github.com/ndtool/ndtool/stage"
)

const usage = `usage: ndbeam 'STAGE | STAGE …' --input PATTERN --output DIR [flags]

Runs the stages, as ndtool pipe has them, on every file that the pattern
matches, and writes the results below DIR. Exit codes: 0 all done; 1 some input
failed; 2 wrong usage.

  ndbeam 'transpose | cast float32' --input '/data/*.npy' --output /out
  ndbeam 'contiguous' --input 'gs://bucket/in/*.npy' --output gs://bucket/out \
         --runner universal --endpoint HOST:8099 --environment_type DOCKER --environment_config IMAGE

flags of ndbeam:
`

// settings are the flags that are not Beam's own.
type settings struct {
	input, output, errors string
	options               arrayio.Options
	verbose               bool
}

// names of the flags above, for the help.
var own = []string{"input", "output", "errors", "force", "no-sync", "fail-fast", "tile", "verbose", "runner", "endpoint"}

func (s *settings) flags() {
	flag.StringVar(&s.input, "input", "", "`PATTERN` of the files to work on, or a local folder")
	flag.StringVar(&s.output, "output", "", "folder `DIR` for the results")
	flag.StringVar(&s.errors, "errors", "", "`FILE` for the failures, a line of JSON each (default DIR.errors)")
	flag.BoolVar(&s.options.Force, "force", false, "replace existing outputs that differ")
	flag.BoolVar(&s.options.NoSync, "no-sync", false, "do not wait until results are on the disk")
	flag.BoolVar(&s.options.FailFast, "fail-fast", false, "a bad file fails the pipeline")
	flag.IntVar(&s.options.Tile, "tile", tile.Budget, "work on larger results by tiles of so many `BYTES` of memory")
	flag.BoolVar(&s.verbose, "verbose", false, "show the log of the engine")
}

func main() { os.Exit(run()) }

func run() int {
	var s settings
	s.flags()
	flag.Usage = help
	operands := parse(os.Args[1:])
	beam.Init() // a worker stays in here
	s.logging()
	if self, err := os.Executable(); err == nil && runtime.GOOS == "linux" && *jobopts.WorkerBinary == "" {
		*jobopts.WorkerBinary = self // otherwise Beam compiles one from sources
	}
	pipeline, err := s.check(operands)
	if err != nil {
		fmt.Fprintf(os.Stderr, "ndbeam: %v; see ndbeam --help\n", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p, root := beam.NewPipelineWithRoot()
	_, failed := arrayio.ConvertFiles(root, s.input, pipeline, s.output, s.options)
	arrayio.WriteFailures(root, s.errors, failed)
	result, err := beamx.RunWithMetrics(ctx, p)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "ndbeam: interrupted")
		return 130
	case err != nil:
		fmt.Fprintf(os.Stderr, "ndbeam: the pipeline failed: %v\n", err)
		return 1
	case *jobopts.Async:
		return 0 // nothing is known yet
	}
	return s.report(ctx, result)
}

// parse reads flags before and after operands.
func parse(args []string) (operands []string) {
	for {
		flag.CommandLine.Parse(args)
		if args = flag.Args(); len(args) == 0 {
			return operands
		}
		operands = append(operands, args[0])
		args = args[1:]
	}
}

// help shows the flags of ndbeam first and then those that Beam's runners have.
func help() {
	w := flag.CommandLine.Output()
	fmt.Fprint(w, usage)
	ours, theirs := flag.NewFlagSet("", flag.ContinueOnError), flag.NewFlagSet("", flag.ContinueOnError)
	ours.SetOutput(w)
	theirs.SetOutput(w)
	flag.VisitAll(func(f *flag.Flag) { theirs.Var(f.Value, f.Name, f.Usage) })
	for _, name := range own {
		f := flag.Lookup(name)
		ours.Var(f.Value, f.Name, f.Usage)
	}
	ours.PrintDefaults()
	fmt.Fprint(w, "\nflags of Beam and its runners, and the above:\n")
	theirs.PrintDefaults()
}

func (s *settings) check(operands []string) (stage.Pipeline, error) {
	if len(operands) != 1 {
		return nil, fmt.Errorf("%d operands, expected one: the stages", len(operands))
	}
	p, err := stage.Parse(operands[0])
	switch {
	case err != nil:
		return nil, err
	case s.input == "":
		return nil, errors.New("no --input, expected a pattern")
	case s.output == "":
		return nil, errors.New("no --output, expected a folder")
	case s.options.Tile < 1:
		return nil, fmt.Errorf("--tile %d, expected 1 or more", s.options.Tile)
	}
	if s.errors == "" {
		s.errors = strings.TrimRight(s.output, "/") + ".errors"
	}
	return p, nil
}

// logging leaves standard error to ndbeam's messages unless --verbose is given.
func (s *settings) logging() {
	if s.verbose {
		return
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	log.SetLogger(lastWords{})
}

// lastWords is a log of Beam that tells only why Beam ends the program.
type lastWords struct{}

// Log tells a fatal message, such as that there is no such runner.
func (lastWords) Log(_ context.Context, sev log.Severity, _ int, msg string) {
	if sev == log.SevFatal {
		fmt.Fprintf(os.Stderr, "ndbeam: %s\n", message.Printable(msg))
	}
}

// report tells the failures and the counters.
func (s *settings) report(ctx context.Context, result beam.PipelineResult) int {
	failures, err := arrayio.ReadFailures(ctx, s.errors)
	if err != nil {
		fmt.Fprintf(os.Stderr, "ndbeam: %s: %v\n", s.errors, err)
		return 1
	}
	for _, f := range failures {
		fmt.Fprintf(os.Stderr, "ndbeam: %s\n", message.Printable(f.String()))
	}
	count := make(map[string]int64)
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == "ndtool" {
			count[c.Name()] += max(c.Committed, c.Attempted)
		}
	}
	fmt.Fprintf(os.Stderr, "ndbeam: %d files: %d header-only, %d copied, %d failed; %d bytes read, %d written\n", count["files"],
		count["header-only"], count["copied"], count["failed"], count["bytes-read"], count["bytes-written"])
	if len(failures) > 0 {
		return 1
	}
	return 0
}
