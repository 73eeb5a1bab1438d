#!/usr/bin/env python3
"""Write ndarray/testdata/format/: arrays and the text that NumPy prints for
them.

  fixtures_format.py               writes numpy.jsonl.gz and, where ml_dtypes is
                                   installed, ml_dtypes.jsonl.gz
  fixtures_format.py --check       makes them again and compares
  fixtures_format.py --out - --n 20000 --seed 7
                                   writes other random arrays to standard output

A line is {dtype, shape, data, options, str, repr}. data is base64 of the first
bytes of the array, repeated as often as it takes to fill it; options are those
of np.set_printoptions that are not its defaults.
"""
import argparse
import base64
import gzip
import io
import json
import os
import random
import sys
import warnings

import numpy as np
from numpy.lib import format as npformat

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ndarray", "testdata", "format")
UNITS = "Y M W D h m s ms us ns ps fs as".split()
SMALL = ["bfloat16", "float8_e4m3fn", "float8_e5m2"]
CHARS = [*range(1, 0x180), *range(0x370, 0x400), *range(0x1F600, 0x1F650), *range(0x4E00, 0x4E20), *range(0x2000, 0x2070), 0x300, 0xE000, 0xFEFF, 0xFFFE, 0x10FFFF, 0xD800, 0xDFFF]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def floats(self, dtype, n):
        """n numbers of one character or a mixture, as a native array."""
        r, real = self.r, dtype.newbyteorder("=")
        bits = {2: 16, 4: 32, 8: 64}.get(real.itemsize)
        info = np.finfo(real)

        def one(kind):
            if kind == "bits" and bits:
                return np.array(r.getrandbits(bits), "u%d" % (bits // 8)).view(real)[()]
            if kind == "bits":
                return np.ldexp(real.type(r.getrandbits(63) | 1 << 63), r.randrange(-16500, 16300))
            if kind == "normal":
                return real.type(r.gauss(0, 1))
            if kind == "scaled":
                return real.type(r.uniform(-1, 1)) * real.type(10) ** r.randrange(-12, 12)
            if kind == "whole":
                return real.type(r.randrange(-1000, 1001))
            if kind == "big":
                return real.type(r.randrange(10 ** r.randrange(1, 18)))
            if kind == "rounded":
                return real.type(round(r.uniform(-100, 100), r.randrange(0, 6)))
            if kind == "two":
                return real.type(np.ldexp(real.type(1), r.randrange(info.minexp - info.nmant, info.maxexp)))
            if kind == "ten":
                return real.type("%s1e%d" % (r.choice(["", "-"]), r.randrange(-8, 18)))
            if kind == "near":
                return np.nextafter(real.type("1e%d" % r.randrange(-6, 10)), real.type(r.choice([0, np.inf])))
            if kind == "half":
                return real.type(r.randrange(-4000, 4000)) / real.type(2) ** r.randrange(1, 14)
            if kind == "tiny":
                return info.smallest_subnormal * real.type(r.randrange(1, 100))
            return r.choice([real.type("nan"), real.type("inf"), -real.type("inf"), real.type(0), -real.type(0), info.max, info.min, info.tiny, info.eps])

        every = ["bits", "normal", "scaled", "whole", "big", "rounded", "two", "ten", "near", "half", "tiny", "special"]
        kinds = r.choice([[r.choice(every)], ["normal", "special"], ["whole", "special"], ["rounded"], r.sample(every, 3)])
        odds = r.choice([0, 0, 0.1])
        values = [one("special" if r.random() < odds else r.choice(kinds)) for _ in range(n)]
        if r.random() < 0.1 and n:
            values = [values[0]] * n
        return np.array(values, real).astype(dtype)

    def integers(self, dtype, n):
        r, info = self.r, np.iinfo(dtype.newbyteorder("="))
        span = r.choice([1, 5, 100, 10**4, 2**40, 2**64])
        low = max(info.min, r.choice([0, -span]))
        high = min(info.max, span)
        return np.array([r.choice([info.min, info.max, 0]) if r.random() < 0.03 else r.randint(low, high) for _ in range(n)], dtype.newbyteorder("=")).astype(dtype)

    def times(self, dtype, n):
        r = self.r
        span = r.choice([10, 10**5, 10**9, 10**13, 2**63 - 1])
        nat = r.choice([0, 0, 0.2, 1 if r.random() < 0.2 else 0])
        generic = dtype.kind == "M" and np.datetime_data(dtype)[0] == "generic"
        counts = [-(2**63) if generic or r.random() < nat else r.randint(r.choice([0, -span]), span) for _ in range(n)]
        return np.array(counts, "i8").astype(dtype.str[0] + "i8").view(dtype)

    def text(self, chars):
        r = self.r
        pool = r.choice([range(32, 127), range(97, 123), [*range(1, 128), *b"'\"\\\n\t"], CHARS])
        return [r.choice(pool) for _ in range(r.randint(0, chars))]

    def fill(self, dtype, shape):
        """An array of random elements."""
        r, a = self.r, np.zeros(shape, dtype)
        n = a.size
        if dtype.names is not None:
            for name in dtype.names:
                field = dtype[name]
                a[name] = self.fill(field.base, tuple(shape) + field.shape)
            return a
        if dtype.kind == "b":
            values = np.array([r.random() < r.choice([0, 0.5, 1]) for _ in range(n)], bool)
        elif dtype.kind in "iu":
            values = self.integers(dtype, n)
        elif dtype.kind == "f":
            values = self.floats(dtype, n)
        elif dtype.kind == "c":
            values = np.empty(n, dtype)
            part = values.real.dtype
            values.real, values.imag = self.floats(part, n), self.floats(part, n)
        elif dtype.kind in "Mm":
            values = self.times(dtype, n)
        elif dtype.kind == "S":
            values = np.array([bytes(c & 255 for c in self.text(dtype.itemsize)) for _ in range(n)], dtype)
        elif dtype.kind == "U":
            values = np.zeros((n, dtype.itemsize // 4), dtype.str[0] + "u4")
            for row in values:
                text = self.text(len(row))
                row[: len(text)] = text
            values = values.reshape(-1).view(dtype) if values.size else np.zeros(n, dtype)
        elif dtype.itemsize == 0:
            values = np.zeros(n, dtype)
        else:
            values = np.frombuffer(r.randbytes(n * dtype.itemsize), dtype)
        return values.reshape(shape)

    def scalar_type(self):
        r = self.r
        order = r.choice("<<<>")
        unit = "[%s%s]" % (r.choice(["", "", "", "2", "7", "25"]), r.choice(UNITS))
        return np.dtype(
            r.choice(
                [
                    "?",
                    "i1",
                    "u1",
                    *(order + k for k in ("i2", "i4", "i8", "u2", "u4", "u8")),
                    *(order + k for k in 3 * ["f2", "f4", "f8"] + ["g"]),
                    *(order + k for k in 2 * ["c8", "c16"] + ["G"]),
                    *3 * [order + "M8" + r.choice([unit, unit, unit, ""])],
                    # NumPy 2.4 takes the maximum of a big-endian m8 without a unit
                    # from the bytes unswapped, and so pads its columns too far.
                    *2 * [r.choice([order + "m8" + unit, order + "m8" + unit, "<m8"])],
                    "S%d" % r.randrange(1, 12),
                    order + "U%d" % r.randrange(1, 10),
                    "V%d" % r.randrange(1, 6),
                    r.choice(["S0", "U0", "V0"]),
                ]
            )
        )

    def record_type(self, depth=2):
        r, fields = self.r, []
        for k in range(r.choice([0, 1, 1, 2, 2, 3, 4])):
            inner = self.record_type(depth - 1) if depth and r.random() < 0.2 else self.scalar_type()
            if inner.itemsize == 0 and inner.names is None:
                inner = np.dtype("V3")  # NumPy takes no S0 in a field
            shape = r.choice([(), (), (), (2,), (1,), (2, 2), (9,), (0,), (2, 0), (7, 2)])
            fields.append(("f%d" % k, inner, shape))
        # The header of a file does not tell that a dtype is aligned.
        return npformat.descr_to_dtype(npformat.dtype_to_descr(np.dtype(fields, align=r.random() < 0.2)))

    def shape(self):
        r = self.r
        rank = r.choice([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5])
        size = {0: 1, 1: 40, 2: 9, 3: 5, 4: 3, 5: 3}[rank]
        shape = [r.randint(1, size) for _ in range(rank)]
        if rank and r.random() < 0.05:
            shape[r.randrange(rank)] = 0
        if rank and r.random() < 0.1:
            shape[r.randrange(rank)] = r.choice([1001, 1001, 2000, 300])
        return tuple(shape)

    def options(self):
        r, options = self.r, {}
        if r.random() < 0.5:
            return options
        for name, values in {
            "precision": [0, 1, 2, 3, 4, 6, 12, 17, 20],
            "threshold": [0, 5, 20, 10**6],
            "edgeitems": [1, 2, 5],
            "linewidth": [20, 40, 60, 100, 200, 1],
            "suppress": [True],
            "floatmode": ["fixed", "unique", "maxprec_equal"],
            "sign": ["+", " "],
        }.items():
            if r.random() < 0.25:
                options[name] = r.choice(values)
        return options

    def case(self, dtype=None):
        shape, options = self.shape(), self.options()
        dtype = dtype or (self.record_type() if self.r.random() < 0.15 else self.scalar_type())
        n = int(np.prod(shape))
        if n > 300 and options.get("threshold", 0) > 1000:
            options.pop("threshold")
        some = self.fill(dtype, (min(n, max(1, 1200 // max(dtype.itemsize, 1)), 40),))
        return line(tiled(some, shape), some, options)

    def small(self):
        """An array of an ml_dtypes dtype, alone or in a record."""
        r = self.r
        dtype = np.dtype(getattr(ml_dtypes, r.choice(SMALL)))
        shape = self.shape()
        n = int(np.prod(shape))
        some = np.frombuffer(r.randbytes(dtype.itemsize * min(n, 40)), dtype)
        return line(tiled(some, shape), some, self.options())


def tiled(some, shape):
    """The array of the shape whose bytes are those of some, repeated."""
    size = int(np.prod(shape)) * some.dtype.itemsize
    if not size:
        return np.zeros(shape, some.dtype)
    data = some.tobytes()
    return np.frombuffer((data * (size // len(data) + 1))[:size], some.dtype).reshape(shape)


def line(a, some, options):
    with np.printoptions(**options):
        text, full = str(a), repr(a)
    return {
        "dtype": a.dtype.name if a.dtype.name in SMALL else descr(a.dtype),
        "shape": list(a.shape),
        "data": base64.b64encode(stored(some)).decode(),
        "options": options,
        "str": text,
        "repr": full,
    }


def stored(a):
    """The bytes of a, with those that long doubles leave unused set to 0."""
    data = np.frombuffer(a.tobytes(), np.uint8).copy()
    if data.size:
        data.reshape(-1, a.itemsize)[:, list(unused(a.dtype, 0))] = 0
    return data.tobytes()


def unused(dtype, at):
    if dtype.names is not None:
        for name in dtype.names:
            field, offset = dtype.fields[name][:2]
            for k in range(int(np.prod(field.shape))):
                yield from unused(field.base, at + offset + k * field.base.itemsize)
    elif dtype.str[1:] in ("f16", "c32"):
        first = 0 if dtype.str[0] == ">" else 10
        for part in range(at, at + dtype.itemsize, 16):
            yield from range(part + first, part + first + 6)


def descr(dtype):
    d = npformat.dtype_to_descr(dtype)
    return d if isinstance(d, str) else repr(d)


def edges():
    """Arrays on which the rules turn, one each."""
    nan, inf = np.nan, np.inf
    for values in (
        [0.0], [-0.0], [1.0], [nan], [inf], [-inf], [nan, inf, -inf, 1.5, -2.25], [1e8], [99999999.0], [1e7, 1e8], [1e-4], [0.99e-4], [1, 1000], [1, 1000.0000001], [1, 1001],
        [0.1, 0.2, 0.3], [1 / 3, 2 / 3], [1e300, 1e-300], [5e-324], [1.7976931348623157e308], [1e100, nan], [-1e-9, inf], [1.123456789012345], [123456.789, 1], [2.0**k for k in range(-10, 11)],
        [9.99999999], [9.999999999], [0.5, 1.5, 2.5], [1e16], [123456789012345680.0], [6e-9, 1],
    ):  # fmt: skip
        for dtype in ("f8", "f4", "f2", "g", "c16", "c8", "G"):
            for options in ({}, {"suppress": True}, {"precision": 3}, {"precision": 0}, {"floatmode": "fixed"}, {"floatmode": "unique"}, {"floatmode": "maxprec_equal", "precision": 4}, {"sign": " "}, {"sign": "+"}):
                a = np.array(values).astype(dtype)
                yield line(a, a, options)
            for v in a:
                yield line(np.array(v), np.array(v), {})
    for a in (
        np.zeros((0,)), np.zeros((0, 3)), np.zeros((3, 0), "i4"), np.zeros((2, 0, 2), "?"), np.zeros(0, "S3"), np.zeros(2, []), np.zeros((), []), np.zeros((3, 2), "V0"),
        np.arange(1000), np.arange(1001), np.arange(1001.0), np.arange(6), np.arange(2000).reshape(1000, 2), np.arange(2000).reshape(2, 1000), np.arange(1200).reshape(6, 200), np.arange(2401).reshape(7, 7, 7, 7),
        np.zeros((7, 7, 7, 7, 1), "?"), np.arange(1200).reshape(2, 2, 3, 100).astype("f4"), np.array([True]), np.array(True), np.array([2, 0], "u1").view("?"), np.array([2**64 - 1, 0], "u8"), np.array([-(2**63), 2**63 - 1]),
        np.array([b"", b"\x00a", b"a'b", b'a"b', b"a'\"b", b"\xff\t\n\r\\"]), np.array(["", "a'b", 'a"b', "a'\"b", "\t\n\r\\\x07\x7f\x85\xa0\xad\u200b\u2028\u3000\ufeff\U000e0001", "é漢😀"]),
        np.array("a'\nb"), np.array(b"a'\nb"), np.array(b"\x01\x02", "V2"), np.array(["a" * 60, "b" * 30, "c"]), np.array(["é" * 36, "漢" * 36]), np.array([["x" * 80], ["y"]]),
        np.array((1, 0.1, 1 / 3, [1 / 3, 2], True, [True, False], b"x", "y", "NaT", 5), "i4,f4,f8,(2,)f4,?,(2,)?,S2,U2,M8[s],m8[s]"),
        np.array([((1, 2.5), [[1, 2], [3, 4]])] * 3, [("a", [("x", "u1"), ("y", ">f4")]), ("b", "i2", (2, 2))]),
        np.array([(np.arange(1001),)], [("a", "i8", (1001,))]), np.zeros(1, [("a", "f8", (0,)), ("b", "f8", (2, 0))]),
    ):  # fmt: skip
        for options in ({}, {"linewidth": 30}, {"threshold": 3, "edgeitems": 1}):
            yield line(a, a, options)
    for unit in ["", *("[%s]" % u for u in UNITS), "[25s]", "[7D]", "[3M]"]:
        counts = [0, 1, -1, 59, 60, -719528, 10956, 10957, 11016, 11017, 19782, 10**9, -(10**9), 2**63 - 1, 1 - 2**63, -(2**63)]
        for kind in "mM":
            if kind == "M" and not unit:
                counts = [-(2**63)]
            a = np.array(counts, "i8").view("<%s8%s" % (kind, unit))
            yield line(a, a, {})
            for k in range(len(a)):
                yield line(a[k : k + 1], a[k : k + 1], {})
                yield line(a[k, ...], a[k : k + 1], {})


def committed():
    yield "numpy.jsonl.gz", [*edges(), *random_cases(3000, 1)]
    if ml_dtypes:
        maker = Maker(2)
        every = [np.arange(1 << 8 * np.dtype(getattr(ml_dtypes, d)).itemsize).astype("u%d" % np.dtype(getattr(ml_dtypes, d)).itemsize).view(getattr(ml_dtypes, d)) for d in SMALL]
        yield "ml_dtypes.jsonl.gz", [line(a[k : k + 256], a[k : k + 256], {}) for a in every for k in range(0, a.size, 4096)] + [maker.small() for _ in range(200)]


def random_cases(n, seed):
    """n random arrays, without those of which the text is long."""
    maker, cases = Maker(seed), []
    while len(cases) < n:
        case = maker.case()
        if len(case["str"]) <= 6000:
            cases.append(case)
    return cases


def packed(cases):
    lines = "".join(json.dumps(c, ensure_ascii=True, separators=(",", ":")) + "\n" for c in cases)
    raw = io.BytesIO()
    with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as f:
        f.write(lines.encode())
    return lines, raw.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=FOLDER, help="the folder, or - for random arrays on standard output")
    parser.add_argument("--n", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="compare in place of writing; exit 1 on a difference")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")

    if args.out == "-":
        sys.stdout.write(packed(random_cases(args.n, args.seed))[0])
        return 0
    faults = 0
    for name, cases in committed():
        path = os.path.join(args.out, name)
        lines, data = packed(cases)
        if args.check:
            with gzip.open(path, "rt", encoding="utf-8") as f:
                if f.read() != lines:
                    print("%s is not what NumPy %s gives" % (path, np.__version__), file=sys.stderr)
                    faults += 1
        else:
            os.makedirs(args.out, exist_ok=True)
            with open(path, "wb") as f:
                f.write(data)
        print("%s: %d arrays" % (name, len(cases)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
