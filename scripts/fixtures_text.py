#!/usr/bin/env python3
"""Writes cmd/ndtool/internal/table/testdata: what numpy.loadtxt makes of texts,
and numpy.savetxt of arrays.

    fixtures_text.py            makes the files
    fixtures_text.py --check    makes them anew and compares

A line of loadtxt.jsonl is {text, options, array}, of savetxt.jsonl {array,
options, text}; an array is [descr, shape, bytes in hex], null is a refusal.
"""
import io
import json
import os
import random
import sys
import warnings

import numpy as np

from fixtures import kept

OUT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cmd", "ndtool", "internal", "table", "testdata")

NUMBERS = "0 1 -1 +1 007 1.5 -.5 5. 1e3 1E-5 1e400 -1e400 1e-400 nan NaN -nan +inf -Infinity 1_0 0x10 1d5 1e -- --1 1j abc True 127 128 -129 255 256 65535 65536 2147483648 9007199254740993 9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616 0.1 16777217 65520 3.4028235e38 1e39 4.9e-324 2.2250738585072014e-308".split()
COMPLEX = "1+2j (1+2j) 1 2j -2j 1-2j 1e3+1e-3j 1e+3-1e+3j nan+infj (-inf-nanj) 1+j j 1+2i (1,2) ( 1+2j ) 1-2J ((1)) () + 1+2 1+2j3".split(" ")
DATES = "2020 2020-01 2020-02-29 2021-02-29 2020-01-01T10 2020-01-01T10:20 2020-01-01T10:20:30 2020-01-01T10:20:30.5 2020-01-01T10:20:30.123456789 1969-12-31T23:59:59 1600-01-01 NaT nat 2020-13 x".split()
TYPES = "i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split()


def array(a):
    return [text(a.dtype), list(a.shape), a.tobytes().hex()]


def text(dtype):
    dt = np.dtype(dtype)
    return repr(dt.descr) if dt.names else dt.str


def loadtxt(content, dtype="f8", **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            a = np.loadtxt(io.StringIO(content, newline=""), dtype=dtype, **options)
            want = array(a)
        except Exception:
            want = None
    return {"text": content, "dtype": text(dtype) if not isinstance(dtype, str) or "," in dtype else dtype, "options": options, "array": want}


def texts():
    for t in ["1 2\n3 4", "1 2\n3 4 5", "# c\n1 2 # x\n", "1", "1\n2", "1 2", "", "\n\n", "  1   2  ", "1 2\r3 4\r\n5 6\n", "\r\n\r\n1\r", "1\x0b2\xa03\u20034\x1c5", "1 2\n\n\n3 4", "#", "#1\n", "1#2", "1 #", "1\n#x\n2"]:
        for ndmin in (0, 1, 2):
            yield loadtxt(t, ndmin=ndmin)
    for t in ["1,2\n3,4", "1, 2 \n 3,4", "1,,2", "1,2,", " ,1", ",", "1;2", "1,2\n  \n3,4", "1,2\n\n3,4", "1,2#,3\n4,5", "#1,2\n3,4\n", "1,2\n3"]:
        yield loadtxt(t, delimiter=",")
        yield loadtxt(t, delimiter=",", dtype="U3")
    for t in ['"1","2"', '"1""",2', 'a"b",2', '"a\nb",2\nc,d', '"a"b,2', '"",\n', '""\n1', ' "a",b', '"a,b","c#d"#e', '"a" ,b', '""""', '"a""b"', '"#",1', "'a,b',c"]:
        yield loadtxt(t, delimiter=",", quotechar='"', dtype="U9")
        yield loadtxt(t, quotechar='"', dtype="U9")
    yield loadtxt("'a,b',c", delimiter=",", quotechar="'", dtype="U9")
    for t in ["a b\n1 2", "1 2\n\n\n3 4", "\n\n1 2\n3 4", "# x\n1 2\n3 4", "1\n2\n3"]:
        for skip in (1, 2, 9):
            yield loadtxt(t, skiprows=skip)
    for columns in ([0], [0, 2], [2, 0], [-1], [1, 1], [3], [-4]):
        yield loadtxt("1 2 3\n4 5 6", usecols=columns)
        yield loadtxt("1 2 3\n4 5", usecols=columns)
    for rows in (1, 2, 5):
        yield loadtxt("1 2\n3 4\n#\n5 6", max_rows=rows)
    for t in ["%1 2\n3 4", "1 2 %3", "//1 2\n3 4", "1 2 // 3\n4 5"]:
        yield loadtxt(t, comments="%")
        yield loadtxt(t, comments="//")
        yield loadtxt(t, comments=None)
    yield loadtxt("1<>2<>3\n4<>5<>6", delimiter="<")
    yield loadtxt("1\t2\t\t3", delimiter="\t", dtype="U2")
    for number in NUMBERS:
        for dt in TYPES + ["bool"]:
            if (number, dt) in [("True", "bool"), ("False", "bool"), ("1_0", "f2")]:
                continue  # words are read here; Python's own float takes the last one
            yield loadtxt("%s;0" % number, delimiter=";", dtype=dt)
    yield loadtxt("1 2", dtype=">i4")
    yield loadtxt("1.5 2", dtype=">f8")
    for number in COMPLEX:
        yield loadtxt("%s;1" % number, delimiter=";", dtype="c16")
        yield loadtxt("%s;1" % number, delimiter=";", dtype="c8")
    for date in DATES:
        for unit in "Y M W D h m s ms us ns 25s 2M".split():
            if (date, unit) == ("1600-01-01", "ns"):
                continue  # NumPy wraps, here it is refused
            yield loadtxt("%s;2000" % date, delimiter=";", dtype="M8[%s]" % unit)
    for dt in ("U", "S", "U2", "S2", ">U3"):
        for t in ["abc,de", "a\u00e9\u00ff,b", "abc, d ", "", "a", "\u03a9,\U0001f600x"]:
            yield loadtxt(t, delimiter=",", dtype=dt)
    for dt in ("i4,f8", [("a", "<i4"), ("b", "<f8", (2,))], [("a", "<i4"), ("b", [("c", "<f8"), ("d", "<f4")])], np.dtype({"names": ["a", "b"], "formats": ["<i2", "<U3"], "offsets": [1, 4], "itemsize": 20}), [("a", "<f4", (2, 1))], "i4,i4,i4"):
        for t in ["1 2\n3 4", "1 2", "1 2 3", "1 2 3\n4 5 6", "", "1"]:
            for ndmin in (0, 1, 2):
                yield loadtxt(t, dtype=[tuple(tuple(x) if isinstance(x, list) and len(x) and isinstance(x[0], int) else x for x in f) for f in dt] if isinstance(dt, list) else dt, ndmin=ndmin)
    r = random.Random(5)
    for _ in range(400):
        t = "".join(r.choice(["1", "2.5", "-3", ",", ",", ",", "\n", "\n", " ", "#", '"', "\r", "\r\n", "x", "\t"]) for _ in range(r.randrange(14)))
        if t.count('"') % 2 == 0:  # one that is not closed is refused here
            yield loadtxt(t, delimiter=",", quotechar='"', dtype=r.choice(["f8", "U4"]), ndmin=r.choice([0, 1, 2]))


def savetxt(a, fmt, delimiter=" "):
    b = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            np.savetxt(b, a, fmt=fmt, delimiter=delimiter)
            want = b.getvalue()
        except Exception:
            want = None
    return {"array": array(a), "options": {"fmt": fmt, "delimiter": delimiter}, "text": want}


def arrays():
    floats = np.array([[0.0, -0.0, 1.5], [-1.9, 1e-5, 123456789.0], [1e20, 1e300, 5e-324], [np.nan, np.inf, -np.inf], [100000, 1e6, 0.1]])
    specs = "%.18e %d %i %u %e %E %f %F %g %G %s %8.2f %08.2f %-10.1f| %+.3e %+08.2f %#.0f %#g %.0f %5.F %lf %.3G %10s| %.2s %x %o %c x%fy 100%% %*d % %q %+d %05d %.3d %5d".split() + ["% g", "% 8.1f", "%+ g", "% d"]
    for fmt in specs:
        yield savetxt(floats, fmt)
        yield savetxt(floats[:3], fmt, ",")
        yield savetxt(np.arange(-3, 300, 100), fmt)
        yield savetxt(np.array([2**63 + 1, 0], np.uint64), fmt)
        yield savetxt(np.array([True, False]), fmt)
        yield savetxt(floats[:1].astype("f4"), fmt, "\t")
    for fmt in ["%x", "%X", "%#x", "%o", "%#o", "%#X", "%08x"]:
        yield savetxt(np.array([255, 0, -255]), fmt)
    for fmt in ["%.2f", "%.18e", "%+.2f", "%8.3f", "%s", "%.1f%+.1fj", "%.2f%+.2fj;%.3e%+.3ej", "(%g, %g) (%g, %g)"]:
        c = np.array([[1 + 2j, 3 - 4j], [-0.5j, complex(np.nan, np.inf)]])
        if fmt != "%s":  # NumPy prints its repr twice
            yield savetxt(c, fmt, ",")
            yield savetxt(c[0], fmt)
    records = np.array([(1, 2.5, "a"), (-3, 4.5, "bc")], dtype="i4,f8,U2")
    for fmt in ["%s", "%d %.1f %s", "%d,%.1f", "%d"]:
        yield savetxt(records, fmt, ",")
    for a in [np.array(["a", "b\u00e9"]), np.array([b"a", b"bc"]), np.array(["2020-01-01", "NaT"], "M8[D]"), np.array([5, -1], "m8[s]"), np.zeros((0,)), np.zeros((0, 3)), np.zeros((3, 0)), np.array(1.0), np.zeros((1, 1, 1))]:
        for fmt in ["%s", "%d", "%.1f"]:
            if a.dtype.kind != "m" or fmt == "%s":  # a count is written here
                yield savetxt(a, fmt)
    yield savetxt(np.arange(4.0).reshape(2, 2), "%.1f;%.2f")
    yield savetxt(np.arange(4.0).reshape(2, 2), "%.1f;%.2f;%.3f")
    yield savetxt(np.asfortranarray(np.arange(6).reshape(2, 3)), "%d")


def build():
    return {
        name: ("\n".join(json.dumps(c) for c in cases) + "\n").encode()
        for name, cases in [("loadtxt.jsonl", texts()), ("savetxt.jsonl", arrays())]
    }


if __name__ == "__main__":
    sys.exit(kept.main(__doc__, build, OUT))
