#!/usr/bin/env python3
"""Random round trips between ndtool and the Python packages that write the same
formats: safetensors, ml_dtypes, NumPy's text and raw files.

    interop.py --cli NDTOOL [--n 100] [--seed 1]

Needs requirements-interop.txt. Prints what differs; exit 1 if anything does.
"""
import argparse
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings

import ml_dtypes
import numpy as np
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

PLAIN = ["?", "i1", "u1", "i2", "u2", "f2", "i4", "u4", "f4", "i8", "u8", "f8", "c8"]
ML = [ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]
FORMATS = {"BF16": ml_dtypes.bfloat16, "F8_E4M3": ml_dtypes.float8_e4m3fn, "F8_E5M2": ml_dtypes.float8_e5m2}


class Check:
    def __init__(self, cli, seed):
        self.cli = cli
        self.random = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.checked = self.failed = 0

    def run(self, *args, stdin=None):
        p = subprocess.run([self.cli, *args], input=stdin, capture_output=True)
        if p.returncode != 0:
            raise AssertionError("%s: exit %d: %s" % (" ".join(args), p.returncode, p.stderr.decode(errors="replace")))
        return p.stdout

    def equal(self, what, got, want):
        got, want = np.asarray(got), np.asarray(want)
        assert got.shape == want.shape, "%s: shape %s, want %s" % (what, got.shape, want.shape)
        a, b = (np.ascontiguousarray(x).reshape(x.shape) for x in (got, want.astype(want.dtype.newbyteorder("<"), copy=False)))
        assert a.tobytes() == b.tobytes(), "%s: bytes differ" % what

    def array(self, dtype):
        """A random array of any bits, C or F order, sometimes big-endian."""
        dt = np.dtype(dtype)
        shape = tuple(self.random.randrange(5) for _ in range(self.random.randrange(4)))
        n = int(np.prod(shape))
        a = np.frombuffer(self.numbers.bytes(n * dt.itemsize), dt).reshape(shape)
        if dt.kind == "b":
            a = np.frombuffer(self.numbers.bytes(n), "u1").reshape(shape) & 1 == 1
        if self.random.random() < 0.3:
            a = np.asfortranarray(a)
        if dt.kind in "iufc" and dt.itemsize > 1 and dt.isbuiltin and self.random.random() < 0.3:
            a = a.astype(dt.newbyteorder(">"))
        return a

    def tensors(self, types):
        names = ["w", "layer.0.weight", "\u00e9", "a b", "x"]
        return {name: self.array(self.random.choice(types)) for name in names[: self.random.randrange(1, 6)]}

    # The round trips. Each writes its files into the current folder.

    def npz_to_safetensors(self):
        want = self.tensors(PLAIN)
        np.savez("in.npz", **want)
        self.run("convert", "in.npz", "out.safetensors", "--metadata", "k=v \u00e9", "--force", "-q")
        got = load_file("out.safetensors")
        assert set(got) == set(want), "names %s, want %s" % (sorted(got), sorted(want))
        for name in want:
            self.equal(name, got[name], want[name])
        with safe_open("out.safetensors", "numpy") as f:
            assert f.metadata() == {"k": "v \u00e9"}, f.metadata()

    def ml_to_safetensors(self):
        want = self.tensors(ML + PLAIN)
        np.savez("in.npz", **want)
        self.run("convert", "in.npz", "out.safetensors", "--as", "bfloat16,float8_e4m3fn,float8_e5m2", "--force", "-q")
        with open("out.safetensors", "rb") as f:
            data = f.read()
        n = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + n])
        for name, a in want.items():
            t = header[name]
            assert (t["dtype"] in FORMATS) == (a.dtype in [np.dtype(x) for x in ML]), "%s is %s" % (name, t["dtype"])
            if t["dtype"] in FORMATS:
                begin, end = t["data_offsets"]
                self.equal(name, np.frombuffer(data[8 + n + begin : 8 + n + end], FORMATS[t["dtype"]]).reshape(t["shape"]), a)

    def safetensors_to_npz(self):
        want = {k: np.ascontiguousarray(v).reshape(v.shape) for k, v in self.tensors(PLAIN + ML).items()}
        save_file(want, "in.safetensors", {"format": "np"})
        self.run("convert", "in.safetensors", "out.npz", "--force", "-q")
        self.run("convert", "in.safetensors", "again.safetensors", "--force", "-q")
        with open("in.safetensors", "rb") as a, open("again.safetensors", "rb") as b:
            assert a.read() == b.read(), "the same file is not written again"
        with np.load("out.npz") as got:
            assert list(sorted(got.files)) == sorted(want), "names %s" % got.files
            for name, a in want.items():
                if a.dtype != np.dtype(ml_dtypes.float8_e5m2):  # NumPy does not read what it wrote
                    self.equal(name, got[name], a)

    def bfloat16(self):
        a = self.array(self.random.choice(ML))
        np.save("ml.npy", a)
        name = a.dtype.name
        self.run("cast", "ml.npy", "--as", name, "--dtype", "float32", "-o", "f4.npy", "--force", "-q")
        got, want = np.load("f4.npy"), a.astype(np.float32)
        assert np.array_equal(got, want, equal_nan=True), "%s as numbers differs" % name
        self.run("cast", "f4.npy", "--dtype", name, "-o", "back.npy", "--force", "-q")
        self.run("cast", "back.npy", "--as", name, "--dtype", "float32", "-o", "f4b.npy", "--force", "-q")
        assert np.array_equal(np.load("f4b.npy"), want, equal_nan=True), "%s from numbers differs" % name

    def text_out(self):
        dt = self.random.choice(["i4", "f4", "f8", "u8", "c16", "i1"])
        a = self.array(dt)
        while a.ndim not in (1, 2):
            a = self.array(dt)
        np.save("a.npy", a)
        fmt = self.random.choice(["%.18e", "%s", "%10.3f", "%g", "%+.2e"])
        if a.dtype.kind == "c" and fmt == "%s":
            fmt = "%.3f"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            want = io.StringIO()
            np.savetxt(want, a, fmt=fmt, delimiter=",")
        got = self.run("export", "a.npy", "-o", "-", "--format", "csv", "--fmt", fmt).decode()
        assert got == want.getvalue(), "savetxt of %s by %s differs" % (dt, fmt)
        if a.size:
            text = self.run("export", "a.npy", "-o", "-", "--format", "csv").decode()
            back = np.loadtxt(io.StringIO(text), dtype=a.dtype, delimiter=",", ndmin=2).reshape(a.shape)
            assert np.array_equal(back, a, equal_nan=a.dtype.kind in "fc"), "loadtxt of the shortest text of %s" % dt

    def text_in(self):
        dt = self.random.choice(["i4", "f4", "f8", "u8", "f2"])
        rows, cols = self.random.randrange(1, 6), self.random.randrange(1, 5)
        a = (self.numbers.standard_normal((rows, cols)) * 50).astype(dt if np.dtype(dt).kind != "u" else "i8").astype(dt)
        delimiter, name = self.random.choice([(",", "in.csv"), ("\t", "in.tsv"), (" ", "in.txt")])
        fmt = "%d" if a.dtype.kind in "iu" else "%.9g"
        np.savetxt(name, a, fmt=fmt, delimiter=delimiter, header="a header")
        ndmin = self.random.randrange(3)
        want = np.loadtxt(name, dtype=dt, delimiter=delimiter, ndmin=ndmin)
        self.run("import", name, "--dtype", dt, "--ndmin", str(ndmin), "-o", "out.npy", "--force", "-q")
        got = np.load("out.npy")
        assert got.dtype == want.dtype, "%s, want %s" % (got.dtype, want.dtype)
        self.equal("loadtxt", got, want)

    def raw(self):
        a = self.array(self.random.choice(PLAIN))
        np.save("a.npy", a)
        order = self.random.choice("CF")
        self.run("export", "a.npy", "--format", "raw", "--order", order, "-o", "a.bin", "--force", "-q")
        with open("a.bin", "rb") as f:
            assert f.read() == a.tobytes(order), "tobytes differs"
        shape = ",".join(map(str, a.shape)) or "()"
        self.run("import", "a.bin", "--dtype", a.dtype.str, "--shape", shape, "--order", order, "-o", "b.npy", "--force", "-q")
        want = io.BytesIO()
        np.save(want, np.frombuffer(a.tobytes(order), a.dtype).reshape(a.shape, order=order))
        with open("b.npy", "rb") as f:
            assert f.read() == want.getvalue(), "np.save of the raw bytes differs"

    def stats(self):
        dt = self.random.choice(["i1", "u2", "i8", "u8", "f4", "f8", "?"])
        a = self.array(dt)
        if a.dtype.kind == "f":
            a = np.asarray(self.numbers.standard_normal(a.shape) * 1e3).astype(a.dtype)
            a = np.where(a < -1500, a.dtype.type(np.nan), a)
        np.save("a.npy", a)
        got = json.loads(self.run("info", "a.npy", "--stats", "--json"))["stats"]
        good = a[~np.isnan(a)] if a.dtype.kind == "f" else a.ravel()
        assert got["count"] == a.size and got["nan"] == a.size - good.size, got
        if good.size:
            assert a.dtype.type(got["min"]) == good.min() and a.dtype.type(got["max"]) == good.max(), (got, good.min(), good.max())
            want = float(np.sum(good.astype(np.longdouble)) / good.size)
            assert abs(got["mean"] - want) <= 1e-12 * max(1, np.abs(good.astype(np.longdouble)).max()), (got, want)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--n", type=int, default=100, help="rounds of each kind")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    check = Check(os.path.abspath(args.cli), args.seed)
    trips = [check.npz_to_safetensors, check.ml_to_safetensors, check.safetensors_to_npz, check.bfloat16, check.text_out, check.text_in, check.raw, check.stats]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for _ in range(args.n):
            for trip in trips:
                check.checked += 1
                try:
                    trip()
                except AssertionError as fault:
                    check.failed += 1
                    print("%s: %s" % (trip.__name__, fault))
        os.chdir("/")
    print("%d checked, %d failed" % (check.checked, check.failed))
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
