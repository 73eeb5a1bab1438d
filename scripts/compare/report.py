"""Writes the results of compare.py as a page and a picture."""
import math
import os
import platform

import numpy as np

BAR, GAP, LEFT, WIDTH = 9, 7, 290, 520
COLOURS = {"NumPy": "#4c72b0", "PyTorch": "#dd8452"}


def picture(results):
    """Two bars a pattern on a logarithmic axis: how many times as long the other
    libraries take. A line marks 1."""
    names = list(results)
    step = 2 * BAR + GAP
    top = 40
    height = top + step * len(names) + 30
    values = [r["ratios"][o] for r in results.values() for o in COLOURS if o in r["ratios"]]
    low, high = math.log10(min(0.5, min(values))), math.log10(max(values) * 1.1)

    def x(value):
        return LEFT + WIDTH * (math.log10(value) - low) / (high - low)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{LEFT}" y="16">time of the other library / time of ndtool, one thread</text>']
    for tick in (0.5, 1, 2, 5, 10, 20, 50, 100):
        if low <= math.log10(tick) <= high:
            colour = "#888" if tick == 1 else "#ddd"
            out.append(f'<line x1="{x(tick):.1f}" y1="{top - 6}" x2="{x(tick):.1f}" y2="{height - 24}" stroke="{colour}"/>')
            out.append(f'<text x="{x(tick):.1f}" y="{top - 9}" text-anchor="middle">{tick:g}</text>')
    for i, name in enumerate(names):
        y = top + i * step
        out.append(f'<text x="{LEFT - 8}" y="{y + BAR + 4}" text-anchor="end">{name}</text>')
        for k, (other, colour) in enumerate(COLOURS.items()):
            value = results[name]["ratios"].get(other)
            if value is None:
                continue
            a, b = sorted((x(1), x(value)))
            out.append(f'<rect x="{a:.1f}" y="{y + k * BAR}" width="{max(b - a, 1):.1f}" height="{BAR - 1}" fill="{colour}"/>')
    y = height - 8
    for k, (other, colour) in enumerate(COLOURS.items()):
        out.append(f'<rect x="{LEFT + 90 * k}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        out.append(f'<text x="{LEFT + 90 * k + 15}" y="{y}">{other}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            for line in f:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def write(folder, results, groups, columns, row, lines, views, rounds, torch):
    """Writes benchmarks.md and benchmarks.svg into the folder."""
    folder.mkdir(exist_ok=True)
    (folder / "benchmarks.svg").write_text(picture(results), encoding="utf-8")
    out = ["# Copies measured", "",
           "Written by `python scripts/compare.py --write`. Every line is one copy from one view to another, "
           "timed in one run in turn with NumPy's `copyto`, PyTorch's `copy_` and the C library's memcpy, over "
           f"ready buffers of the same sizes. The figures are medians of {rounds} ratios: the other's time divided "
           "by ndtool's, so 2 means that ndtool takes half the time. They hold for one machine and promise nothing "
           "for another.", "",
           f"Processor: {processor()}, {os.cpu_count()} cores. NumPy {np.__version__}"
           + (f", PyTorch {torch}." if torch else "; PyTorch was not installed."), ""]
    out += [f"- {line}" for line in lines]
    out += ["- views of a 2048×2048 float32 array, ns: transpose %.0f, permute %.0f, slice %.0f, reshape %.0f; "
            "0 bytes move" % tuple(views), "", "![ratios](benchmarks.svg)", ""]
    heads = [head for _, head, _ in columns]
    for group in dict.fromkeys(groups.values()):
        out += [f"## {group[0].upper()}{group[1:]}", "",
                "| copy | path | " + " | ".join(heads) + " |", "|---|---|" + "---|" * len(heads)]
        out += ["| " + " | ".join(row(name, results[name])) + " |" for name in results if groups[name] == group]
        out.append("")
    out += ["`path` is what `move.PathOf` answers. PyTorch has no reversed views, so its flips write fresh memory. "
            "With two threads every library gets both cores.", ""]
    (folder / "benchmarks.md").write_text("\n".join(out), encoding="utf-8")
