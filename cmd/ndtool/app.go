package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
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
	caught  atomic.Int32 // the signal that ended the run, 0 if none
	streams atomic.Bool  // the one output is standard output: nothing to undo
}

// run is the program: arguments and streams in, exit code out.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a := &app{in: in, console: batch.NewConsole(out, errs)}
	defer a.watch(cancel)()

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

// watch ends the context at the first signal, so that the work under way is
// finished or undone; a second signal ends the process as usual.
func (a *app) watch(cancel func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
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
				select {
				case <-time.After(grace):
				case <-done:
					return
				}
				batch.AbortAll()
			}
			// with a stream there is nothing to undo, and a write may be waiting
			// for a reader that does not read
			a.console.Line("interrupted")
			os.Exit(128 + int(number))
		case <-done:
		}
	}()
	return func() { signal.Stop(signals); close(done) }
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
