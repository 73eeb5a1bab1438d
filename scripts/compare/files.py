"""Files: read, mapped, changed, written, deflated and inflated. All of them are in
the system's cache, so the figures are the work of the libraries, not of a disk."""
import filecmp
import functools
import gc
import pathlib
import subprocess
import tempfile

import numpy as np

from case import Case, timed
from copies import buffer, spec

LARGE, MIDDLE, SMALL = (65536, 4096), (16384, 4096), (1024, 1024)  # of float32: 1 GiB, 256 and 4 MiB
PEERS = ("npyio", "gonpy", "gorgonia")


class File(Case):
    """Work on files in a folder of its own."""

    table = "files"

    def start(self, drivers):
        self.folder = tempfile.TemporaryDirectory()
        return self.contenders(drivers, drivers.fresh("asm"))

    def file(self, name):
        return pathlib.Path(self.folder.name, name)

    def end(self):
        self.folder.cleanup()

    def same(self, ours, theirs):
        if not filecmp.cmp(ours, theirs, shallow=False):
            raise SystemExit(f"{self.name}: ndtool and NumPy wrote different files")


def array(driver, shape, view=lambda a: a):
    """A view of the pattern in an array of float32, and the driver's name of the same."""
    base = buffer(4 * shape[0] * shape[1], 0)
    driver.ask("buffer", "a", base.size, 0)
    a = view(np.ndarray(shape, "<f4", base.data))
    return a, spec("a", a, base)


def anew(file):
    """What comes before a file is written anew."""
    return functools.partial(file.unlink, missing_ok=True)


class Read(File):
    """A file of 1 GiB that is read or mapped."""

    def __init__(self, name, command, workers=(1, 2), **load):
        super().__init__("npy", name)
        self.command, self.workers, self.load = command, workers, load

    def contenders(self, drivers, driver):
        file, (a, _) = self.file("a.npy"), array(driver, LARGE)
        np.save(file, a)
        self.bytes = a.nbytes if self.workers else 0
        more = ["a"] * (self.command == "into")
        ours = {f"ndtool{' 2' * (w == 2)}": driver.timed(self.command, w, file, *more) for w in self.workers}
        ours = ours or {"ndtool": driver.timed(self.command, file)}
        return ours | {"NumPy": timed(lambda: np.load(file, **self.load), before=gc.collect if self.workers else None)}


class Write(File):
    """A view of an array of 256 MiB that is written."""

    def __init__(self, name, view):
        super().__init__("npy", name)
        self.view = view

    def contenders(self, drivers, driver):
        a, text = array(driver, MIDDLE, self.view)
        self.bytes = a.nbytes
        ours, theirs = self.file("ours.npy"), self.file("theirs.npy")
        contenders = {"ndtool": driver.timed("write", 1, ours, text),
                      "NumPy": timed(lambda: np.save(theirs, a), before=anew(theirs))}
        for run in contenders.values():
            run(1)
        self.same(ours, theirs)
        return contenders


class Reshape(File):
    """A file of 1 GiB that gets another shape: its header in place, or by the
    command another file of the same bytes, against NumPy's loading and saving."""

    def __init__(self, name, in_place):
        super().__init__("npy", name)
        self.in_place = in_place

    def contenders(self, drivers, driver):
        file, ours, theirs = (self.file(f"{name}.npy") for name in ("a", "ours", "theirs"))
        a, _ = array(driver, LARGE)
        np.save(file, a)
        by_numpy = timed(lambda: np.save(theirs, np.load(file).reshape(LARGE[::-1])), before=anew(theirs))
        if self.in_place:
            return {"ndtool": driver.timed("header", file), "NumPy": by_numpy}
        self.bytes = a.nbytes
        command = [drivers.command(), "reshape", file, "--to", ",".join(map(str, LARGE[::-1])), "--no-sync", "-q", "-o", ours]
        by_command = timed(lambda: subprocess.run(command, check=True), before=anew(ours))
        by_command(1), by_numpy(1)
        self.same(ours, theirs)
        return {"ndtool": by_command, "NumPy": by_numpy}


class Deflate(File):
    """Arrays that are deflated into an archive."""

    def __init__(self, name, members, workers=(1,)):
        super().__init__("npz", name)
        self.members, self.workers = members, workers

    def contenders(self, drivers, driver):
        arrays, texts = self.members(), []
        for k, a in enumerate(arrays):
            raw = self.file(str(k))
            a.tofile(raw)
            driver.ask("load", k, raw)
            texts.append(spec(str(k), a, a))
        self.bytes = sum(a.nbytes for a in arrays)
        ours, theirs = self.file("ours.npz"), self.file("theirs.npz")
        contenders = {name: driver.timed("pack", n, ours, *texts) for name, n in zip(("ndtool", "ndtool 2"), self.workers)}
        contenders["NumPy"] = timed(lambda: np.savez_compressed(theirs, *arrays), before=anew(theirs))
        contenders["ndtool"](1), contenders["NumPy"](1)
        with np.load(ours) as z:
            if not all(np.array_equal(z[str(k)], a) for k, a in enumerate(arrays)):
                raise SystemExit(f"{self.name}: NumPy reads back something else")
        self.ratios["size"] = theirs.stat().st_size / ours.stat().st_size
        return contenders


class Inflate(File):
    """All members of an archive that NumPy has deflated."""

    def __init__(self, name, members, workers=(1,)):
        super().__init__("npz", name)
        self.members, self.workers = members, workers

    def contenders(self, drivers, driver):
        arrays, file = self.members(), self.file("a.npz")
        np.savez_compressed(file, *arrays)
        self.bytes = sum(a.nbytes for a in arrays)

        def load():
            with np.load(file) as z:
                return [z[name] for name in z]
        contenders = {name: driver.timed("unpack", n, file) for name, n in zip(("ndtool", "ndtool 2"), self.workers)}
        return contenders | {"NumPy": timed(load, before=gc.collect)}


class Peers(File):
    """A file of 4 MiB that the other Go libraries of arrays read or write too."""

    def __init__(self, name, command):
        super().__init__("other Go libraries", name)
        self.command = command

    def contenders(self, drivers, driver):
        # npyio and gonpy write numbers that come out the same as they go in
        a = (np.arange(SMALL[0] * SMALL[1], dtype="<f4") % 1000).reshape(SMALL)
        files = {who: self.file(f"{who}.npy") for who in ("ndtool", "NumPy", *PEERS)}
        for file in files.values():
            np.save(file, a)
        a.tofile(self.file("raw"))
        driver.ask("load", "a", self.file("raw"))
        self.bytes = a.nbytes
        if self.command == "read":
            contenders = {"ndtool": driver.timed("read", 1, files["ndtool"]), "NumPy": timed(np.load, files["NumPy"], before=gc.collect)}
        else:
            contenders = {"ndtool": driver.timed("write", 1, files["ndtool"], spec("a", a, a)),
                          "NumPy": timed(lambda: np.save(files["NumPy"], a), before=anew(files["NumPy"]))}
        peers = drivers.fresh("peers")
        contenders |= {who: peers.timed(self.command, files[who], who, ",".join(map(str, SMALL))) for who in PEERS}
        for who, run in contenders.items():
            run(1)
            if not np.array_equal(np.load(files[who]).ravel(), a.ravel()):
                raise SystemExit(f"{self.name}: {who} wrote another array")
        return contenders


def samples():
    """Makers of arrays as archives hold them, 8 to 32 MiB each."""
    n = 4 << 20

    def rng():
        return np.random.default_rng(1)

    def image():
        rows, columns = np.mgrid[0:2048, 0:2048]
        smooth = 128 + 60 * np.sin(rows / 70) + 50 * np.cos(columns / 110) + rng().normal(0, 3, rows.shape)
        return np.tile(smooth.clip(0, 255).astype("u1"), (2, 1))
    return {
        "arange i4": lambda: np.arange(n, dtype="i4"),
        "arange i8": lambda: np.arange(n // 2, dtype="i8"),
        "random i4 below 1000": lambda: rng().integers(0, 1000, n, dtype="i4"),
        "random i4": lambda: rng().integers(-2**31, 2**31, n, dtype="i4"),
        "labels i8, 10 classes": lambda: rng().integers(0, 10, n // 2, dtype="i8"),
        "few-valued u1": lambda: rng().integers(0, 4, 4 * n, dtype="u1"),
        "image u1": image,
        "smooth f4": lambda: np.sin(np.linspace(0, 40, n, dtype="f4")),
        "noise f4": lambda: rng().normal(size=n).astype("f4"),
        "noise f8": lambda: rng().normal(size=n // 2),
        "rounded f8": lambda: np.round(rng().normal(size=n // 2), 2),
        "booleans": lambda: rng().random(4 * n) < 0.1,
        "zeros f4": lambda: np.zeros(n, "f4"),
    }


def cases():
    out = [
        Read("read into fresh memory", "read"),
        Read("read into a buffer", "into"),
        Read("open mapped", "open", workers=(), mmap_mode="r"),
        Write("write contiguous", lambda a: a),
        Write("write a[:, ::2]", lambda a: a[:, ::2]),
        Reshape("reshape in place", True),
        Reshape("reshape into another file", False),
    ]
    for kind, make in samples().items():
        out.append(Deflate(f"deflate {kind}", lambda make=make: [make()]))
        out.append(Inflate(f"inflate {kind}", lambda make=make: [make()]))

    def two():
        rng = np.random.default_rng(2)
        return [rng.integers(0, 1000, 4 << 20, dtype="i4") for _ in range(2)]
    out.append(Deflate("deflate two members, 2 cores", two, workers=(1, 2)))
    out.append(Inflate("inflate two members, 2 cores", two, workers=(1, 2)))
    return out + [Peers("read 4 MiB f32", "read"), Peers("write 4 MiB f32", "write")]
