"""Writes index.jsonl: basic indices as text and the view that NumPy gives.

Each row holds the shape of a packed int64 array, the index and either the
result's shape, byte strides and byte offset, or the name of the error. An int
for each axis is followed by "..." so that the result is a view. Run with NumPy
2.4.6: python index.py > index.jsonl
"""
import json
import random

import numpy as np

rng = random.Random(10)
HUGE = [10**30, -(10**30), 2**63 - 1, -(2**63), 2**31, -(2**31) - 1]


def number():
    return str(rng.choice(HUGE) if rng.random() < 0.06 else rng.randint(-6, 6))


def item():
    kind = rng.random()
    if kind < 0.25:
        return str(rng.choice([0, 0, 1, -1, -1, 2, -3, 4, -6]))
    if kind < 0.32:
        return "..."
    if kind < 0.42:
        return rng.choice(["newaxis", "None"])
    text = rng.choice(["", number()]) + ":" + rng.choice(["", number()])
    if rng.random() < 0.6:
        text += ":" + rng.choice(["", "-1", "2", "-2", number()])
    return text


def row(shape, spec):
    a = np.empty(shape, "i8")
    out = {"shape": shape, "index": spec}
    try:
        v = eval("a[%s]" % spec, {"a": a, "newaxis": np.newaxis})
        if not isinstance(v, np.ndarray):
            v = eval("a[%s, ...]" % spec.rstrip(" ,"), {"a": a, "newaxis": np.newaxis})
        # The stride of an axis of size 1 is free, and may be too large for an int.
        strides = [0 if n == 1 else s for n, s in zip(v.shape, v.strides)]
        out["want"] = [list(v.shape), strides, v.ctypes.data - a.ctypes.data]
    except (IndexError, ValueError) as e:
        out["error"] = str(e)
    except (SyntaxError, TypeError):
        out["error"] = "syntax"
    print(json.dumps(out, separators=(",", ":")))


for n in range(2500):
    rank = rng.choice([0, 1, 1, 2, 2, 3, 3, 4])
    shape = [rng.choice([0, 1, 2, 3, 4, 5, 3, 4, 5]) for _ in range(rank)]
    spec = rng.choice([", ", ","]).join(item() for _ in range(rng.choice([1, *range(1, rank + 1), *range(1, rank + 1), rank + 1])))
    row(shape, spec + rng.choice(["", "", "", ",", " , "]))
for spec in ["", ",", "()", "1,,2", "::::", "1:2:3:4", "+1", "1 2", ":::", " 1 : 2 ", "....", "..", "newaxis,newaxis",
             "\t1", "-0", "00", "1 :: 2", ": ", ":,", "(", "-", "+", "1-", "1.", "1e1", "[1", "1]"]:
    row([3, 4, 5], spec)
