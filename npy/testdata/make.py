#!/usr/bin/env python3
"""Write the archives of this folder with numpy.savez (NumPy 2.4.6, CPython 3.11)."""
import io

import numpy as np


class Pipe(io.RawIOBase):
    """A target that cannot seek."""

    def __init__(self, name):
        self.file = open(name, "wb")

    def writable(self):
        return True

    def write(self, b):
        return self.file.write(b)

    def flush(self):
        self.file.flush()


arrays = {
    "a": np.arange(6, dtype="<i4").reshape(2, 3),
    "ünï/x": np.arange(4, dtype=">f8").reshape(2, 2).T,
    "zero": np.zeros((0, 3), "<f4"),
    "scalar": np.array(7, "|u1"),
}

np.savez("savez.npz", **arrays)
np.savez_compressed("compressed.npz", **arrays)
np.savez("empty.npz")
np.savez(Pipe("pipe.npz"), **arrays)
np.savez_compressed(Pipe("pipe_compressed.npz"), **arrays)
