#!/usr/bin/env python3
"""Write the tables of ndarray/dtype/testdata from NumPy (and ml_dtypes).

  fixtures_dtype.py DIR [--n 500] [--seed 1]

descrs.jsonl    [literal, descr, dtype.str, str(dtype), itemsize] as numpy reads the
                literal as a descr, or [literal, null] where it is refused: by numpy,
                because it is a sub-array outside a record, or by the rules of
                accident() below
units.json      what [1unit/divisor] means, for the divisors that mean something
promote.json    numpy.promote_types of all pairs of a list of types, types in order
cast.json       numpy.can_cast of the same pairs, a digit a pair: the number of the
                casting rules (no, equiv, safe, same_kind, unsafe) that refuse it
weak.json       numpy.result_type of each with a Python int, float and complex
floats.json     sha256 of conversions to and from float16, bfloat16 and float8
"""
import argparse
import ast
import hashlib
import json
import os
import random
import re
import warnings

import numpy as np
from numpy.lib.format import descr_to_dtype, dtype_to_descr

UNITS = "Y M W D h m s ms us ns ps fs as".split()
STRINGS = [
    *"? b B h H i I l L q Q p P n N e f d g F D G S a c U V O M m T t j 0 9 ! <".split(),
    *"bool bool_ int8 byte uint8 ubyte int16 short uint16 ushort int32 intc uint32 uintc int64 int int_ long longlong intp uint64 uint ulong ulonglong uintp".split(),
    *"float16 half float32 single float64 double float float128 longdouble complex64 csingle complex128 cdouble complex complex256 clongdouble bytes bytes_ str str_ unicode void object object_".split(),
    *"float_ complex_ string string_ unicode_ bool8 int0 void0 object0 str0 bytes0 longfloat Float64 float96 record datetime timedelta cfloat int128 <float64 |bool >int".split(),
    *"b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 f16 c8 c16 c32 S5 a5 U5 V5 O8 O4 O16 b2 b8 i3 i16 u16 f1 f3 f10 f12 f32 c4 c24 c64 f0 S0 U0 V0 f-8 S-1 S-0 S+5 f08 S007 f+8 M8 m8 M08 M4 M16 m16 T16 t4 ?1 ?8 F8 I8 ff f8f e2".split(),
    *"M8[s] m8[25s] M8[generic] M8[2generic] M8[1D] M8[D/24] M8[2D/4] M8[7W/7] M8[as/2] M8[+2s] M8[-1s] M8[s/-1] M8[] M8[2] M8[s M8s M8[s]x M8[B] M8[min] M8[μs] M8[µs] M8[2147483647s] M8[2147483648s] M8[2s/] M8[s/2/2] M8[s]/5 M8[s]//5 M8[m/1000000000]".split(),
    *"datetime64 timedelta64 datetime64[ns] timedelta64[D] datetime64[] datetime64s datetime648 datetime6 timedelta64[Y] datetime64[25us]".split(),
    *"S2147483647 S2147483648 U536870911 U536870912 V2147483647 V99999999999999999999".split(),
    *"i4,f4 f8, ,f8 , f8,,i4 f8,, 3f8 (2,)f8 2f8,i4 (2,3)f8,i4 (2)f8,i4 (2,3f8,i4 2,3)f8,i4 >2f8,<i4 >2>f8,i4 >2<f8,i4 =2<f8,i4 <2=f8,i4 |2<f8,i4 |2|f8,i4 ()f8 <()f8 |()f ()f8,i4 () <() 3S,i4 3S5,i4 S,i4 U,f4 2U,f4 (2,)U,f4 3,f4 0f8,i4 02f8,i4 1f8,i4 (1,)f8 f8,2 2 1.5f,i4 O,f4 M8[s],m8[2s] i4,(2,) ?,b1 i4,M8[s/2] f8,float64,int (),i4 4294967296i1,i1 (2147483647,)f8,i1 i4,[,i4 a,b i4,>datetime64[D]".split(),
    "f 8", "f\t8", "f\n8", "S 5", "f8 ", " f8", "f8, ", "f8 , i4", "f8\t,\n i4\n", " f8,i4", "> 2f8,i4", "( 2 , 3 )f8,i4", "2 f8,i4", "2  >f8,i4", "f8;i4", "f8,i4\xa0", "f8\x1c,i4", "f8 i4,i4", "M8[ 2s]", "M8[2 s]", "M8[s/ 2]", "M8 [s]", "f8\0", "S5\0", "\u0661", "f\u0668", "", "i4,\0", "é",
]
FIXED = [
    "('<f8',)", "('<f8', (2,))", "('<f8', ())", "('<f8', [])", "('<f8', None)", "('<i4', None)", "('<f8', '<i8')", "('<f8', '<f4')", "('<f8', b'<i8')", "('S', 5)", "('S0', 5)", "('U', 5)", "('V', 8)", "('V', 'f8')", "('S', '>U2')", "('V', None)", "('S', (5,))", "('S', -1)", "('U', 536870912)", "('V', 2147483647)", "('V', 2147483648)", "('V', 1.0)", "('V', True)", "('O', 'O')", "('O', 'f8')", "('V8', 'O')", "('V8', '2i4')", "('V8', 'i4,f4')", "('<f8', ('<i8', ()))", "('U', 'i2')", "('', 2)", "()", "(1,)", "('<f8', (), 3)",
    "[]", "[()]", "[('a',)]", "['ab']", "[['a', '<f8']]", "[('a', '<f8'), ('a', '<f4')]", "[('', '<f8')]", "[('', '<f8'), ('', '<f4')]", "[('', '|V4')]", "[('', '|V0')]", "[('', '<f4', (2,))]", "[('', [('a', '<i4')])]", "[('', [('a', '<i4')], (2,))]", "[('', 'i4,i4')]", "[('', 'V4'), ('', 'V4'), ('a', 'i4'), ('', 'V2'), ('', 'V1')]", "[(('t', ''), '|V4')]", "[((None, ''), '|V4')]",
    "[(('t', 'a'), '<f8')]", "[(('a', 'a'), '<f8')]", "[((None, 'a'), '<f8')]", "[((1, 'a'), '<f8')]", "[(('', 'a'), '<f8')]", "[(('t', 'a'), '<f8'), ('t', '<f8')]", "[('t', '<f8'), (('t', 'a'), '<f8')]", "[(('t', 'a'), '<f8'), (('t', 'b'), '<f8')]", "[(('t', 'a', 'b'), '<f8')]", "[(('a',), '<f8')]", "[(['t', 'a'], '<f8')]", "[(1, '<f8')]", "[(None, '<f8')]", "[(b'a', '<f8')]", "[('a', None)]", "[('a', 7)]", "[('a', b'<f8')]", "[('a', {})]",
    "[('a', '<f8', 3)]", "[('a', '<f8', 1)]", "[('a', '<f8', 0)]", "[('a', '<f8', ())]", "[('a', '<f8', [2, 3])]", "[('a', '<f8', [])]", "[('a', '<f8', -1)]", "[('a', '<f8', (2, -1))]", "[('a', '<f8', True)]", "[('a', '<f8', (True, 2))]", "[('a', '<f8', 2.0)]", "[('a', '<f8', (2, 'x'))]", "[('a', '<f8', 'x')]", "[('a', '<f8', 'i8')]", "[('a', '<f8', None)]", "[('a', '<f8', (2,), 'x')]", "[('a', '<f8', (0, 1048576, 1048576))]", "[('a', '<f8', (1048576, 1048576, 0))]", "[('a', '<f8', (2147483647, 2147483647, 2147483647, 0))]", "[('a', '|V1', 2147483647)]", "[('a', '|V1', 2147483648)]", "[('a', '<f8', (65536, 65536))]", "[('a', '<f8', (%s))]" % ("1, " * 64), "[('a', '<f8', (%s))]" % ("1, " * 65),
    "[('a', ('<f8', (2,)), (3,))]", "[('a', (('<f8', (2,)), (3,)), 4)]", "[('a', ('<f8', (2,)))]", "[('a', '2i4', 3)]", "[('a', '(2,3)i4', (3,))]", "[('a', [('b', '<i4')], (2,))]", "[('a', ('<f4', (0,)), 5)]", "[('a', ('<f4', (0,)), ())]", "[('a', [], (2,))]", "[('a', ([], (2,)), (3,))]", "[('a', 'S0')]", "[('a', 'S0', (2,))]", "[('a', 'S0', 2)]", "[('a', 'U', 2)]", "[('a', 'U0')]", "[('a', '>U0')]", "[('a', [])]", "[('a', 'i4,f4')]", "[('a', 'O')]", "[('a', [('b', 'O')], 2)]", "[('a', 'T')]",
    "[('a', 'V2147483646'), ('b', 'V1')]", "[('a', 'V2147483647'), ('b', 'V1')]", "[('', 'V2147483647'), ('b', 'V1')]", "[('', 'V2147483647'), ('', 'V1')]", "[('a', 'V2147483647'), ('b', 'V0')]",
    r"[('\ud800', '<f8')]", r"[('\ud83d\ude00', '<f8')]", "[('\u00e9\u03a9\U0001f600', '<f8')]", r'''[("a'b", '<f8')]''', r'''[("a'\"b", '<f8')]''', r"[('a\nb\\\t\r\x00\x7f\x9f', '<f8')]", r"[('\xa0\xad\u2028\u200b\ufeff\ue000\U000e0001', '<f8')]", "[('a b', '<f8')]",
    "[('x', '<f4'), ('y', [('u', '|b1'), ('v', '>c16', (2, 3)), ('w', '<U3')]), ('z', '<M8[25s]'), ('k', '|V3'), ('g', '>f16')]", "[(('t', 'a'), '>f4'), ('', '|V3'), ('b', '<i2', (2,)), ('', '|V2')]", "[('n', [('a', '<i2'), ('', '|V2')], (2,)), ('m', '|S0'), ('o', ('<i2', (2,)), (3,)), ('', '|V1')]", "[('n', [('', '|V2'), ('a', '|i1')]), (('t', 'q'), '|O'), ('', '|V1')]",
    "None", "7", "True", "...", "b'<f8'", "{'names': ['a'], 'formats': ['<f8']}", "{'ab': 1}", "{}", "{'a'}", "1.5", "(('a', '<f8'),)", "(('a', '<f8'), ('b', '<f4'))",
]


def accident(v):
    """What numpy accepts by accident of duck typing and this module refuses."""
    if isinstance(v, (dict, set)):
        return True
    if isinstance(v, str):
        return len(v) == 1 and ord(v) < 32 or len(v) == 2 and v[0] in "<>=|" and ord(v[1]) < 32
    if isinstance(v, list):
        return any(isinstance(f, (str, bytes)) or not isinstance(f, (tuple, list)) or field_accident(f) for f in v)
    if isinstance(v, tuple):
        return len(v) != 2 or accident(v[0]) or slot_accident(v[0], v[1])
    return False


def field_accident(f):
    if not 2 <= len(f) <= 3 or not isinstance(f[0], (str, tuple)):
        return True
    if isinstance(f[0], tuple) and (len(f[0]) != 2 or not (f[0][0] is None or isinstance(f[0][0], str) and f[0][0]) or f[0] == (None, "")):
        return True
    return accident(f[1]) or len(f) == 3 and slot_accident(f[1], f[2])


def slot_accident(base, second):
    """a shape or a second dtype beside base"""
    base = descr_to_dtype(base)
    if base.subdtype and base.itemsize == 0:
        return True
    if isinstance(second, list):
        return any(not isinstance(x, int) for x in second)
    if isinstance(second, tuple):
        return any(not isinstance(x, int) for x in second)
    if isinstance(second, (str, bytes)):
        other = np.dtype(second)
        return other.names is not None or base.kind == "U" and base.itemsize == 0 and other.itemsize % 4 != 0 or base.hasobject != other.hasobject
    return isinstance(second, (dict, set))


def wraps(x):
    """whether numpy has let the size of a comma string's record wrap around"""
    if x.subdtype:
        return wraps(x.subdtype[0])
    if x.names is None:
        return False
    return sum(x[n].itemsize for n in x.names) > x.itemsize or any(wraps(x[n]) for n in x.names)


def crashes(text):
    """numpy divides by zero (SIGFPE) on such units"""
    return re.search(r"/\s*[-+]?(0+(?!\d)|0*\d{10})|/\s*-", text)


def descr_row(text):
    if crashes(text):
        return [text, None]
    try:
        v = ast.literal_eval(text)
        x = descr_to_dtype(v)
        if x.subdtype or accident(v) or wraps(x) or re.search(r"(8|64)\[(-|0)", str(x)) or re.search(r"(?<![A-Za-z])T(?![A-Za-z])", text):
            return [text, None]
        return [text, repr(dtype_to_descr(x)), x.str, str(x), x.itemsize]
    except Exception:
        return [text, None]


def random_string(r):
    k = r.random()
    if k < .3:
        return r.choice(STRINGS)
    if k < .5:
        return r.choice(["", "<", ">", "|", "="]) + r.choice(STRINGS[:250])
    if k < .7:
        return r.choice(["M8", "m8", "datetime64", ">M8"]) + "[" + r.choice(["", "", "2", "25", "0", " 3", "+7"]) + r.choice(UNITS + ["generic", "x", "B"]) + r.choice(["", "", "", "/2", "/%d" % r.randrange(1, 100), "/1000"]) + "]"
    if k < .8:
        return ",".join(r.choice(["", "", "2", "(2,3)", "(2,)", " "]) + r.choice(STRINGS[:220]) for _ in range(r.randrange(1, 4)))
    s = r.choice(STRINGS)
    for _ in range(r.choice([1, 1, 2])):
        i = r.randrange(len(s) + 1)
        s = s[:i] + r.choice(["", *"<>=|biufcSUVMmOa?0123456789[],() \t-+/DYns."]) + s[i + r.choice([0, 1]):]
    return s


def random_shape(r):
    return r.choice([0, 1, 2, 3, (2,), (2, 3), (), [2], (0,), (1, 1), (2, 0, 3), -1, None, "f4", "<i8", True, 1.0])


def random_descr(r, depth=0):
    k = r.random()
    if depth > 2 or k < .55:
        return r.choice(["<f8", ">i4", "|b1", "|S3", "<U2", "<M8[s]", "|V4", "|u1", "|O", "f4,i2"]) if depth and r.random() < .8 else random_string(r)
    if k < .65:
        return (random_descr(r, depth + 1), random_shape(r))
    fields = []
    for i in range(r.randrange(0, 5)):
        name = r.choice(["abcdefgh"[i], "abcdefgh"[i], "abcdefgh"[i], r.choice("ab"), ""])
        if r.random() < .2:
            name = (r.choice(["t%d" % i, "t%d" % i, "a", None]), name)
        t = random_descr(r, depth + 1) if name else r.choice(["|V3", "|V1", random_descr(r, depth + 1)])
        fields.append((name, t, random_shape(r)) if r.random() < .25 else (name, t))
    return fields


def descrs(r, n):
    texts = dict.fromkeys([repr(s) for s in STRINGS] + FIXED)
    total = len(texts) + n
    while len(texts) < total:
        texts[repr(random_descr(r))] = None
    for t in texts:
        try:
            t.encode("utf8")
        except UnicodeEncodeError:
            continue
        yield descr_row(t)


def units():
    table = {}
    for u in UNITS:
        for den in [*range(2, 61), 73, 84, 91, 105, 120, 144, 168, 180, 240, 360, 365, 720, 1000, 1440, 3600, 3000, 5040, 10080, 20000, 30000, 43200, 60000, 86400, 500000, 1000000]:
            try:
                x = np.datetime_data("M8[%s/%d]" % (u, den))
                if x[1] > 0:
                    table["%s/%d" % (u, den)] = "%d%s" % (x[1], x[0])
            except ValueError:
                pass
    return table


def pair_types():
    codes = "? i1 u1 i2 >i2 u2 i4 u4 i8 >i8 u8 f2 f4 >f4 f8 f16 c8 c16 >c16 c32 S0 S1 S3 S5 S10 S21 S32 S64 U0 U1 >U3 U5 U12 U21 U64 V0 V1 V4 V8 O".split()
    codes += [k + u for k in ("M8", "m8") for u in ["", *("[%s]" % u for u in UNITS), "[25s]", "[10m]", "[7D]", "[2Y]", "[3M]", "[2W]", "[1000ns]", "[2147483647s]"]] + [">M8[s]"]
    texts = [repr(c) for c in codes]
    texts += [
        "[]", "[('a', '<i4')]", "[('a', '>i4')]", "[('a', '<f4')]", "[('b', '<i4')]", "[('a', '<i4'), ('', '|V4')]", "[(('t', 'a'), '<i4')]", "[('a', '<i4'), ('b', '<f8')]", "[('b', '<f8'), ('a', '<i4')]", "[('a', '|i1'), ('', '|V3'), ('b', '>f8')]", "[('a', '<i4', (2,))]", "[('a', '<f8', (2,))]", "[('a', '<i4', (3,))]", "[('a', '<i4', (1,))]", "[('a', ('<i2', (2,)), (3,))]", "[('a', ('>f4', (2,)), (3,))]", "[('a', '<i2', (3, 2))]",
        "[('n', [('a', '<i4'), ('', '|V2')]), ('m', '|S3')]", "[('n', [('a', '>f8')]), ('m', '<U2')]", "[('n', [('a', '<f8')], (2,)), ('m', '<U2')]", "[('a', '<M8[D]')]", "[('a', '<m8[s]')]", "[('a', '|S4')]", "[('a', '<U4')]", "[('a', '|V4')]", "[('a', '|V8')]", "[('a', '<i4'), ('b', '|V0')]", "[('a', [])]",
        "[('a', '|V4', (2,))]", "[('a', '|S4', (2,))]", "[('a', '<M8[s]', (2,))]", "[('a', [('x', '<i4')])]", "[('a', [('x', '<i4')], (2,))]", "[('a', [('x', '<i4'), ('y', '<i4')])]", "[('a', [('x', '>i2'), ('y', '<i4')], (2,))]", "[('a', ([('x', '>i2')], (2,)), (2,))]",
    ]
    return texts, [descr_to_dtype(ast.literal_eval(t)) for t in texts]


def promote(types):
    def one(a, b):
        try:
            return repr(dtype_to_descr(np.promote_types(a, b)))
        except Exception:
            return None
    results, rows = {}, []
    for a in types:
        row = []
        for b in types:
            row.append(results.setdefault(one(a, b), len(results)))
        rows.append(row)
    return {"results": list(results), "rows": rows}


RULES = ["no", "equiv", "safe", "same_kind", "unsafe"]


def cast(types):
    """digit: how many rules refuse; the allowed ones are always the last"""
    rows = []
    for a in types:
        row = ""
        for b in types:
            ok = [np.can_cast(a, b, c) for c in RULES]
            assert ok == sorted(ok), (a, b, ok)
            row += str(ok.count(False))
        rows.append(row)
    return rows


def weak(types):
    def one(t, v):
        try:
            return repr(dtype_to_descr(np.result_type(t, v)))
        except Exception:
            return None
    return [[one(t, v) for v in (1, 1.0, 1j)] for t in types]


def sha(a):
    return hashlib.sha256(np.ascontiguousarray(a).tobytes()).hexdigest()


def float_inputs(r):
    """float32 around every value of 16 and 8 bits, and random ones"""
    half = np.arange(65536, dtype="<u2").view("<f2").astype("<f4").view("<u4")
    brain = (np.arange(65536, dtype="<u4") << 16)
    near = np.concatenate([x + np.uint32(d) for x in (half, brain) for d in (0, 1, 0xFFFFFFFF, 0x7FF, 0x800, 0x801, 0xFFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001, 0x80000, 0x7FFFF, 0x80001, 0x100000, 0xFFFFF, 0x100001)])
    return near.astype("<u4").view("<f4")


def wide_inputs():
    """float64 that lie just beside ties of float16 and bfloat16"""
    f = float_inputs(None).astype("<f8")
    f = f[np.isfinite(f)]
    return np.concatenate([f, np.nextafter(f, np.inf), np.nextafter(f, -np.inf)])


def floats():
    import ml_dtypes
    x, w = float_inputs(None), wide_inputs()
    number = x[~np.isnan(x)]
    out = {"float16 to float32": sha(np.arange(65536, dtype="<u2").view("<f2").astype("<f4")), "float32 to float16": sha(x.astype("<f2")), "float64 to float16": sha(w.astype("<f2"))}
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        t = np.dtype(getattr(ml_dtypes, name))
        u = "<u%d" % t.itemsize
        all_ = np.arange(256 ** t.itemsize, dtype=u).view(t).astype("<f4")
        all_[np.isnan(all_)] = np.nan
        out[name + " to float32"] = sha(all_)
        out["float32 to " + name] = sha(number.astype(t).view(u))
        out["nan to " + name] = [int(np.array(v, "<f4").astype(t).view(u)) for v in (np.nan, -np.nan)]
    return out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("dir")
    ap.add_argument("--n", type=int, default=500)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--only", default="")
    o = ap.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")

    def put(name, value):
        with open(os.path.join(o.dir, name), "w") as f:
            f.write(value + "\n")

    put("descrs.jsonl", "\n".join(json.dumps(row) for row in descrs(random.Random(o.seed), o.n)))
    if o.only == "descrs":
        return
    put("units.json", json.dumps(units()))
    texts, types = pair_types()
    put("promote.json", json.dumps({"types": texts, **promote(types)}))
    put("cast.json", json.dumps(cast(types)))
    put("weak.json", json.dumps(weak(types)))
    put("floats.json", json.dumps(floats(), indent=1))


if __name__ == "__main__":
    main()
