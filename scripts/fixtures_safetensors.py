#!/usr/bin/env python3
"""Writes safetensors/testdata by the Python package safetensors, or checks it.

    fixtures_safetensors.py            makes the files
    fixtures_safetensors.py --check    makes them anew and compares

    all.safetensors      every dtype that the package takes from NumPy
    expected.json        its tensors: dtype, shape and bytes, as NumPy has them
    empty.safetensors    no tensors
    verdicts.jsonl       files, mostly wrong ones, and what the package says

Needs requirements-interop.txt.
"""
import json
import os
import struct
import sys

import ml_dtypes
import numpy as np
from safetensors import deserialize
from safetensors.numpy import save

from fixtures import kept

OUT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "safetensors", "testdata")


def arrays():
    """Yields names and arrays: numbers at the ends of each dtype's range too."""
    yield "bool", np.array([[True, False, True]])
    for kind in "iu":
        for size in (1, 2, 4, 8):
            dt = np.dtype(kind + str(size))
            info = np.iinfo(dt)
            yield "%s.weight" % dt.name, np.array([[info.min, 0, 1], [2, 3, info.max]], dt)
    for dt in (np.float16, np.float32, np.float64):
        info = np.finfo(dt)
        yield "%s.weight" % np.dtype(dt).name, np.array([0, -0.0, 1.5, info.max, info.tiny, np.inf, -np.inf, np.nan], dt).reshape(2, 2, 2)
    yield "complex64", np.array([1 + 2j, -0.5j], np.complex64)
    for dt in (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
        yield "%s.weight" % np.dtype(dt).name, np.array([0, -1.5, 448, 0.0625, np.nan, 3], np.float32).astype(dt).reshape(3, 2)
    yield "scalar", np.array(2.5, np.float32)
    yield "none", np.zeros((0, 3), np.int16)
    yield "", np.array([1], np.uint8)
    yield "h\u00e9ad \"\\/<&>\u2028\t\x01", np.arange(5, dtype=np.float32)
    yield "big end first", np.arange(4, dtype=">i4")
    yield "transposed", np.arange(6, dtype=np.int32).reshape(2, 3).T


def head(header, data=b"", n=None):
    if not isinstance(header, bytes):
        header = json.dumps(header).encode()
    return struct.pack("<Q", len(header) if n is None else n) + header + data


def tensor(dtype="U8", shape=(2,), offsets=(0, 2), **more):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **more}


def files():
    """Yields names and the bytes of files."""
    one = tensor()
    yield "one tensor", head({"a": one}, b"12")
    yield "no tensor", head({})
    yield "no byte", b""
    yield "seven bytes", b"1234567"
    yield "length only", struct.pack("<Q", 2)
    yield "header of no bytes", head(b"")
    yield "bytes behind the data", head({"a": one}, b"123")
    yield "data end early", head({"a": one}, b"1")
    yield "hole", head({"a": one, "b": tensor(offsets=(3, 5))}, b"12345")
    yield "hole at the start", head({"b": tensor(offsets=(1, 3))}, b"123")
    yield "overlap", head({"a": one, "b": tensor(offsets=(1, 3))}, b"123")
    yield "same bytes", head({"a": one, "b": one}, b"12")
    yield "names out of order", head({"b": tensor(offsets=(2, 4)), "a": one}, b"1234")
    yield "name twice", head(b'{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}}', b"123")
    yield "name twice, alike", head(b'{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "key twice", head(b'{"a":{"dtype":"U8","dtype":"I8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "key of no meaning", head({"a": tensor(x={"y": [1, {"z": None}]})}, b"12")
    yield "no offsets", head({"a": {"dtype": "U8", "shape": [2]}}, b"12")
    yield "key in capitals", head(b'{"a":{"Dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "metadata", head({"__metadata__": {"a": "b"}, "a": one}, b"12")
    yield "metadata with a number", head({"__metadata__": {"a": 1}, "a": one}, b"12")
    yield "metadata null", head({"__metadata__": None, "a": one}, b"12")
    yield "metadata nested", head({"__metadata__": {"a": {}}, "a": one}, b"12")
    yield "metadata as a list", head({"__metadata__": ["a"], "a": one}, b"12")
    yield "metadata key twice", head(b'{"__metadata__":{"a":"b","a":"c"}}')
    yield "metadata twice", head(b'{"__metadata__":{"a":"b"},"__metadata__":{"a":"c"}}')
    yield "metadata like a tensor", head({"__metadata__": one}, b"12")
    yield "space behind the header", head(json.dumps({"a": one}).encode() + b"  \n", b"12")
    yield "text behind the header", head(json.dumps({"a": one}).encode() + b" x", b"12")
    yield "NUL behind the header", head(json.dumps({"a": one}).encode() + b"\0", b"12")
    yield "second object", head(json.dumps({"a": one}).encode() + b"{}", b"12")
    yield "array", head(b"[]")
    yield "null", head(b"null")
    yield "tensor as a list", head(b'{"a":"U8"}', b"12")
    yield "JSON cut", head(b'{"a":{"dtype":"U8","shape":[2],"data_off')
    yield "JSON with a comma too many", head(b'{"a":{"dtype":"U8","shape":[2,],"data_offsets":[0,2]}}', b"12")
    yield "JSON in single quotes", head(b"{'a':{'dtype':'U8','shape':[2],'data_offsets':[0,2]}}", b"12")
    yield "length beyond the file", head({"a": one}, b"12", n=1000)
    yield "length of the limit", head({"a": one}, b"12", n=100_000_000)
    yield "length over the limit", head({"a": one}, b"12", n=100_000_001)
    yield "length of 2^63", head({"a": one}, b"12", n=1 << 63)
    yield "length of 2^64-1", head({"a": one}, b"12", n=(1 << 64) - 1)
    yield "size below 0", head({"a": tensor(shape=[-1])}, b"12")
    yield "size as a float", head({"a": tensor(shape=[2.0])}, b"12")
    yield "size with an exponent", head(b'{"a":{"dtype":"U8","shape":[2e0],"data_offsets":[0,2]}}', b"12")
    yield "size as a string", head({"a": tensor(shape=["2"])}, b"12")
    yield "size null", head({"a": tensor(shape=[None])}, b"12")
    yield "size of 2^64", head({"a": tensor(shape=[1 << 64])}, b"12")
    yield "shape as a number", head(b'{"a":{"dtype":"U8","shape":2,"data_offsets":[0,2]}}', b"12")
    yield "sizes overflow", head({"a": tensor(shape=[1 << 32, 1 << 32])}, b"12")
    yield "sizes overflow to the right number", head({"a": tensor(shape=[1 << 32, 1 << 32, 2], offsets=[0, 0])})
    yield "bytes overflow", head({"a": tensor("F64", shape=[1 << 61], offsets=[0, 0])})
    yield "sizes overflow, then 0", head({"a": tensor(shape=[1 << 32, 1 << 32, 2, 0], offsets=[0, 0])})
    yield "0 beside a large size", head({"a": tensor(shape=[0, 1 << 20], offsets=[0, 0])})
    yield "0-d", head({"a": tensor(shape=[], offsets=[0, 1])}, b"1")
    yield "shape for more bytes", head({"a": tensor(shape=[3])}, b"12")
    yield "shape for fewer bytes", head({"a": tensor(shape=[1])}, b"12")
    yield "three offsets", head({"a": tensor(offsets=[0, 2, 3])}, b"12")
    yield "one offset", head({"a": tensor(offsets=[0])}, b"12")
    yield "offsets turned round", head({"a": tensor(offsets=[2, 0])}, b"12")
    yield "offset below 0", head({"a": tensor(offsets=[-2, 0])}, b"12")
    yield "offset of 2^63", head({"a": tensor(offsets=[1 << 63, (1 << 63) + 2])}, b"12")
    yield "name not UTF-8", head(b'{"\xff":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "name with half a surrogate pair", head(b'{"\\ud800":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "name with a surrogate pair", head(b'{"\\ud83d\\ude00":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "name with a replacement character", head(b'{"\xef\xbf\xbd\\ufffd\\uFFFD":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "name with a control character", head(b'{"a\nb":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}', b"12")
    yield "name of no characters", head({"": one}, b"12")
    yield "deep", head(b'{"a":' + b"[" * 500 + b"]" * 500 + b"}")
    yield "no bytes between", head({"a": one, "b": tensor(shape=[0], offsets=[2, 2]), "c": tensor(offsets=[2, 4])}, b"1234")
    yield "no bytes inside", head({"a": one, "b": tensor(shape=[0], offsets=[1, 1]), "c": tensor(offsets=[2, 4])}, b"1234")
    yield "data not aligned", head({"a": tensor("F64", [1], [1, 9]), "b": tensor("U8", [1], [0, 1])}, b"123456789")
    yield "bool of 7", head({"a": tensor("BOOL")}, b"\x07\0")
    for name, bits in [("F4", 4), ("F6_E2M3", 6), ("F6_E3M2", 6), ("F8_E8M0", 8), ("F8_E4M3FNUZ", 8), ("F8_E5M2FNUZ", 8), ("C64", 64), ("C128", 128), ("I4", 4), ("f32", 32), ("F128", 128), ("", 8)]:
        yield "dtype %s" % name, head({"a": tensor(name, [8], [0, bits])}, b"1" * bits)
    yield "dtype as a number", head({"a": tensor(8)}, b"12")
    yield "half bytes", head({"a": tensor("F4", [3], [0, 2])}, b"12")


def verdict(data):
    """What the package says: the tensors, or null."""
    try:
        return {name: [t["dtype"], t["shape"], bytes(t["data"]).hex()] for name, t in deserialize(data)}
    except Exception:
        return None


def build():
    tensors = dict(arrays())
    made = {"empty.safetensors": save({}), "all.safetensors": save({k: np.ascontiguousarray(v) if k == "transposed" else v for k, v in tensors.items()}, {"format": "n\u00fcmpy"})}
    expected = {k: [v.dtype.newbyteorder("=").name, list(v.shape), v.astype(v.dtype.newbyteorder("<")).tobytes().hex()] for k, v in tensors.items()}
    made["expected.json"] = (json.dumps(expected, indent=0) + "\n").encode()
    lines = [json.dumps({"case": name, "file": data.hex(), "tensors": verdict(data)}, sort_keys=True) for name, data in files()]
    made["verdicts.jsonl"] = ("\n".join(lines) + "\n").encode()
    return made


if __name__ == "__main__":
    sys.exit(kept.main(__doc__, build, OUT))
