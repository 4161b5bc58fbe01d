"""Test cards: what a viewer is checked with. Exact shapes, exact steps."""

import numpy as np

from canvas import F, Stencil, blank, cut_out, gradient, paint, plane, rgb, smooth

BARS = ("#ffffff", "#ffff00", "#00ffff", "#00ff00", "#ff00ff", "#ff0000", "#0000ff", "#000000")

# Strokes of our capitals on a grid of 4 x 6 units; each string of digit pairs is one line of pen points.
LETTERS = {
    "A": ("062046", "1333"),
    "C": ("40000646",),
    "D": ("06003042443606",),
    "E": ("40000646", "0333"),
    "F": ("400006", "0333"),
    "H": ("0006", "4046", "0343"),
    "I": ("2026",),
    "L": ("000646",),
    "N": ("06004640",),
    "O": ("0040460600",),
    "P": ("0600404303",),
    "R": ("0600404303", "2346"),
    "T": ("0040", "2026"),
    "Z": ("00400646",),
}


def write(stencil, text, left, top, size, thickness=0.14):
    """Draws capitals of height `size` from straight strokes."""
    unit = size / 6
    for letter in text:
        for stroke in LETTERS.get(letter, ()):
            points = [(left + int(a) * unit, top + int(b) * unit) for a, b in zip(stroke[::2], stroke[1::2])]
            stencil.stroke(points, size * thickness)
        left += unit * 5.6
    return left


def colour_bars(width, height):
    """Bars, a circle, resolution wedges, a staircase of greys, a frame of ticks."""
    x, y = plane(width, height)
    wide = width / height
    image = blank(width, height, "#4a4a52")
    grid = (np.mod(x - wide / 2, 0.1) < 0.004) | (np.mod(y - 0.5, 0.1) < 0.004)
    image[grid] = rgb("#d8d8e0")
    cx = wide / 2
    inside = np.hypot(x - cx, y - 0.5) < 0.46
    column = np.clip(((x - cx + 0.46) / 0.92 * 8).astype(int), 0, 7)
    bars = np.stack([rgb(c) * 0.92 for c in BARS])[column]
    card = np.where((y < 0.46)[..., None], bars, 0)
    steps = np.clip(((x - cx + 0.46) / 0.92 * 11).astype(int), 0, 10) / 10
    card = np.where(((y >= 0.46) & (y < 0.56))[..., None], steps[..., None], card)
    # Gratings: 8, 16, 24, 32, 48 pairs of lines across their fifth.
    fifth = np.clip(((x - cx + 0.46) / 0.92 * 5).astype(int), 0, 4)
    pairs = np.array([8, 16, 24, 32, 48])[fifth]
    lines = 0.5 + 0.5 * np.sign(np.sin((x - cx) / 0.184 * pairs * 2 * np.pi))
    card = np.where(((y >= 0.56) & (y < 0.68))[..., None], lines[..., None], card)
    hue = gradient(
        (x - cx) / 0.92 + 0.5,
        [
            (0, "#ff0000"),
            (0.17, "#ffff00"),
            (0.33, "#00ff00"),
            (0.5, "#00ffff"),
            (0.67, "#0000ff"),
            (0.83, "#ff00ff"),
            (1, "#ff0000"),
        ],
    )
    card = np.where(((y >= 0.68) & (y < 0.78))[..., None], hue, card)
    card = np.where((y >= 0.78)[..., None], rgb("#f4f4f4"), card)
    image = np.where(inside[..., None], card, image).astype(F)
    paint(image, smooth(0.008, 0.005, np.abs(np.hypot(x - cx, y - 0.5) - 0.46)), "#ffffff")
    marks = Stencil(width, height)
    write(marks, "HALFTONE", cx - 0.245, 0.815, 0.065)
    paint(image, marks.mask(), "#c81e3c")
    for side in (-1, 1):
        at = cx + side * 0.62
        spokes = np.arctan2(y - 0.5, x - at)
        star = np.hypot(x - at, y - 0.5) < 0.13
        image[star] = np.where(np.sin(spokes[star] * 24) > 0, 1.0, 0.0)[:, None]
        for cy in (0.12, 0.88):
            ring = np.hypot(x - at, y - cy)
            image[ring < 0.09] = rgb("#ffffff")
            image[(ring < 0.07) & (np.mod(ring, 0.02) < 0.01)] = rgb("#101014")
    cross = ((np.abs(x - cx) < 0.002) | (np.abs(y - 0.5) < 0.002)) & inside & (y > 0.44) & (y < 0.58)
    image[cross] = rgb("#ff3030")
    return image


def gamma_chart(width, height):
    """Smooth ramps of grey and of six hues, sixteen bits deep; lines of black and white beside the grey they average to."""
    x, y = plane(width, height)
    t = (np.arange(width) + 0.5) / width
    image = np.zeros((height, width, 3))
    rows = 8
    hues = ("#ffffff", "#ff2020", "#ffc020", "#30e030", "#20d0ff", "#4040ff", "#ff30d0")
    for number, hue in enumerate(hues):
        band = slice(number * height // rows, (number + 1) * height // rows)
        color = rgb(hue).astype(np.float64)
        image[band] = (t[:, None] * color)[None]
        if number % 2:
            image[band] = image[band][:, ::-1]
    low = slice(7 * height // rows, height)
    # Alternating black and white rows carry half the light: sRGB 0.735 (188 of 255) beside them.
    last = image[low]
    last[...] = np.where((np.arange(last.shape[0]) % 2)[:, None, None], 1.0, 0.0)
    for at, grey in ((0.1, 0.5), (0.3, 0.62), (0.5, 0.735), (0.7, 0.82), (0.9, 0.9)):
        last[:, int((at - 0.05) * width) : int((at + 0.05) * width)] = grey
    return image


def reading_chart(width, height):
    """Rows of capitals, each smaller than the one above, dark on light and light on dark."""
    x, y = plane(width, height)
    wide = width / height
    image = blank(width, height, "#fffaf0")
    dark = x > wide / 2
    image[dark] = rgb("#102040")
    rows = (
        ("HT", 0.23),
        ("FED", 0.15),
        ("LOZE", 0.105),
        ("PINTH", 0.075),
        ("DOTCEL", 0.055),
        ("RIFTALE", 0.04),
        ("HALFTONE", 0.03),
        ("HALFTONEHALFTONE", 0.02),
    )
    left, right = Stencil(width, height), Stencil(width, height)
    top = 0.05
    for text, size in rows:
        long = len(text) * size / 6 * 5.6 - size / 6 * 1.6
        write(left, text, wide * 0.25 - long / 2, top, size)
        write(right, text, wide * 0.75 - long / 2, top, size)
        top += size + 0.028
    paint(image, left.mask(), "#1a1a22")
    paint(image, right.mask(), "#ffd23f")
    paint(image, np.abs(x - wide / 2) < 0.006, "#e8303a")
    return image


def alpha_chart(width, height):
    """Discs whose edges, stripes and ramps are transparent in different ways; nothing behind them."""
    x, y = plane(width, height)
    wide = width / height
    image = blank(width, height, "#000000")
    alpha = np.zeros((height, width), F)
    colors = ("#e8303a", "#ffb52a", "#2fbf5a", "#1f8fe8", "#8a3fd0", "#ff5fa8")
    for number, color in enumerate(colors):
        cx, cy = wide * (number % 3 + 0.5) / 3, 0.25 + 0.5 * (number // 3)
        away = np.hypot(x - cx, y - cy) / 0.22
        near = (np.abs(x - cx) < wide / 6) & (np.abs(y - cy) < 0.25)
        image[near] = rgb(color)
        disc = smooth(1.0, 0.98, away)
        kind = (
            disc,
            smooth(1.0, 0.3, away),
            disc * np.clip((x - cx) / 0.44 + 0.5, 0, 1),
            disc * np.round(np.clip((y - cy) / 0.44 + 0.5, 0, 1) * 4) / 4,
            smooth(0.12, 0.1, np.abs(away - 0.85)) + smooth(0.4, 0.36, away) * 0.5,
            disc * (np.mod((x - cx) + (y - cy), 0.06) < 0.03),
        )[number]
        alpha = np.where(near, np.clip(kind, 0, 1), alpha)
    return cut_out(image, alpha)
