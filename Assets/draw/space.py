"""The sky at night: nebulae, planets, the moon, a galaxy, an eclipse."""

import numpy as np

from canvas import blank, centred, cut_out, gradient, paint, plane, rgb, shade, shine, smooth
from noise import cells, clouds, fbm, perlin, ridged


def stars(image, count, seed, brightest=1.0):
    """Scatters stars, few of them big, in place."""
    height, width = image.shape[:2]
    rng = np.random.default_rng(seed)
    size = max(1, height // 900)
    tints = [rgb(c) for c in ("#ffffff", "#bcd4ff", "#ffe0b0", "#ffb8a0")]
    for _ in range(count):
        row, column = int(rng.random() * (height - 8)), int(rng.random() * (width - 8))
        side = size * (3 if rng.random() < 0.05 else 2 if rng.random() < 0.25 else 1)
        light = brightest * rng.uniform(0.3, 1)
        patch = image[row : row + side, column : column + side, :3]
        patch[...] = np.maximum(patch, tints[rng.integers(4)] * light)
    return image


def flares(image, x, y, places):
    """Bright stars with crossed spikes, in place: (x, y, size, colour)."""
    for sx, sy, size, color in places:
        dx, dy = np.abs(x - sx), np.abs(y - sy)
        spike = np.exp(-dx / size) * np.exp(-dy / (size * 0.06)) + np.exp(-dy / size) * np.exp(-dx / (size * 0.06))
        core = np.exp(-np.hypot(dx, dy) / (size * 0.22))
        shine(image, np.clip(spike * 0.9 + core * 1.2, 0, 1), color)
    return image


def nebula(width, height):
    """Rose and teal gas around a dark lane."""
    x, y = plane(width, height)
    wide = width / height
    glow = clouds(x * 1.5, y * 1.5, 7, 3, 1.2)
    other = clouds(x * 2.0 + 7, y * 2.0, 7, 9, 1.2)
    lane = ridged(x * 1.6 + 0.4 * glow, y * 1.6, 6, 15)
    middle = np.exp(-(((x - wide * 0.52) / 0.62) ** 2 + ((y - 0.5 - 0.25 * (x - wide / 2)) / 0.36) ** 2))
    image = blank(width, height, "#060418")
    shine(image, np.clip(middle * (glow * 2.1 - 0.35), 0, 1), "#e02a7a")
    shine(image, np.clip(middle * (other * 2.2 - 0.75), 0, 1), "#1fa8d8")
    shine(image, np.clip(middle**3 * (glow * 1.7 - 0.3), 0, 1), "#ffc070")
    shade(image, 1 - 0.85 * smooth(0.45, 0.8, lane) * smooth(0.9, 0.3, middle * glow * 1.3))
    stars(image, 900, 4)
    return flares(
        image,
        x,
        y,
        [
            (wide * 0.36, 0.36, 0.07, "#fff0e0"),
            (wide * 0.66, 0.6, 0.09, "#d8f0ff"),
            (wide * 0.8, 0.22, 0.05, "#ffffff"),
            (wide * 0.18, 0.74, 0.05, "#ffd8a0"),
        ],
    )


def ball(x, y, cx, cy, radius):
    """Normals of a sphere seen from the front, and its mask."""
    nx, ny = (x - cx) / radius, (y - cy) / radius
    inside = 1 - nx * nx - ny * ny
    return nx, ny, np.sqrt(np.clip(inside, 0, 1)), smooth(-0.006, 0.012, inside)


def bands(ny, nx, seed, stops, swirl=0.25):
    """A gas giant's belts."""
    turbulence = fbm(nx * 2.2, ny * 7, 5, seed)
    return gradient(np.mod(ny * 1.6 + swirl * 0.35 * turbulence + 0.15 * np.sin(ny * 17 + turbulence), 2) / 2, stops)


SATURN = [
    (0, "#8a5a3a"),
    (0.1, "#d8a468"),
    (0.18, "#fbe6b4"),
    (0.3, "#e0a868"),
    (0.42, "#fff0cc"),
    (0.55, "#c8834a"),
    (0.68, "#f6d08c"),
    (0.8, "#a8683c"),
    (0.9, "#f0c890"),
    (1, "#8a5a3a"),
]


def ring_light(away):
    """Brightness of the rings at a distance from the planet's middle, in radii."""
    grain = 0.75 + 0.35 * perlin(away * 26, away * 0, 3)
    body = smooth(1.28, 1.34, away) * smooth(2.32, 2.26, away)
    gap = 1 - 0.9 * smooth(0.05, 0.02, np.abs(away - 1.96))
    return np.clip(body * gap * grain * (0.65 + 0.35 * smooth(1.3, 1.6, away)), 0, 1)


def draw_saturn(image, x, y, cx, cy, radius, tilt=-0.36, squeeze=0.3):
    """A ringed planet; returns its coverage."""
    c, s = np.cos(tilt), np.sin(tilt)
    u, v = (x - cx) * c + (y - cy) * s, -(x - cx) * s + (y - cy) * c
    away = np.hypot(u, v / squeeze) / radius
    light = ring_light(away)
    color = gradient(away, [(1.2, "#7a5a4a"), (1.6, "#f2d8a8"), (1.9, "#fff0cc"), (2.0, "#c8a880"), (2.4, "#d8b890")])
    nx, ny, nz, mask = ball(u, v, 0, 0, radius)
    lamp = np.clip(nx * -0.62 + ny * -0.35 + nz * 0.7, 0, 1)
    # The planet's shadow falls across the far side of the rings, to the right.
    shadow = 1 - 0.85 * smooth(1.05, 0.9, np.abs(v + 0.35 * u * squeeze) / radius) * (u > 0) * (v < 0)
    paint(image, light * 0.95, color * shadow[..., None])
    body = bands(ny + 0.16 * (1 - nz), nx, 4, SATURN) * (0.06 + 1.12 * lamp)[..., None]
    body *= (1 - 0.45 * smooth(0.05, 0.02, np.abs(v / squeeze / radius + 1.25 * nz * 0.55)))[..., None]
    paint(image, mask, np.clip(body, 0, 1))
    paint(image, light * 0.95 * (v > 0), color)
    return np.clip(np.maximum(mask, light * 0.95), 0, 1)


def ringed_planet(width, height):
    """A ringed giant and two moons before a violet haze."""
    x, y = plane(width, height)
    wide = width / height
    image = gradient(clouds(x, y, 6, 6, 1.0), [(0.2, "#05041a"), (0.6, "#1c1450"), (1, "#6a2a7a")])
    stars(image, 500, 5)
    draw_saturn(image, x, y, wide * 0.5, 0.5, 0.25)
    for mx, my, radius, color in ((wide * 0.16, 0.22, 0.045, "#8fd8e8"), (wide * 0.87, 0.8, 0.07, "#ff9a6a")):
        nx, ny, nz, mask = ball(x, y, mx, my, radius)
        lamp = np.clip(nx * -0.62 + ny * -0.35 + nz * 0.7, 0.03, 1)[..., None]
        paint(image, mask, rgb(color) * lamp * (0.9 + 0.4 * fbm(nx * 3, ny * 3, 4, 3))[..., None])
    return image


def planet_cutout(width, height):
    """The ringed planet alone."""
    x, y = centred(width, height)
    image = blank(width, height, "#c89a68")
    return cut_out(image, draw_saturn(image, x, y, 0, 0, 0.6, -0.3, 0.32))


def craters(nx, ny, scale, seed):
    """Heights of round pits with raised rims."""
    near, _, name = cells(nx * scale, ny * scale, seed)
    size = 0.16 + 0.32 * name * name
    ratio = near / size
    pit = smooth(1.0, 0.5, ratio) * -0.8 + np.exp(-(((ratio - 1.05) / 0.2) ** 2)) * 0.6
    return pit * size


def moon(width, height):
    """The half-lit moon, grey seas and craters."""
    x, y = centred(width, height)
    nx, ny, nz, mask = ball(x, y, 0, 0, 0.86)
    bend = np.arccos(np.clip(nz, 0, 1)) / np.maximum(np.hypot(nx, ny), 1e-3)
    u, v = nx * bend, ny * bend
    level = (
        0.1 * craters(u, v, 2.2, 3)
        + 0.055 * craters(u, v, 5, 5)
        + 0.03 * craters(u, v, 11, 7)
        + 0.012 * fbm(u * 9, v * 9, 5, 2)
    )
    gx, gy = np.gradient(level, axis=1) * min(width, height) / 2, np.gradient(level, axis=0) * min(width, height) / 2
    mare = smooth(0.02, 0.3, fbm(u * 1.2 + 4, v * 1.2, 4, 12))
    tone = 0.88 - 0.42 * mare + 0.12 * fbm(u * 5, v * 5, 4, 4)
    lamp = nx * -0.7 + ny * -0.32 + nz * 0.62 + (gx * 0.7 + gy * 0.32) * 0.55
    image = blank(width, height, "#020204")
    stars(image, 220, 8, 0.7)
    light = tone * np.clip(lamp * 1.25, 0.012, 1.3)
    return np.clip(paint(image, mask, np.repeat(light[..., None], 3, -1)), 0, 1)


def earth_surface(nx, ny, nz, lamp):
    """Oceans, continents and cloud bands."""
    level = fbm(nx * 1.6 + 2.2, ny * 1.6 + 0.7, 7, 21)
    land = smooth(0.02, 0.06, level)
    soil = gradient(
        np.abs(ny) + 0.3 * fbm(nx * 4, ny * 4, 4, 6),
        [(0, "#2f7a34"), (0.3, "#b89a54"), (0.55, "#4a7a38"), (0.9, "#e8eef0")],
    )
    sea = gradient(level, [(-0.5, "#06286e"), (0, "#1f86c8"), (0.05, "#58c8d8")])
    image = sea + (soil - sea) * land[..., None]
    cloud = smooth(0.48, 0.78, clouds(nx * 2.2, ny * 4, 7, 31, 0.9))
    paint(image, cloud, "#ffffff")
    return image * np.clip(lamp, 0.02, 1)[..., None]


def earthrise(width, height):
    """A blue planet over a cratered horizon."""
    x, y = plane(width, height)
    wide = width / height
    image = blank(width, height, "#020208")
    stars(image, 320, 12, 0.8)
    cx, cy, radius = wide * 0.52, 0.4, 0.27
    away = np.hypot(x - cx, y - cy)
    shine(
        image, 0.6 * np.exp(-np.clip(away - radius, 0, 1) / 0.035) * smooth(0.25, -0.25, (x - cx) + (y - cy)), "#4aa8ff"
    )
    nx, ny, nz, mask = ball(x, y, cx, cy, radius)
    lamp = nx * -0.5 + ny * -0.6 + nz * 0.62
    body = earth_surface(nx * 1.1, ny * 1.1, nz, lamp * 1.35)
    shine(body, 0.6 * (1 - nz) ** 2.5 * np.clip(lamp + 0.3, 0, 1), "#6ac0ff")
    paint(image, mask, body)
    line = 0.77 - 0.06 * np.cos((x[0] - wide * 0.45) * 1.2) + 0.02 * fbm(x[0] * 3, x[0] * 0, 5, 3)
    depth = np.clip(y - line[None], 0, 1)
    u, v = x * 1.4 / (depth + 0.22), 1.2 / (depth + 0.14)
    level = craters(u, v, 0.9, 4) + 0.6 * craters(u, v, 2.1, 6) + 0.25 * fbm(u * 2, v * 2, 5, 5)
    lit = 0.46 + 0.02 * np.clip(-np.gradient(level, axis=1) * height / 3, -14, 14)
    ground = gradient(np.clip(lit * (1 - depth), 0, 1), [(0, "#14121a"), (0.5, "#8f8a8c"), (1, "#f6f0e6")])
    return np.clip(paint(image, smooth(-0.001, 0.001, y - line[None]), ground), 0, 1)


def spiral_galaxy(width, height):
    """Two blue arms around a golden heart."""
    x, y = centred(width, height)
    c, s = np.cos(-0.5), np.sin(-0.5)
    u, v = x * c + y * s, (-x * s + y * c) / 0.58
    away, angle = np.hypot(u, v), np.arctan2(v, u)
    wind = angle + 3.4 * np.log(away + 0.07)
    rough = fbm(u * 5, v * 5, 5, 3)
    arm = (0.5 + 0.5 * np.cos(2 * wind + 1.1 * rough)) ** 2.2
    fade = np.exp(-((away / 1.0) ** 2))
    dust = smooth(0.1, 0.6, ridged(u * 4 + 0.3 * rough, v * 4, 5, 8)) * (0.5 + 0.5 * np.cos(2 * wind - 1.1)) ** 3
    image = blank(width, height, "#04030f")
    stars(image, 600, 6, 0.8)
    shine(image, np.sqrt(fade) * (0.16 + 1.3 * arm * (0.85 + 0.6 * rough)), "#5f8cff")
    shine(image, fade * arm**3 * smooth(-0.1, 0.35, fbm(u * 11, v * 11, 4, 5)) * 1.2, "#ff8ad0")
    shade(image, 1 - 0.6 * dust * fade)
    shine(image, 0.75 * np.exp(-away / 0.24), "#ffb860")
    shine(image, np.exp(-((away / 0.13) ** 2)), "#fff4d8")
    return stars(image, 260, 9)


def eclipse(width, height):
    """The corona around the black moon."""
    x, y = centred(width, height)
    away, angle = np.hypot(x, y), np.arctan2(y, x)
    rays = fbm(np.cos(angle) * 3.2, np.sin(angle) * 3.2, 5, 4) + 0.5 * fbm(
        np.cos(angle) * 9, np.sin(angle) * 9 + away * 0.6, 4, 7
    )
    over = np.clip(away - 0.4, 0, 3)
    image = gradient(away, [(0.3, "#1c2a6a"), (1.0, "#0a1034"), (1.8, "#04051a")])
    stars(image, 160, 3, 0.7)
    shine(image, np.clip(np.exp(-over / (0.2 + 0.16 * rays)) * 0.95, 0, 1), "#dfe8ff")
    shine(image, np.exp(-over / 0.03), "#ffe0d0")
    paint(image, smooth(0.405, 0.397, away), "#04040c")
    bead = np.hypot(x - 0.285, y + 0.285)
    shine(image, np.clip(np.exp(-((bead / 0.05) ** 2)) + 0.7 * np.exp(-bead / 0.09), 0, 1), "#fffaf0")
    flame = np.exp(-((np.hypot(x + 0.36, y - 0.2) / 0.035) ** 2)) + np.exp(
        -((np.hypot(x + 0.1, y - 0.405) / 0.025) ** 2)
    )
    return shine(image, flame * smooth(0.397, 0.405, away), "#ff4a6a")
