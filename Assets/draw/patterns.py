"""Pictures that are rules: interference, glass, ink, tiles, circles."""

import numpy as np

from canvas import F, Stencil, blank, blur, centred, gradient, paint, plane, rgb, shade, shine, smooth, vignette
from landscapes import spruce
from noise import cells, fbm, perlin


def interference(width, height):
    """Rings from two stones thrown into a pond, crossing each other."""
    x, y = plane(width, height)
    wide = width / height
    wave = 0
    for sx, sy, phase in ((wide * 0.3, 0.4, 0), (wide * 0.72, 0.62, 1.4)):
        away = np.hypot(x - sx, y - sy)
        wave = wave + np.cos(away * 52 - phase) / (0.45 + away * 3.4)
    slope = np.gradient(wave, axis=1) + np.gradient(wave, axis=0)
    tone = 0.5 + wave * 0.24
    image = gradient(tone, [(0, "#04123f"), (0.3, "#0a4f9a"), (0.5, "#14a0b8"), (0.7, "#7fe8c8"), (1, "#fff8d0")])
    return vignette(shine(image, np.clip(-slope * height / 90, 0, 0.8), "#fff4d8"), 0.3)


def rose_window(width, height):
    """A round window of leaded glass."""
    x, y = centred(width, height)
    away, angle = np.hypot(x, y), np.arctan2(y, x)
    image = gradient(away, [(0, "#2a2230"), (1.4, "#120e18")])
    bands = (
        (0.0, 0.2, 8, "#ffd23f"),
        (0.2, 0.42, 8, "#d81e3c"),
        (0.42, 0.66, 16, "#1f5fd8"),
        (0.66, 0.9, 16, "#18a06a"),
    )
    others = ("#ff7a1f", "#ff9a2f", "#8a2fd0", "#ffc42f")
    lead = np.full(away.shape, 9, F)
    grain = fbm(x * 5, y * 5, 4, 4)
    for number, ((low, high, count, color), other) in enumerate(zip(bands, others)):
        turn = angle / (2 * np.pi) * count + 0.5 * (number % 2)
        cell, part = np.floor(turn).astype(int), turn - np.floor(turn)
        inside = (away >= low) & (away < high)
        hue = np.where((cell % 2 == 0)[..., None], rgb(color), rgb(other))
        heart = np.hypot((part - 0.5) * (low + high) * np.pi / count * 2, away - (low + high) / 2) < 0.055
        hue = np.where(heart[..., None], rgb("#fff2c0"), hue)
        edge = np.minimum(part, 1 - part) * (away * 2 * np.pi / count)
        edge = np.minimum(edge, np.minimum(np.abs(away - low), np.abs(high - away)))
        ring = np.abs(np.hypot((part - 0.5) * (low + high) * np.pi / count * 2, away - (low + high) / 2) - 0.055)
        lead = np.where(inside, np.minimum(edge, ring), lead)
        light = 0.92 + 0.4 * grain + 0.25 * (1 - np.abs(2 * (away - low) / (high - low) - 1))
        image = np.where(inside[..., None], hue * light[..., None], image)
    near, _, _ = cells(x * 7, y * 7, 6)
    image = np.where(
        (away > 0.9)[..., None] & (away < 0.97)[..., None], rgb("#4a3a30") * (0.8 + near)[..., None], image
    )
    paint(image, smooth(0.014, 0.008, lead) * (away < 0.905), "#0c0a10")
    shine(image, 0.35 * np.exp(-((away / 0.5) ** 2)), "#ffe0a0")
    return np.clip(image, 0, 1)


def stained_meadow(width, height):
    """Voronoi panes that together make a sun over hills."""
    x, y = plane(width, height)
    wide = width / height
    near, second, name = cells(x * 9, y * 9, 5)
    # Each pane sees the landscape a little displaced, as panes cut apart and leaded again would show it.
    wobble = (name - 0.5) * 0.13
    px, py = x + wobble, y + wobble * 0.7
    sky = gradient(py, [(0, "#123a9a"), (0.35, "#2f9ae0"), (0.6, "#a8e8f0")])
    away = np.hypot(px - wide * 0.65, py - 0.34)
    sky = np.where(
        (away < 0.34)[..., None],
        gradient(away, [(0, "#fffbe0"), (0.13, "#ffe04a"), (0.22, "#ff9a1f"), (0.34, "#ff6a5a")]),
        sky,
    )
    for level, dip, colors in (
        (0.6, 1.0, ("#2f9a6a", "#5fc07a")),
        (0.72, 2.3, ("#8fc02f", "#4fa030")),
        (0.86, 4.1, ("#1f6a3a", "#2f8a2f")),
    ):
        line = level + 0.06 * np.sin(px * 3 + dip)
        hill = rgb(colors[0]) + (rgb(colors[1]) - rgb(colors[0])) * name[..., None]
        sky = np.where((py > line)[..., None], hill, sky)
    flower = (py > 0.84) & (name > 0.72)
    sky = np.where(flower[..., None], np.where((name > 0.86)[..., None], rgb("#e8304a"), rgb("#ffd23f")), sky)
    image = sky * (0.82 + 0.35 * name + 0.25 * (second - near))[..., None]
    return np.clip(paint(image, smooth(0.075, 0.045, second - near), "#14101c"), 0, 1)


def flowing_ink(width, height):
    """Strokes that follow a field of noise, in five inks."""
    wide = width / height
    image = blank(width, height, "#fbf3e2")
    rng = np.random.default_rng(31)
    inks = ("#0f3a5f", "#e8452c", "#f5a623", "#1b8a8f", "#7a2a5a")
    sheets = [Stencil(width, height) for _ in inks]
    count, steps = 2200, 90
    px, py = rng.uniform(-0.1, wide + 0.1, count), rng.uniform(-0.1, 1.1, count)
    kind = np.floor((fbm(px * 1.1, py * 1.1, 2, 9) * 1.1 + 0.5 + rng.normal(0, 0.05, count)) * 5).astype(int).clip(0, 4)
    trail = [(px, py)]
    for _ in range(steps):
        turn = fbm(px * 0.85, py * 0.85, 2, 3) * 6.5
        px, py = px + 0.0075 * np.cos(turn), py + 0.0075 * np.sin(turn)
        trail.append((px, py))
    path = np.array(trail)
    for line in range(count):
        sheets[kind[line]].stroke([tuple(p) for p in path[::3, :, line]], rng.choice([0.0025, 0.004, 0.008, 0.014]))
    for order in (0, 3, 4, 2, 1):
        paint(image, sheets[order].mask() * 0.9, inks[order])
    return image


def spirograph(width, height):
    """Hypotrochoids: a wheel rolling inside a ring, in five inks on night blue."""
    image = blank(width, height, "#12122a")
    for ring, wheel, pen, size, color in (
        (96, 36, 0.6, 0.96, "#ff3f6a"),
        (96, 60, 0.6, 0.8, "#ffb52a"),
        (105, 45, 0.62, 0.6, "#3fe08a"),
        (96, 52, 0.5, 0.42, "#3fb8ff"),
        (105, 30, 0.8, 0.24, "#f6f04a"),
    ):
        turns = wheel // int(np.gcd(ring, wheel))
        t = np.linspace(0, 2 * np.pi * turns, 220 * turns)
        k = wheel / ring
        px = (1 - k) * np.cos(t) + pen * k * np.cos((1 - k) / k * t)
        py = (1 - k) * np.sin(t) - pen * k * np.sin((1 - k) / k * t)
        scale = size / np.hypot(px, py).max()
        line = Stencil(width, height, middle=True).stroke(list(zip(px * scale, py * scale)), 0.017)
        paint(image, line.mask(), color)
    return image


def quasicrystal(width, height):
    """Seven plane waves laid over each other."""
    x, y = centred(width, height)
    total = sum(np.cos((x * np.cos(k * np.pi / 7) + y * np.sin(k * np.pi / 7)) * 34) for k in range(7))
    tone = 0.5 + 0.5 * np.sin(total * 0.95)
    away = np.hypot(x, y)
    first = gradient(tone, [(0, "#1a0a4a"), (0.35, "#7a1f8a"), (0.6, "#ff5a5a"), (0.85, "#ffc85a"), (1, "#fffbe0")])
    other = gradient(tone, [(0, "#041a3f"), (0.35, "#0a5f8a"), (0.6, "#1fc0a8"), (0.85, "#d8f08a"), (1, "#fffbe0")])
    mix = smooth(0.35, 0.95, away)[..., None]
    return vignette(first * (1 - mix) + other * mix, 0.35)


def truchet(width, height):
    """Quarter-circle tiles woven into loops, three colours."""
    x, y = plane(width, height)
    size = 1 / 4
    column, row = np.floor(x / size).astype(int), np.floor(y / size).astype(int)
    flip = np.random.default_rng(5).random((64, 64))[row % 64, column % 64] < 0.5
    u, v = x / size - column, y / size - row
    u = np.where(flip, 1 - u, u)
    away = np.minimum(np.hypot(u, v), np.hypot(1 - u, 1 - v))
    band = np.abs(away - 0.5)
    image = blank(width, height, "#f4e8d0")
    # Two-coloured ground: which side of the ribbon a point lies on alternates from tile to tile.
    side = (away < 0.5) ^ ((column + row) % 2 == 0) ^ flip
    image[side] = rgb("#1f9a98")
    paint(image, smooth(0.235, 0.225, band), "#12263f")
    paint(image, smooth(0.18, 0.17, band), "#ff5a3c")
    return paint(image, smooth(0.075, 0.065, band), "#ffd23f")


def bulge(width, height):
    """A chequerboard that swells into a ball: pure black and white."""
    x, y = centred(width, height)
    away = np.hypot(x, y)
    inside = away < 0.8
    lift = np.arcsin(np.clip(away / 0.8, 0, 1)) / (np.pi / 2)
    zoom = np.where(inside, lift * 0.8 / np.maximum(away, 1e-4), 1)
    u, v = x * zoom, y * zoom
    odd = (np.floor(u * 5 + 100) + np.floor(v * 5 + 100)) % 2
    image = np.repeat(odd[..., None], 3, -1).astype(F)
    light = np.where(inside, 0.35 + 0.75 * np.sqrt(np.clip(1 - (away / 0.8) ** 2, 0, 1)) - 0.25 * (x + y) / 1.6, 0.92)
    return np.clip(image * light[..., None] + 0.04, 0, 1)


def squares(width, height):
    """Rectangles of primary colours between black bars."""
    image = blank(width, height, "#f6f1e4")
    blocks = (
        (0, 0, 0.36, 0.3, "#f6c21f"),
        (0.36, 0, 1.0, 0.62, "#d8231f"),
        (0, 0.62, 0.36, 1.0, "#1f4fb0"),
        (0.8, 0.82, 1.0, 1.0, "#f6c21f"),
        (0.36, 0.82, 0.55, 1.0, "#15151a"),
        (0, 0.3, 0.15, 0.62, "#e6dfcc"),
    )
    for left, top, right, bottom, color in blocks:
        image[int(top * height) : int(bottom * height), int(left * width) : int(right * width)] = rgb(color)
    bar = max(4, int(height * 0.022))
    for kind, at, start, end in (
        ("v", 0.36, 0, 1),
        ("h", 0.62, 0, 1),
        ("h", 0.3, 0, 0.36),
        ("v", 0.8, 0.62, 1),
        ("h", 0.82, 0.36, 1),
        ("v", 0.15, 0.3, 0.62),
        ("v", 0.55, 0.82, 1),
    ):
        if kind == "v":
            image[int(start * height) : int(end * height), int(at * width) - bar // 2 : int(at * width) + bar // 2] = (
                rgb("#101014")
            )
        else:
            image[int(at * height) - bar // 2 : int(at * height) + bar // 2, int(start * width) : int(end * width)] = (
                rgb("#101014")
            )
    return image


def paper_cut(width, height):
    """Layers of cut paper, hills and spruces down to a low sun; each throws a shadow on the next."""
    x, y = centred(width, height)
    image = gradient(y, [(-1, "#ffe6b8"), (1, "#ffb87a")])
    paint(image, smooth(0.225, 0.22, np.hypot(x - 0.05, y + 0.12)), "#fffbe8")
    colors = ("#ffb27a", "#ff8a6a", "#e85f6a", "#b8406f", "#7a2f6f", "#45235f", "#20174a")
    angle = np.arctan2(y, x)
    rng = np.random.default_rng(14)
    for layer, color in enumerate(colors):
        hole = 0.66 + 0.09 * layer
        wave = 0.07 * fbm(np.cos(angle) * 1.3 + layer * 3, np.sin(angle) * 1.3, 2, layer + 3)
        ground = 0.02 + 0.13 * layer + 0.13 * fbm(x[0] * 1.3 + layer * 5, x[0] * 0, 3, layer)
        trees = Stencil(width, height, middle=True)
        for _ in range(9 if layer > 1 else 0):
            side = rng.choice([-1, 1])
            place = side * rng.uniform(0.22 + 0.05 * layer, 1.05)
            base = ground[min(width - 1, max(0, int(width / 2 + place * min(width, height) / 2)))]
            spruce(trees, place, base + 0.03, rng.uniform(0.16, 0.26) + 0.035 * layer, rng)
        mask = np.maximum(
            smooth(-0.003, 0.003, np.hypot(x * 0.85, y) - hole - wave), smooth(-0.003, 0.003, y - ground[None])
        )
        mask = np.maximum(mask, trees.mask())
        shadow = blur(np.roll(mask, (int(height * 0.012), int(height * 0.008)), (0, 1)), height * 0.01)
        shade(image, 1 - 0.4 * shadow * (1 - mask))
        paint(image, mask, rgb(color) * (1 + 0.08 * perlin(x * 3, y * 3, layer))[..., None])
    return np.clip(image, 0, 1)
