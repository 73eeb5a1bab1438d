"""Operations of package ops on views of all kinds, into ready results."""
import ctypes
import glob
import math
import os
import tempfile

import numpy as np

from case import Case, threads, timed
from copies import buffer, spec, tensor, torch

SHORT = {"f2": "<f2", "f4": "<f4", "f8": "<f8", "c8": "<c8", "c16": "<c16", "i1": "|i1", "u1": "|u1", "i2": "<i2",
         "u2": "<u2", "i4": "<i4", "i8": "<i8", "b1": "|b1", ">f4": ">f4", ">f8": ">f8", ">i4": ">i4", ">i2": ">i2"}



class Operation(Case):
    """An operation on views of packed arrays: operands are (dtype, shape, view).
    The result is a view of one of another dtype and shape, None for the operands'
    broadcast. in_numpy and in_torch are functions of the result and the operands.
    If same, all operands are views of one array."""

    table = "operations"

    def __init__(self, group, name, op, operands, result, in_numpy, in_torch, same=False):
        super().__init__(group, name)
        self.op, self.operands, self.result = op, operands, result
        self.in_numpy, self.in_torch, self.same = in_numpy, in_torch, same

    def start(self, drivers):
        driver = drivers.fresh("asm")

        def array(name, dtype, shape, view):
            dtype = np.dtype(dtype)
            base = buffer(math.prod(shape) * dtype.itemsize, 0)
            fill(base, dtype)
            driver.ask("buffer", name, base.size, 0)
            driver.ask("fill", name, dtype.str)
            a = view(np.ndarray(shape, dtype, base.data))
            return base, a, spec(name, a, base), as_tensor(a, base)

        sources = [array(f"x{k}", *operand) for k, operand in enumerate(self.operands[:1] if self.same else self.operands)]
        if self.same:
            base, a, _, _ = sources[0]
            whole_array = np.ndarray(self.operands[0][1], a.dtype, base.data)
            for _, _, view in self.operands[1:]:
                v = view(whole_array)
                sources.append((base, v, spec("x0", v, base), as_tensor(v, base)))
        views = [v for _, v, _, _ in sources]
        dtype, shape, view = self.result
        if shape is None:
            shape = np.broadcast_shapes(*(v.shape for v in views))
        out_base, out, target, out_tensor = array("out", dtype, shape, view)
        self.bytes = out.nbytes

        def ours(workers):
            return lambda times: float(driver.ask("compute", self.op, times, workers, target, *(s for _, _, s, _ in sources)))

        by_numpy = timed(self.in_numpy, out, *views)
        contenders = {"ndtool": ours(1), "ndtool 2": ours(2), "NumPy": with_blas(1, by_numpy)}
        if self.op == "matmul":
            contenders["NumPy 2"] = with_blas(2, by_numpy)
        tensors = [out_tensor] + [t for _, _, _, t in sources]
        if self.in_torch and all(t is not None for t in tensors):
            run = timed(self.in_torch, *tensors)
            try:
                run(1)
                contenders["PyTorch"], contenders["PyTorch 2"] = threads(torch, 1, run), threads(torch, 2, run)
            except (RuntimeError, TypeError):
                pass  # PyTorch has no such operation on this dtype
        contenders["ndtool"](1)
        contenders["NumPy"](1)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "out")
            driver.ask("save", "out", file)
            got, want = np.fromfile(file, out.dtype), out_base[:out_base.size // out.itemsize * out.itemsize].view(out.dtype)
            tolerance = 0.2 if out.dtype.str == "<f2" else 1e-4
            if not np.allclose(got, want, rtol=tolerance, atol=0, equal_nan=True):
                raise SystemExit(f"{self.name}: ops and NumPy differ: {got[:8]} and {want[:8]}")
        return contenders


def as_tensor(a, base):
    if torch and a.dtype == bool and all(s >= 0 for s in a.strides):
        return torch.from_numpy(a)
    return tensor(a, base)


def with_blas(n, run):
    """The contender with so many threads of NumPy's BLAS."""
    def limited(times):
        set_blas_threads(n)
        return run(times)
    return limited


def fill(base, dtype):
    """What the driver's fill writes."""
    n = base.size // dtype.itemsize
    values = 1 + np.arange(n, dtype=np.int64) * 7919 % 80
    base[:n * dtype.itemsize].view(dtype)[:] = values.astype(dtype)


def blas_threads():
    """The function that sets the threads of NumPy's BLAS, or one that does nothing."""
    for name in glob.glob(os.path.join(os.path.dirname(np.__file__), "..", "numpy.libs", "libscipy_openblas*")):
        f = getattr(ctypes.CDLL(name), "scipy_openblas_set_num_threads64_", None)
        if f:
            return f
    return lambda n: None


set_blas_threads = blas_threads()


UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "maximum": np.maximum,
          "less": np.less, "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "negative": np.negative,
          "absolute": np.absolute, "clip": np.clip, "matmul": np.matmul, "power": np.power, "floordiv": np.floor_divide}
TORCH = {"floordiv": "floor_divide", "power": "pow", "less": "lt"}


def elementwise(op):
    u = UFUNCS[op]
    if torch is None:
        return (lambda out, *a: u(*a, out=out)), None
    t = getattr(torch, TORCH.get(op, op))
    return (lambda out, *a: u(*a, out=out)), (lambda out, *a: t(*a, out=out))


def reduction(op, axes):
    f = getattr(np, op)

    def by_torch(out, a):
        axis = axes if op in ("sum", "mean", "var") else axes[0]
        if op in ("sum", "mean"):
            return getattr(torch, op)(a, axis, out=out)
        if op in ("min", "max"):
            return getattr(torch, "a" + op)(a, axes, out=out)
        return getattr(torch, op)(a, axis, out=out)
    one = axes[0] if len(axes) == 1 else axes
    return (lambda out, a: f(a, axis=one, out=out)), by_torch


def whole(a):
    return a


def cases():
    list_ = []

    def add(name, group, op, operands, out, shape=None, view=None, same=False):
        operands = [(SHORT[o[0]],) + tuple(o[1:]) + ((whole,) if len(o) == 2 else ()) for o in operands]
        head, _, axes = op.partition(":")
        if axes:
            axes = tuple(map(int, axes.split(",")))
            n, t = reduction(head, axes)
        elif head == "cast":
            n, t = (lambda out, a: np.copyto(out, a, casting="unsafe")), (lambda out, a: out.copy_(a))
        elif head == "where":  # NumPy's makes a fresh array
            n, t = (lambda out, c, a, b: np.where(c, a, b)), (lambda out, c, a, b: torch.where(c, a, b, out=out))
        else:
            n, t = elementwise(head)
        list_.append(Operation(group, name, op, operands, (SHORT[out], shape, view or whole), n, t, same))

    turned = lambda a: a.T
    big, mid, small = (4096, 4096), (1024, 1024), (256, 256)
    for d in ("f4", "f8"):
        add(f"add {d}", "contiguous", "add", [(d, big), (d, big)], d)
        add(f"add {d} in cache", "contiguous", "add", [(d, small), (d, small)], d)
        add(f"multiply {d}", "contiguous", "mul", [(d, big), (d, big)], d)
        add(f"divide {d}", "contiguous", "div", [(d, mid), (d, mid)], d)
        add(f"sqrt {d}", "contiguous", "sqrt", [(d, mid)], d)
        add(f"exp {d}", "contiguous", "exp", [(d, mid)], d)
        add(f"log {d}", "contiguous", "log", [(d, mid)], d)
        add(f"negative {d}", "contiguous", "negative", [(d, mid)], d)
        add(f"less {d}", "contiguous", "less", [(d, mid), (d, mid)], "b1")
        add(f"clip {d}", "contiguous", "clip", [(d, mid), (d, ()), (d, ())], d)
        add(f"where {d}", "contiguous", "where", [("b1", mid), (d, mid), (d, mid)], d)
    for d in ("u1", "i2", "i4", "i8", "f2", "c8", "c16"):
        add(f"add {d}", "contiguous, other dtypes", "add", [(d, mid), (d, mid)], d)
    add("multiply c16", "contiguous, other dtypes", "mul", [("c16", mid), ("c16", mid)], "c16")
    add("multiply i8", "contiguous, other dtypes", "mul", [("i8", mid), ("i8", mid)], "i8")
    add("floor-divide i4", "contiguous, other dtypes", "floordiv", [("i4", mid), ("i4", mid)], "i4")
    for d in ("f4", "f8"):
        for n in (4096, 2047, 1024, 512):
            add(f"A + A.T {n}² {d}", "matrix and transposed matrix", "add", [(d, (n, n)), (d, (n, n), turned)], d, same=True)
    for d in ("u1", "i2", "i4", "f2", "c16"):
        add(f"A + A.T 2048² {d}", "matrix and transposed matrix", "add", [(d, (2048, 2048)), (d, (2048, 2048), turned)], d, same=True)
    add("A.T + B.T 2048² f4", "matrix and transposed matrix", "add", [("f4", (2048, 2048), turned), ("f4", (2048, 2048), turned)], "f4", view=turned)
    add("sqrt(A.T) into C order 2048² f4", "matrix and transposed matrix", "sqrt", [("f4", (2048, 2048), turned)], "f4")
    row, column = (1, 4096), (4096, 1)
    for d in ("f4", "f8", "u1", "i4"):
        add(f"A + row {d}", "broadcast", "add", [(d, big), (d, row)], d)
        add(f"A + column {d}", "broadcast", "add", [(d, big), (d, column)], d)
        add(f"row + column {d}", "broadcast", "add", [(d, row), (d, column)], d, shape=big)
        add(f"A + scalar {d}", "broadcast", "add", [(d, big), (d, ())], d)
    add("A + row (10⁶,3) f4", "broadcast", "add", [("f4", (1000000, 3)), ("f4", (1, 3))], "f4")
    add("A + column (10⁶,3) f4", "broadcast", "add", [("f4", (1000000, 3)), ("f4", (1000000, 1))], "f4")
    add("A + column (4,10⁶) f8", "broadcast", "add", [("f8", (4, 1000000)), ("f8", (4, 1))], "f8")
    steps = [("[:, ::2]", lambda a: a[:, ::2]), ("[::2]", lambda a: a[::2]), ("[:, ::-1]", lambda a: a[:, ::-1]),
             ("[::-1]", lambda a: a[::-1]), ("[:, 1:-1]", lambda a: a[:, 1:-1]), ("[:, ::3]", lambda a: a[:, ::3])]
    for text, view in steps:
        for d in ("f4", "f8", "u1", "i2"):
            add(f"A{text} + B{text} {d}", "strided", "add", [(d, (2048, 2048), view), (d, (2048, 2048), view)], d)
    add("A[:, ::2] + B[:, ::2] into [:, ::2] f4", "strided", "add", [("f4", (2048, 2048), lambda a: a[:, ::2])] * 2, "f4",
        shape=(2048, 2048), view=lambda a: a[:, ::2])
    add("sqrt(A[:, ::2]) f8", "strided", "sqrt", [("f8", (2048, 2048), lambda a: a[:, ::2])], "f8")
    add("exp(A[:, ::2]) f4", "strided", "exp", [("f4", (1024, 1024), lambda a: a[:, ::2])], "f4")
    add("exp(A[:, ::2]) f8", "strided", "exp", [("f8", (1024, 1024), lambda a: a[:, ::2])], "f8")
    add("permuted (2,0,1) + B f4", "strided", "add", [("f4", (128, 128, 128), lambda a: a.transpose(2, 0, 1)), ("f4", (128, 128, 128))], "f4")
    add("windows A[1:] - A[:-1] f4", "strided", "sub", [("f4", (4097, 1024), lambda a: a[1:]), ("f4", (4097, 1024), lambda a: a[:-1])], "f4", same=True)
    add("differences A[:, 1:] - A[:, :-1] f8", "strided", "sub", [("f8", (1024, 1025), lambda a: a[:, 1:]), ("f8", (1024, 1025), lambda a: a[:, :-1])], "f8", same=True)
    for a, b in (("i4", "f8"), ("f8", "f4"), ("f4", "f8"), ("f4", "i4"), ("u1", "f4"), ("f4", "u1"), ("f4", "f2"), ("f2", "f4"),
                 ("i8", "i4"), ("i4", "i8"), ("i2", "f4"), ("f8", "i8"), ("i8", "f8"), ("b1", "f4"), ("f4", "b1"), ("f8", "c16")):
        add(f"{a} → {b}", "casts", "cast", [(a, (2048, 2048))], b)
    for a, b in (("f4", "f8"), ("i4", "f8"), ("f8", "f4"), ("u1", "f4")):
        add(f"{a} → {b}, transposed", "casts, strided", "cast", [(a, (2048, 2048), turned)], b)
        add(f"{a} → {b}, [:, ::2]", "casts, strided", "cast", [(a, (2048, 2048), lambda a: a[:, ::2])], b)
    for a, b in ((">f4", "f8"), (">f8", "f4"), (">i4", "f4"), (">i2", "f4"), (">f4", "f4")):
        add(f"{a} → {b}", "byte-swapped", "cast", [(a, (2048, 2048))], b)
    add(">f4 + >f4", "byte-swapped", "add", [(">f4", (2048, 2048))] * 2, "f4")
    add(">f8 + >f8", "byte-swapped", "add", [(">f8", (2048, 2048))] * 2, "f8")
    add(">f4 + f4.T", "byte-swapped", "add", [(">f4", (2048, 2048)), ("f4", (2048, 2048), turned)], "f4")
    add("sum of >f4 over axis 0", "byte-swapped", "sum:0", [(">f4", (2048, 2048))], "f4", shape=(2048,))
    add("sum of >f8 over axis 1", "byte-swapped", "sum:1", [(">f8", (2048, 2048))], "f8", shape=(2048,))
    for d in ("f4", "f8"):
        for axes, shape in (("0", (4096,)), ("1", (4096,)), ("0,1", ())):
            add(f"sum {d} over {axes}", "reductions", f"sum:{axes}", [(d, big)], d, shape=shape)
            add(f"max {d} over {axes}", "reductions", f"max:{axes}", [(d, big)], d, shape=shape)
        add(f"mean {d} over 1", "reductions", "mean:1", [(d, mid)], d, shape=(1024,))
        add(f"var {d} over 0", "reductions", "var:0", [(d, mid)], d, shape=(1024,))
        add(f"argmax {d} over 1", "reductions", "argmax:1", [(d, mid)], "i8", shape=(1024,))
        add(f"argmax {d} over 0", "reductions", "argmax:0", [(d, mid)], "i8", shape=(1024,))
        add(f"cumsum {d} over 0", "reductions", "cumsum:0", [(d, mid)], d, shape=mid)
        add(f"cumsum {d} over 1", "reductions", "cumsum:1", [(d, mid)], d, shape=mid)
        for axes, shape in (("0", (256, 256)), ("1", (256, 256)), ("2", (256, 256)), ("0,1", (256,)), ("1,2", (256,)), ("0,2", (256,))):
            add(f"sum 256³ {d} over {axes}", "reductions, 3-d", f"sum:{axes}", [(d, (256, 256, 256))], d, shape=shape)
    for d in ("u1", "i2", "i4", "i8", "f2", "c8", "c16"):
        out = {"u": "i8", "i": "i8"}.get(d[0], d)
        for axes, shape in (("0", (1024,)), ("1", (1024,)), ("0,1", ())):
            add(f"sum {d} over {axes}", "reductions, other dtypes", f"sum:{axes}", [(d, mid)], out, shape=shape)
        if d[0] != "c":
            add(f"max {d} over 0", "reductions, other dtypes", "max:0", [(d, mid)], d, shape=(1024,))
            add(f"max {d} over 1", "reductions, other dtypes", "max:1", [(d, mid)], d, shape=(1024,))
    for d in ("f4", "f8"):
        add(f"sum {d} of A[:, ::2] over 0", "reductions, strided", "sum:0", [(d, (2048, 2048), lambda a: a[:, ::2])], d, shape=(1024,))
        add(f"sum {d} of A[:, ::2] over 1", "reductions, strided", "sum:1", [(d, (2048, 2048), lambda a: a[:, ::2])], d, shape=(2048,))
        add(f"max {d} of A[:, ::2] over 1", "reductions, strided", "max:1", [(d, (2048, 2048), lambda a: a[:, ::2])], d, shape=(2048,))
        add(f"sum {d} of A.T over 0", "reductions, strided", "sum:0", [(d, (2048, 2048), turned)], d, shape=(2048,))
        add(f"sum {d} of A.T over 1", "reductions, strided", "sum:1", [(d, (2048, 2048), turned)], d, shape=(2048,))
    add("sum u1 of A[:, ::2] over 1", "reductions, strided", "sum:1", [("u1", (2048, 2048), lambda a: a[:, ::2])], "i8", shape=(2048,))
    for d in ("f4", "f8", "c8", "c16"):
        add(f"matmul 1024³ {d}", "matmul", "matmul", [(d, mid), (d, mid)], d)
    add("matmul 1024³ f4, A.T @ B", "matmul", "matmul", [("f4", mid, turned), ("f4", mid)], "f4")
    add("matmul 1024³ f4, A @ B[::2, ::2]", "matmul", "matmul", [("f4", mid), ("f4", (2048, 2048), lambda a: a[::2, ::2])], "f4")
    add("matmul 512³ i4", "matmul", "matmul", [("i4", (512, 512)), ("i4", (512, 512))], "i4")
    add("matmul 64×(128×64 by 64×128) f4", "matmul", "matmul", [("f4", (64, 128, 64)), ("f4", (64, 64, 128))], "f4", shape=(64, 128, 128))
    add("matmul 4096² by a column f8", "matmul", "matmul", [("f8", big), ("f8", column)], "f8", shape=column)
    for d in ("f4", "f8"):
        add(f"add 8 {d}", "small", "add", [(d, (8,)), (d, (8,))], d)
        add(f"add 8×8 {d}", "small", "add", [(d, (8, 8)), (d, (8, 8))], d)
    add("A + A.T 8² f4", "small", "add", [("f4", (8, 8)), ("f4", (8, 8), turned)], "f4")
    add("A + row 8² f4", "small", "add", [("f4", (8, 8)), ("f4", (1, 8))], "f4")
    add("sum 8×8 f4 over 0", "small", "sum:0", [("f4", (8, 8))], "f4", shape=(8,))
    return list_
