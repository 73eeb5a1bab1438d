"""Copies from one view to another: the matrix of patterns."""
import ctypes
import math
import zlib

import numpy as np

from case import Case, threads, timed

try:
    import torch
except ImportError:
    torch = None

TORCH_TYPES = {"|u1": "uint8", "<u2": "int16", "<f2": "float16", "<f4": "float32",
               "<f8": "float64", "<c16": "complex128"}


def swap(*axes):
    return lambda a: a.transpose(axes)


def wide(*shape):
    return lambda a: np.broadcast_to(a, shape)


class Copy(Case):
    """A copy of view(a), a packed array of the shape base, to a packed array, or to
    the view into(b) of one of the shape room. NumPy itself computes shapes and
    strides. Both arrays begin offset bytes behind a line of 64."""

    table = "copies"

    def __init__(self, group, name, dtype, base, view, offset=0, to=None, room=None, into=None, flips=(), also=()):
        super().__init__(group, name)
        self.dtype, self.out_dtype = np.dtype(dtype), np.dtype(to or dtype)
        self.base, self.view, self.offset = base, view, offset
        self.room, self.into = room, into
        self.flips = flips  # PyTorch has no reversed views: the axes of its flip
        self.also = also    # further contenders: "purego", "gorgonia"

    def start(self, drivers):
        src_base = buffer(math.prod(self.base) * self.dtype.itemsize, self.offset)
        src = self.view(np.ndarray(self.base, self.dtype, src_base.data))
        shape = self.room or src.shape
        dst_base = buffer(math.prod(shape) * self.out_dtype.itemsize, self.offset)
        dst = np.ndarray(shape, self.out_dtype, dst_base.data)
        if self.into:
            dst = self.into(dst)
        self.bytes = math.prod(src.shape) * self.dtype.itemsize
        to, frm = spec("b", dst, dst_base), spec("a", src, src_base)

        def ours(kind, workers=(1,)):
            driver = drivers.fresh(kind)
            driver.ask("buffer", "a", src_base.size, self.offset)
            driver.ask("buffer", "b", dst_base.size, self.offset)
            self.path = self.path or driver.ask("path", to, frm)
            driver.ask("copy", 1, 1, to, frm)
            np.copyto(dst, src)
            if int(driver.ask("sum", "b")) != zlib.crc32(dst_base):
                raise SystemExit(f"{self.name}: {kind} and NumPy differ")
            return [driver.timed("copy", w, to, frm) for w in workers]

        contenders = dict(zip(("ndtool", "ndtool 2"), ours("asm", (1, 2))))
        contenders["NumPy"] = timed(np.copyto, dst, src)
        run = self.in_torch(dst, dst_base, src, src_base)
        if run:
            contenders["PyTorch"], contenders["PyTorch 2"] = threads(torch, 1, run), threads(torch, 2, run)
        contenders["memcpy"] = memcpy(self.bytes)
        if "purego" in self.also:
            contenders["purego"], = ours("purego")
        if drivers.before:
            contenders["before"], = ours("before")
        if "gorgonia" in self.also:
            driver = drivers.fresh("peers")
            contenders["gorgonia"] = driver.timed("transpose", self.dtype.str, *self.base)
        return contenders

    def in_torch(self, dst, dst_base, src, src_base):
        to, frm = tensor(dst, dst_base), tensor(src, src_base)
        if to is None:
            return None
        if frm is not None:
            return timed(to.copy_, frm)
        if self.flips:
            frm = tensor(np.flip(src, self.flips), src_base)
            return timed(torch.flip, frm, self.flips)
        return None


def buffer(size, offset):
    """Bytes that begin offset bytes behind a line of 64, as the driver fills them."""
    room = np.empty(size + offset + 64, np.uint8)
    start = -room.ctypes.data % 64 + offset
    b = room[start:start + size]
    words = size // 4
    np.multiply(np.arange(words, dtype="<u4"), np.uint32(2654435761), out=b[:words * 4].view("<u4"))
    b[words * 4:] = 0
    return b


def spec(name, a, base):
    """The view as the driver reads it."""
    offset = a.__array_interface__["data"][0] - base.ctypes.data
    return ":".join([name, a.dtype.str, str(offset), ",".join(map(str, a.shape)), ",".join(map(str, a.strides))])


def tensor(a, base):
    """The same view as a tensor, or None where PyTorch has no such thing."""
    kind = TORCH_TYPES.get(a.dtype.str)
    offset = a.__array_interface__["data"][0] - base.ctypes.data
    if torch is None or kind is None or any(s < 0 for s in a.strides) or (base.ctypes.data | offset) % a.itemsize:
        return None
    flat = torch.from_numpy(base[:base.size // a.itemsize * a.itemsize]).view(getattr(torch, kind))
    return torch.as_strided(flat, a.shape, [s // a.itemsize for s in a.strides], offset // a.itemsize)


MEMMOVE = ctypes.CDLL(None).memmove
MEMMOVE.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]


def memcpy(size):
    """The C library's copy of so many bytes, between buffers of its own."""
    first, second = buffer(size, 0), buffer(size, 0)

    def run(times, keep=(first, second)):
        return step(times)
    step = timed(MEMMOVE, first.ctypes.data, second.ctypes.data, size)
    return run


SIZES = {"u8": "|u1", "u16": "<u2", "f32": "<f4", "f64": "<f8", "c128": "<c16"}


def cases():
    out = []

    def add(*args, **more):
        out.append(Copy(*args, **more))

    flip = swap(1, 0)
    for side in (8192, 2048):
        for kind, dt in SIZES.items():
            also = ("purego",) + (("gorgonia",) if side == 2048 and kind in ("f32", "f64") else ())
            add("large transposes", f"transpose {side}² {kind}", dt, (side, side), flip, also=also)
    for height, width in ((8191, 8193), (2047, 2049)):
        for kind in ("u8", "u16", "f32", "f64"):
            add("odd shapes", f"transpose {height}×{width} {kind}", SIZES[kind], (height, width), flip)
    add("odd shapes", "transpose 4096² f32, misaligned", "<f4", (4096, 4096), flip, offset=4)
    add("odd shapes", "transpose 4096² u8, misaligned", "|u1", (4096, 4096), flip, offset=1)
    for kind, dt in SIZES.items():
        add("in cache", f"transpose 256² {kind}", dt, (256, 256), flip)
    add("thin", "transpose (10⁶,4) f32", "<f4", (1000000, 4), flip)
    add("thin", "transpose (4,10⁶) f32", "<f4", (4, 1000000), flip)
    add("thin", "transpose (10⁶,2) f64", "<f8", (1000000, 2), flip)
    add("thin", "transpose (10⁶,3) f32", "<f4", (1000000, 3), flip)
    add("thin", "transpose (3,10⁶) f64", "<f8", (3, 1000000), flip)

    cube, six = (256, 256, 256), (14, 12, 20, 18, 16, 24)
    for axes in ((2, 1, 0), (2, 0, 1), (1, 2, 0), (1, 0, 2), (0, 2, 1)):
        add("permutes", "({},{},{}) of 256³ f32".format(*axes), "<f4", cube, swap(*axes))
    add("permutes", "(0,2,1) of 64×512×512 f32", "<f4", (64, 512, 512), swap(0, 2, 1))
    add("permutes", "F→C 256³ f64", "<f8", cube, swap(2, 1, 0))
    add("permutes", "NHWC→NCHW 64 channels f32", "<f4", (8, 112, 112, 64), swap(0, 3, 1, 2))
    add("permutes", "NCHW→NHWC 64 channels f32", "<f4", (8, 64, 112, 112), swap(0, 2, 3, 1))
    add("permutes", "6-d (3,1,5,0,4,2) f32", "<f4", six, swap(3, 1, 5, 0, 4, 2))
    add("permutes", "6-d (3,1,5,0,4,2) column-major f32", "<f4", six, swap(*(5 - k for k in (2, 4, 0, 5, 1, 3))))
    add("permutes", "4-d (2,0,3,1) of 64⁴ u8", "|u1", (64, 64, 64, 64), swap(2, 0, 3, 1))

    add("channels", "RGBA→RGB u8", "|u1", (2048, 2048, 4), lambda a: a[..., :3])
    add("channels", "RGB→BGR u8", "|u1", (2048, 2048, 3), lambda a: a[..., ::-1], flips=(2,))
    add("channels", "NCHW→NHWC 3 channels u8", "|u1", (8, 3, 512, 512), swap(0, 2, 3, 1))
    add("channels", "NHWC→NCHW 3 channels u8", "|u1", (8, 512, 512, 3), swap(0, 3, 1, 2))
    add("channels", "NCHW→NHWC 4 channels u8", "|u1", (8, 4, 512, 512), swap(0, 2, 3, 1))
    add("channels", "NHWC→NCHW 4 channels u8", "|u1", (8, 512, 512, 4), swap(0, 3, 1, 2))
    add("channels", "NHWC→NCHW 3 channels f32", "<f4", (8, 224, 224, 3), swap(0, 3, 1, 2))
    add("channels", "NCHW→NHWC 3 channels f32", "<f4", (8, 3, 224, 224), swap(0, 2, 3, 1))
    add("channels", "HWC crop u8", "|u1", (1080, 1920, 3), lambda a: a[100:900, 200:1200])

    add("slices", "[:, ::2] f32", "<f4", (4096, 4096), lambda a: a[:, ::2])
    add("slices", "[:, ::2] u8", "|u1", (4096, 8192), lambda a: a[:, ::2])
    add("slices", "[:, ::3] f32", "<f4", (4096, 4095), lambda a: a[:, ::3])
    add("slices", "[::2] f32 rows", "<f4", (4096, 4096), lambda a: a[::2])
    add("slices", "[:, 1:-1] f32", "<f4", (4096, 4096), lambda a: a[:, 1:-1])
    add("slices", "[:, :, :2] f32 of (10⁶,3,4)", "<f4", (1000000, 3, 4), lambda a: a[:, :, :2])
    add("slices", "[:, ::-1] f32", "<f4", (4096, 4096), lambda a: a[:, ::-1], flips=(1,))
    add("slices", "[:, ::-1] u8", "|u1", (4096, 4096), lambda a: a[:, ::-1], flips=(1,))
    add("slices", "[::-1] f64", "<f8", (4096, 2048), lambda a: a[::-1], flips=(0,))
    add("slices", "one column f32", "<f4", (65536, 256), lambda a: a[:, 7])
    add("slices", "one column f64", "<f8", (65536, 64), lambda a: a[:, 7])
    add("slices", "into [:, ::2] f32", "<f4", (4096, 2048), lambda a: a, room=(4096, 4096), into=lambda b: b[:, ::2])
    add("slices", "into a window f32", "<f4", (2000, 2000), lambda a: a,
        room=(2048, 2048), into=lambda b: b[3:2003, 5:2005])

    add("broadcasts", "broadcast outer f32", "<f4", (4096,), wide(4096, 4096))
    add("broadcasts", "broadcast inner f32", "<f4", (4096, 1), wide(4096, 4096))
    add("broadcasts", "broadcast outer u8", "|u1", (4096,), wide(4096, 4096))
    add("broadcasts", "broadcast inner u8", "|u1", (4096, 1), wide(4096, 4096))
    add("broadcasts", "broadcast gray→RGB u8", "|u1", (2048, 2048, 1), wide(2048, 2048, 3))

    heads = (8, 1024, 16, 64)
    add("attention", "heads f32", "<f4", heads, swap(0, 2, 1, 3))
    add("attention", "heads f16", "<f2", heads, swap(0, 2, 1, 3))
    add("attention", "keys transposed f16", "<f2", heads, swap(0, 2, 3, 1))
    add("attention", "fused QKV third f16", "<f2", (8192, 3072), lambda a: a[:, 1024:2048])

    add("byte order", "byte swap u16", ">u2", (4096, 4096), lambda a: a, to="<u2")
    add("byte order", "byte swap f32", ">f4", (4096, 4096), lambda a: a, to="<f4")
    add("byte order", "byte swap f64", ">f8", (4096, 2048), lambda a: a, to="<f8")
    add("byte order", "transpose and byte swap f32", ">f4", (4096, 4096), flip, to="<f4")
    add("plain", "contiguous 8192² f32", "<f4", (8192, 8192), lambda a: a)
    add("plain", "contiguous 2048² f32", "<f4", (2048, 2048), lambda a: a)
    add("small", "contiguous 8×8 f32", "<f4", (8, 8), lambda a: a)
    add("small", "contiguous 4×6 f64", "<f8", (4, 6), lambda a: a)
    add("small", "transpose 8×8 f32", "<f4", (8, 8), flip)
    add("small", "transpose 8×8 f64", "<f8", (8, 8), flip)
    add("small", "transpose 64² f32", "<f4", (64, 64), flip)
    add("small", "[:, ::2] 16×16 f32", "<f4", (16, 16), lambda a: a[:, ::2])
    return out
