#!/usr/bin/env python3
"""Times ndtool side by side with NumPy, PyTorch, memcpy and other Go libraries: the
same arrays and files, in turn, in one run.

It builds and starts scripts/compare/driver (Go must be installed), checks that
all contenders come to the same bytes, and prints medians over the rounds of
ratios: the other's time divided by ndtool's, so that 2 means that ndtool is twice
as fast. A share of memcpy is memcpy's time over as many bytes by ndtool's.

    python scripts/compare.py                      every table of cases
    python scripts/compare.py --only copies        those whose table, group or name contains the text
    python scripts/compare.py --save               keeps the figures in scripts/compare/results
    python scripts/compare.py --write              docs/benchmarks.md and its picture from what is kept

A case is measured for as many rounds as its medians need to settle, within bounds.
The tables of cases are the modules of scripts/compare that have a function cases.
Files lie in the folder of temporary files (TMPDIR), up to 2 GiB of them, and in the
system's cache, so that no disk is measured. PyTorch is left out where it is not
installed; the other Go libraries are built in a module of their own (scripts/peers),
which may need a network.
"""
import argparse
import importlib
import itertools
import os
import pathlib
import statistics
import sys
import time

# Idle threads of PyTorch's OpenMP and of NumPy's OpenBLAS look for work for some 10 ms,
# on a processor that the next contender needs: 0.3 ms are enough from call to call.
os.environ.setdefault("GOMP_SPINCOUNT", "10000")
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "compare"))
import report
import targets
from case import Drivers

TABLES = [f.stem for f in sorted(pathlib.Path(__file__).resolve().parent.glob("compare/*.py"))
          if "\ndef cases(" in f.read_text(encoding="utf-8")]

TURN = 0.01  # seconds of a contender in a round


def chosen(text):
    """The cases whose table, group or name contains one of the words between '|'."""
    words = text.split("|")
    for module in TABLES:
        for case in importlib.import_module(module).cases():
            if any(w in part for w in words for part in (case.table, case.group, case.name)):
                yield case


def measure(case, drivers, least, seconds):
    """Medians of nanoseconds and of ratios to ndtool. Every contender runs once a
    round, for about TURN; the rounds end when the medians are settled or the
    seconds are over, but not before there were the least."""
    contenders = case.start(drivers)
    times = {name: max(1, min(100000, int(TURN * 1e9 / run(1)))) for name, run in contenders.items()}
    ns = {name: [] for name in contenders}
    end = time.monotonic() + seconds
    for rounds in itertools.count(1):
        for name, run in contenders.items():
            ns[name].append(run(times[name]))
        pairs = [(name, "ndtool") for name in contenders if name != "ndtool"]
        # "X/2" is X 2 by ndtool 2: both with two threads.
        pairs += [(name, "ndtool 2") for name in contenders if name.endswith(" 2") and name != "ndtool 2" and "ndtool 2" in contenders]
        ratios = {name if one == "ndtool" else name[:-2] + "/2": [o / n for o, n in zip(ns[name], ns[one])] for name, one in pairs}
        if rounds >= least and (time.monotonic() > end or all(map(settled, ratios.values()))):
            break
    case.end()
    drivers.stop()
    return {"group": case.group, "path": case.path, "bytes": case.bytes,
            "ns": {name: statistics.median(v) for name, v in ns.items()},
            "ratios": {name: statistics.median(v) for name, v in ratios.items()} | case.ratios}


def settled(values):
    """Whether the median is known to 2 %: its standard error, by the middle half
    of the values as of a normal distribution."""
    if len(values) < 5:
        return False
    low, median, high = statistics.quantiles(values, n=4)
    return 0.93 * (high - low) / len(values) ** 0.5 < 0.02 * median


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="cases whose table, group or name contains this; several with '|'")
    parser.add_argument("--repeat", type=int, default=3, help="rounds at least, of which medians are taken")
    parser.add_argument("--seconds", type=float, default=1.5, help="after which a case ends whose medians still move")
    parser.add_argument("--before", help="the folder of another checkout whose copies run too: what a change gains")
    parser.add_argument("--save", action="store_true", help="keep the figures in scripts/compare/results")
    parser.add_argument("--write", action="store_true", help="write the page from the figures that are kept, and measure nothing")
    parser.add_argument("--misses", action="store_true", help="print what is kept and below its target, the furthest first, and measure nothing")
    options = parser.parse_args()
    if options.misses:
        print(*targets.misses({t: k["cases"] for t, k in report.kept().items()}), sep="\n")
        return
    if options.write:
        report.write()
        return
    drivers = Drivers(options.before)
    tables, took = {}, {}
    for case in chosen(options.only):
        if case.table not in tables:
            tables[case.table] = {}
            print(report.heading(case.table))
        start = time.monotonic()
        r = tables[case.table][case.name] = measure(case, drivers, options.repeat, options.seconds)
        took[case.table, case.group] = took.get((case.table, case.group), 0) + time.monotonic() - start
        print(report.line(case.name, r), flush=True)
    drivers.close()
    for table, results in tables.items():
        print(*report.summary(table, results), sep="\n")
        if options.save:
            report.keep(table, results, [case.name for case in chosen(table) if case.table == table])
    for (table, group), seconds in took.items():
        print(f"{seconds:6.0f} s  {table}: {group}")
    print(f"{sum(took.values()):6.0f} s  in all")


if __name__ == "__main__":
    main()
