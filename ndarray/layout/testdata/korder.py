"""Writes korder.jsonl: the axis orders that NumPy chooses for new arrays.

Each row holds byte-strided operands and, for the operation on them, the strides
that NumPy gave the result. Run with NumPy 2.4.6: python korder.py > korder.jsonl
"""
import json
import random

import numpy as np
from numpy.lib.stride_tricks import as_strided

rng = random.Random(20)


def operand(shape, itemsize):
    """A view of that shape: permuted, stepped, flipped or repeated axes."""
    axes = list(range(len(shape)))
    if rng.random() < 0.7:
        rng.shuffle(axes)
    strides, s = [0] * len(shape), itemsize
    for k in reversed(axes):
        step = rng.choice([1, 1, 1, 1, 2])
        strides[k] = s * step
        s *= step * max(shape[k], 1)
        kind = rng.random()
        if kind < 0.08:
            strides[k] = 0
        elif kind < 0.2:
            strides[k] = -strides[k]
        elif shape[k] == 1 and kind < 0.6:
            strides[k] = itemsize * rng.choice([0, 1, 3, 1000])
    low = sum((n - 1) * t for n, t in zip(shape, strides) if t < 0)
    high = sum((n - 1) * t for n, t in zip(shape, strides) if t > 0)
    base = np.zeros((high - low) // itemsize + 1, "f%d" % itemsize)
    return as_strided(base[-low // itemsize:], shape, strides)


def row(kind, operands, result, **more):
    print(json.dumps({
        "kind": kind, "shape": list(operands[0].shape),
        "operands": [list(a.strides) for a in operands],
        "result": list(result.strides), **more}, separators=(",", ":")))


for n in range(3000):
    rank = rng.choice([1, 2, 2, 3, 3, 3, 4, 4, 5])
    shape = [rng.choice([1, 1, 2, 3, 4]) for _ in range(rank)]
    count = rng.choice([1, 2, 2, 3])
    operands = [operand(shape, 8) for _ in range(count)]
    if n % 3 == 0:
        axis = rng.randrange(rank)
        row("concat", operands, np.concatenate(operands, axis), axis=axis)
    elif n % 3 == 1:
        row("copy", operands[:1], operands[0].copy("K"))
    else:
        calls = {1: np.negative, 2: np.add, 3: np.where}
        result = calls[count](*operands)
        row("walk", operands, result)
