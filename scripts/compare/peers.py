"""The other Go libraries of numeric arrays, on what they can do: reading and
writing .npy files. (gorgonia's transposes are in copies.py.)

The files lie in the folder of temporary files (TMPDIR) and stay in the system's
cache, so that no disk is measured."""
import os
import shutil
import tempfile

import numpy as np

from case import Case

SHAPE = (2048, 2048)
PEERS = ("npyio", "gonpy", "gorgonia")


class File(Case):
    """A .npy file of 16 MiB of float32 that is read or written."""

    table = "peers"

    def __init__(self, name, command):
        super().__init__(".npy files", name)
        self.command = command
        self.bytes = SHAPE[0] * SHAPE[1] * 4

    def start(self, drivers):
        self.folder = tempfile.mkdtemp()
        a = (np.arange(SHAPE[0] * SHAPE[1], dtype=np.float32) % 1000).reshape(SHAPE)

        def file(who):
            name = os.path.join(self.folder, f"{who}.npy")
            np.save(name, a)
            return name
        contenders = {}
        ours, peers = drivers.fresh("asm"), drivers.fresh("peers")
        for who, driver in (("ndtool", ours), *((p, peers) for p in PEERS)):
            words = (file(who), who, ",".join(map(str, SHAPE)))
            contenders[who] = lambda times, d=driver, w=words: float(d.ask(self.command, times, *w))
            contenders[who](1)
            if not np.array_equal(np.load(words[0]).ravel(), a.ravel()):
                raise SystemExit(f"{self.name}: {who} wrote another array")
        return contenders

    def end(self):
        shutil.rmtree(self.folder)


def cases():
    return [File("read 16 MiB f32", "read"), File("write 16 MiB f32", "write")]
