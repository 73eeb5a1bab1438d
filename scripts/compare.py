#!/usr/bin/env python3
"""Times ndtool side by side with NumPy, PyTorch, memcpy and other Go libraries: the
same arrays, in turn, in one run.

It builds and starts scripts/compare/driver (Go must be installed), checks that
all contenders come to the same bytes, and prints medians over the rounds of
ratios: the other's time divided by ndtool's, so that 2 means that ndtool is twice
as fast. A share of memcpy is memcpy's time over as many bytes by ndtool's.

    python scripts/compare.py                      every table of cases
    python scripts/compare.py --only copies        those whose table, group or name contains the text
    python scripts/compare.py --repeat 9 --save    more rounds; keeps the figures in scripts/compare/results
    python scripts/compare.py --write              docs/benchmarks.md and its picture from what is kept

The tables of cases are the modules of scripts/compare that have a function cases.
PyTorch is left out where it is not installed; the other Go libraries are built in
a module of their own (scripts/peers), which may need a network.
"""
import argparse
import importlib
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "compare"))
import report
import targets
from case import Drivers

TABLES = [f.stem for f in sorted(pathlib.Path(__file__).resolve().parent.glob("compare/*.py"))
          if "\ndef cases(" in f.read_text(encoding="utf-8")]


def chosen(text):
    """The cases whose table, group or name contains one of the words between '|'."""
    words = text.split("|")
    for module in TABLES:
        for case in importlib.import_module(module).cases():
            if any(w in part for w in words for part in (case.table, case.group, case.name)):
                yield case


def measure(case, drivers, rounds, budget):
    """Medians of nanoseconds and of ratios to ndtool. Every contender runs once a
    round, for about so many seconds."""
    contenders = case.start(drivers)
    times, ns = {}, {name: [] for name in contenders}
    for name, run in contenders.items():
        times[name] = max(1, min(100000, int(budget * 1e9 / run(1))))
    for _ in range(rounds):
        for name, run in contenders.items():
            ns[name].append(run(times[name]))
    case.end()
    drivers.stop()

    def ratio(other, one="ndtool"):
        return statistics.median(o / n for o, n in zip(ns[other], ns[one]))
    ratios = {name: ratio(name) for name in contenders if name != "ndtool"}
    # "X/2" is X 2 by ndtool 2: both with two threads.
    ratios |= {name[:-2] + "/2": ratio(name, "ndtool 2") for name in contenders
               if name.endswith(" 2") and name != "ndtool 2" and "ndtool 2" in contenders}
    return {"group": case.group, "path": case.path, "bytes": case.bytes,
            "ns": {name: statistics.median(v) for name, v in ns.items()}, "ratios": ratios}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="cases whose table, group or name contains this; several with '|'")
    parser.add_argument("--repeat", type=int, default=3, help="rounds, of which medians are taken")
    parser.add_argument("--budget", type=float, default=0.01, help="seconds a contender and round")
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
    tables = {}
    for case in chosen(options.only):
        if case.table not in tables:
            tables[case.table] = {}
            print(report.heading(case.table))
        r = tables[case.table][case.name] = measure(case, drivers, options.repeat, options.budget)
        print(report.line(case.name, r), flush=True)
    drivers.close()
    for table, results in tables.items():
        print(*report.summary(table, results), sep="\n")
        if options.save:
            report.keep(table, results, options.repeat)


if __name__ == "__main__":
    main()
