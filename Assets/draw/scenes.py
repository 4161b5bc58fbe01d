"""A city, a lighthouse, a volcano, a storm, and a road of light."""

import numpy as np

from canvas import Stencil, gradient, paint, plane, reflect, rgb, shine, smooth, vignette
from landscapes import ripples, sun
from noise import clouds, fbm, perlin, ridged
from space import stars


def skyline(width, height):
    """A city at dusk with its windows lit, doubled in the river."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.68
    image = gradient(y, [(0, "#1a1a5a"), (0.3, "#6a2a8a"), (0.5, "#e8507a"), (0.62, "#ff9a5a"), (0.7, "#ffd08a")])
    paint(image, smooth(0.55, 0.85, clouds(x * 1.2, y * 6, 5, 7)) * 0.5, "#ff8aa0")
    sun(image, x, y, wide * 0.7, 0.46, 0.13, "#fff0b0", "#ff9a6a", 0.4)
    rng = np.random.default_rng(23)
    for rank, (color, low, high, lit) in enumerate(
        (("#b0528a", 0.05, 0.24, 0.0), ("#5f2c72", 0.06, 0.4, 0.2), ("#1c1440", 0.05, 0.54, 0.4))
    ):
        left = rng.uniform(-0.06, 0)
        towers, panes = Stencil(width, height), [Stencil(width, height) for _ in range(3)]
        while left < wide:
            broad = rng.uniform(0.06, 0.13)
            middle = 1 - abs((left + broad / 2) / wide - 0.34) * 1.5
            tall = low + (high - low) * max(0.05, middle) * rng.uniform(0.3, 1)
            towers.box(left, horizon - tall, left + broad, horizon)
            kind = rng.integers(4)
            if kind == 0 and rank:
                towers.box(left + broad * 0.2, horizon - tall - 0.03, left + broad * 0.8, horizon - tall)
                towers.stroke([(left + broad / 2, horizon - tall - 0.1), (left + broad / 2, horizon - tall)], 0.004)
            elif kind == 1:
                towers.polygon(
                    [
                        (left, horizon - tall + 0.001),
                        (left + broad, horizon - tall - 0.035),
                        (left + broad, horizon - tall + 0.001),
                    ]
                )
            across, down = max(2, int(broad / 0.019)), int(tall / 0.026)
            for c in range(across):
                for r in range(down):
                    px, py = left + (c + 0.25) * broad / across, horizon - tall + 0.014 + r * 0.026
                    if rng.random() < lit and py < horizon - 0.02:
                        panes[rng.integers(3)].box(px, py, px + broad / across * 0.55, py + 0.014)
            left += broad + rng.uniform(0.0, 0.05)
        paint(image, towers.mask(), color)
        for sheet, glow in zip(panes, ("#ffd86a", "#ffb03a", "#fff2c0")):
            paint(image, sheet.mask() * (0.5 if rank == 1 else 1), glow)
    paint(image, (y > horizon - 0.012) & (y < horizon), "#120c2c")
    return vignette(
        reflect(image, int(horizon * height), ripples(x, y, horizon, height, 0.02, 12), "#1a1048", 0.78, 1.35), 0.25
    )


def lighthouse(width, height):
    """A striped lighthouse on its rock, its beam across the dusk."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.74
    image = gradient(y, [(0, "#101848"), (0.35, "#3a3a8a"), (0.6, "#d0607a"), (0.74, "#ffb070")])
    stars(image[: height // 2], 160, 5, 0.8)
    paint(
        image, smooth(0.52, 0.85, clouds(x * 1.3, y * 5, 6, 18)) * 0.7, gradient(y, [(0, "#2a2a6a"), (0.7, "#ff8a7a")])
    )
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
    rock = (
        horizon + 0.03 - 0.16 * smooth(0.42, 0.05, np.abs(x[0] - tx)) * (0.7 + 0.6 * ridged(x[0] * 3, x[0] * 0, 5, 4))
    )
    paint(
        image,
        smooth(-0.001, 0.001, y - rock[None])
        * (y < horizon + 0.022 + 0.03 * smooth(0.44, 0.15, np.abs(x - tx)) + 0.01 * fbm(x * 6, x * 0, 3, 2))
        * (rock[None] < horizon + 0.022),
        "#1a1430",
    )
    tower = (
        Stencil(width, height)
        .polygon([(tx - 0.075, 0.64), (tx - 0.045, 0.3), (tx + 0.045, 0.3), (tx + 0.075, 0.64)])
        .mask()
    )
    stripes = np.where((np.floor((y - 0.3) / 0.068) % 2 == 0)[..., None], rgb("#fff4e8"), rgb("#e0283a"))
    body = stripes * np.clip(1.05 - ((x - tx + 0.02) / 0.085) ** 2 * 0.5 - (x - tx) * 3, 0.2, 1.1)[..., None]
    paint(image, tower, np.clip(body, 0, 1))
    parts = (
        Stencil(width, height)
        .box(tx - 0.062, 0.288, tx + 0.062, 0.302)
        .polygon([(tx - 0.045, 0.222), (tx, 0.175), (tx + 0.045, 0.222)])
    )
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
    paint(
        image,
        smoke,
        gradient(
            plume + 0.7 * np.clip(y - 0.1, 0, 1),
            [(0.2, "#140c18"), (0.6, "#4a2430"), (0.9, "#c0502a"), (1.2, "#ffb050")],
        ),
    )
    slope = top + np.clip(np.abs(x[0] - cx) - 0.06, 0, 9) ** 0.86 * 0.62 + 0.02 * fbm(x[0] * 8, x[0] * 0, 4, 3)
    depth = y - slope[None]
    inside = smooth(-0.001, 0.001, depth)
    paint(image, inside, gradient(depth + 0.15 * ridged(x * 6, y * 5, 4, 5), [(0, "#3a1424"), (0.4, "#0e0812")]))
    for seed, lean in ((1, -0.5), (2, 0.35), (3, 0.05), (4, -0.95), (5, 0.85)):
        away = np.clip(y - top, 0, 1)
        path = cx + lean * away + 0.05 * fbm(y * 9, y * 0 + seed, 3, seed)
        body = np.abs(x - path) / (0.022 + 0.012 * fbm(y * 14, y * 0, 2, seed + 9))
        flow = smooth(1.3, 0.5, body) * inside * smooth(0.42, 0.2, away + 0.05 * seed)
        shine(image, 0.8 * np.exp(-body / 3) * inside * smooth(0.42, 0.2, away), "#c02a10")
        paint(image, flow, gradient(away, [(0, "#fff4b0"), (0.1, "#ffb52a"), (0.4, "#e83a10")]))
    rng = np.random.default_rng(6)
    sparks = [Stencil(width, height) for _ in range(2)]
    for _ in range(130):
        angle, speed, t = rng.normal(np.pi / 2, 0.42), rng.uniform(0.35, 0.9), rng.uniform(0.15, 0.95)
        points = [
            (cx + speed * np.cos(angle) * s, top - speed * np.sin(angle) * s + 0.55 * s * s)
            for s in np.linspace(max(0, t - 0.1), t, 5)
        ]
        sparks[rng.integers(2)].stroke(points, rng.choice([0.004, 0.007]))
    shine(image, 1.0 * np.exp(-np.hypot(x - cx, (y - top + 0.05) * 0.8) / 0.16), "#ff7a2a")
    paint(image, sparks[0].mask(), "#ffb03a")
    paint(image, sparks[1].mask(), "#ffe890")
    return vignette(
        reflect(image, int(horizon * height), ripples(x, y, horizon, height, 0.02, 3), "#08040c", 0.75, 2.2), 0.25
    )


def storm(width, height):
    """Lightning from a violet cloud over a yellow plain with one tree."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.72
    image = gradient(y, [(0, "#14122b"), (0.35, "#3a3366"), (0.72, "#c58a8c")])
    cloud = clouds(x * 1.7, y * 2.6, 6, 15, 0.9)
    tone = gradient(cloud, [(0.1, "#131026"), (0.45, "#37305e"), (0.7, "#7668a4"), (1, "#d0b8d8")])
    paint(image, smooth(0.66, 0.3, y + 0.15 * (cloud - 0.5)), tone)
    rng = np.random.default_rng(8)
    bolt, thin = Stencil(width, height), Stencil(width, height)

    def strike(px, py, until, lean, thickness, stencil):
        points = [(px, py)]
        while py < until:
            px += rng.normal(lean, 0.018)
            py += rng.uniform(0.012, 0.03)
            points.append((px, py))
            if rng.random() < 0.16 and stencil is bolt:
                strike(px, py, min(until, py + rng.uniform(0.06, 0.22)), rng.choice([-0.02, 0.02]), 0.005, thin)
        stencil.stroke(points, thickness)

    strike(wide * 0.3, 0.2, horizon, 0.004, 0.013, bolt)
    strike(wide * 0.78, 0.28, horizon, -0.004, 0.009, bolt)
    shine(image, 0.9 * np.exp(-np.hypot((x - wide * 0.31) * 1.6, y - 0.35) * 3.4), "#b79cff")
    shine(image, 0.5 * np.exp(-np.hypot((x - wide * 0.77) * 1.6, y - 0.4) * 4), "#b79cff")
    depth = np.clip(y - horizon, 0, 1)
    field = gradient(depth / 0.28, [(0, "#d8a441"), (0.3, "#a9781f"), (1, "#33270f")])
    rows = perlin(x * 3 / (depth + 0.03), 2.4 / (depth + 0.03), 3)
    paint(image, smooth(-0.001, 0.001, y - horizon), field * (1 + 0.5 * rows)[..., None])
    paint(image, thin.mask() * 0.8, "#d8c8ff")
    paint(image, bolt.mask(), "#fffaff")
    tree = Stencil(width, height)
    tx = wide * 0.56
    tree.polygon([(tx - 0.012, 0.76), (tx - 0.006, 0.6), (tx + 0.006, 0.6), (tx + 0.014, 0.76)])
    for _ in range(60):
        angle, away = rng.uniform(0, 2 * np.pi), rng.random() ** 0.5
        tree.disc(tx + 0.085 * away * np.cos(angle), 0.575 + 0.06 * away * np.sin(angle), rng.uniform(0.015, 0.032))
    paint(image, tree.mask(), "#0d0a16")
    return vignette(image, 0.35)


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
    light = np.maximum(
        smooth(1, 0.4, near_u / np.maximum(soft_u, 0.012)),
        smooth(1, 0.4, near_v / np.maximum(soft_v, 0.012)) * smooth(0.0, 0.06, depth),
    )
    paint(ground, light, "#ff5ae0")
    paint(image, y > horizon, ground)
    return shine(image, 0.7 * np.exp(-np.abs(y - horizon) / 0.012), "#ff9af0")
