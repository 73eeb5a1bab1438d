#!/usr/bin/env python3
"""Times copies of many layouts side by side: ndtool's library, NumPy, PyTorch
and memcpy, all on the same shapes and strides, in turn, in one run.

It builds and starts scripts/compare/driver (Go must be installed), checks that
every contender writes the same bytes, and prints medians of ratios over the
rounds. With --write it also writes docs/benchmarks.md and its picture.

    python scripts/compare.py                    all patterns
    python scripts/compare.py --only transpose   those whose name contains the text
    python scripts/compare.py --rounds 9 --write

PyTorch is left out where it is not installed. Ratios are times of the other
divided by ndtool's time: 2 means that ndtool is twice as fast.
"""
import argparse
import ctypes
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

import numpy as np

try:
    import torch
except ImportError:
    torch = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
TORCH_TYPES = {"|u1": "uint8", "<u2": "int16", "<f2": "float16", "<f4": "float32",
               "<f8": "float64", "<c16": "complex128", "<c8": "complex64", "<i4": "int32", "<i8": "int64"}


class Pattern:
    """A copy from one view to another. The views are given by functions of two
    flat base arrays, so that NumPy itself computes shapes and strides."""

    def __init__(self, name, dtype, group, base, view, out=None, offset=0, out_dtype=None, flip=None):
        self.name, self.group = name, group
        self.dtype, self.out_dtype = np.dtype(dtype), np.dtype(out_dtype or dtype)
        self.base, self.view, self.out = base, view, out
        self.offset = offset
        self.flip = flip


def patterns():
    list_ = []

    def add(*args, **kw):
        list_.append(Pattern(*args, **kw))

    def swap(*axes):
        return lambda a: a.transpose(axes)

    sizes = [("u8", "|u1"), ("u16", "<u2"), ("f32", "<f4"), ("f64", "<f8"), ("c128", "<c16")]
    for name, dt in sizes:
        add(f"transpose 8192² {name}", dt, "large transposes", (8192, 8192), swap(1, 0))
    for name, dt in sizes:
        add(f"transpose 2048² {name}", dt, "large transposes", (2048, 2048), swap(1, 0))
    for name, dt in sizes[:4]:
        add(f"transpose 8191×8193 {name}", dt, "odd shapes", (8191, 8193), swap(1, 0))
    for name, dt in sizes[:4]:
        add(f"transpose 2047×2049 {name}", dt, "odd shapes", (2047, 2049), swap(1, 0))
    add("transpose 4096² f32, misaligned", "<f4", "odd shapes", (4096, 4096), swap(1, 0), offset=4)
    add("transpose 4096² u8, misaligned", "|u1", "odd shapes", (4096, 4096), swap(1, 0), offset=1)
    for name, dt in sizes:
        add(f"transpose 256² {name}", dt, "in cache", (256, 256), swap(1, 0))
    add("transpose (10⁶,4) f32", "<f4", "thin", (1000000, 4), swap(1, 0))
    add("transpose (4,10⁶) f32", "<f4", "thin", (4, 1000000), swap(1, 0))
    add("transpose (10⁶,2) f64", "<f8", "thin", (1000000, 2), swap(1, 0))
    add("transpose (10⁶,3) f32", "<f4", "thin", (1000000, 3), swap(1, 0))
    add("transpose (3,10⁶) f64", "<f8", "thin", (3, 1000000), swap(1, 0))

    cube = (256, 256, 256)
    add("(2,1,0) of 256³ f32", "<f4", "permutes", cube, swap(2, 1, 0))
    add("(2,0,1) of 256³ f32", "<f4", "permutes", cube, swap(2, 0, 1))
    add("(1,2,0) of 256³ f32", "<f4", "permutes", cube, swap(1, 2, 0))
    add("(1,0,2) of 256³ f32", "<f4", "permutes", cube, swap(1, 0, 2))
    add("(0,2,1) of 64×512×512 f32", "<f4", "permutes", (64, 512, 512), swap(0, 2, 1))
    add("(0,2,1) of 256³ f32", "<f4", "permutes", cube, swap(0, 2, 1))
    add("F→C 256³ f64", "<f8", "permutes", cube, swap(2, 1, 0))
    add("NHWC→NCHW 64 channels f32", "<f4", "permutes", (8, 112, 112, 64), swap(0, 3, 1, 2))
    add("NCHW→NHWC 64 channels f32", "<f4", "permutes", (8, 64, 112, 112), swap(0, 2, 3, 1))
    add("6-d (14,12,20,18,16,24) permute f32", "<f4", "permutes", (14, 12, 20, 18, 16, 24), swap(3, 1, 5, 0, 4, 2))
    add("6-d (3,1,5,0,4,2), column-major, f32", "<f4", "permutes", (14, 12, 20, 18, 16, 24), swap(3, 1, 5, 0, 4, 2))
    list_[-1].view = lambda a: a.transpose([5 - k for k in reversed((3, 1, 5, 0, 4, 2))])
    add("4-d (2,0,3,1) of 64⁴ u8", "|u1", "permutes", (64, 64, 64, 64), swap(2, 0, 3, 1))

    add("RGBA→RGB u8", "|u1", "channels", (2048, 2048, 4), lambda a: a[..., :3])
    add("RGB→BGR u8", "|u1", "channels", (2048, 2048, 3), lambda a: a[..., ::-1], flip=(2,))
    add("NCHW→NHWC 3 channels u8", "|u1", "channels", (8, 3, 512, 512), swap(0, 2, 3, 1))
    add("NHWC→NCHW 3 channels u8", "|u1", "channels", (8, 512, 512, 3), swap(0, 3, 1, 2))
    add("NCHW→NHWC 4 channels u8", "|u1", "channels", (8, 4, 512, 512), swap(0, 2, 3, 1))
    add("NHWC→NCHW 4 channels u8", "|u1", "channels", (8, 512, 512, 4), swap(0, 3, 1, 2))
    add("NHWC→NCHW 3 channels f32", "<f4", "channels", (8, 224, 224, 3), swap(0, 3, 1, 2))
    add("NCHW→NHWC 3 channels f32", "<f4", "channels", (8, 3, 224, 224), swap(0, 2, 3, 1))
    add("HWC crop u8", "|u1", "channels", (1080, 1920, 3), lambda a: a[100:900, 200:1200])

    add("[:, ::2] f32", "<f4", "slices", (4096, 4096), lambda a: a[:, ::2])
    add("[:, ::2] f64", "<f8", "slices", (4096, 4096), lambda a: a[:, ::2])
    add("[:, ::2] u8", "|u1", "slices", (4096, 8192), lambda a: a[:, ::2])
    add("[:, ::3] f32", "<f4", "slices", (4096, 4095), lambda a: a[:, ::3])
    add("[::2] f32 rows", "<f4", "slices", (4096, 4096), lambda a: a[::2])
    add("[:, 1:-1] f32", "<f4", "slices", (4096, 4096), lambda a: a[:, 1:-1])
    add("[:, :, :2] f32 of (10⁶,3,4)", "<f4", "slices", (1000000, 3, 4), lambda a: a[:, :, :2])
    add("[:, ::-1] f32", "<f4", "slices", (4096, 4096), lambda a: a[:, ::-1], flip=(1,))
    add("[:, ::-1] u8", "|u1", "slices", (4096, 4096), lambda a: a[:, ::-1], flip=(1,))
    add("[::-1] f64", "<f8", "slices", (4096, 2048), lambda a: a[::-1], flip=(0,))
    add("one column f32", "<f4", "slices", (65536, 256), lambda a: a[:, 7])
    add("one column f64", "<f8", "slices", (65536, 64), lambda a: a[:, 7])
    add("into [:, ::2] f32", "<f4", "slices", (4096, 2048), lambda a: a,
        out=((4096, 4096), lambda b: b[:, ::2]))
    add("into a window f32", "<f4", "slices", (2000, 2000), lambda a: a,
        out=((2048, 2048), lambda b: b[3:2003, 5:2005]))
    add("diagonal blocks f32", "<f4", "slices", (64, 64, 64, 64), lambda a: np.lib.stride_tricks.as_strided(
        a, (64, 64, 64), ((64 * 64 * 64 + 64 * 64) * 4, 64 * 4, 4)))

    def wide(shape):
        return lambda a: np.broadcast_to(a, shape)
    add("broadcast outer f32", "<f4", "broadcasts", (4096,), wide((4096, 4096)))
    add("broadcast inner f32", "<f4", "broadcasts", (4096, 1), wide((4096, 4096)))
    add("broadcast inner u8", "|u1", "broadcasts", (4096, 1), wide((4096, 4096)))
    add("broadcast outer u8", "|u1", "broadcasts", (4096,), wide((4096, 4096)))
    add("broadcast gray→RGB u8", "|u1", "broadcasts", (2048, 2048, 1), wide((2048, 2048, 3)))

    heads = (8, 1024, 16, 64)
    add("heads f32", "<f4", "attention", heads, swap(0, 2, 1, 3))
    add("heads f16", "<f2", "attention", heads, swap(0, 2, 1, 3))
    add("keys transposed f16", "<f2", "attention", heads, swap(0, 2, 3, 1))
    add("fused QKV third f16", "<f2", "attention", (8192, 3072), lambda a: a[:, 1024:2048])

    add("byte swap f32", ">f4", "byte swap", (4096, 4096), lambda a: a, out_dtype="<f4")
    add("byte swap f64", ">f8", "byte swap", (4096, 2048), lambda a: a, out_dtype="<f8")
    add("byte swap u16", ">u2", "byte swap", (4096, 4096), lambda a: a, out_dtype="<u2")
    add("transpose and byte swap f32", ">f4", "byte swap", (4096, 4096), swap(1, 0), out_dtype="<f4")
    add("contiguous 8192² f32", "<f4", "plain", (8192, 8192), lambda a: a)
    add("contiguous 2048² f32", "<f4", "plain", (2048, 2048), lambda a: a)
    add("contiguous 8×8 f32", "<f4", "small", (8, 8), lambda a: a)
    add("contiguous 4×6 f64", "<f8", "small", (4, 6), lambda a: a)
    add("transpose 8×8 f32", "<f4", "small", (8, 8), swap(1, 0))
    add("transpose 8×8 f64", "<f8", "small", (8, 8), swap(1, 0))
    add("transpose 64² f32", "<f4", "small", (64, 64), swap(1, 0))
    add("[:, ::2] 16×16 f32", "<f4", "small", (16, 16), lambda a: a[:, ::2])
    return list_


class Driver:
    """The Go side, over pipes. start begins a new process, with fresh memory as
    NumPy's arrays have it."""

    def __init__(self, tags):
        self.dir = tempfile.TemporaryDirectory()
        self.binary = os.path.join(self.dir.name, "driver")
        subprocess.run(["go", "build", "-tags", tags, "-o", self.binary, "./scripts/compare/driver"], cwd=ROOT, check=True)
        self.process = None

    def start(self):
        self.stop()
        self.process = subprocess.Popen([self.binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        self.process.stdin.write(" ".join(str(w) for w in words) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer.startswith("error") or not answer:
            raise SystemExit(f"driver: {' '.join(map(str, words))}: {answer or 'no answer'}")
        return answer

    def stop(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def close(self):
        self.stop()
        self.dir.cleanup()


def buffer(size, offset):
    """Bytes that begin offset bytes behind a line of 64, as the driver fills them."""
    room = np.empty(size + offset + 64, np.uint8)
    start = -room.ctypes.data % 64 + offset
    b = room[start:start + size]
    words = size // 4
    b[:words * 4].view("<u4")[:] = np.arange(words, dtype="<u4") * np.uint32(2654435761)
    b[words * 4:] = 0
    return b


def spec(name, a, base):
    offset = a.__array_interface__["data"][0] - base.ctypes.data
    return ":".join([name, a.dtype.str, str(offset), ",".join(map(str, a.shape)), ",".join(map(str, a.strides))])


def as_torch(a, base):
    """The same view as a tensor, or None where PyTorch has no such thing."""
    kind = TORCH_TYPES.get(a.dtype.str)
    if torch is None or kind is None or any(s < 0 for s in a.strides) or base.ctypes.data % a.itemsize:
        return None
    flat = torch.from_numpy(base[:base.size // a.itemsize * a.itemsize]).view(getattr(torch, kind))
    offset = a.__array_interface__["data"][0] - base.ctypes.data
    if offset % a.itemsize:
        return None
    return torch.as_strided(flat, a.shape, [s // a.itemsize for s in a.strides], offset // a.itemsize)


def timed(f, times):
    """Nanoseconds a call, after one that brings the memory into the caches as far
    as it fits."""
    f()
    start = time.perf_counter()
    for _ in range(times):
        f()
    return (time.perf_counter() - start) / times * 1e9


def measure(driver, p, rounds, budget):
    """Medians of each contender's nanoseconds, of the ratios, and the path."""
    src_base = buffer(math.prod(p.base) * p.dtype.itemsize, p.offset)
    src = p.view(np.ndarray(p.base, p.dtype, src_base.data))
    out_shape = p.out[0] if p.out else src.shape
    size = math.prod(out_shape) * p.out_dtype.itemsize
    dst_base = buffer(size, p.offset)
    dst = np.ndarray(out_shape, p.out_dtype, dst_base.data)
    if p.out:
        dst = p.out[1](dst)
    driver.start()
    driver.ask("buffer", "a", src_base.size, p.offset)
    driver.ask("buffer", "b", size, p.offset)
    to, frm = spec("b", dst, dst_base), spec("a", src, src_base)
    path = driver.ask("path", to, frm)
    moved = math.prod(src.shape) * p.dtype.itemsize

    def ours(workers):
        return lambda times: float(driver.ask("copy", times, workers, to, frm))

    contenders = {"ndtool": ours(1), "ndtool 2": ours(2),
                  "NumPy": lambda times: timed(lambda: np.copyto(dst, src), times)}
    t_src, t_dst = as_torch(src, src_base), as_torch(dst, dst_base)
    if t_dst is not None and t_src is None and p.flip:
        # PyTorch has no reversed views: its flip writes a fresh tensor.
        forward = as_torch(np.flip(src, p.flip), src_base)
        step = lambda: torch.flip(forward, p.flip)
    elif t_src is not None and t_dst is not None:
        step = lambda: t_dst.copy_(t_src)
    else:
        step = None
    if step:
        def with_threads(n):
            def run(times):
                torch.set_num_threads(n)
                return timed(step, times)
            return run
        contenders["PyTorch"] = with_threads(1)
        contenders["PyTorch 2"] = with_threads(2)
    room = np.ones(2 * moved, np.uint8)
    first, second = room.ctypes.data, room.ctypes.data + moved
    memmove = ctypes.CDLL(None).memmove
    memmove.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    contenders["memcpy"] = lambda times: timed(lambda: memmove(first, second, moved), times)

    # The same bytes must come out.
    contenders["ndtool"](1)
    contenders["NumPy"](1)
    if int(driver.ask("sum", "b")) != zlib.crc32(dst_base):
        raise SystemExit(f"{p.name}: ndtool and NumPy differ")
    times, all_ns = {}, {k: [] for k in contenders}
    for k, run in contenders.items():
        once = min(run(1), run(1))
        times[k] = max(1, min(20000, int(budget * 1e9 / once)))
    for _ in range(rounds):
        for k, run in contenders.items():
            all_ns[k].append(run(times[k]))
    ratios = {k: statistics.median(o / n for o, n in zip(all_ns[k], all_ns["ndtool"])) for k in contenders}
    for other in ("NumPy", "PyTorch", "PyTorch 2"):
        if other in all_ns:
            ratios[other + "/2"] = statistics.median(o / n for o, n in zip(all_ns[other], all_ns["ndtool 2"]))
    return {"path": path, "bytes": moved, "ratios": ratios,
            "ns": {k: statistics.median(v) for k, v in all_ns.items()}}


def geometric(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def figure(x):
    return "–" if x is None else f"{x:.0f}" if x >= 20 else f"{x:.1f}" if x >= 3 else f"{x:.2f}"


COLUMNS = [("memcpy", "share of memcpy", lambda r: r["ratios"]["memcpy"] if r["bytes"] >= 64 << 10 else None),
           ("NumPy", "NumPy", lambda r: r["ratios"]["NumPy"]),
           ("PyTorch", "PyTorch", lambda r: r["ratios"].get("PyTorch")),
           ("two", "2 threads / 1", lambda r: 1 / r["ratios"]["ndtool 2"]),
           ("PyTorch 2", "PyTorch, both 2 threads", lambda r: r["ratios"].get("PyTorch 2/2"))]


def row(name, r):
    return [name, r["path"]] + [figure(f(r)) for _, _, f in COLUMNS]


def summary(results):
    lines = []
    for other in ("NumPy", "PyTorch"):
        values = {n: r["ratios"][other] for n, r in results.items() if other in r["ratios"]}
        if values:
            worst = min(values, key=values.get)
            lines.append(f"{other}: geometric mean {geometric(values.values()):.2f} over {len(values)} patterns, "
                         f"least {values[worst]:.2f} ({worst})")
    large = {n: 1 / r["ratios"]["ndtool 2"] for n, r in results.items() if r["bytes"] >= 8 << 20}
    if large:
        worst = min(large, key=large.get)
        lines.append(f"two threads over one: median {statistics.median(large.values()):.2f} over {len(large)} patterns "
                     f"of 8 MiB and more, least {large[worst]:.2f} ({worst})")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="patterns whose name or group contains this; several with '|'")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--budget", type=float, default=0.02, help="seconds a contender and round")
    parser.add_argument("--tags", default="", help="build tags for the driver, such as purego")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md and docs/benchmarks.svg")
    options = parser.parse_args()
    words = options.only.split("|")
    chosen = [p for p in patterns() if any(w in p.name or w in p.group for w in words)]
    driver = Driver(options.tags)
    results, groups = {}, {}
    print(f"{'pattern':40} {'path':10} {'memcpy':>7} {'NumPy':>7} {'PyTorch':>7} {'2 thr':>6} {'PyT 2':>6} {'GB/s':>6}")
    for p in chosen:
        r = measure(driver, p, options.rounds, options.budget)
        results[p.name], groups[p.name] = r, p.group
        cells = row(p.name, r)
        print(f"{cells[0]:40} {cells[1]:10} " + " ".join(f"{c:>{w}}" for c, w in zip(cells[2:], (7, 7, 7, 6, 6)))
              + f" {r['bytes'] / r['ns']['ndtool']:6.1f}", flush=True)
    driver.start()
    views = [float(x) for x in driver.ask("views", 200000).split()]
    print("views, ns: transpose %.0f, permute %.0f, slice %.0f, reshape %.0f" % tuple(views))
    driver.close()
    print(*summary(results), sep="\n")
    if options.write:
        sys.path.insert(0, str(ROOT / "scripts" / "compare"))
        import report
        report.write(ROOT / "docs", results, groups, COLUMNS, row, summary(results), views, options.rounds,
                     torch.__version__ if torch else None)


if __name__ == "__main__":
    main()
