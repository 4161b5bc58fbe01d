"""Scenes with something built or alive in them: a city, balloons, a lighthouse, a volcano, the deep sea."""

import numpy as np

from canvas import F, Stencil, blank, blur, cut_out, gradient, paint, plane, centred, reflect, rgb, shade, shine, smooth, vignette
from landscapes import ripples, sun
from noise import clouds, fbm, ridged
from space import stars


def skyline(width, height):
    """A city at dusk with its windows lit, doubled in the river."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.68
    image = gradient(y, [(0, "#1a1a5a"), (0.3, "#6a2a8a"), (0.5, "#e8507a"), (0.62, "#ff9a5a"), (0.7, "#ffd08a")])
    paint(image, smooth(0.55, 0.85, clouds(x * 1.2, y * 6, 5, 7)) * 0.5, "#ff8aa0")
    sun(image, x, y, wide * 0.58, 0.5, 0.12, "#fff0b0", "#ff9a6a", 0.4)
    rng = np.random.default_rng(23)
    for rank, (color, low, high, lit) in enumerate((("#a04a86", 0.1, 0.26, 0.0), ("#5a2a6e", 0.14, 0.36, 0.16), ("#1c1440", 0.1, 0.5, 0.42))):
        left = -0.02
        while left < wide:
            broad = rng.uniform(0.05, 0.11)
            middle = 1 - abs((left + broad / 2) / wide - 0.36) * 1.3
            tall = low + (high - low) * max(0.05, middle) * rng.uniform(0.35, 1)
            tower = Stencil(width, height).box(left, horizon - tall, left + broad, horizon)
            kind = rng.integers(4)
            if kind == 0 and rank:
                tower.box(left + broad * 0.2, horizon - tall - 0.03, left + broad * 0.8, horizon - tall)
                tower.stroke([(left + broad / 2, horizon - tall - 0.1), (left + broad / 2, horizon - tall)], 0.004)
            elif kind == 1:
                tower.polygon([(left, horizon - tall + 0.001), (left + broad, horizon - tall - 0.035), (left + broad, horizon - tall + 0.001)])
            paint(image, tower.mask(), color)
            if lit:
                panes = [Stencil(width, height) for _ in range(3)]
                across, down = max(2, int(broad / 0.017)), int(tall / 0.023)
                for c in range(across):
                    for r in range(down):
                        if rng.random() < lit:
                            px, py = left + (c + 0.25) * broad / across, horizon - tall + 0.012 + r * 0.023
                            if py < horizon - 0.02:
                                panes[rng.integers(3)].box(px, py, px + broad / across * 0.55, py + 0.012)
                for sheet, glow in zip(panes, ("#ffd86a", "#ffb03a", "#fff2c0")):
                    paint(image, sheet.mask() * (0.6 if rank == 1 else 1), glow)
            left += broad + rng.uniform(-0.005, 0.02)
    paint(image, (y > horizon - 0.012) & (y < horizon), "#120c2c")
    return vignette(reflect(image, int(horizon * height), ripples(x, y, horizon, height, 0.02, 12), "#1a1048", 0.78, 1.35), 0.25)


def balloon_shape(stencils, cx, cy, r):
    """Cuts the envelope and the basket of a balloon."""
    envelope, basket, ropes = stencils
    t = np.linspace(0, 2 * np.pi, 120)
    px = np.sin(t)
    py = -np.cos(t)
    # Below the middle the sides run straight towards the mouth.
    low = np.clip(py, 0, 1)
    px = px * (1 - 0.16 * low)
    py = np.where(py > 0, py * 1.32, py)
    mouth = cy + r * 1.28
    envelope.polygon([(cx + r * a * (1 - 0.0 * b), cy + r * b) for a, b in zip(px, py)])
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
    ("#e8303a", "#ffd23f"), ("#1f7fd8", "#ffffff", "#ff8a2f"), ("#2fae5a", "#fff0a0"), ("#8a3fc8", "#ff7ab0"),
    ("#ff7a1f", "#ffe08a", "#d81e5a"), ("#18a8b0", "#ffffff"), ("#f0408a", "#ffd23f", "#3f6fe0"),
)


def balloons(width, height):
    """Seven balloons at morning over hills."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(y, [(0, "#2f8ae0"), (0.45, "#a8dcf8"), (0.75, "#fff0c8")])
    puffs = clouds(x * 1.3, y * 3.2, 6, 25)
    paint(image, smooth(0.5, 0.75, puffs) * 0.9, "#ffffff")
    for layer, (level, color, foot) in enumerate(((0.72, "#8fb8d0", "#c8dcd8"), (0.78, "#5f9a8a", "#a8c89a"), (0.87, "#2f7a4a", "#6fae4a"))):
        line = level - 0.05 * fbm(x[0] * (1.2 + layer * 0.4) + layer * 4, x[0] * 0, 4, layer + 2)
        depth = y - line[None]
        paint(image, smooth(-0.001, 0.001, depth), gradient(depth, [(0, color), (0.15, foot)]))
    places = ((0.30, 0.33, 0.2), (0.68, 0.24, 0.13), (0.86, 0.5, 0.095), (0.53, 0.56, 0.08), (0.08, 0.6, 0.06), (0.46, 0.14, 0.05), (0.72, 0.66, 0.045))
    for (px, py, r), colors in sorted(zip(places, BALLOONS), key=lambda pair: pair[0][2]):
        paint_balloon(image, x, y, px * wide, py, r, colors)
    return np.clip(image, 0, 1)


def balloon_cutout(width, height):
    """One balloon alone."""
    x, y = centred(width, height)
    image = blank(width, height, "#c83040")
    return cut_out(image, paint_balloon(image, x, y, 0, -0.32, 0.8, ("#e8303a", "#ffd23f", "#1f7fd8"), middle=True))


def lighthouse(width, height):
    """A striped lighthouse on its rock, its beam across the dusk."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.74
    image = gradient(y, [(0, "#101848"), (0.35, "#3a3a8a"), (0.6, "#d0607a"), (0.74, "#ffb070")])
    stars(image[: height // 2], 160, 5, 0.8)
    paint(image, smooth(0.52, 0.85, clouds(x * 1.3, y * 5, 6, 18)) * 0.7, gradient(y, [(0, "#2a2a6a"), (0.7, "#ff8a7a")]))
    depth = np.clip(y - horizon, 0, 1)
    wave = fbm(x * 5 / (depth * 2 + 0.12), 3.2 / (depth + 0.05), 4, 9)
    sea = gradient(depth / 0.26 + 0.3 * wave, [(0, "#e8907a"), (0.3, "#6a4a8a"), (1, "#141848")])
    paint(image, y > horizon, sea)
    tx = wide * 0.4
    lamp_y = 0.25
    for side, reach, spread, power in ((1, 1.6, 0.13, 0.85), (-1, 0.9, 0.13, 0.6)):
        along = (x - tx) * side
        off = np.abs((y - lamp_y) + along * 0.06) / (0.02 + spread * np.clip(along, 0, 9))
        shine(image, power * smooth(1, 0.2, off) * np.exp(-np.clip(along, 0, 9) / reach) * (along > 0), "#fff2b0")
    rock = horizon + 0.03 - 0.16 * smooth(0.42, 0.05, np.abs(x[0] - tx)) * (0.7 + 0.6 * ridged(x[0] * 3, x[0] * 0, 5, 4))
    paint(image, smooth(-0.001, 0.001, y - rock[None]) * (y < horizon + 0.05 + 0.02 * fbm(x * 6, x * 0, 3, 2)) * (np.abs(x - tx) < 0.46), "#1a1430")
    tower = Stencil(width, height).polygon([(tx - 0.075, 0.64), (tx - 0.045, 0.3), (tx + 0.045, 0.3), (tx + 0.075, 0.64)]).mask()
    stripes = np.where((np.floor((y - 0.3) / 0.068) % 2 == 0)[..., None], rgb("#fff4e8"), rgb("#e0283a"))
    body = stripes * np.clip(1.05 - ((x - tx + 0.02) / 0.085) ** 2 * 0.5 - (x - tx) * 3, 0.2, 1.1)[..., None]
    paint(image, tower, np.clip(body, 0, 1))
    parts = Stencil(width, height).box(tx - 0.062, 0.288, tx + 0.062, 0.302).polygon([(tx - 0.045, 0.222), (tx, 0.175), (tx + 0.045, 0.222)])
    parts.stroke([(tx, 0.15), (tx, 0.2)], 0.005).box(tx - 0.015, 0.6, tx + 0.015, 0.645)
    parts.box(tx - 0.008, 0.4, tx + 0.008, 0.42).box(tx - 0.008, 0.49, tx + 0.008, 0.51)
    paint(image, parts.mask(), "#2a1838")
    paint(image, Stencil(width, height).box(tx - 0.034, 0.222, tx + 0.034, 0.288).mask(), "#ffe88a")
    shine(image, np.exp(-np.hypot(x - tx, y - 0.255) / 0.05), "#fff4c0")
    return vignette(image, 0.25)


def volcano(width, height):
    """An eruption at night above a black lake."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.8
    image = gradient(y, [(0, "#0a0820"), (0.5, "#3a0f3a"), (0.8, "#a02a2a")])
    stars(image[: height // 2], 200, 3, 0.7)
    cx, top = wide * 0.5, 0.42
    plume = clouds((x - cx) * 2.4, y * 2.4 - 1, 6, 8, 1.0)
    column = np.abs(x - cx - 0.35 * np.clip(top - y, 0, 1) ** 1.6) / (0.06 + 0.75 * np.clip(top - y, 0, 1) ** 1.15)
    smoke = smooth(1.1, 0.4, column + 0.75 * (plume - 0.5)) * (y < top + 0.02)
    paint(image, smoke, gradient(plume + 0.7 * np.clip(y - 0.1, 0, 1), [(0.2, "#140c18"), (0.6, "#4a2430"), (0.9, "#c0502a"), (1.2, "#ffb050")]))
    slope = top + np.clip(np.abs(x[0] - cx) - 0.06, 0, 9) ** 0.86 * 0.62 + 0.02 * fbm(x[0] * 8, x[0] * 0, 4, 3)
    depth = y - slope[None]
    inside = smooth(-0.001, 0.001, depth)
    paint(image, inside, gradient(depth + 0.15 * ridged(x * 6, y * 5, 4, 5), [(0, "#3a1424"), (0.4, "#0e0812")]))
    for seed, lean in ((1, -0.5), (2, 0.35), (3, 0.05), (4, -0.95), (5, 0.85)):
        away = np.clip(y - top, 0, 1)
        path = cx + lean * away + 0.05 * fbm(y * 9, y * 0 + seed, 3, seed)
        body = np.abs(x - path) / (0.012 + 0.01 * fbm(y * 14, y * 0, 2, seed + 9))
        flow = smooth(1.3, 0.5, body) * inside * smooth(0.42, 0.2, away + 0.05 * seed)
        shine(image, 0.8 * np.exp(-body / 3) * inside * smooth(0.42, 0.2, away), "#c02a10")
        paint(image, flow, gradient(away, [(0, "#fff4b0"), (0.1, "#ffb52a"), (0.4, "#e83a10")]))
    rng = np.random.default_rng(6)
    sparks = [Stencil(width, height) for _ in range(2)]
    for _ in range(130):
        angle, speed, t = rng.normal(np.pi / 2, 0.42), rng.uniform(0.35, 0.9), rng.uniform(0.15, 0.95)
        points = [(cx + speed * np.cos(angle) * s, top - speed * np.sin(angle) * s + 0.55 * s * s) for s in np.linspace(max(0, t - 0.1), t, 5)]
        sparks[rng.integers(2)].stroke(points, rng.choice([0.003, 0.005]))
    shine(image, 0.9 * np.exp(-np.hypot(x - cx, (y - top + 0.05) * 0.8) / 0.11), "#ff7a2a")
    paint(image, sparks[0].mask(), "#ffb03a")
    paint(image, sparks[1].mask(), "#ffe890")
    return vignette(reflect(image, int(horizon * height), ripples(x, y, horizon, height, 0.02, 3), "#08040c", 0.75, 2.2), 0.25)


def neon_drive(width, height):
    """A striped sun over a grid of light, as the eighties dreamt it."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.6
    image = gradient(y, [(0, "#0c0630"), (0.35, "#3a1070"), (0.6, "#f03a9a")])
    stars(image[: height // 2], 260, 11)
    cx, cy, r = wide * 0.5, 0.4, 0.27
    disc = smooth(r + 0.001, r - 0.001, np.hypot(x - cx, y - cy))
    gap = np.mod((y - 0.3) * 17, 1) < np.clip((y - 0.3) * 1.9, 0, 0.7)
    shine(image, 0.6 * np.exp(-np.clip(np.hypot(x - cx, y - cy) - r, 0, 9) / 0.14), "#ff4ab0")
    paint(image, disc * ~(gap & (y > 0.3)), gradient(y, [(0.13, "#fff06a"), (0.4, "#ff8a3a"), (0.66, "#ff2a8a")]))
    for side in (-1, 1):
        away = (x[0] - cx) * side
        line = horizon - 0.26 * smooth(0.3, 0.75, away) * (0.35 + ridged(x[0] * 3.2, x[0] * 0, 5, 7 + side))
        inside = smooth(-0.001, 0.001, y - line[None]) * (away > 0.2)[None]
        paint(image, inside, "#180a40")
        paint(image, inside * smooth(0.008, 0.002, y - line[None]), "#3ff0ff")
    depth = np.clip(y - horizon, 1e-3, 1)
    ground = gradient(depth, [(0, "#4a0f7a"), (0.4, "#0a0424")])
    u, v = (x - cx) / depth, 0.42 / depth
    near_u, near_v = np.abs(u * 2.4 - np.round(u * 2.4)), np.abs(v * 2.0 - np.round(v * 2.0))
    soft_u, soft_v = 2.4 / depth * 0.0035, 2.0 * 0.42 / depth**2 * 0.0035
    light = np.maximum(smooth(1, 0.4, near_u / np.maximum(soft_u, 0.012)), smooth(1, 0.4, near_v / np.maximum(soft_v, 0.012)) * smooth(0.0, 0.06, depth))
    paint(ground, light, "#ff5ae0")
    paint(image, y > horizon, ground)
    return shine(image, 0.7 * np.exp(-np.abs(y - horizon) / 0.012), "#ff9af0")


def into_the_deep(width, height):
    """From the lit surface down to the jellyfish: three times as tall as wide."""
    x, y = centred(width, height)
    d = (y + height / width) / (2 * height / width)
    image = gradient(d, [(0, "#d8fff0"), (0.06, "#5fe0e0"), (0.25, "#1490d0"), (0.55, "#0a3f9a"), (0.85, "#0c1450"), (1, "#080624")])
    beam = fbm((x + 0.25 * y) * 3.0 / (1 + d * 1.5), x * 0 + 2, 3, 4)
    shine(image, np.clip(beam * 1.1, 0, 1) * np.exp(-d * 3.4) * 0.8, "#e8fff0")
    rng = np.random.default_rng(19)
    top = -height / width
    whale = Stencil(width, height, middle=True)
    wx, wy = -0.05, top + 1.35
    body = [(np.cos(t), np.sin(t)) for t in np.linspace(0, 2 * np.pi, 80)]
    whale.polygon([(wx + 0.58 * a - 0.1 * (a < 0) * a * a, wy + (0.2 if b > 0 else 0.15) * b * (1 - 0.55 * max(0, a) ** 2)) for a, b in body])
    whale.polygon([(wx + 0.45, wy - 0.05), (wx + 0.76, wy - 0.1), (wx + 0.93, wy - 0.3), (wx + 0.83, wy - 0.06), (wx + 0.95, wy + 0.1), (wx + 0.74, wy + 0.01), (wx + 0.42, wy + 0.07)])
    whale.polygon([(wx - 0.2, wy + 0.12), (wx + 0.02, wy + 0.4), (wx + 0.06, wy + 0.14)])
    shape = whale.mask()
    paint(image, shape, gradient((y - wy) / 0.36 + 0.5, [(0, "#3f8ac0"), (0.45, "#14406f"), (0.75, "#a8d0e0"), (1, "#d8eef0")]))
    paint(image, Stencil(width, height, middle=True).disc(wx - 0.42, wy + 0.02, 0.022).mask(), "#06142c")
    fish = Stencil(width, height, middle=True)
    for _ in range(26):
        fx, fy, s = rng.normal(0.15, 0.3), top + 2.35 + rng.normal(0, 0.17), rng.uniform(0.05, 0.085)
        fish.disc(fx, fy, s, s * 0.48).polygon([(fx + s * 0.7, fy), (fx + s * 1.5, fy - s * 0.5), (fx + s * 1.5, fy + s * 0.5)])
    paint(image, fish.mask(), gradient(x, [(-1, "#ffd24a"), (1, "#ff8a2a")]))
    for jx, jy, r, color in ((-0.32, top + 3.35, 0.34, "#ff6ac0"), (0.5, top + 4.0, 0.24, "#8a7aff"), (-0.4, top + 4.95, 0.2, "#4ae0e0"), (0.3, top + 5.25, 0.13, "#ffa04a"), (0.62, top + 3.1, 0.12, "#ffb0e0")):
        u, v = (x - jx) / r, (y - jy) / r
        away = np.hypot(u, v * 1.15)
        shine(image, 0.4 * np.exp(-away / 1.1), color)
        for arm in range(9):
            ax = -0.8 + 1.6 * arm / 8
            wave = ax * (1 - 0.12 * np.clip(v, 0, 9)) + 0.11 * np.sin(v * 4.5 + arm * 1.9)
            shine(image, 0.75 * smooth(0.075, 0.02, np.abs(u - wave)) * smooth(-0.05, 0.1, v) * np.exp(-np.clip(v, 0, 9) / (0.9 + 0.35 * (arm % 3))), color)
        dome = smooth(1.02, 0.97, away) * smooth(0.16 + 0.06 * np.cos(u * 14), 0.1 + 0.06 * np.cos(u * 14), v)
        paint(image, dome * 0.9, gradient(away + 0.5 * v, [(-0.4, "#ffffff"), (0.35, rgb(color)), (1.2, rgb(color) * 0.6)]))
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
        cat.polygon([(c - 0.03 + side * 0.15, -0.17), (c - 0.03 + side * 0.135, -0.36), (c - 0.03 + side * 0.02, -0.24)])
    tail = [(c + 0.14 + 0.34 * np.sin(t * 1.9), 0.5 - 0.12 * t + 0.12 * np.sin(t * 2.6)) for t in np.linspace(0, 1.9, 40)]
    cat.stroke(tail, 0.07)
    paint(image, cat.mask(), "#0c0a1c")
    eyes = Stencil(width, height, middle=True).disc(c - 0.085, -0.14, 0.03, 0.022).disc(c + 0.025, -0.14, 0.03, 0.022).mask()
    paint(image, eyes, "#c8f04a")
    return paint(image, Stencil(width, height, middle=True).disc(c - 0.085, -0.14, 0.007, 0.02).disc(c + 0.025, -0.14, 0.007, 0.02).mask(), "#0c0a1c")
