#!/usr/bin/env python3
"""Times files side by side: ndtool's npy package and NumPy read, map, write,
deflate and inflate the same arrays, in turn, in one run.

It builds and starts scripts/files (Go must be installed), checks that each
reads what the other wrote, and prints medians of the ratios over the rounds:
NumPy's time divided by ndtool's, so that 2 means that ndtool is twice as fast.
Archives are timed with one thread and, where the line says so, with two.

    python scripts/compare_files.py                 everything, 1 GiB of it large
    python scripts/compare_files.py --only deflate  the lines whose name contains the text
    python scripts/compare_files.py --mib 256 --rounds 5 --dir /dev/shm

Files are in the page cache: the figures are the work of the libraries, not of
a disk.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "compare"))
import report

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Driver:
    """The Go program, one command at a time."""

    def __init__(self, work):
        binary = work / "files"
        subprocess.run(["go", "build", "-o", binary, "./scripts/files"], cwd=ROOT, check=True)
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, *args):
        print(*args, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().strip()
        if not answer.isdigit():
            sys.exit(f"{args}: {answer or 'the driver ended'}")
        return int(answer) / 1e9

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def timed(work):
    """Seconds of a call."""
    start = time.perf_counter()
    kept = work()
    took = time.perf_counter() - start
    del kept
    return took


def median(pairs):
    return statistics.median(theirs / ours for ours, theirs in pairs)


# What --save keeps: the form of scripts/compare's results.
CASES = {}


def say(name, pairs, more="", other="NumPy"):
    ours, theirs = (statistics.median(p[i] for p in pairs) for i in (0, 1))
    low, high = min(b / a for a, b in pairs), max(b / a for a, b in pairs)
    print(f"{name:34} {median(pairs):7.2f}   {low:6.2f} … {high:6.2f}   {ours * 1e3:9.3f} ms  {theirs * 1e3:9.3f} ms  {more}", flush=True)
    # two threads stand beside one: "ndtool 2" took the first of a pair, "ndtool" the second
    times = {"ndtool 2": ours, "ndtool": theirs} if other == "ndtool" else {"ndtool": ours, other: theirs}
    ratio = {"ndtool 2": 1 / median(pairs)} if other == "ndtool" else {other: median(pairs)}
    CASES[name] = {
        "group": "npz" if "flate" in name else "npy", "path": "", "bytes": 0,
        "ns": {who: float(f"{1e9 * t:.4g}") for who, t in times.items()},
        "ratios": {who: float(f"{r:.4g}") for who, r in ratio.items()},
    }


def in_turn(rounds, ours, theirs):
    """Both contenders warm up once and then run in turn."""
    ours(), theirs()
    return [(ours(), theirs()) if i % 2 else tuple(reversed((theirs(), ours()))) for i in range(rounds)]


def samples():
    """Arrays that archives really hold, about 16 MiB each."""
    rng = np.random.default_rng(1)
    n = 4 << 20
    x = np.linspace(0, 40, n, dtype="f4")
    rows, columns = np.mgrid[0:2048, 0:2048]
    image = 128 + 60 * np.sin(rows / 70) + 50 * np.cos(columns / 110) + rng.normal(0, 3, rows.shape)
    return {
        "arange i4": np.arange(n, dtype="i4"),
        "arange i8": np.arange(n // 2, dtype="i8"),
        "random i4 below 1000": rng.integers(0, 1000, n, dtype="i4"),
        "random i4": rng.integers(-2**31, 2**31, n, dtype="i4"),
        "labels i8, 10 classes": rng.integers(0, 10, n // 2, dtype="i8"),
        "few-valued u1": rng.integers(0, 4, 4 * n, dtype="u1"),
        "image u1": np.tile(image.clip(0, 255).astype("u1"), (2, 1)),
        "smooth f4": np.sin(x),
        "noise f4": rng.normal(size=n).astype("f4"),
        "noise f8": rng.normal(size=n // 2),
        "rounded f8": np.round(rng.normal(size=n // 2), 2),
        "booleans": rng.random(4 * n) < 0.1,
        "zeros f4": np.zeros(n, "f4"),
    }


def plain(work, driver, rounds, mib, only):
    big, out, other = work / "big.npy", work / "ours.npy", work / "theirs.npy"
    a = np.arange(mib << 18, dtype="f4").reshape(-1, 4096)
    np.save(big, a)
    lines = [
        ("read into fresh memory", "read", lambda: np.load(big)),
        ("read into a buffer", "into", lambda: np.load(big)),
        ("open mapped", "open", lambda: np.load(big, mmap_mode="r")),
    ]
    for name, command, theirs in lines:
        if only in name:
            repeat = 9 * rounds if command == "open" else rounds
            say(name, in_turn(repeat, lambda: driver(command, big), lambda: timed(theirs)))

    def gone(path):
        path.unlink(missing_ok=True)

    for name, command, x in [("write contiguous", "write", a), ("write a[:, ::2]", "halves", a[:, ::2])]:
        if only in name:
            say(name, in_turn(rounds, lambda: gone(out) or driver(command, out, big), lambda: gone(other) or timed(lambda: np.save(other, x))))
            if subprocess.run(["cmp", "-s", out, other]).returncode:
                sys.exit(f"{name}: the files differ")
            out.unlink(), other.unlink()
    big.unlink()


def archives(work, driver, rounds, only):
    ours, theirs = work / "ours.npz", work / "theirs.npz"
    driver("procs", 1)
    for number, (kind, a) in enumerate(samples().items()):
        source = work / f"{number}.npy"  # the driver keeps what it has read by name
        np.save(source, a)
        name = f"deflate {kind}"
        if only in name:
            pairs = in_turn(rounds, lambda: driver("pack", ours, source), lambda: timed(lambda: np.savez_compressed(theirs, a)))
            sizes = theirs.stat().st_size / ours.stat().st_size
            say(name, pairs, f"packs to {100 * ours.stat().st_size / a.nbytes:.1f} %, {sizes:.3f} of NumPy's ratio")
            if not np.array_equal(np.load(ours)["0"], a):
                sys.exit(f"{name}: it reads back otherwise")
        name = f"inflate {kind}"
        if only in name:
            np.savez_compressed(theirs, a)
            say(name, in_turn(rounds, lambda: driver("unpack", theirs), lambda: timed(lambda: np.load(theirs)["arr_0"])))
        source.unlink()


def two_cores(work, driver, rounds, only):
    source = work / "two.npy"
    a = np.random.default_rng(2).integers(0, 1000, 4 << 20, dtype="i4")
    np.save(source, a)
    packed = work / "two.npz"
    np.savez_compressed(packed, a, a)

    def with_procs(n, *command):
        driver("procs", n)
        return driver(*command)

    for name, command, alone in [
        ("deflate two members, 2 cores", ("pack", work / "out.npz", source, source), None),
        ("inflate two members, 2 cores", ("together", packed), ("unpack", packed)),
    ]:
        if only in name:
            say(name, in_turn(rounds, lambda: with_procs(2, *command), lambda: with_procs(1, *(alone or command))), "against one core", "ndtool")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mib", type=int, default=1024, help="size of the large array")
    parser.add_argument("--dir", help="where the files are written; the default is a temporary folder")
    parser.add_argument("--save", action="store_true", help="put the medians into scripts/compare/results/files.json")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.dir) as folder:
        work = pathlib.Path(folder)
        driver = Driver(work)
        print(f"{'':34} {'ratio':>7}   {'lowest … highest':>15}   {'ndtool':>12}  {'NumPy':>12}", flush=True)
        plain(work, driver, args.rounds, args.mib, args.only)
        archives(work, driver, args.rounds, args.only)
        two_cores(work, driver, args.rounds, args.only)
        driver.close()
    if args.save:
        kept = ROOT / "scripts/compare/results/files.json"
        old = json.loads(kept.read_text())["cases"] if kept.exists() else {}
        result = {"machine": report.machine(), "rounds": args.rounds, "cases": {**old, **CASES}}
        kept.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
