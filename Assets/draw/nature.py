"""A sunflower, and small things cut out: a leaf, a snowflake, a gem."""

import numpy as np

from canvas import Stencil, blank, blur, centred, cut_out, gradient, paint, shade, shine, smooth
from noise import fbm, perlin

GOLDEN = np.pi * (3 - np.sqrt(5))


def sunflower(width, height):
    """Seeds on Vogel's spiral (1979), two rings of petals, a blue sky."""
    x, y = centred(width, height)
    away, angle = np.hypot(x, y), np.arctan2(y, x)
    image = gradient(y + 0.3 * fbm(x * 1.5, y * 1.5, 3, 3), [(-1.2, "#1f7fe0"), (1.2, "#a8e0ff")])
    for count, turn, reach, low, high in ((21, 0.0, 0.98, "#c86a0a", "#f6a81a"), (21, 0.5, 0.9, "#f09a10", "#ffd83a")):
        part = angle / (2 * np.pi) * count + turn
        name = np.floor(part)
        part = (part - name - 0.5) * 2
        vary = 1 + 0.07 * np.sin(name * 7.3)
        along = (away - 0.34) / (reach * vary - 0.34)
        wide = np.sqrt(np.clip(along, 0, 1)) * (1 - np.clip(along, 0, 1) ** 2.4) * 1.5 + 0.3 * (1 - along)
        mask = smooth(0.0, 0.06, np.clip(wide, 0, 1.2) - np.abs(part) * 1.02) * (along < 1) * (along > -0.4)
        vein = 0.86 + 0.14 * np.cos(part * 13)
        petal = gradient(along, [(-0.1, low), (0.45, high), (1, "#fff07a")]) * (vein * (1 - 0.3 * part**2))[..., None]
        paint(image, mask, np.clip(petal, 0, 1))
    shade(image, 1 - 0.5 * smooth(0.56, 0.42, away))
    paint(image, smooth(0.475, 0.465, away), "#2a1408")
    seeds = [Stencil(width, height, middle=True) for _ in range(4)]
    for n in range(1, 620):
        r, a = 0.0186 * np.sqrt(n), n * GOLDEN
        size = 0.0075 + 0.0075 * (n / 620) ** 0.5
        tone = 0 if r < 0.16 else 1 if r < 0.3 else 2
        seeds[tone].disc(r * np.cos(a), r * np.sin(a), size)
        seeds[3].disc(r * np.cos(a) - size * 0.3, r * np.sin(a) - size * 0.3, size * 0.35)
    for sheet, color in zip(seeds, ("#a8b83a", "#7a4418", "#c8761a", "#ffe0a0")):
        paint(image, sheet.mask() * (0.7 if color == "#ffe0a0" else 1), color)
    return image


def autumn_leaf(width, height):
    """A maple leaf turning from gold to red, cut out with a soft edge."""
    x, y = centred(width, height)
    half = [
        (0.0, -0.92),
        (0.09, -0.7),
        (0.2, -0.6),
        (0.17, -0.42),
        (0.36, -0.56),
        (0.4, -0.44),
        (0.62, -0.52),
        (0.6, -0.36),
        (0.86, -0.24),
        (0.68, -0.12),
        (0.7, 0.02),
        (0.46, 0.1),
        (0.5, 0.24),
        (0.24, 0.26),
        (0.03, 0.34),
    ]
    sheet = Stencil(width, height, middle=True).polygon(half + [(-a, b) for a, b in half[::-1]])
    sheet.polygon([(-0.014, 0.3), (0.014, 0.3), (0.085, 0.9), (0.045, 0.92)])
    mask = sheet.mask()
    away, turn = np.hypot(x, y - 0.28), np.arctan2(y - 0.28, np.abs(x))
    color = gradient(
        away + 0.22 * fbm(x * 3, y * 3, 4, 5), [(0, "#f8e04a"), (0.4, "#ffa41f"), (0.75, "#e8401a"), (1.2, "#a8142a")]
    )
    veins = Stencil(width, height, middle=True)
    for tip in ((0, -0.85), (0.54, -0.46), (-0.54, -0.46), (0.78, -0.22), (-0.78, -0.22), (0.42, 0.19), (-0.42, 0.19)):
        veins.stroke([(0, 0.3), tip], 0.012)
        for k in (0.35, 0.55, 0.75):
            bx, by = tip[0] * k, 0.3 + (tip[1] - 0.3) * k
            for side in (-1, 1):
                a = np.arctan2(tip[1] - 0.3, tip[0]) + side * 0.62
                veins.stroke([(bx, by), (bx + 0.16 * (1.1 - k) * np.cos(a), by + 0.16 * (1.1 - k) * np.sin(a))], 0.006)
    image = blank(width, height) + color
    shade(image, 0.92 + 0.25 * perlin(turn * 5, away * 2, 3))
    paint(image, veins.mask() * 0.7, "#fff0a0")
    paint(image, (y > 0.345) & (mask > 0), "#a8501f")
    soft = blur(mask, min(width, height) * 0.006)
    return cut_out(np.clip(image, 0, 1), np.clip(soft * 1.15, 0, 1))


def snowflake(width, height):
    """A six-armed crystal with a cold glow that fades to nothing."""
    x, y = centred(width, height)
    sheet, core = Stencil(width, height, middle=True), Stencil(width, height, middle=True)
    for arm in range(6):
        a = arm * np.pi / 3 + np.pi / 6
        ux, uy = np.cos(a), np.sin(a)
        sheet.stroke([(0, 0), (0.86 * ux, 0.86 * uy)], 0.05)
        core.stroke([(0, 0), (0.84 * ux, 0.84 * uy)], 0.018)
        for at, reach in ((0.3, 0.17), (0.46, 0.26), (0.62, 0.2), (0.75, 0.11)):
            for side in (-1, 1):
                b = a + side * np.pi / 3
                tip = (at * ux + reach * np.cos(b), at * uy + reach * np.sin(b))
                sheet.stroke([(at * ux, at * uy), tip], 0.036)
                core.stroke([(at * ux, at * uy), tip], 0.011)
    hexagon = [(0.2 * np.cos(k * np.pi / 3), 0.2 * np.sin(k * np.pi / 3)) for k in range(7)]
    sheet.polygon(hexagon)
    core.stroke(hexagon, 0.012)
    mask = sheet.mask()
    glow = blur(mask, min(width, height) * 0.02)
    image = gradient(np.hypot(x, y), [(0, "#e8fbff"), (0.4, "#8fd8ff"), (0.95, "#3f8af0")])
    paint(image, core.mask(), "#ffffff")
    return cut_out(image, np.clip(np.maximum(mask, glow * 0.75), 0, 1))


def gem(width, height):
    """A cut stone seen from above, every facet its own light."""
    x, y = centred(width, height)
    sides = 8
    corners = lambda r, turn: [
        (r * np.cos((k + turn) * 2 * np.pi / sides), r * np.sin((k + turn) * 2 * np.pi / sides)) for k in range(sides)
    ]
    girdle, crown, table = corners(0.92, 0.5), corners(0.68, 0.0), corners(0.5, 0.5)
    facets = []
    for k in range(sides):
        n = (k + 1) % sides
        facets += [
            (girdle[k], girdle[n], crown[n]),
            (girdle[k], crown[k], crown[n]),
            (crown[k], table[k], crown[n]),
            (crown[n], table[k], table[n]),
        ]
        facets += [((0, 0), table[k], crown_mid(table[k], table[n])), ((0, 0), crown_mid(table[k], table[n]), table[n])]
    image = blank(width, height, "#0a8a6a")
    outline = Stencil(width, height, middle=True).polygon(girdle).mask()
    rng = np.random.default_rng(10)
    stops = [(0, "#02383a"), (0.3, "#06806a"), (0.6, "#1fd89a"), (0.85, "#a8ffd8"), (1, "#ffffff")]
    for number, facet in enumerate(facets):
        mx, my = np.mean([p[0] for p in facet]), np.mean([p[1] for p in facet])
        light = 0.46 + 0.34 * (-mx * 0.7 - my * 0.8) / 0.8 + rng.uniform(-0.2, 0.24)
        mask = Stencil(width, height, middle=True).polygon(facet).mask()
        paint(image, mask, gradient(np.clip(light + 0.25 * (x - mx) - 0.2 * (y - my), 0, 1), stops))
    lines = Stencil(width, height, middle=True)
    for facet in facets:
        lines.stroke([*facet, facet[0]], 0.006)
    paint(image, lines.mask() * 0.35, "#eafff6")
    for sx, sy, size in ((-0.36, -0.4, 0.16), (0.3, 0.12, 0.08)):
        dx, dy = np.abs(x - sx), np.abs(y - sy)
        star = np.exp(-dx / size - dy / size * 14) + np.exp(-dy / size - dx / size * 14)
        shine(image, np.clip(star * 1.4, 0, 1), "#ffffff")
    return cut_out(image, outline)


def crown_mid(a, b):
    """The middle between two corners."""
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
