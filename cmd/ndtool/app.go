package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/cmd/ndtool/internal/batch"
)

// The exit codes.
const (
	exitFailed = 1 // some input failed, or diff or check found something
	exitUsage  = 2 // wrong usage
)

// exitCode is an error that has been reported already.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// usageError is a fault of the command line itself.
type usageError struct {
	cmd *cobra.Command
	err error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// misuse is a usageError from a format.
func misuse(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{cmd: cmd, err: fmt.Errorf(format, args...)}
}

// app is one run of the program.
type app struct {
	in      io.Reader
	console *batch.Console
	watch   func()       // begins to watch for signals, if that has not begun yet
	caught  atomic.Int32 // the signal that ended the run, 0 if none
	streams atomic.Bool  // the one output is standard output: nothing to undo
}

// run is the program: arguments and streams in, exit code out.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := &app{console: batch.NewConsole(out, errs)}
	a.watch = sync.OnceFunc(func() { a.notify(ctx, cancel) })
	a.in = watched{in, a}
	defer time.AfterFunc(settled, a.watch).Stop()

	called := ""
	if len(args) > 0 {
		called = args[0]
	}
	root := a.root(called)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	return a.exit(root.ExecuteContext(ctx))
}

// grace is how long the work under way may take to end after a signal.
const grace = time.Second

// settled is how long a run that neither reads standard input nor writes its
// result to standard output takes at least before it watches for signals. That
// takes threads, which a run over one small file would feel more than all else; it
// is over by then. Before, a signal ends the process as any.
const settled = 5 * time.Millisecond

// watched is a stream that may be waited for.
type watched struct {
	io.Reader
	app *app
}

func (w watched) Read(b []byte) (int, error) {
	w.app.watch()
	return w.Reader.Read(b)
}

// notify ends the context at the first signal, so that the work under way is
// finished or undone; a second signal ends the process as usual.
func (a *app) notify(ctx context.Context, cancel func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		var s os.Signal
		select {
		case s = <-signals:
		case <-ctx.Done():
			return
		}
		number := int32(syscall.SIGINT)
		if s == syscall.SIGTERM {
			number = int32(syscall.SIGTERM)
		}
		a.caught.Store(number)
		signal.Stop(signals)
		cancel()
		if !a.streams.Load() {
			// what does not end by itself soon (a long computation, a read
			// that waits) is undone from here
			time.Sleep(grace)
			batch.AbortAll()
		}
		// with a stream there is nothing to undo, and a write may be waiting
		// for a reader that does not read
		a.console.Line("interrupted")
		os.Exit(128 + int(number))
	}()
}

// toStdout notes that the one output is standard output.
func (a *app) toStdout() {
	a.streams.Store(true)
	a.watch()
}

// exit reports an error, if it has not been yet, and chooses the exit code.
func (a *app) exit(err error) int {
	var (
		code  exitCode
		usage *usageError
	)
	switch {
	case err == nil:
		return 0
	case a.caught.Load() != 0:
		if !errors.As(err, &code) {
			a.console.Line("interrupted")
		}
		return 128 + int(a.caught.Load())
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		a.console.Line(fmt.Sprintf("%v; see %s --help", usage.err, usage.cmd.CommandPath()))
		return exitUsage
	}
	a.console.Line(err.Error())
	return exitFailed
}
