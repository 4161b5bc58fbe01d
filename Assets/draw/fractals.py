"""Fractals: escape-time sets, a fern, a blossoming tree, an attractor."""

import numpy as np

from canvas import (
    F,
    Stencil,
    blank,
    blur,
    centred,
    gradient,
    paint,
    palette,
    plane,
    rgb,
    shade,
    shine,
    smooth,
    vignette,
)
from noise import clouds


def escape(z, c, limit, step):
    """Smooth iteration counts (NaN inside the set) of z -> step(z, c); points that left are not touched again."""
    shape = c.shape
    z, c = z.ravel().copy(), c.ravel()
    count = np.full(z.size, np.nan, F)
    alive = np.arange(z.size)
    for number in range(limit):
        z = step(z, c)
        size = z.real**2 + z.imag**2
        gone = size > 400
        if gone.any():
            count[alive[gone]] = number + 1 - np.log2(np.log(size[gone]) / 2 / np.log(20))
            keep = ~gone
            z, c, alive = z[keep], c[keep], alive[keep]
    return count.reshape(shape)


def complex_plane(width, height, center, span):
    """Complex numbers of the pixels; `span` is the extent of the shorter side."""
    x, y = centred(width, height)
    return (center.real + x * span / 2) + 1j * (center.imag - y * span / 2)


def relief(count, image, strength=0.25):
    """Lights the iteration counts as if they were heights."""
    height = np.nan_to_num(count, nan=0)
    slope = np.clip(np.gradient(height, axis=1) + np.gradient(height, axis=0), -1.5, 1.5)
    return shade(image, 1 + strength * slope)


def square(z, c):
    return z * z + c


def seahorse_valley(width, height):
    """The Mandelbrot set's seahorse valley."""
    c = complex_plane(width, height, complex(-0.7449, 0.1345), 0.0062).astype(np.complex128)
    count = escape(np.zeros_like(c), c, 420, square)
    tone = np.log(np.nan_to_num(count, nan=1) + 4)
    image = palette(tone * 0.95 + 0.28, "#061a4a", "#1f7fd0", "#f4fbff", "#ffb52a", "#a02818", "#2a0a3c")
    image[np.isnan(count)] = rgb("#05030f")
    return image


def whole_mandelbrot(width, height):
    """The whole set, glowing."""
    c = complex_plane(width, height, complex(-0.72, 0), 2.5).astype(np.complex64)
    count = escape(np.zeros_like(c), c, 160, square)
    tone = np.clip(np.log(np.nan_to_num(count, nan=1) + 1) / np.log(90), 0, 1)
    image = gradient(
        tone, [(0, "#08062a"), (0.3, "#2a1a8a"), (0.5, "#d02a8a"), (0.7, "#ff8a3a"), (0.88, "#ffe98a"), (1, "#ffffff")]
    )
    image[np.isnan(count)] = rgb("#05020f")
    return image


def julia_dragons(width, height):
    """The Julia set of -0.8 + 0.156i."""
    z = complex_plane(width, height, 0j, 2.05).astype(np.complex64)
    count = escape(z, np.full_like(z, complex(-0.8, 0.156)), 300, square)
    tone = np.sqrt(np.nan_to_num(count, nan=300))
    image = palette(tone * 0.085 + 0.02, "#031c1f", "#0a6a6a", "#3fd8b0", "#fff6c8", "#ff9a3a", "#8a1f4a", "#200a2c")
    image[np.isnan(count)] = rgb("#fffbe8")
    return image


def burning_ship(width, height):
    """The small ship on the antenna of the Burning Ship (Michelitsch and Roessler 1992)."""

    def step(z, c):
        z = np.abs(z.real) + 1j * np.abs(z.imag)
        return z * z + c

    x, y = centred(width, height)
    c = ((-1.762 + x * 0.043) + 1j * (-0.028 + y * 0.043)).astype(np.complex128)
    count = escape(np.zeros_like(c), c, 160, step)
    tone = np.clip(np.log(np.nan_to_num(count, nan=160) + 1) / np.log(160), 0, 1)
    image = gradient(
        tone,
        [(0.3, "#1a0626"), (0.46, "#5a0f2a"), (0.56, "#c8301a"), (0.68, "#ff9a1f"), (0.82, "#fff0a0"), (1, "#ffffff")],
    )
    image[np.isnan(count)] = rgb("#0a0410")
    return image


def newton_basins(width, height):
    """Which root of z^5 = 1 Newton's method finds, and how soon."""
    z = complex_plane(width, height, 0.0j, 2.4).astype(np.complex64) * np.exp(0.3j).astype(np.complex64)
    steps = np.zeros(z.shape, F)
    for _ in range(26):
        power = (z * z) * (z * z)
        step = (z * power - 1) / (5 * power + F(1e-6))
        step *= np.minimum(1, 4 / np.maximum(np.abs(step), F(1e-6)))  # a point near 0 must not fly off
        z = z - step
        steps += np.clip(np.abs(step) * 4, 0, 1)
    root = np.round(np.angle(z) / (2 * np.pi / 5)).astype(int) % 5
    colors = np.stack([rgb(c) for c in ("#ff3f5f", "#ffb52a", "#2fbf7a", "#2a8aff", "#a04fe8")])
    image = colors[root] * np.clip(1.12 - steps / 9, 0.12, 1.1)[..., None]
    return shine(image, 0.75 * smooth(2.2, 0.2, steps), "#fff8e8")


def chaos(width, height, maps, weights, steps, points, box):
    """How often each pixel is visited when `points` wander through affine `maps` (a, b, c, d, e, f)."""
    rng = np.random.default_rng(3)
    x, y = rng.random(points).astype(F), rng.random(points).astype(F)
    hits = np.zeros(width * height, F)
    table = np.array(maps, F)
    left, bottom, right, top = box
    for number in range(steps):
        a, b, c, d, e, f = table[rng.choice(len(maps), points, p=weights)].T
        x, y = a * x + b * y + e, c * x + d * y + f
        if number > 12:
            column = ((x - left) / (right - left) * width).astype(np.int32)
            row = ((top - y) / (top - bottom) * height).astype(np.int32)
            inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
            hits += np.bincount(row[inside] * width + column[inside], minlength=width * height)
    return hits.reshape(height, width)


def barnsley_fern(width, height):
    """Barnsley's fern on deep green."""
    maps = [
        (0, 0, 0, 0.16, 0, 0),
        (0.85, 0.04, -0.04, 0.85, 0, 1.6),
        (0.2, -0.26, 0.23, 0.22, 0, 1.6),
        (-0.15, 0.28, 0.26, 0.24, 0, 0.44),
    ]
    aspect = width / height
    tall = 10.9
    box = (0.35 - tall * aspect / 2, -0.45, 0.35 + tall * aspect / 2, tall - 0.45)
    hits = chaos(width, height, maps, [0.01, 0.85, 0.07, 0.07], 150, 60000, box)
    x, y = plane(width, height)
    image = gradient(np.hypot(x - aspect / 2, y - 0.5), [(0, "#1f6a52"), (0.5, "#0c3a38"), (0.8, "#04181f")])
    density = np.log1p(blur(hits, 1)) / np.log(60)
    soft = blur(np.clip(hits, 0, 1), 10)
    shine(image, soft * 0.5, "#3fd87a")
    return paint(
        image,
        np.clip(density * 1.6, 0, 1),
        gradient(np.clip(density, 0, 1), [(0, "#3fa04a"), (0.5, "#a8e04a"), (1, "#f8ffc0")]),
    )


def silk(width, height):
    """An attractor of Clifford's, like folded silk."""
    a, b, c, d = -1.7, 1.8, -1.9, -0.4
    rng = np.random.default_rng(2)
    x, y = rng.random(60000) - 0.5, rng.random(60000) - 0.5
    hits, hue = np.zeros(width * height), np.zeros(width * height)
    scale = min(width, height) / 4.7
    for number in range(170):
        last = x
        x, y = np.sin(a * y) + c * np.cos(a * x), np.sin(b * x) + d * np.cos(b * y)
        if number > 10:
            column = np.clip(width / 2 + x * scale * 0.8, 0, width - 1).astype(np.int32)
            row = np.clip(height / 2 + y * scale * 1.35, 0, height - 1).astype(np.int32)
            at = row * width + column
            hits += np.bincount(at, minlength=width * height)
            hue += np.bincount(at, weights=last, minlength=width * height)
    tone = blur((hue / np.maximum(hits, 1)).reshape(height, width), 2)
    hits = blur(hits.reshape(height, width).astype(F), 1)
    light = np.log1p(hits) / np.log1p(np.percentile(hits, 99.5))
    color = gradient(tone, [(-2, "#ff3f8a"), (-0.7, "#ffb03a"), (0.3, "#fff0c0"), (1.2, "#3ad0ff"), (2.4, "#7a4fff")])
    image = blank(width, height, "#0a0620")
    return vignette(paint(image, np.clip(light, 0, 1) ** 1.2, color), 0.3)


def blossom_tree(width, height):
    """A branching tree in pink bloom on a hill at evening."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(y, [(0, "#2f6fc0"), (0.45, "#8fc8f0"), (0.75, "#ffe6d8")])
    paint(image, smooth(0.5, 0.8, clouds(x * 1.2, y * 3, 6, 4)) * smooth(0.8, 0.4, y), "#fff4f0")
    paint(image, y > 0.74 - 0.05 * np.sin(x * 2.2 + 2.6), gradient(y, [(0.7, "#a8c84a"), (1, "#3f7a2f")]))
    hill = 0.86 - 0.12 * np.exp(-(((x - wide * 0.5) / 0.5) ** 2))
    paint(image, smooth(-0.001, 0.001, y - hill), gradient(y - hill, [(0, "#8fc03a"), (0.25, "#2f6a2a")]))
    rng = np.random.default_rng(17)
    wood = Stencil(width, height)
    tips = []

    def grow(px, py, angle, length, thick, level):
        qx, qy = px + np.cos(angle) * length, py - np.sin(angle) * length
        wood.stroke([(px, py), (qx, qy)], thick)
        if level <= 4:
            tips.append((qx, qy))
        if level == 0:
            return
        for turn in (rng.uniform(0.25, 0.55), -rng.uniform(0.25, 0.55)):
            grow(qx, qy, angle + turn, length * rng.uniform(0.7, 0.85), thick * 0.68, level - 1)

    grow(wide * 0.5, 0.79, np.pi / 2 + 0.05, 0.15, 0.04, 8)
    paint(image, wood.mask(), "#3f2322")
    for shift, size, color, share in (
        (0.012, 0.017, "#b83a6a", 1),
        (0.0, 0.013, "#f06a9a", 1),
        (-0.008, 0.009, "#ffb0cc", 0.8),
        (-0.012, 0.005, "#fff0f4", 0.5),
    ):
        bloom = Stencil(width, height)
        for tx, ty in tips:
            if rng.random() < share:
                bloom.disc(tx + rng.normal(0, 0.012), ty + shift + rng.normal(0, 0.01), size * rng.uniform(0.6, 1.2))
        paint(image, bloom.mask(), color)
    fallen = Stencil(width, height)
    for _ in range(260):
        fx = wide * 0.5 + rng.normal(0, 0.28)
        fallen.disc(fx, rng.uniform(0.8, 0.96), rng.uniform(0.003, 0.006), 0.003)
    paint(image, fallen.mask() * 0.9, "#ffc4d8")
    return image
