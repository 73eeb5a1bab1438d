"""Views: no byte moves, so the cost of a call is all there is."""
import numpy as np

from case import Case, timed
from copies import buffer, spec, torch


class View(Case):
    """A view of 2048×2048 items of float32, beside the copy that packs it."""

    table = "views"

    def __init__(self, name, command, numpy, tensor):
        super().__init__("views", name)
        self.command, self.numpy, self.tensor = command, numpy, tensor

    def start(self, drivers):
        driver = drivers.fresh("asm")
        base = buffer(4 * 2048 * 2048, 0)
        a = np.ndarray((2048, 2048), np.float32, base.data)
        view = self.numpy(a)
        for name in ("a", "b"):
            driver.ask("buffer", name, base.size, 0)
        packed = spec("b", np.ndarray(view.shape, np.float32, base.data), base)
        contenders = {"ndtool": driver.timed("view", self.command),
                      "NumPy": timed(self.numpy, a),
                      "packed": driver.timed("copy", 1, packed, spec("a", view, base))}
        if torch:
            contenders["PyTorch"] = timed(self.tensor, torch.zeros((2048, 2048)))
        return contenders


def cases():
    return [
        View("transpose", "transpose", lambda a: a.transpose(), lambda t: t.t()),
        View("permute", "permute", lambda a: a.transpose(1, 0), lambda t: t.permute(1, 0)),
        View("slice [1:7, ::2]", "slice", lambda a: a[1:7, ::2], lambda t: t[1:7, ::2]),
        View("reshape (2048, 64, 32)", "reshape", lambda a: a.reshape(2048, 64, 32), lambda t: t.view(2048, 64, 32)),
    ]
