"""Pictures with somebody in them: koi, a butterfly, the deep sea, a cat."""

import numpy as np

from canvas import Stencil, blank, blur, centred, cut_out, gradient, paint, plane, rgb, shade, shine, smooth, vignette
from noise import cells, fbm, perlin
from space import stars


def koi_pond(width, height):
    """Koi among lily pads in dark green water."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(fbm(x * 1.6, y * 1.6, 4, 4), [(-0.6, "#04303f"), (0, "#0c5a68"), (0.6, "#1f8a84")])
    bent = fbm(x * 3, y * 3, 2, 8) * 0.25
    near, second, _ = cells(x * 5 + bent, y * 5 + bent, 3)
    shine(image, smooth(0.11, 0.0, second - near) * 0.22, "#a8fff0")
    fish = (
        (0.30, 0.42, 0.5, 0.42, "#fff6ec", "#ff4a1a"),
        (0.62, 0.62, 3.5, 0.46, "#ff8a1f", "#fff0e0"),
        (0.66, 0.24, 2.5, 0.3, "#fff6ec", "#1c1c28"),
        (0.30, 0.80, 5.7, 0.3, "#ffc83a", "#ff8a1a"),
        (0.87, 0.47, 1.9, 0.26, "#fff6ec", "#ff5a2a"),
    )
    for number, (px, py, way, length, body, patch) in enumerate(fish):
        cx, cy = px * wide, py
        c, s = np.cos(way), np.sin(way)
        along, across = ((x - cx) * c + (y - cy) * s) / length, (-(x - cx) * s + (y - cy) * c) / length
        across = across - 0.09 * np.sin(along * 4 + number) * (0.5 - along)
        half = 0.13 * np.sqrt(np.clip((0.5 - along) * 3, 0, 1)) * np.clip((along + 0.62) * 1.5, 0, 1) ** 0.75
        trunk = smooth(0.0, 0.012, half - np.abs(across)) * (along > -0.46) * (along < 0.5)
        tail_t = np.clip((-0.34 - along) / 0.3, 0, 1)
        tail = (
            smooth(0.0, 0.02, 0.03 + 0.17 * tail_t - np.abs(across))
            * (along < -0.36)
            * (along > -0.68 + 0.12 * np.cos(across * 18))
            * (0.9 - 0.4 * tail_t)
        )
        fins = 0
        for side in (-1, 1):
            fx, fy = along - 0.16, across * side - 0.1
            u, v = fx * 0.75 + fy * 0.66, -fx * 0.66 + fy * 0.75
            fins = np.maximum(fins, smooth(1, 0.8, np.hypot((u - 0.0) / 0.06, (v - 0.07) / 0.13)))
        whole = np.maximum(np.maximum(trunk, tail), fins * 0.8)
        lift = (int(0.035 * height), int(0.02 * height))
        shade(image, 1 - 0.5 * blur(np.roll(whole, lift, (0, 1)), height * 0.008))
        blotch = smooth(0.02, 0.1, perlin(along * 4 + number * 5, across * 5, number + 3) + 0.12)[..., None]
        skin = rgb(body) * (1 - blotch) + rgb(patch) * blotch
        round_ = np.sqrt(np.clip(1 - (across / np.maximum(half, 1e-3)) ** 2, 0, 1))
        paint(image, np.maximum(tail, fins * 0.8), rgb(body) * 0.55 + rgb(patch) * 0.4)
        paint(image, trunk, np.clip(skin * (0.66 + 0.4 * round_)[..., None], 0, 1))
        for side in (-1, 1):
            eye = np.hypot(along - 0.4, across - side * 0.062)
            paint(image, smooth(0.016, 0.012, eye) * (along > 0), "#0c0c14")
    for px, py, r, way in (
        (0.08, 0.16, 0.17, 0.7),
        (0.93, 0.86, 0.2, 3.9),
        (0.5, 0.06, 0.11, 2.0),
        (0.06, 0.92, 0.14, 5.2),
        (0.95, 0.1, 0.12, 2.6),
    ):
        dx, dy = x - px * wide, y - py
        away, turn = np.hypot(dx, dy), np.mod(np.arctan2(dy, dx) - way + np.pi, 2 * np.pi) - np.pi
        pad = smooth(r, r - 0.006, away) * smooth(0.16, 0.2, np.abs(turn))
        shade(image, 1 - 0.5 * blur(np.roll(pad, (int(0.03 * height), int(0.018 * height)), (0, 1)), height * 0.007))
        veins = smooth(0.9, 1.0, np.cos(turn * 11))
        paint(
            image,
            pad,
            gradient(away / r, [(0, "#a8d850"), (0.6, "#4fa038"), (1, "#2a6f2c")]) * (1 + 0.12 * veins)[..., None],
        )
    for px, py, r in ((0.11, 0.17, 0.085), (0.9, 0.84, 0.1)):
        dx, dy = x - px * wide, y - py
        away, turn = np.hypot(dx, dy) / r, np.arctan2(dy, dx)
        for k, color in enumerate(("#e8509a", "#ff8ac0", "#ffd0e4")):
            reach = (1 - 0.27 * k) * (0.62 + 0.38 * np.abs(np.cos(turn * 4 + k * 0.8)))
            paint(
                image,
                smooth(reach, reach - 0.05, away),
                rgb(color) * (0.75 + 0.3 * np.clip(away / reach, 0, 1))[..., None],
            )
        paint(image, smooth(0.2, 0.16, away), "#ffd23f")
    return vignette(np.clip(image, 0, 1), 0.3)


def butterfly(width, height):
    """Wings after Fay's butterfly curve (1989), painted like a monarch's in blue, cut out."""
    x, y = centred(width, height)
    u, v = np.abs(x), y
    upper = np.stack(
        [
            [0.02, -0.02],
            [0.16, -0.3],
            [0.42, -0.62],
            [0.76, -0.76],
            [0.96, -0.68],
            [0.97, -0.48],
            [0.86, -0.2],
            [0.66, 0.02],
            [0.3, 0.1],
            [0.02, 0.1],
        ]
    )
    lower = np.stack(
        [
            [0.02, 0.04],
            [0.34, 0.06],
            [0.64, 0.12],
            [0.76, 0.34],
            [0.7, 0.58],
            [0.58, 0.68],
            [0.54, 0.82],
            [0.46, 0.7],
            [0.3, 0.66],
            [0.14, 0.44],
            [0.02, 0.2],
        ]
    )

    def rounded(points, side):
        closed = np.concatenate([points[-1:], points, points[:2]])
        out = []
        for a, b, c, d in zip(closed, closed[1:], closed[2:], closed[3:]):
            for t in np.linspace(0, 1, 12, endpoint=False):
                out.append(
                    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
                )
        return [(side * px, py) for px, py in out]

    masks = []
    for points in (lower, upper):
        sheet = Stencil(width, height, middle=True)
        for side in (-1, 1):
            sheet.polygon(rounded(points, side))
        masks.append(sheet.mask())
    image = blank(width, height, "#12102a")
    radius = min(width, height)
    alpha = np.maximum(*masks)
    for mask, root, stops, ribs in (
        (masks[0], (0.06, 0.12), [(0, "#7af0ff"), (0.35, "#2a8aff"), (0.7, "#6a2fd8"), (1, "#3a1470")], 9),
        (masks[1], (0.05, 0.0), [(0, "#fff6a0"), (0.25, "#ffb52a"), (0.6, "#ff5a2a"), (1, "#b81e4a")], 12),
    ):
        inner = smooth(0.62, 0.92, blur(mask, radius * 0.022))
        away, turn = np.hypot(u - root[0], v - root[1]), np.arctan2(v - root[1], u - root[0])
        color = gradient(away / 1.05, stops)
        veins = smooth(0.985, 0.998, np.cos(turn * ribs)) * smooth(0.1, 0.25, away)
        paint(image, mask, "#140f28")
        paint(image, mask * inner * (1 - veins), color)
        rim = mask * smooth(0.55, 0.7, blur(mask, radius * 0.012)) * (1 - inner)
        dots = np.mod(turn * 9, 1)
        paint(image, rim * smooth(0.28, 0.2, np.abs(dots - 0.5)) * smooth(0.35, 0.5, away), "#fff6e8")
    for ex, ey, r in ((0.7, -0.5, 0.085), (0.5, 0.42, 0.095)):
        away = np.hypot(u - ex, v - ey) / r
        for size, color in ((1, "#140f28"), (0.78, "#fff0b0"), (0.5, "#1f6fe0"), (0.24, "#0c0a1c")):
            paint(image, smooth(size, size - 0.08, away), color)
    body = (
        Stencil(width, height, middle=True)
        .disc(0, 0.12, 0.035, 0.3)
        .disc(0, -0.12, 0.05, 0.14)
        .disc(0, -0.28, 0.045, 0.05)
    )
    for side in (-1, 1):
        t = np.linspace(0, 1, 30)
        body.stroke([(side * (0.02 + 0.2 * k**1.5), -0.3 - 0.36 * k) for k in t], 0.013).disc(side * 0.22, -0.66, 0.022)
    paint(image, body.mask(), gradient(u, [(0, "#6a4a2a"), (0.05, "#1a1018")]))
    return cut_out(image, np.maximum(alpha, body.mask()))


def into_the_deep(width, height):
    """From the lit surface down to the jellyfish: three times as tall as wide."""
    x, y = centred(width, height)
    d = (y + height / width) / (2 * height / width)
    image = gradient(
        d, [(0, "#d8fff0"), (0.06, "#5fe0e0"), (0.25, "#1490d0"), (0.55, "#0a3f9a"), (0.85, "#0c1450"), (1, "#080624")]
    )
    beam = fbm((x + 0.25 * y) * 3.0 / (1 + d * 1.5), x * 0 + 2, 3, 4)
    shine(image, np.clip(beam * 1.1, 0, 1) * np.exp(-d * 3.4) * 0.8, "#e8fff0")
    rng = np.random.default_rng(19)
    top = -height / width
    whale = Stencil(width, height, middle=True)
    wx, wy = -0.05, top + 1.35
    body = [(np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 80)]
    whale.polygon(
        [
            (wx + 0.58 * a - 0.1 * (a < 0) * a * a, wy + (0.2 if b > 0 else 0.15) * b * (1 - 0.55 * max(0, a) ** 2))
            for a, b in body
        ]
    )
    whale.polygon(
        [
            (wx + 0.45, wy - 0.05),
            (wx + 0.76, wy - 0.1),
            (wx + 0.93, wy - 0.3),
            (wx + 0.83, wy - 0.06),
            (wx + 0.95, wy + 0.1),
            (wx + 0.74, wy + 0.01),
            (wx + 0.42, wy + 0.07),
        ]
    )
    whale.polygon([(wx - 0.2, wy + 0.12), (wx + 0.02, wy + 0.4), (wx + 0.06, wy + 0.14)])
    shape = whale.mask()
    paint(
        image,
        shape,
        gradient((y - wy) / 0.36 + 0.5, [(0, "#3f8ac0"), (0.45, "#14406f"), (0.75, "#a8d0e0"), (1, "#d8eef0")]),
    )
    paint(image, Stencil(width, height, middle=True).disc(wx - 0.42, wy + 0.02, 0.022).mask(), "#06142c")
    fish = Stencil(width, height, middle=True)
    for _ in range(26):
        fx, fy, s = rng.normal(0.15, 0.3), top + 2.35 + rng.normal(0, 0.17), rng.uniform(0.05, 0.085)
        fish.disc(fx, fy, s, s * 0.48).polygon(
            [(fx + s * 0.7, fy), (fx + s * 1.5, fy - s * 0.5), (fx + s * 1.5, fy + s * 0.5)]
        )
    paint(image, fish.mask(), gradient(x, [(-1, "#ffd24a"), (1, "#ff8a2a")]))
    for jx, jy, r, color in (
        (-0.32, top + 3.35, 0.34, "#ff6ac0"),
        (0.5, top + 4.0, 0.24, "#8a7aff"),
        (-0.4, top + 4.95, 0.2, "#4ae0e0"),
        (0.3, top + 5.25, 0.13, "#ffa04a"),
        (0.62, top + 3.1, 0.12, "#ffb0e0"),
    ):
        u, v = (x - jx) / r, (y - jy) / r
        away = np.hypot(u, v * 1.15)
        shine(image, 0.4 * np.exp(-away / 1.1), color)
        for arm in range(9):
            ax = -0.8 + 1.6 * arm / 8
            wave = ax * (1 - 0.12 * np.clip(v, 0, 9)) + 0.11 * np.sin(v * 4.5 + arm * 1.9)
            shine(
                image,
                0.75
                * smooth(0.075, 0.02, np.abs(u - wave))
                * smooth(-0.05, 0.1, v)
                * np.exp(-np.clip(v, 0, 9) / (0.9 + 0.35 * (arm % 3))),
                color,
            )
        dome = smooth(1.02, 0.97, away) * smooth(0.16 + 0.06 * np.cos(u * 14), 0.1 + 0.06 * np.cos(u * 14), v)
        paint(
            image,
            dome * 0.9,
            gradient(away + 0.5 * v, [(-0.4, "#ffffff"), (0.35, rgb(color)), (1.2, rgb(color) * 0.6)]),
        )
    foam = Stencil(width, height, middle=True)
    for _ in range(70):
        foam.disc(rng.uniform(-0.9, 0.9), top + rng.uniform(0.2, 5.8), rng.uniform(0.004, 0.016))
    return np.clip(paint(image, foam.mask() * 0.45, "#e8ffff"), 0, 1)


def roof_cat(width, height):
    """A cat on a ridge before a great moon."""
    x, y = centred(width, height)
    image = gradient(y, [(-1.3, "#0c1440"), (0.2, "#2a3f8f"), (1.2, "#5a6ab8")])
    stars(image, 150, 17)
    mx, my = 0.12, -0.2
    shine(image, 0.6 * np.exp(-np.clip(np.hypot(x - mx, y - my) - 0.62, 0, 9) / 0.3), "#ffe8b0")
    face = smooth(0.624, 0.616, np.hypot(x - mx, y - my))
    paint(image, face, gradient(fbm(x * 2.4, y * 2.4, 4, 13), [(-0.4, "#f2d88a"), (0.1, "#fff2c8"), (0.6, "#fffbe8")]))
    roof = smooth(-0.003, 0.003, y - 0.5 - 0.32 * np.abs(x + 0.1))
    tiles = 0.8 + 0.2 * np.cos(np.mod(x * 9 + 0.5 * np.floor(y * 12), 1) * 2 * np.pi)
    rows = 0.75 + 0.5 * np.mod(y * 12, 1)
    paint(image, roof, rgb("#b8402f") * (tiles * rows * smooth(1.9, 0.3, y) * 0.6)[..., None])
    cat = Stencil(width, height, middle=True)
    c = 0.0
    cat.disc(c, 0.28, 0.2, 0.27).disc(c - 0.02, 0.02, 0.125, 0.22).disc(c - 0.03, -0.14, 0.155, 0.13)
    for side in (-1, 1):
        cat.polygon(
            [(c - 0.03 + side * 0.15, -0.17), (c - 0.03 + side * 0.135, -0.36), (c - 0.03 + side * 0.02, -0.24)]
        )
    tail = [
        (c + 0.14 + 0.34 * np.sin(t * 1.9), 0.5 - 0.12 * t + 0.12 * np.sin(t * 2.6)) for t in np.linspace(0, 1.9, 40)
    ]
    cat.stroke(tail, 0.07)
    paint(image, cat.mask(), "#0c0a1c")
    eyes = (
        Stencil(width, height, middle=True)
        .disc(c - 0.085, -0.14, 0.03, 0.022)
        .disc(c + 0.025, -0.14, 0.03, 0.022)
        .mask()
    )
    paint(image, eyes, "#c8f04a")
    return paint(
        image,
        Stencil(width, height, middle=True)
        .disc(c - 0.085, -0.14, 0.007, 0.02)
        .disc(c + 0.025, -0.14, 0.007, 0.02)
        .mask(),
        "#0c0a1c",
    )
