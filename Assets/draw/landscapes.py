"""Landscapes from layers: a sky, ridges of noise that fade with distance, a mirror of water, silhouettes."""

import numpy as np

from canvas import F, Stencil, gradient, paint, plane, reflect, rgb, shine, smooth, vignette
from noise import clouds, fbm, ridged


def sun(image, x, y, at_x, at_y, radius, disc, glow, reach=0.5):
    """A sun or moon with its halo."""
    distance = np.hypot(x - at_x, y - at_y)
    shine(image, 0.75 * np.exp(-distance / reach * 2.2), glow)
    paint(image, smooth(radius + 0.002, radius - 0.002, distance), disc)
    return image


def ripples(x, y, horizon, height, strength=0.02, seed=5):
    """How far, in rows, a wavy water surface displaces its reflection: long flat waves, stronger towards us."""
    depth = np.clip(y - horizon, 0.0005, 1)
    near = 0.012 / (depth + 0.012)
    wave = fbm(x * 26 * (0.25 + near * 0.75) * near * 8, 6.0 / (depth + 0.03), 3, seed)
    return wave * strength * height * (0.25 + depth * 4)


def spruce(stencil, x, base, height, rng):
    """A spruce: tiers of drooping branches."""
    tiers = 9
    left, right = [], []
    for tier in range(tiers):
        top = base - height * (1 - tier / tiers)
        reach = height * 0.23 * ((tier + 1) / tiers) ** 0.85
        drop = height / tiers * 1.25
        for side, points in ((-1, left), (1, right)):
            wide = reach * rng.uniform(0.75, 1.1)
            points += [(x + side * wide, top + drop), (x + side * wide * 0.42, top + drop * 0.86)]
    stencil.polygon([(x, base - height)] + right + [(x, base)] + left[::-1])
    stencil.box(x - height * 0.018, base - height * 0.1, x + height * 0.018, base + height * 0.1)


def dawn_ridges(width, height):
    """Seven ridges, each paler the further it lies."""
    x, y = plane(width, height)
    image = gradient(y, [(0, "#2b3a78"), (0.22, "#8a5b9e"), (0.4, "#f07f6a"), (0.55, "#ffc76b"), (0.7, "#ffe9ad")])
    streaks = smooth(0.5, 0.85, clouds(x * 1.5, y * 8, 5, 3)) * smooth(0.5, 0.1, y)
    paint(image, streaks * 0.6, "#ffb08a")
    sun(image, x, y, width / height * 0.49, 0.41, 0.065, "#fffbe0", "#ffd98a", 0.45)
    ramp = [(0, "#f2a071"), (0.25, "#cf6f6f"), (0.5, "#8a4a78"), (0.75, "#45306b"), (1, "#160f33")]
    line = x[0]
    for layer in range(7):
        near = layer / 6
        level = 0.5 + 0.42 * near**1.1
        scale = 1.9 - 0.9 * near
        crest = level - (0.24 - 0.06 * near) * (
            ridged(line * scale + layer * 7, line * 0 + layer, 5, layer, 0.36) - 0.3
        )
        depth = y - crest[None]
        mask = smooth(-0.0008, 0.0008, depth)
        mist = np.exp(-np.clip(depth, 0, 1) * 9)[..., None]
        color = gradient(F(near), ramp)
        haze = gradient(F(max(0, near - 0.2)), ramp) * 0.75 + rgb("#ffcf9a") * 0.25
        paint(image, mask, color * mist + (1 - mist) * haze)
    return vignette(image, 0.3)


def aurora(width, height):
    """Green and violet curtains over a fjord that mirrors them."""
    x, y = plane(width, height)
    image = gradient(y, [(0, "#04061c"), (0.45, "#0a2340"), (0.66, "#17506a"), (1, "#0b2a3c")])
    rng = np.random.default_rng(4)
    for _ in range(420):
        row, column = int(rng.random() ** 1.5 * height * 0.6), int(rng.random() * width)
        size = max(1, int(height / 1000 * rng.uniform(0.8, 2.2)))
        image[row : row + size, column : column + size] = rng.uniform(0.5, 1)
    for seed, level, color, top, strength in (
        (1, 0.50, "#3dffa0", "#7a4dff", 1.0),
        (2, 0.40, "#35f0c0", "#c04dff", 0.9),
        (3, 0.29, "#8cff6a", "#ff4da8", 0.6),
    ):
        sway = fbm(x * 0.9 + seed * 5, 0 * x, 4, seed)
        foot = level + 0.17 * sway + 0.06 * np.sin(x * 5 + seed)
        lift = foot - y
        rays = 0.62 + 0.5 * fbm(x * 16 + sway * 5, y * 0.5, 3, seed + 7)
        reach = 0.15 + 0.12 * fbm(x * 2.2, 0 * x + seed, 3, seed + 3)
        body = np.exp(-np.clip(lift, 0, 1) / reach) * smooth(-0.03, 0.012, lift) * np.clip(rays, 0, 2)
        blend = smooth(0.02, 0.3, lift)[..., None]
        shine(image, 1.5 * strength * body, rgb(color) * (1 - blend) + rgb(top) * blend)
    horizon = 0.68
    line = x[0]
    for layer, (level, color, amount) in enumerate(((0.65, "#1c5a70", 0.24), (0.67, "#051526", 0.36))):
        valley = smooth(0.1, 0.75, np.abs(line - width / height * (0.5 + 0.05 * layer)))
        crest = level - amount * valley * (0.25 + ridged(line * (1.3 + 0.5 * layer), line * 0, 5, layer + 11, 0.4))
        paint(image, smooth(-0.001, 0.001, y - crest[None]), color)
    row = int(horizon * height)
    reflect(image, row, ripples(x, y, horizon, height, 0.012), "#06202c", 0.85, 1.5)
    cabin = Stencil(width, height)
    at = 0.33
    cabin.box(at, 0.655, at + 0.05, 0.682).polygon([(at - 0.008, 0.657), (at + 0.025, 0.632), (at + 0.058, 0.657)])
    paint(image, cabin.mask(), "#0a0d16")
    lamp = Stencil(width, height).box(at + 0.018, 0.661, at + 0.033, 0.674).mask()
    paint(image, lamp, "#ffd060")
    shine(image, 0.5 * np.exp(-np.hypot(x - at - 0.025, (y - 0.69) * 0.5) / 0.02), "#ffb040")
    return image


def moonlit_sea(width, height):
    """A full moon, its road on the water, a small sailing boat."""
    x, y = plane(width, height)
    middle, horizon = width / height * 0.4, 0.56
    image = gradient(y, [(0, "#050a26"), (0.3, "#10285e"), (0.56, "#3d6fa8"), (1, "#0a1c44")])
    sun(image, x, y, middle, 0.25, 0.1, "#fff6d8", "#9fc4ff", 0.42)
    spots = smooth(0.5, 0.75, clouds(x * 9, y * 9, 4, 8)) * smooth(0.1, 0.09, np.hypot(x - middle, y - 0.25))
    paint(image, spots * 0.35, "#c9b78f")
    cloud = smooth(0.52, 0.9, clouds(x * 1.6, y * 6, 6, 2)) * smooth(0.56, 0.4, y)
    lit = np.exp(-np.hypot(x - middle, y - 0.25) * 2.6)[..., None]
    paint(image, cloud * 0.85, rgb("#16285a") * (1 - lit) + rgb("#e9e6ff") * lit)
    water = y > horizon
    depth = np.clip(y - horizon, 0, 1)
    sea = gradient(depth / 0.44, [(0, "#3d6fa8"), (0.15, "#1e4788"), (0.6, "#0d2357"), (1, "#050d2b")])
    wave = fbm(x * 5 / (depth * 2 + 0.12), 3.2 / (depth + 0.05), 4, 9)
    sea *= (0.9 + 0.5 * wave)[..., None]
    road = np.exp(-(((x - middle) / (0.05 + depth * 0.3)) ** 2))
    glint = smooth(0.0, 0.32, wave + road * 0.42 - 0.3) * road
    shine(sea, glint, "#fff0c0")
    paint(image, water, sea)
    boat, sail = Stencil(width, height), Stencil(width, height)
    bx, by = middle + 0.5, 0.66
    boat.polygon([(bx - 0.11, by), (bx + 0.12, by), (bx + 0.08, by + 0.035), (bx - 0.08, by + 0.035)])
    boat.stroke([(bx, by), (bx, by - 0.29)], 0.005)
    sail.polygon([(bx + 0.008, by - 0.28), (bx + 0.008, by - 0.02), (bx + 0.1, by - 0.02)])
    sail.polygon([(bx - 0.008, by - 0.25), (bx - 0.008, by - 0.02), (bx - 0.09, by - 0.01)])
    paint(image, sail.mask(), "#dfe8ff")
    paint(image, boat.mask(), "#0a1230")
    return vignette(image, 0.3)


def misty_forest(width, height):
    """Ranks of spruces, each greener and darker than the one behind; sunbeams between them."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(y, [(0, "#f6e7b4"), (0.35, "#f3d48a"), (0.7, "#a9c39a"), (1, "#5f9479")])
    sun(image, x, y, wide * 0.64, 0.2, 0.06, "#fffdf0", "#fff0b0", 0.5)
    rng = np.random.default_rng(12)
    ramp = [(0, "#c4cf9f"), (0.3, "#7fae8b"), (0.6, "#2f7567"), (0.85, "#114a48"), (1, "#06262b")]
    for rank in range(6):
        near = rank / 5
        stencil = Stencil(width, height)
        base = 0.52 + 0.46 * near
        size = 0.2 + 0.34 * near**1.3
        count = int(30 - 22 * near)
        for tree in range(count):
            place = (tree + rng.uniform(0.2, 0.8)) / count * (wide + 0.2) - 0.1
            # A clearing in the middle keeps the eye on the light.
            away = min(1, abs(place / wide - 0.55) * 2.4)
            tall = size * rng.uniform(0.75, 1.1) * (0.45 + 0.55 * away)
            spruce(stencil, place, base + rng.uniform(-0.015, 0.02), tall, rng)
        ground = base - 0.02 + 0.03 * fbm(x * 2, 0 * x + rank, 3, rank)
        mask = np.maximum(stencil.mask(), smooth(-0.002, 0.002, y - ground))
        mist = smooth(base - size * 0.9, base + 0.1, y)[..., None] * 0.55 * (1 - near)
        paint(image, mask, gradient(F(near), ramp) * (1 - mist) + rgb("#efe3b0") * mist)
    angle = np.arctan2(x - wide * 0.64, y - 0.2)
    beams = smooth(0.1, 0.5, fbm(angle * 7, 0 * x, 2, 6)) * np.exp(-np.hypot(x - wide * 0.64, y - 0.2) * 1.9)
    shine(image, 0.5 * beams, "#fff2b8")
    return image


def islands_at_sunset(width, height):
    """A red sun setting between steep islands, everything doubled in calm water."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.6
    image = gradient(y, [(0, "#3b1c5c"), (0.25, "#a02c6a"), (0.45, "#f05a4a"), (0.6, "#ffb347")])
    cloud = smooth(0.5, 0.8, clouds(x * 1.1, y * 7, 6, 12))
    paint(image, cloud * 0.75 * smooth(0.58, 0.2, y), gradient(y, [(0, "#6b2a72"), (0.3, "#ff7d5a"), (0.6, "#ffd28a")]))
    sun(image, x, y, wide * 0.5, 0.5, 0.115, "#fff1a8", "#ff9a4a", 0.5)
    line = x[0]
    for center, half, tall, color, seed in (
        (0.12, 0.22, 0.26, "#7c2c5c", 1),
        (0.93, 0.2, 0.3, "#7c2c5c", 2),
        (0.3, 0.09, 0.14, "#5a1f4e", 3),
        (0.72, 0.1, 0.2, "#4c1a48", 4),
        (0.02, 0.16, 0.36, "#32103a", 5),
        (0.84, 0.07, 0.27, "#2a0d34", 6),
    ):
        away = np.clip(1 - np.abs(line / wide - center) / half, 0, 1)
        crest = horizon - tall * smooth(0, 0.8, away) * (0.65 + 0.6 * ridged(line * 4, line * 0, 5, seed))
        paint(image, smooth(-0.001, 0.001, y - crest[None]) * (away > 0)[None], color)
    reflect(image, int(horizon * height), ripples(x, y, horizon, height, 0.015, 8), "#2a1048", 0.82, 1.3)
    birds = Stencil(width, height)
    rng = np.random.default_rng(3)
    for _ in range(9):
        bx, by, s = wide * rng.uniform(0.3, 0.66), rng.uniform(0.14, 0.34), rng.uniform(0.012, 0.024)
        birds.stroke([(bx - s, by - s * 0.5), (bx - s * 0.4, by - s * 0.55), (bx, by)], 0.004)
        birds.stroke([(bx, by), (bx + s * 0.4, by - s * 0.55), (bx + s, by - s * 0.5)], 0.004)
    paint(image, birds.mask(), "#2a0d34")
    return image


def winter_night(width, height):
    """A cabin with warm windows among snowy spruces, stars above."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(y, [(0, "#0a1038"), (0.4, "#28408a"), (0.62, "#8a86c8"), (0.7, "#e8b6c0")])
    rng = np.random.default_rng(21)
    for _ in range(260):
        row, column = int(rng.random() ** 1.6 * height * 0.5), int(rng.random() * width)
        size = max(1, int(height / 900 * rng.uniform(1, 2.6)))
        image[row : row + size, column : column + size] = rng.uniform(0.6, 1)
    line = x[0]
    far = 0.62 - 0.24 * ridged(line * 1.4, line * 0, 6, 4, 0.4)
    inside = smooth(-0.001, 0.001, y - far[None])
    paint(image, inside, gradient(y - far[None], [(0, "#c8d0f4"), (0.12, "#7f90d0"), (0.25, "#5f70b8")]))
    for rank in range(3):
        hill = 0.66 + 0.11 * rank + 0.04 * fbm(line * 1.2 + rank * 3, line * 0, 3, rank + 30)
        trees, caps = Stencil(width, height), Stencil(width, height)
        for tree in range(16 - 4 * rank):
            place = rng.uniform(-0.05, wide + 0.05)
            if rank > 0 and abs(place / wide - 0.52) < 0.26:
                continue
            tall = (0.11 + 0.09 * rank) * rng.uniform(0.7, 1.3)
            state = rng.integers(1 << 30)
            base = hill[min(width - 1, max(0, int(place * height)))] + 0.015
            spruce(trees, place, base, tall, np.random.default_rng(state))
            spruce(caps, place - tall * 0.035, base - tall * 0.05, tall * 0.93, np.random.default_rng(state))
        both = trees.mask()
        paint(image, both, ("#3d4f94", "#22336e", "#0f1c48")[rank])
        paint(image, both * caps.mask() * 0.8, ("#c8d0f2", "#d4dcfa", "#e8eeff")[rank])
        depth = y - hill[None]
        snow = gradient(np.clip(depth, 0, 0.3), [(0, "#f2f4ff"), (0.1, "#b9c4f0"), (0.3, "#7c8cd0")])
        paint(image, smooth(-0.001, 0.001, depth), snow)
    cx, cy, s = wide * 0.52, 0.83, 0.2
    wall = Stencil(width, height).box(cx - s, cy - s * 0.62, cx + s, cy + 0.03).mask()
    paint(image, wall, "#5b2d22")
    logs = 0.5 + 0.5 * np.sin(y * 260)
    paint(image, wall * smooth(0.6, 0.9, logs) * 0.5, "#2a120d")
    roof = Stencil(width, height)
    roof.polygon(
        [
            (cx - s * 1.3, cy - s * 0.5),
            (cx - s * 0.75, cy - s * 1.35),
            (cx + s * 0.75, cy - s * 1.35),
            (cx + s * 1.3, cy - s * 0.5),
        ]
    )
    paint(image, roof.mask(), "#f4f6ff")
    chimney = Stencil(width, height).box(cx + s * 0.35, cy - s * 1.75, cx + s * 0.58, cy - s * 1.25).mask()
    paint(image, chimney, "#6e3a30")
    smoke = np.exp(
        -(
            (
                (x - cx - s * 0.46 - 0.05 * np.sin(y * 17) * (cy - s * 1.7 - y) * 6)
                / (0.012 + 0.25 * np.clip(cy - s * 1.7 - y, 0, 1))
            )
            ** 2
        )
    )
    paint(image, 0.6 * smoke * smooth(cy - s * 1.7, cy - s * 1.85, y) * smooth(0.12, 0.4, y), "#d8d8f0")
    panes = Stencil(width, height)
    for at in (-0.72, 0.24):
        panes.box(cx + s * at, cy - s * 0.36, cx + s * (at + 0.46), cy + s * 0.0)
    paint(image, panes.mask(), "#ffdc6e")
    for at in (-0.49, 0.47):
        bars = Stencil(width, height).box(cx + s * at - 0.002, cy - s * 0.36, cx + s * at + 0.002, cy).mask()
        paint(image, bars, "#7a3c14")
        shine(image, 0.55 * np.exp(-np.hypot(x - cx - s * at, (y - cy + 0.02) * 0.8) / 0.07), "#ffb03c")
    door = Stencil(width, height).box(cx - s * 0.16, cy - s * 0.38, cx + s * 0.12, cy + 0.03).mask()
    paint(image, door, "#3a180e")
    return vignette(image, 0.3)
