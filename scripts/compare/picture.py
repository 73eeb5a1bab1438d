"""The picture of docs/benchmarks.md."""
import html
import math

BAR, GAP, HEAD, LEFT, WIDTH = 8, 6, 22, 270, 560
COLOURS = {"NumPy": "#4c72b0", "PyTorch": "#dd8452"}


def bars(results):
    """Two bars a case on a logarithmic axis: how many times as long the other
    libraries take. A line marks 1."""
    values = [r["ratios"][o] for r in results.values() for o in COLOURS if o in r["ratios"]]
    low, high = math.log10(min(0.7, *values)), math.log10(max(values) * 1.1)

    def x(value):
        return LEFT + WIDTH * (math.log10(value) - low) / (high - low)

    body, y, group = [], 46, None
    for name, r in results.items():
        if r["group"] != group:
            group = r["group"]
            body.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end" font-weight="bold">{html.escape(group)}</text>')
            y += HEAD
        body.append(f'<text x="{LEFT - 8}" y="{y + BAR + 4}" text-anchor="end">{html.escape(name)}</text>')
        for k, (other, colour) in enumerate(COLOURS.items()):
            value = r["ratios"].get(other)
            if value is not None:
                a, b = sorted((x(1), x(value)))
                body.append(f'<rect x="{a:.1f}" y="{y + k * BAR}" width="{max(b - a, 1):.1f}" height="{BAR - 1}" fill="{colour}"/>')
        y += 2 * BAR + GAP
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 30}" height="{y + 14}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{LEFT}" y="16">time of the other library / time of ndtool, one thread</text>']
    for k, (other, colour) in enumerate(COLOURS.items()):
        at = LEFT + 340 + 90 * k
        out.append(f'<rect x="{at}" y="7" width="10" height="10" fill="{colour}"/><text x="{at + 15}" y="16">{other}</text>')
    for tick in (0.5, 1, 2, 5, 10, 20, 50, 100):
        if low <= math.log10(tick) <= high:
            out.append(f'<line x1="{x(tick):.1f}" y1="40" x2="{x(tick):.1f}" y2="{y}" stroke="{"#777" if tick == 1 else "#ddd"}"/>')
            out.append(f'<text x="{x(tick):.1f}" y="35" text-anchor="middle">{tick:g}</text>')
    return "\n".join(out + body + ["</svg>"]) + "\n"
