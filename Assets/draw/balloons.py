"""Hot-air balloons: the shape, the stripes, a morning full of them, and one cut out."""

import numpy as np

from canvas import Stencil, blank, centred, cut_out, gradient, paint, plane, rgb, smooth
from noise import clouds, fbm


def balloon_shape(stencils, cx, cy, r):
    """Cuts the envelope and the basket of a balloon."""
    envelope, basket, ropes = stencils
    t = np.linspace(0, 2 * np.pi, 120)
    px = np.sin(t)
    py = -np.cos(t)
    # Below the middle the sides run straight towards the mouth.
    px = px * (1 - 0.16 * np.clip(py, 0, 1))
    py = np.where(py > 0, py * 1.32, py)
    mouth = cy + r * 1.28
    envelope.polygon([(cx + r * a, cy + r * b) for a, b in zip(px, py)])
    basket.box(cx - r * 0.15, mouth + r * 0.27, cx + r * 0.15, mouth + r * 0.5)
    for side in (-1, 1):
        ropes.stroke([(cx + side * r * 0.2, mouth - r * 0.1), (cx + side * r * 0.13, mouth + r * 0.28)], r * 0.025)


def paint_balloon(image, x, y, cx, cy, r, colors, middle=False):
    """One striped balloon with light from the left; returns its coverage."""
    height, width = image.shape[:2]
    stencils = [Stencil(width, height, middle) for _ in range(3)]
    balloon_shape(stencils, cx, cy, r)
    envelope, basket, ropes = (s.mask() for s in stencils)
    u, v = (x - cx) / r, (y - cy) / r
    narrow = np.sqrt(np.clip(1 - np.clip(np.where(v > 0, v / 1.32, v), -1, 1) ** 2, 0.0004, 1))
    around = np.arcsin(np.clip(u / narrow / (1 - 0.16 * np.clip(v / 1.32, 0, 1)), -1, 1))
    gore = np.floor(around / np.pi * 9 + 0.5).astype(int) % len(colors)
    body = np.stack([rgb(c) for c in colors])[gore]
    belt = (np.abs(v - 0.12) < 0.11)[..., None]
    body = np.where(belt, rgb(colors[-1]) * 0.3 + rgb("#fff6e0") * 0.7, body)
    lamp = np.clip(0.68 - 0.42 * u - 0.24 * v + 0.3 * np.sqrt(np.clip(1 - u * u - v * v, 0, 1)), 0.25, 1.12)
    seam = np.abs(around / np.pi * 9 - np.round(around / np.pi * 9 - 0.5) - 0.5)
    lamp = lamp * (1 - 0.2 * smooth(0.08, 0.0, seam))
    paint(image, ropes, "#4a2c1c")
    paint(image, envelope, np.clip(body * lamp[..., None], 0, 1))
    paint(image, basket, gradient((u + 0.2) / 0.4, [(0, "#c88a4a"), (1, "#6a3c1c")]))
    return np.maximum(np.maximum(envelope, basket), ropes)


BALLOONS = (
    ("#e8303a", "#ffd23f"),
    ("#1f7fd8", "#ffffff", "#ff8a2f"),
    ("#2fae5a", "#fff0a0"),
    ("#8a3fc8", "#ff7ab0"),
    ("#ff7a1f", "#ffe08a", "#d81e5a"),
    ("#18a8b0", "#ffffff"),
    ("#f0408a", "#ffd23f", "#3f6fe0"),
)


def balloons(width, height):
    """Seven balloons at morning over hills."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(y, [(0, "#2f8ae0"), (0.45, "#a8dcf8"), (0.75, "#fff0c8")])
    puffs = clouds(x * 1.3, y * 3.2, 6, 25)
    paint(image, smooth(0.5, 0.75, puffs) * 0.9, "#ffffff")
    for layer, (level, color, foot) in enumerate(
        ((0.72, "#8fb8d0", "#c8dcd8"), (0.78, "#5f9a8a", "#a8c89a"), (0.87, "#2f7a4a", "#6fae4a"))
    ):
        line = level - 0.05 * fbm(x[0] * (1.2 + layer * 0.4) + layer * 4, x[0] * 0, 4, layer + 2)
        depth = y - line[None]
        paint(image, smooth(-0.001, 0.001, depth), gradient(depth, [(0, color), (0.15, foot)]))
    places = (
        (0.30, 0.33, 0.2),
        (0.68, 0.24, 0.13),
        (0.86, 0.5, 0.095),
        (0.53, 0.56, 0.08),
        (0.08, 0.6, 0.06),
        (0.46, 0.14, 0.05),
        (0.72, 0.66, 0.045),
    )
    for (px, py, r), colors in sorted(zip(places, BALLOONS), key=lambda pair: pair[0][2]):
        paint_balloon(image, x, y, px * wide, py, r, colors)
    return np.clip(image, 0, 1)


def balloon_cutout(width, height):
    """One balloon alone."""
    x, y = centred(width, height)
    image = blank(width, height, "#c83040")
    return cut_out(image, paint_balloon(image, x, y, 0, -0.32, 0.8, ("#e8303a", "#ffd23f", "#1f7fd8"), middle=True))
