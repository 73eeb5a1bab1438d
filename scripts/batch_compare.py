#!/usr/bin/env python3
"""Times ndtool beside NumPy as a batch tool: the same work on the same files,
in turn, in one run, and compares what both wrote.

    python scripts/batch_compare.py                  all kinds of work
    python scripts/batch_compare.py --only one,many  some of them
    python scripts/batch_compare.py --folder DIR     where the files are made

    one     a 4 kB file, the whole process
    many    10,000 files of 4 kB, reshaped into a folder
    place   reshape in place, 16 kB and 16 GiB (sparse)
    order   a 4 GiB file from Fortran to C order within 256 MiB (8 GiB of disk)

Times are medians over the rounds; ratios are medians of the rounds' ratios,
NumPy's time divided by ndtool's. NumPy does not wait for the disk, so it is
compared with --no-sync; what ndtool does without that flag stands beside it.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent

ONE = """import numpy as np
np.save('{out}', np.load('{file}').reshape(10, 100))
"""

MANY = """import os
import numpy as np
os.mkdir('{out}')
for name in os.listdir('{folder}'):
    np.save('{out}/' + name, np.load('{folder}/' + name).reshape(10, 100))
"""

MAKE = """import numpy as np
a = np.lib.format.open_memmap('{file}', 'w+', '<f8', (32768, 16384), fortran_order=True)
for k in range(0, a.shape[1], 256):
    a[:, k:k + 256] = np.random.default_rng(k).integers(0, 1 << 40, (a.shape[0], 256), dtype='i8')
a.flush()
"""

ORDER = """import numpy as np
a = np.load('{file}', mmap_mode='r')
b = np.lib.format.open_memmap('{out}', 'w+', a.dtype, a.shape)
b[...] = a
"""


def run(*command):
    """Runs a command and returns its seconds and its peak of resident bytes.
    The peak counts mapped pages too, and never less than this process had."""
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    took = time.perf_counter() - start
    if status:
        sys.exit(f"{' '.join(command)}: status {status}")
    return took, usage.ru_maxrss * 1024


def gone(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


class Contest:
    """Contenders that run in turn; each leaves its result in a place of its own."""

    def __init__(self, title, **contenders):
        self.title, self.contenders = title, contenders
        self.times = {name: [] for name in contenders}
        self.peak = dict.fromkeys(contenders, 0)

    def rounds(self, n, before=lambda: None):
        for _ in range(n):
            for name, command in self.contenders.items():
                before()
                took, peak = run(*command)
                self.times[name].append(took)
                self.peak[name] = max(self.peak[name], peak)

    def tell(self, against=None):
        print(self.title)
        for name, times in self.times.items():
            line = f"    {name:24} {statistics.median(times) * 1e3:10.2f} ms   ({min(times) * 1e3:.2f} to {max(times) * 1e3:.2f})"
            line += f"   peak {self.peak[name] / 2**20:.0f} MiB"
            if against and name != against:
                line += f"   {self.ratio(against, name):.1f} times as fast as {against}"
            print(line)
        sys.stdout.flush()

    def ratio(self, slow, fast):
        return statistics.median(s / f for s, f in zip(self.times[slow], self.times[fast]))


def one(cli, rounds):
    np.save("a.npy", np.arange(1000, dtype="<f4"))
    numpy = [sys.executable, "-c", ONE.format(file="a.npy", out="numpy.npy")]
    ours = [cli, "reshape", "a.npy", "--to", "10,100", "-o", "ndtool.npy"]
    c = Contest("one file of 4 kB, whole process", NumPy=numpy, **{"ndtool --no-sync": ours + ["--no-sync"], "ndtool": ours})
    c.rounds(5 * rounds, before=lambda: gone("ndtool.npy"))
    same("numpy.npy", "ndtool.npy")
    c.tell("NumPy")


def many(cli, rounds):
    n = 10_000
    os.mkdir("in")
    for i in range(n):
        np.save(f"in/{i:05}.npy", np.arange(i, i + 1000, dtype="<f4"))
    numpy = [sys.executable, "-c", MANY.format(folder="in", out="round-1.numpy")]
    ours = [cli, "reshape", "in", "--to", "10,100"]
    c = Contest(f"{n} files of 4 kB, reshaped into a folder", NumPy=numpy, **{
        "ndtool --no-sync": ours + ["--no-sync", "--out-dir", "round-1.nosync"],
        "ndtool --no-sync --jobs 1": ours + ["--no-sync", "--jobs", "1", "--out-dir", "round-1.nosync1"],
        "ndtool": ours + ["--out-dir", "round-1.ndtool"]})
    for k in range(rounds):
        # nothing is deleted between the rounds: ext4 passes over the inodes
        # that became free in the last seconds, one by one, for every new file
        for command in c.contenders.values():
            command[-1] = command[-1].replace(f"round{k - 1}", f"round{k}")
        c.rounds(1)
    for out in "nosync", "nosync1", "ndtool":
        subprocess.run(["diff", "-r", f"round{rounds - 1}.numpy", f"round{rounds - 1}.{out}"], check=True)
    c.tell("NumPy")


def place(cli, rounds):
    shapes = {"16 kB": (64, 64), "16 GiB": (65536, 65536)}
    for name, shape in shapes.items():
        np.lib.format.open_memmap(name + ".npy", "w+", "<f4", shape).flush()
    for flags in [], ["--no-sync"]:
        c = Contest(" ".join(["reshape --in-place, a sparse file", *flags]),
                    **{name: [cli, "reshape", name + ".npy", "--to", "{}", "--in-place", *flags] for name in shapes})
        for k in range(5 * rounds):
            for name, (rows, columns) in shapes.items():
                c.contenders[name][4] = f"{2 * rows},{columns // 2}" if k % 2 == 0 else f"{rows},{columns}"
            c.rounds(1)
        c.tell()
        print(f"    16 GiB takes {c.ratio('16 GiB', '16 kB'):.2f} of the time of 16 kB")
    assert np.load("16 GiB.npy", mmap_mode="r").nbytes == 1 << 34


def order(cli, rounds):
    # by a process of its own: what this one holds would count in the peaks
    run(sys.executable, "-c", MAKE.format(file="f.npy"))
    numpy = [sys.executable, "-c", ORDER.format(file="f.npy", out="numpy.npy")]
    ours = [cli, "contiguous", "f.npy", "--memory", "256M", "--no-sync", "-o", "ndtool.npy"]
    c = Contest("4 GiB from Fortran to C order, --memory 256M", **{"ndtool --no-sync": ours, "NumPy, mapped": numpy})
    for _ in range(max(1, rounds // 3)):
        for out in "numpy.npy", "ndtool.npy":
            gone(out)
        os.sync()
        c.rounds(1)
    same("numpy.npy", "ndtool.npy")
    c.tell("NumPy, mapped")


def same(a, b):
    """Compares two files."""
    if subprocess.run(["cmp", a, b]).returncode:
        sys.exit("the results differ")


WORK = {f.__name__: f for f in (one, many, place, order)}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cli", help="the program; built if not given")
    p.add_argument("--folder", help="where the files are made (a temporary folder)")
    p.add_argument("--only", default=",".join(WORK), help="kinds of work, with commas")
    p.add_argument("--rounds", type=int, default=5)
    args = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="ndtool-compare-", dir=args.folder) as work:
        cli = args.cli and os.path.abspath(args.cli)
        if not cli:
            cli = os.path.join(work, "ndtool")
            subprocess.run(["go", "build", "-o", cli, "./cmd/ndtool"], cwd=ROOT, check=True,
                           env=os.environ | {"CGO_ENABLED": "0"})  # as releases are built
        for name in args.only.split(","):
            folder = os.path.join(work, name)
            os.mkdir(folder)
            os.chdir(folder)
            WORK[name](cli, args.rounds)
            os.chdir(work)
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
