"""Figures of compare.py: kept as JSON, printed, and written as a page."""
import json
import math
import os
import pathlib
import platform
import statistics

import numpy as np

import picture
import targets
from case import ROOT

KEPT = ROOT / "scripts" / "compare" / "results"
DOCS = ROOT / "docs"

# The columns of a table: heading and figure. None leaves the cell empty, and a
# column of nothing else out.
COLUMNS = [
    ("of memcpy", lambda r: r["ratios"].get("memcpy") if r["bytes"] >= 64 << 10 else None),
    ("NumPy", lambda r: r["ratios"].get("NumPy")),
    ("PyTorch", lambda r: r["ratios"].get("PyTorch")),
    ("2 threads / 1", lambda r: 1 / r["ratios"]["ndtool 2"] if "ndtool 2" in r["ratios"] else None),
    ("PyTorch, both 2", lambda r: r["ratios"].get("PyTorch/2")),
    ("NumPy, both 2", lambda r: r["ratios"].get("NumPy/2")),
    ("purego / NumPy", lambda r: r["ratios"]["NumPy"] / r["ratios"]["purego"] if "purego" in r["ratios"] else None),
    ("before", lambda r: r["ratios"].get("before")),
    ("packed copy", lambda r: r["ratios"].get("packed")),
    ("size", lambda r: r["ratios"].get("size")),
    ("npyio", lambda r: r["ratios"].get("npyio")),
    ("gonpy", lambda r: r["ratios"].get("gonpy")),
    ("gorgonia", lambda r: r["ratios"].get("gorgonia")),
]
TITLES = {"copies": "Copies", "views": "Views", "operations": "Operations", "files": "Files"}


def geometric(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def figure(x):
    return "" if x is None else f"{x:.0f}" if x >= 20 else f"{x:.1f}" if x >= 3 else f"{x:.2f}"


def heading(table):
    return f"{table:44} {'ndtool':>9} " + " ".join(f"{head:>15}" for head, _ in COLUMNS[:5])


def line(name, r):
    ns = r["ns"]["ndtool"]
    time = f"{ns:.0f} ns" if ns < 1e4 else f"{ns / 1e3:.0f} µs" if ns < 1e7 else f"{ns / 1e6:.0f} ms"
    rest = [f"{head} {figure(f(r))}" for head, f in COLUMNS[5:] if f(r) is not None]
    return f"{name:44} {time:>9} " + " ".join(f"{figure(f(r)):>15}" for _, f in COLUMNS[:5]) + "  " + ", ".join(rest + [r["path"]])


def summary(table, results):
    """A line each about NumPy, PyTorch and the second thread."""
    lines = []
    for other in ("NumPy", "PyTorch"):
        values = {n: r["ratios"][other] for n, r in results.items() if other in r["ratios"]}
        if values:
            worst = min(values, key=values.get)
            below = sum(v < 0.95 for v in values.values())
            lines.append(f"{other}: geometric mean {geometric(values.values()):.2f} over {len(values)} {table}, "
                         f"least {values[worst]:.2f} ({worst}), {below} below 0.95")
    two = {n: 1 / r["ratios"]["ndtool 2"] for n, r in results.items() if r["bytes"] >= 8 << 20 and "ndtool 2" in r["ratios"]}
    if two:
        worst = min(two, key=two.get)
        lines.append(f"two threads over one: median {statistics.median(two.values()):.2f} over {len(two)} {table} "
                     f"of 8 MiB and more, least {two[worst]:.2f} ({worst})")
    return lines


def machine():
    """The machine in general terms."""
    model, memory = platform.processor() or "unknown", 0
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            model = next(line.split(":", 1)[1].strip() for line in f if line.startswith("model name"))
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    except (OSError, StopIteration, ValueError):
        pass
    versions = {"NumPy": np.__version__}
    try:
        import torch
        versions["PyTorch"] = torch.__version__.partition("+")[0]
    except ImportError:
        pass
    return {"processor": model, "cores": os.cpu_count(), "memory": f"{memory:.0f} GiB", "versions": versions}


def keep(table, results, names):
    """Adds the results of a table to those kept before, of which only the named
    ones are cases still."""
    KEPT.mkdir(exist_ok=True)
    file = KEPT / f"{table}.json"
    cases = json.loads(file.read_text(encoding="utf-8"))["cases"] if file.exists() else {}
    cases |= {name: short(r) for name, r in results.items()}
    cases = {name: cases[name] for name in names if name in cases}
    file.write_text(json.dumps({"machine": machine(), "cases": cases}, indent=1, ensure_ascii=False) + "\n",
                    encoding="utf-8")


def short(r):
    """The result with its figures to four digits."""
    return r | {k: {name: float(f"{x:.4g}") for name, x in r[k].items()} for k in ("ns", "ratios")}


def kept():
    """Every table that is kept, in the order of TITLES."""
    tables = {f.stem: json.loads(f.read_text(encoding="utf-8")) for f in sorted(KEPT.glob("*.json"))}
    return {t: tables[t] for t in [*TITLES, *tables] if t in tables}


def write():
    """Writes docs/benchmarks.md and docs/pictures/benchmarks.svg."""
    tables = kept()
    m = next(iter(tables.values()))["machine"]
    out = ["# Speed, measured", "",
           "Written by `python scripts/compare.py --write` from figures that `--save` has kept. Every line is one piece of "
           "work on the same arrays or files, timed in one run in turn by ndtool and by the others, over ready buffers. A figure is "
           "the other's time divided by ndtool's: 2 means that ndtool takes half the time. It is the median over 3 or more rounds, until "
           "its standard error is 2 % or the time for it is over. "
           "They hold for one machine and promise nothing for another; from one run to the next they move by a tenth, on small and "
           "on cached arrays by more.", "",
           f"Machine: {m['processor']}, {m['cores']} cores, {m['memory']} of memory, under a hypervisor; "
           + ", ".join(f"{k} {v}" for k, v in m["versions"].items()) + ". One thread unless the column says two.", ""]
    for name, t in tables.items():
        out += [f"- {line}" for line in summary(name, t["cases"])]
    out += ["", "![ratios to NumPy and PyTorch](pictures/benchmarks.svg)", ""]
    out += targets.section({name: t["cases"] for name, t in tables.items()})
    for name, t in tables.items():
        out += [f"## {TITLES.get(name, name)}", ""]
        groups = dict.fromkeys(r["group"] for r in t["cases"].values())
        for group in groups:
            if len(groups) > 1:
                out += [f"### {group[0].upper()}{group[1:]}", ""]
            out += rows({n: r for n, r in t["cases"].items() if r["group"] == group})
    out += ["`size` is NumPy's archive by ndtool's, `packed copy` the time of the copy that the view spares. "
            "`path` is what `move.PathOf` answers for the copy. PyTorch has no reversed views: its flips write fresh memory.",
            "gorgonia's transpose writes fresh memory too.", "",
            "What each kernel gains over the portable code, and that it gains nothing when it is switched off, is shown by "
            "`scripts/bench.sh kernels`; two commits are compared by `scripts/bench.sh BEFORE AFTER` and, in one run with the others, "
            "by `scripts/compare.py --before FOLDER`.", ""]
    (DOCS / "benchmarks.md").write_text("\n".join(out), encoding="utf-8")
    (DOCS / "pictures" / "benchmarks.svg").write_text(picture.bars(tables["copies"]["cases"]), encoding="utf-8")


def rows(results):
    """A table with the columns that have figures."""
    columns = [(head, f) for head, f in COLUMNS if any(f(r) is not None for r in results.values())]
    path = any(r["path"] for r in results.values())
    heads = ["work"] + ["path"] * path + [head for head, _ in columns]
    out = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for name, r in results.items():
        out.append("| " + " | ".join([name] + [r["path"]] * path + [figure(f(r)) for _, f in columns]) + " |")
    return out + [""]
