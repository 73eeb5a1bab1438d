"""The targets that copies, views, files and operations were built to, checked against the figures that are kept."""
import re
import statistics


def share(r):
    return r["ratios"]["memcpy"]


def share2(r):
    return r["ns"]["memcpy"] / r["ns"]["ndtool 2"]


def two(r):
    return 1 / r["ratios"]["ndtool 2"]


def numpy(r):
    return r["ratios"]["NumPy"]


def pytorch(r):
    return r["ratios"].get("PyTorch")


def least(r):
    return min(r["ratios"][o] for o in ("NumPy", "PyTorch") if o in r["ratios"])


def portable(r):
    return r["ratios"]["NumPy"] / r["ratios"]["purego"]


SIZES = ("u8", "u16", "f32", "f64", "c128")


def each(prefix, quantity, bounds):
    return [("copies", re.escape(f"{prefix} {kind}") + "$", quantity, bound) for kind, bound in zip(SIZES, bounds)]


def channels(cases):
    """5 where the other is below 1 GB/s, else 1.2."""
    for name, r in cases.items():
        if r["group"] == "channels" and "u8" in name:
            for other in ("NumPy", "PyTorch"):
                if other in r["ratios"]:
                    yield name, r["ratios"][other], 5 if r["bytes"] / r["ns"][other] < 1 else 1.2


def operations(groups, bound):
    return [("operations", lambda cases: [(n, numpy(r), bound) for n, r in cases.items() if r["group"] in groups and "NumPy" in r["ratios"]],
             None, None)]


LARGE = 8 << 20

# Work, target, and its checks: table, regular expression for names, quantity, bound.
TARGETS = [
    ("transpose of 8192²: share of memcpy", "≥ 0.75 for 4, 8 and 16 bytes, ≥ 0.65 for 1 and 2",
     each("transpose 8192²", share, (.65, .65, .75, .75, .75))),
    ("transpose of 8192² against NumPy", "≥ 30, 20, 15, 9, 6 (1, 2, 4, 8, 16 bytes)",
     each("transpose 8192²", numpy, (30, 20, 15, 9, 6))),
    ("transpose of 8192² against PyTorch", "≥ 7, 6, 5, 3, 2.4", each("transpose 8192²", pytorch, (7, 6, 5, 3, 2.4))),
    ("odd shapes, misaligned bases", "≥ 0.5 of memcpy, ≥ 5 times NumPy",
     [("copies", "8191×8193|2047×2049|misaligned", share, .5), ("copies", "8191×8193|2047×2049|misaligned", numpy, 5)]),
    ("transpose of 2048² f32", "≥ 0.9 of memcpy, ≥ 8 times NumPy, ≥ 3.5 times PyTorch",
     [("copies", "transpose 2048² f32", q, b) for q, b in ((share, .9), (numpy, 8), (pytorch, 3.5))]),
    ("transpose of 256² f32, in cache", "≥ 6 times NumPy", [("copies", "transpose 256² f32", numpy, 6)]),
    ("HPTT's share of memcpy on the machine it was measured on", "above it; ≥ 1.5 times at 8192² f32, 2 at 8191×8193, 1.3 at 6-d",
     [("copies", name, share, bound) for name, bound in (
         ("transpose 8192² f32", .44 * 1.5), ("transpose 8192² f64", .58), ("transpose 2048² f32", 1.14),
         (r"\(2,1,0\) of 256³", .79), (r"\(2,0,1\) of 256³", .82), ("64×512×512", .80),
         ("8191×8193 f32", .17 * 2), ("column-major", .31 * 1.3))]),
    ("the same with two threads", "above it",
     [("copies", name, share2, bound) for name, bound in (
         ("transpose 8192² f32", 1.06), ("transpose 8192² f64", 1.24), ("transpose 2048² f32", 1.95),
         (r"\(2,1,0\) of 256³", 1.77), (r"\(2,0,1\) of 256³", 1.67), ("64×512×512", 1.60),
         ("8191×8193 f32", .33), ("column-major", .48))]),
    ("two threads over one, median of large copies", "≥ 1.5",
     [("copies", lambda cases: [("median", statistics.median(two(r) for r in cases.values() if r["bytes"] >= LARGE), 1.5)], None, None)]),
    ("two threads over one, each large copy", "≥ 1.2",
     [("copies", lambda cases: [(n, two(r), 1.2) for n, r in cases.items() if r["bytes"] >= LARGE], None, None)]),
    ("two threads never slower", "≥ 0.95", [("copies", "", two, .95)]),
    ("(2,1,0) and (2,0,1) of 256³", "≥ 9 times NumPy and PyTorch", [("copies", r"\(2,(1,0|0,1)\) of 256³", least, 9)]),
    ("(0,2,1)", "≥ 3 times NumPy and PyTorch", [("copies", r"\(0,2,1\)", least, 3)]),
    ("NHWC ⇄ NCHW, 64 channels", "≥ 2.5 times", [("copies", "64 channels", least, 2.5)]),
    ("F→C of 256³ f64", "≥ 8 times", [("copies", "F→C", least, 8)]),
    ("6-d permute", "≥ 2.5 times", [("copies", "6-d", least, 2.5)]),
    ("3 and 4 channels u8", "≥ 5 times those below 1 GB/s, ≥ 1.2 times the others", [("copies", channels, None, None)]),
    ("sliced, stepped, reversed, column, broadcast, heads, byte swap", "never below NumPy or PyTorch",
     [("copies", lambda cases: [(n, least(r), 1) for n, r in cases.items()
                                if r["group"] in ("slices", "broadcasts", "attention", "byte order")], None, None)]),
    ("without assembly: large transposes", "≥ 3 times NumPy up to 8 bytes, ≥ 1.5 at 16",
     [c for side in (8192, 2048) for c in each(f"transpose {side}²", portable, (3, 3, 3, 3, 1.5))]),
    ("8×8 and 4×6, contiguous", "≤ NumPy's call", [("copies", "contiguous (8×8|4×6)", numpy, 1)]),
    ("views: transpose, permute", "≤ 50 ns", [("views", "transpose|permute", lambda r: 50 / r["ns"]["ndtool"], 1)]),
    ("views: slice, reshape", "≤ 100 ns", [("views", "slice|reshape", lambda r: 100 / r["ns"]["ndtool"], 1)]),
    ("write of a[:, ::2]", "≥ 10 times np.save", [("files", r"write a\[:, ::2\]", numpy, 10)]),
    ("read into fresh memory; open; write contiguous", "≥ 1 times NumPy", [("files", "read into fresh|open mapped|write contiguous", numpy, 1)]),
    ("read into a caller's buffer", "≥ 2 times np.load", [("files", "read into a buffer", numpy, 2)]),
    ("deflate, one core", "≥ 1.3 times savez_compressed", [("files", "^deflate(?!.*members)", numpy, 1.3)]),
    ("deflate: NumPy's size by ndtool's", "no worse", [("files", "^deflate(?!.*members)", lambda r: r["ratios"].get("size"), 1)]),
    ("another shape for the same bytes: in place; into another file", "≥ 1 times loading and saving", [("files", "^reshape", numpy, 1)]),
    ("inflate, one core", "≥ 1 times NumPy", [("files", "^inflate(?!.*members)", numpy, 1)]),
    ("two members on two cores", "≥ 1.8 times one core", [("files", "members", lambda r: two(r) if "ndtool 2" in r["ratios"] else None, 1.8)]),
    ("elementwise, strided or broadcast operands", "never below NumPy", operations(("strided", "broadcast"), 1)),
    ("casts of strided and byte-swapped arrays", "never below NumPy", operations(("casts, strided", "byte-swapped"), 1)),
    ("reductions of strided arrays", "never below NumPy", operations(("reductions, strided",), 1)),
    ("a matrix plus its transpose", "≥ 3 times NumPy", [("operations", r"^A \+ A\.T", numpy, 3)]),
    ("contiguous f32 and f64, elementwise", "≥ 0.9 times NumPy", operations(("contiguous",), .9)),
    ("the whole matrix against NumPy and PyTorch: no cell below", "0.95", [("copies", "", least, .95)]),
    ("the whole matrix, geometric mean against NumPy", "≥ 5",
     [("copies", lambda cases: [("mean", statistics.geometric_mean(numpy(r) for r in cases.values()), 5)], None, None)]),
    ("the whole matrix, geometric mean against PyTorch", "≥ 3.5",
     [("copies", lambda cases: [("mean", statistics.geometric_mean(pytorch(r) for r in cases.values() if pytorch(r)), 3.5)], None, None)]),
]

# What stands in the way of targets that are missed: the beginning of the work, and the
# reason as measured on the machine of the page (2 cores of an AMD EPYC with AVX-512,
# 32 MiB of last-level cache, under a hypervisor).
SECOND = ("One core's stores past the caches fill this machine's memory: two threads of a C program that each copy one half of 256 MiB "
          "gain 1.05, those that fill it nothing, those that read it 1.1. Only work that waits for single lines or stays in the cache gains.")
REASONS = [
    ("transpose of 8192² against PyTorch",
     "The transposes of two, four and eight bytes stand at eight to ten tenths of memcpy; PyTorch's own are at 0.2 to 0.4 of it, and so many times "
     "that would be more than memcpy."),
    ("transpose of 8192²: share", "Stores past the caches that go to four pages in turn reach 17 GB/s here, those of one stream 27: a transposition "
     "writes to as many pages as a tile has columns."),
    ("odd shapes", "Rows that do not begin on lines are read into scratch, turned there and flushed by lines, one after another, each alone at 34 to 50 GB/s: "
     "about 13 together, beside a memcpy of 4 to 32 MiB that stays in the last cache (60 to 35 GB/s). Stores through the caches took a quarter longer "
     "still. NumPy does not suffer from odd strides as it does from powers of two."),
    ("transpose of 2048²", "Source and destination, 32 MiB together, just fit the last cache, in which memcpy is twice as fast as from memory."),
    ("HPTT's share", "HPTT was measured elsewhere, where memcpy of 16 MiB went to memory; here it stays in the last cache."),
    ("the same with two threads", SECOND),
    ("two threads over one", SECOND),
    ("two threads never slower", "Within the noise of calls of some microseconds; copies below 1 MiB (4 MiB of long runs) take one thread."),
    ("sliced, stepped", "Columns wait for one line of memory an item, in NumPy as here, and asking for a block ahead gained nothing. Bytes that stand still: "
     "PyTorch's turn finds its destination in the last cache, because NumPy's has just written it, and ndtool's does not. The others are within the "
     "noise of 1."),
    ("read into fresh memory", "Copying from the system's cache and giving fresh pages, or taking them, are the system's own work, for NumPy as here: "
     "with one thread both are within the noise of 1."),
    ("read into a caller", "1.4 by read(2) alone, 2 by way of a mapping where the system caches the file in large pages: what is left is the copy at the speed of memory, "
     "against NumPy's copy and fresh pages."),
    ("deflate: NumPy's size", "Zeros: 16,577 bytes beside 16,310 of 16 MiB, because each MiB is a part of its own, which any processor can work on."),
    ("another shape", "Into another file: a copy in the system's cache, and one more start of a process."),
    ("3 and 4 channels", "A crop is a copy of runs of 3000 bytes: as fast as memory for all."),
    ("6-d permute", "Runs of 80 and 96 bytes; both readings of the source in lines and gathering cost more than the transposition."),
    ("(0,2,1)", "Within the noise of the target."),
    ("elementwise, strided", "Every second float64 waits for the same lines of memory in both; the rest is within the noise of 1."),
    ("casts of strided", "Every second float is packed in the cache before it is converted; memory sets the pace."),
    ("reductions of strided", "Over the first axis float32 is added into float64 accumulators, more exact than NumPy's and twice the bytes of a row; NumPy adds in "
     "float32, and its row stays in the nearest cache."),
    ("a matrix plus", "At odd sizes no row is a power of two apart from the next, and NumPy is not slowed down. On 8×8 the call is all there is to gain on."),
    ("contiguous f32", "Arrays of 8 to 24 MiB just fit the last cache; how their pages lie moves the figure more than the loop does."),
    ("the whole matrix against", "The cells named above."),
    ("the whole matrix, geometric", "On this machine NumPy and PyTorch reach memory speed in the cells of plain runs, and no copy passes that."),
]


def checked(tables):
    """For every target: work, target, and a list of (name, value, bound)."""
    for work, target, checks in TARGETS:
        found = []
        for table, names, quantity, bound in checks:
            cases = tables.get(table, {})
            if callable(names):
                found += names(cases) if cases else []
            else:
                found += [(n, quantity(r), bound) for n, r in cases.items() if re.search(names, n) and quantity(r) is not None]
        yield work, target, found


def section(tables):
    """The page's table of targets."""
    out = ["## Targets", "", "The nearest to its target, or the furthest below, of the lines that belong to each.", "",
           "| work | target | least, of its target | |", "|---|---|---|---|"]
    reasons = {}  # to the works that it stands in the way of
    for work, target, found in checked(tables):
        if not found:
            out.append(f"| {work} | {target} | | not measured |")
            continue
        name, value, bound = min(found, key=lambda f: f[1] / f[2])
        missed = [f for f in found if f[1] < f[2]]
        state = "reached" if not missed else f"**not reached** ({len(missed)} of {len(found)})"
        out.append(f"| {work} | {target} | {value:.2f} of {bound:.2f} ({name}) | {state} |")
        for start, reason in REASONS:
            if missed and work.startswith(start):
                reasons.setdefault(reason, []).append(work)
                break
    lines = [f"- {'; '.join(works)}: {reason}" for reason, works in reasons.items()]
    return out + [""] + ["What stands in the way:", ""] * bool(lines) + lines + [""]


def misses(tables):
    """A line for every figure below its target, the furthest first."""
    found = [(value / bound, work, name, value, bound) for work, _, all_ in checked(tables) for name, value, bound in all_ if value < bound]
    return [f"{ratio:.2f}  {work}: {name} {value:.2f}, target {bound:.2f}" for ratio, work, name, value, bound in sorted(found)]
