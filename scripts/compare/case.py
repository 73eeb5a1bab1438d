"""What one case of compare.py is, the Go drivers that take part, and the clock."""
import itertools
import os
import pathlib
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Case:
    """Work that several contenders do. A table of cases is a module of this folder
    with a function cases() that returns a list of them.

    table    the part of the page: "copies", "views", "files", "operations"
    group    the heading inside it
    bytes    bytes of the result, 0 where that says nothing; known after start
    path     how ndtool does it, for the reader; known after start
    """

    table, bytes, path = "", 0, ""

    def __init__(self, group, name):
        self.group, self.name = group, name
        self.ratios = {}  # further ratios that no clock gives, known after start

    def start(self, drivers):
        """Makes the data, checks that all contenders come to the same result (it
        raises SystemExit if not), and returns the contenders: a dict from name to
        a function that does the work so many times and returns nanoseconds a time.

        "ndtool" must be among them and is what the others are compared with. "X"
        and "X 2" are the same with one thread and with two.
        """
        raise NotImplementedError

    def end(self):
        """Gives back what start has taken outside of memory."""


class Driver:
    """A Go program that does what it is asked, a line a time."""

    def __init__(self, module, package, tags=""):
        self.dir = tempfile.TemporaryDirectory()
        self.binary = os.path.join(self.dir.name, "driver")
        subprocess.run(["go", "build", "-tags", tags, "-o", self.binary, package], cwd=module, check=True)
        self.process = None

    def start(self):
        """Begins a new process, whose memory is as fresh as that of new arrays."""
        self.stop()
        self.process = subprocess.Popen([self.binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        self.process.stdin.write(" ".join(str(w) for w in words) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer.startswith("error") or not answer:
            raise SystemExit(f"driver: {' '.join(map(str, words))}: {answer or 'no answer'}")
        return answer

    def timed(self, command, *words):
        """A contender that the driver's clock times."""
        return lambda times: float(self.ask(command, times, *words))

    def stop(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def close(self):
        self.stop()
        self.dir.cleanup()


class Drivers:
    """The drivers, each built when it is first needed: ndtool as it is ("asm"),
    without assembly ("purego"), of another checkout ("before", if there is one), and
    the other Go libraries ("peers")."""

    def __init__(self, before=None):
        self.before, self.built = before, {}

    def fresh(self, kind):
        """A new process of the kind."""
        if kind not in self.built:
            if kind == "peers":
                self.built[kind] = Driver(ROOT / "scripts" / "peers", "./timing")
            else:
                module = self.before if kind == "before" else ROOT
                self.built[kind] = Driver(module, "./scripts/compare/driver", kind if kind == "purego" else "")
        self.built[kind].start()
        return self.built[kind]

    def command(self):
        """The ndtool command."""
        if "command" not in self.built:
            self.built["command"] = Driver(ROOT, "./cmd/ndtool")
        return self.built["command"].binary

    def stop(self):
        for driver in self.built.values():
            driver.stop()

    def close(self):
        for driver in self.built.values():
            driver.close()


def timed(f, *args, before=None):
    """A contender that calls f(*args): nanoseconds a call, after one call that
    brings the memory into the caches as far as it fits. Where there is something
    to do before each call, there is no such call, and the clock stands still for
    that and for giving back what f returned. The driver has the same clock."""
    def run(times):
        if before is None:
            f(*args)
            start = time.perf_counter_ns()
            for _ in itertools.repeat(None, times):
                f(*args)
            return (time.perf_counter_ns() - start) / times
        total = 0
        for _ in range(times):
            before()
            start = time.perf_counter_ns()
            result = f(*args)
            total += time.perf_counter_ns() - start
            del result
        return total / times
    return run


def threads(torch, n, run):
    """The contender with so many of PyTorch's threads."""
    def limited(times):
        torch.set_num_threads(n)
        return run(times)
    return limited
