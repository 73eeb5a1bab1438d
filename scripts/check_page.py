#!/usr/bin/env python3
"""Checks the page that `ndtool draw -o page.html` writes, in a real browser.

    scripts/check_page.py [--cli NDTOOL] [--n 200] [--seed 1] [--shots DIR]

Needs chromium and chromedriver (Debian: chromium, chromium-driver); without them
it says so and ends well. The page is used as a reader uses it: buttons are
clicked, arguments typed; what it shows is compared with what `ndtool draw` and
`ndtool explain` say. Then random arrays and operations go through its arithmetic
and through ndtool's. Ends with 1 at the first difference.
"""

import argparse
import base64
import json
import math
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver's name for a handle


class Browser:
    """A headless Chromium, driven by the WebDriver protocol."""

    def __init__(self, driver, chromium):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.session = ""
        options = {"binary": chromium, "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1060,1100"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        for attempt in range(100):
            try:
                self.session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
                return
            except urllib.error.URLError:
                if attempt == 99:
                    raise
                time.sleep(0.1)

    def call(self, method, path, body=None):
        prefix = f"/session/{self.session}" if self.session else ""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + prefix + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as e:
            raise SystemExit(f"browser: {json.load(e)['value']['message']}")

    def close(self):
        if self.session:
            self.call("DELETE", "")
        self.process.terminate()
        self.process.wait()

    def open(self, path):
        self.call("POST", "/url", {"url": pathlib.Path(path).resolve().as_uri()})

    def run(self, script, *args):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(args)})

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        e = self.find(selector)
        self.call("POST", f"/element/{e}/clear", {})
        self.call("POST", f"/element/{e}/value", {"text": text})

    def text(self, selector):
        return self.run("return Array.from(document.querySelectorAll(arguments[0]), e => e.textContent)", selector)

    def shot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))


def check(what, got, want):
    if got != want:
        raise SystemExit(f"{what}:\n  the page says {got!r}\n  expected      {want!r}")


class Checker:
    def __init__(self, cli, browser, folder):
        self.cli, self.browser, self.folder = cli, browser, folder

    def ndtool(self, *args):
        done = subprocess.run([self.cli, *args], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def load(self, *args):
        page = f"{self.folder}/page.html"
        if self.ndtool("draw", *args, "-o", page, "--force", "--no-sync") is None:
            raise SystemExit(f"ndtool draw {args} wrote no page")
        self.browser.open(page)

    def same_as_draw(self, *args):
        """The numbers and sentences are those of ndtool draw, view by view."""
        lines = self.ndtool("draw", *args).splitlines()
        b = self.browser
        shapes, strides = b.text("[data-what=shape]"), b.text("[data-what=strides]")
        check("headlines", [f"{s}, {t}" for s, t in zip(shapes, strides)], [x for x in lines if ", offset " in x and " strides (" in x])
        check("flags", b.text("[data-what=flags]"), [x for x in lines if x.startswith("C_CONTIGUOUS")])
        sentences = []
        for i, line in enumerate(lines):
            if line.startswith("C_CONTIGUOUS"):
                for sentence in lines[i + 1:]:
                    if sentence == "":
                        break
                    sentences.append(sentence[2:])
        check("verdict", b.text("[data-what=verdict] li"), sentences)
        check("copies", b.text("[data-what=copy]"), [x for x in lines if x.startswith("↓")])
        check("error", b.text("#error"), [""])

    def cells(self):
        """Every drawn cell carries the first element of the walk that reads it."""
        shown = self.browser.run("""
            const form = apply(state.input, stages()).at(-1).form, p = cellsOf(form);
            const view = Array.from(document.querySelectorAll("#result .view")).at(-1);
            return {form, unit: p.unit, whole: p.whole, cells: Array.from(view.querySelectorAll("[data-cell]"), g => [Number(g.dataset.cell), g.querySelector("text")?.textContent ?? ""])};""")
        form, unit = shown["form"], shown["unit"]
        if not shown["whole"]:
            return
        first = {}
        shape, strides = form["shape"], form["strides"]
        for number in range(math.prod(shape)):
            rest, offset = number, form["offset"]
            for n, s in zip(reversed(shape), reversed(strides)):
                rest, i = divmod(rest, n)
                offset += i * s
            for c in range(offset // unit, (offset + form["itemsize"]) // unit):
                first.setdefault(c, number)
        check("cells", {c: int(t) for c, t in shown["cells"] if t}, {c: first[c] for c, t in shown["cells"] if t})
        check("cells that are read", sorted(c for c, _ in shown["cells"]), sorted(first))

    def reader(self):
        """What a reader does: choose, type, look."""
        b = self.browser
        self.load("--shape", "3,4", "--dtype", "f4", "transpose")
        check("requests", b.run("return performance.getEntriesByType('resource').map(e => e.name)"), [])
        array = ("--shape", "3,4", "--dtype", "float32")
        self.same_as_draw(*array, "transpose")
        self.cells()
        for op, typed, stages in [
            ("slice", {"at": "::2,1:"}, "slice ::2,1:"),
            ("slice", {"at": "...,::-1"}, "slice ...,::-1"),
            ("expand", {"to": "2,-1,4"}, "expand 2,3,4"),
            ("unfold", {"axis": "1", "size": "2", "step": "2"}, "unfold 1 2 2"),
            ("unfold", {"size": "3", "step": "1"}, "unfold 1 3 1"),
            ("reshape", {"to": "2,-1"}, "reshape 2,6"),
            ("transpose", {"axes": "0,1"}, "transpose 0,1"),
            ("input", {}, ""),
        ]:
            b.click(f"[data-op={op}]")
            for name, text in typed.items():
                b.type(f"#argument-{name}", text)
            self.same_as_draw(*array, stages)
            self.cells()
        # one after another, with a copy, and the first one taken away again
        b.click("[data-op=transpose]")
        b.click("#another")
        b.click("[data-op=reshape]")
        b.type("#argument-to", "12")
        self.same_as_draw(*array, "transpose | reshape 12")
        check("command", b.text("#command"), ["ndtool draw --shape 3,4 --dtype float32 'transpose | reshape 12'"])
        check("command, run", self.ndtool("draw", *array, "transpose | reshape 12") is not None, True)
        b.click("#chain button")
        self.same_as_draw(*array, "reshape 12")
        # what is refused is told, and told no longer once it is mended
        b.type("#argument-to", "5,2")
        check("refusal", b.text("#error"), ["stage 1 (reshape 5,2): 12 elements do not fill (5, 2)"])
        b.type("#argument-to", "6,2")
        check("refusal, mended", b.text("#error"), [""])
        # another array
        b.type("#shape", "2,3,4")
        b.click("#order option[value=F]")
        b.click("[data-op=input]")
        self.same_as_draw("--shape", "2,3,4", "--dtype", "float32", "--order", "F", "")
        self.cells()
        # the walk
        b.run("document.getElementById('walk').value = 23; document.getElementById('walk').dispatchEvent(new Event('input'))")
        check("address", b.text("#address"), ["element (1, 2, 3), place 23: 0 + 1·4 + 2·8 + 3·24 = byte 92"])
        check("cursors", len(b.text("#result .cursor")), 2)
        b.click("#play")
        time.sleep(1.2)
        if int(b.run("return document.getElementById('walk').value")) not in range(1, 20):
            raise SystemExit("the walk does not move")
        # other beginnings
        for args in [
            ("--shape", "4,3", "--dtype", "f4", "--strides", "80,8", "--offset", "88", ""),
            ("--shape", "1000,1000", "--dtype", "f8", "transpose"),
            ("--shape", "5", "--dtype", "i1,f4,i2", "field f1"),
            ("--shape", "3,4", "--dtype", "f4", "flip | transpose | slice 1:"),
            ("--shape", "()", "--dtype", "f4", "expand 3,2"),
        ]:
            self.load(*args)
            b.text("#result")
            if "|" not in args[-1]:
                self.same_as_draw(*args)
            self.cells()

    def chance(self, rng):
        """One random array with random operations, by both arithmetics."""
        shape = [rng.choice([0, 1, 1, 2, 3, 4, 5, 6]) for _ in range(rng.randint(0, 4))]
        itemsize = rng.choice([1, 2, 4, 8])
        order = rng.choice("CF")
        stages, rank = [], len(shape)
        for _ in range(rng.randint(1, 3)):
            op = rng.choice(["transpose", "slice", "expand", "unfold", "reshape"])
            if op == "transpose":
                axes = list(range(rank))
                rng.shuffle(axes)
                args = {"axes": rng.choice(["", ",".join(map(str, axes)), "0,0"])}
            elif op == "slice":
                items = [rng.choice([":", "::2", "::-1", "1:", ":-1", "0", "-1", "3:0:-2", "newaxis", "...", "-2:9:3"]) for _ in range(rng.randint(1, max(rank, 1)))]
                args = {"at": ",".join(items)}
            elif op == "expand":
                args = {"to": ",".join(rng.choice(["-1", "2", "3", "1"]) for _ in range(rank + rng.randint(0, 1))) or "3"}
            elif op == "unfold":
                args = {"axis": str(rng.randint(-2, 2)), "size": str(rng.randint(0, 3)), "step": str(rng.randint(0, 2))}
            else:
                args = {"to": rng.choice(["-1", "2,-1", "-1,3", "6,4", "-1,1,2", "12", "()", "4,-1,1"])}
            stages.append({"op": op, "args": args})
        text = self.browser.run("return arguments[0].map(stageText).join(' | ')", stages)
        shape_text = ",".join(map(str, shape)) if shape else "()"
        got = self.browser.run("""
            const [itemsize, shape, order, stages] = arguments;
            try { return apply(packed(itemsize, shape, order), stages); } catch (e) { if (e instanceof Refusal) return null; throw e; }""",
            itemsize, shape, order, stages)
        answer = self.ndtool("explain", "--shape", shape_text, "--dtype", f"u{itemsize}", "--order", order, "--json", text)
        case = f"shape {shape_text}, u{itemsize}, order {order}, {text!r}"
        check(f"{case}: refused", got is None, answer is None)
        if got is None:
            return
        want = json.loads(answer)
        result, form = want["stages"][-1]["result"], got[-1]["form"]
        check(f"{case}: copies", [p["copy"]["reason"] for p in got if p.get("copy")], [s["reason"] for s in want["stages"] if s["copies"]])
        check(f"{case}: shape", form["shape"], result["shape"])
        if math.prod(form["shape"]) > 0:
            check(f"{case}: strides", form["strides"], result["strides"])
            check(f"{case}: offset", form["offset"], result["offset"])
        density = self.browser.run("const f = arguments[0]; return isC(f) && isF(f) ? 'C and F' : isC(f) ? 'C' : isF(f) ? 'F' : density(f)", form)
        check(f"{case}: contiguity", density, result["contiguity"])


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--cli", default="ndtool")
    p.add_argument("--n", type=int, default=200)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--shots", help="folder for pictures of the page")
    a = p.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        print("no chromium with chromedriver here: the page is not checked")
        return 0
    rng = random.Random(a.seed)
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(driver, chromium)
        try:
            c = Checker(a.cli, browser, folder)
            c.reader()
            for _ in range(a.n):
                c.chance(rng)
            logs = [entry["message"] for entry in browser.call("POST", "/se/log", {"type": "browser"})]
            check("messages on the console", logs, [])
            if a.shots:
                shots(c, a.shots)
        finally:
            browser.close()
    print(f"the page is right in {chromium}: a reader's session and {a.n} random cases")
    return 0


def shots(c, folder):
    """Pictures of the page, to be looked at."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    b = c.browser
    for name, args, width in [
        ("transpose", ("--shape", "3,4", "--dtype", "f4", "transpose"), 1060),
        ("copy", ("--shape", "3,4", "--dtype", "f4", "transpose | reshape 12"), 1060),
        ("large", ("--shape", "1000,1000", "--dtype", "f8", "transpose"), 1060),
        ("permuted", ("--shape", "2,3,4", "--dtype", "f4", "transpose 2,0,1"), 1060),
        ("narrow", ("--shape", "6,8", "--dtype", "f4", "slice ::2,1::3"), 420),
    ]:
        b.call("POST", "/window/rect", {"width": width, "height": 1100})
        c.load(*args)
        b.shot(f"{folder}/{name}.png")


if __name__ == "__main__":
    sys.exit(main())
