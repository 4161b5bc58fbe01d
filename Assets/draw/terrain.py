"""Landscapes seen in true perspective: a height field marched column by column, lit, hazed and mirrored.

After the voxel-space idea of the early nineties: heights are sampled on a grid of (distance, column), each
sample is projected to a row, and the running maximum along a column tells which sample a pixel sees.
"""

import numpy as np

from canvas import F, Stencil, gradient, paint, plane, rgb, smooth
from landscapes import sun
from noise import clouds, fbm, perlin, ridged


class View:
    """What the eye sees of `ground(X, Z) -> height`: per pixel a distance, a place and a slope."""

    def __init__(self, width, height, ground, eye, horizon=0.4, lens=1.1, near=0.15, far=40.0, steps=900):
        slant = np.linspace(-1, 1, width, dtype=F) * F(width / height / 2 / lens)
        distance = (near * (far / near) ** np.linspace(0, 1, steps)).astype(F)[:, None]
        place_x, place_z = eye[0] + distance * slant, eye[2] + distance + 0 * slant
        level = np.asarray(ground(place_x, place_z), F)
        across = np.gradient(level, axis=1) / np.gradient(slant) / distance
        along = np.gradient(level, axis=0) / np.gradient(distance, axis=0) - slant * across
        rows = (horizon - (level - eye[1]) / distance * lens) * height
        top = np.minimum.accumulate(rows, axis=0)
        wanted = np.arange(height, dtype=F) + F(0.5)
        index = np.empty((height, width), np.int32)
        for column in range(width):
            index[:, column] = np.searchsorted(-top[:, column], -wanted, side="left")
        self.is_sky = index >= steps
        self.index = np.minimum(index, steps - 1)
        self.column = np.broadcast_to(np.arange(width), index.shape)
        # Between two neighbouring samples of one slope the pixel lies somewhere between: no terraces close by.
        before = np.maximum(self.index - 1, 0)
        low, high = rows[before, self.column], rows[self.index, self.column]
        part = np.clip((wanted[:, None] - low) / np.minimum(high - low, -1e-3), 0, 1)
        joined = np.abs(top[before, self.column] - low) < 1e-3
        self._before, self._part = before, np.where(joined, part, 1).astype(F)
        self.distance = self.seen(np.broadcast_to(distance, level.shape))
        self.x, self.z, self.level = self.seen(place_x), self.seen(place_z), self.seen(level)
        self.slope_x, self.slope_z = self.seen(across), self.seen(along)

    def seen(self, samples):
        """The value of a (step, column) grid at every pixel."""
        low, high = samples[self._before, self.column], samples[self.index, self.column]
        return low + (high - low) * self._part

    def light(self, sun_direction, ambient=0.3):
        """Lambert's law with a floor."""
        s = np.array(sun_direction, F) / np.linalg.norm(sun_direction)
        length = np.sqrt(self.slope_x**2 + self.slope_z**2 + 1)
        return ambient + (1 - ambient) * np.clip((-self.slope_x * s[0] + s[1] - self.slope_z * s[2]) / length, 0, 1)

    def steepness(self):
        return 1 - 1 / np.sqrt(self.slope_x**2 + self.slope_z**2 + 1)


def haze(image, view, color, reach):
    """Air between us and the ground, in place."""
    return paint(image, 1 - np.exp(-view.distance / reach), color)


def alpine_lake(width, height):
    """Snowy peaks above larch woods, mirrored in a turquoise lake."""
    x, y = plane(width, height)

    def ground(px, pz):
        far = smooth(4, 13, pz)
        bank = smooth(0.35, 2.2, np.abs(px - 0.25 * np.sin(pz * 0.7)) - 0.7 - pz * 0.16)
        rock = ridged(px * 0.12 + 5, pz * 0.12 + 1, 8, 3, 0.4)
        return (
            -0.25
            + far * (0.15 + 5.6 * rock**1.3)
            + bank * (0.3 + 0.8 * ridged(px * 0.5, pz * 0.5, 6, 8)) * (1 - far * 0.5)
        )

    view = View(width, height, lambda a, b: np.maximum(ground(a, b), -0.02), (0, 0.55, 0), 0.5, 1.2)
    light = view.light((-0.75, 0.55, -0.35), 0.28)
    rough = fbm(view.x * 3, view.z * 3, 4, 5)
    rock = gradient(view.level + 0.3 * rough, [(0, "#4d6b33"), (0.5, "#6b6a3c"), (1.1, "#8a7a6a"), (2.2, "#8f8794")])
    wood = smooth(0.25, 0.1, view.steepness()) * smooth(1.0, 0.5, view.level + 0.4 * rough)
    paint(
        rock,
        wood,
        gradient(perlin(view.x * 9, view.z * 9, 2) + 0.5, [(0, "#1f5a38"), (0.6, "#4f8a34"), (1, "#d8a028")]),
    )
    snow = smooth(0.95, 1.5, view.level + 0.35 * rough) * smooth(0.72, 0.5, view.steepness())
    paint(rock, snow, "#fbfdff")
    tinted = light[..., None] * rgb("#fff0d8") * 1.15 + (1 - light[..., None]) * rgb("#3a5ca0") * 0.35
    land = np.clip(rock * tinted, 0, 1)
    haze(land, view, "#a9cdf0", 34)
    sky = gradient(y, [(0, "#1e6fd0"), (0.3, "#6db4ee"), (0.5, "#d9efff")])
    paint(sky, smooth(0.5, 0.85, clouds(x * 1.6, y * 4.5, 6, 9)) * smooth(0.55, 0.2, y), "#ffffff")
    image = np.where(view.is_sky[..., None], sky, land)
    water = (view.level < -0.005) & ~view.is_sky
    shore = int(0.5 * height)
    rows = np.arange(height)[:, None]
    wave = fbm(x * 9 / (np.clip(y - 0.5, 0, 1) * 3 + 0.2), 4 / (np.clip(y - 0.5, 0, 1) + 0.05), 3, 4)
    source = np.clip(2 * shore - rows + (wave * 0.02 * height), 0, height - 1).astype(np.int32)
    mirror = image[source, np.arange(width)[None]]
    lake = gradient(np.clip((y - 0.5) / 0.5, 0, 1), [(0, "#57b6c4"), (0.5, "#1a93a8"), (1, "#075a78")])
    paint(image, water, mirror * 0.55 + lake * 0.5)
    return image


def tropical_islands(width, height):
    """Green islands with beaches in a turquoise sea, from the air."""
    x, y = plane(width, height)

    def ground(px, pz):
        height_map = fbm(px * 0.32 + 3, pz * 0.32 + 8, 3, 2) * 1.5 + 0.22 * fbm(px * 2, pz * 2, 6, 4) - 0.28
        return height_map * smooth(1.0, 2.5, pz)

    view = View(width, height, lambda a, b: np.maximum(ground(a, b), 0), (0.4, 2.2, 0), 0.2, 1.0, 1.0, 40)
    deep = ground(view.x, view.z)
    light = view.light((0.7, 0.6, -0.3), 0.35)
    land = gradient(
        view.level,
        [(0, "#ffe9b0"), (0.05, "#f6d88c"), (0.1, "#79b83e"), (0.35, "#2f8a3a"), (0.8, "#5f7d48"), (1.2, "#9a8a70")],
    )
    land *= (light * 1.2)[..., None]
    sea = gradient(-deep, [(0, "#c8fff0"), (0.08, "#5fe8d8"), (0.25, "#12b8c8"), (0.6, "#0a78b8"), (1.2, "#064a90")])
    sea *= (1 + 0.1 * fbm(view.x * 14, view.z * 14, 2, 3) * smooth(14, 3, view.distance))[..., None]
    paint(sea, 0.9 * smooth(0.035, 0.01, -deep + 0.02 * fbm(view.x * 8, view.z * 8, 2, 9)), "#ffffff")
    image = np.where((view.level > 0)[..., None], land, sea)
    haze(image, view, "#bfe4ff", 26)
    sky = gradient(y, [(0, "#2f8fe8"), (0.2, "#d5f0ff")])
    image = np.where(view.is_sky[..., None], sky, image)
    fleece = smooth(0.55, 0.8, clouds(x * 1.4, y * 5, 6, 5)) * smooth(0.22, 0.1, y)
    return np.clip(paint(image, fleece, "#ffffff"), 0, 1)


def red_canyon(width, height):
    """Terraced red rock, a river far below, a hard blue sky."""
    x, y = plane(width, height)

    def ground(px, pz):
        river = 0.9 * np.sin(pz * 0.42) + 0.3 * np.sin(pz * 1.1)
        away = np.abs(px - river) + 0.75 * fbm(px * 0.8, pz * 0.8, 5, 3)
        height_map = 3.1 * smooth(0.2, 3.8, away) + 0.25 * ridged(px * 0.9, pz * 0.9, 5, 6)
        step = height_map * 3.2
        terrace = np.floor(step) + smooth(0.55, 0.95, step - np.floor(step))
        return terrace / 3.2 + 0.05 * fbm(px * 3, pz * 3, 4, 8)

    view = View(width, height, ground, (0.15, 2.9, 0), 0.26, 0.85, 0.5, 30)
    light = view.light((-0.8, 0.6, -0.1), 0.25)
    band = view.level * 7 + 0.5 * fbm(view.x, view.z, 3, 4)
    rock = palette_of_strata(band)
    land = rock * (light[..., None] * rgb("#fff0d0") * 1.25 + (1 - light[..., None]) * rgb("#4a3a78") * 0.4)
    river = smooth(0.22, 0.1, view.level)
    paint(land, river, "#38b0b0")
    paint(land, smooth(0.3, 0.24, view.level) * (1 - river), "#6a9a44")
    haze(land, view, "#e6c4b8", 24)
    sky = gradient(y, [(0, "#1560c8"), (0.26, "#a8d8f4")])
    paint(sky, smooth(0.55, 0.8, clouds(x * 1.5, y * 5, 5, 14)), "#fff4ea")
    return np.clip(np.where(view.is_sky[..., None], sky, land), 0, 1)


def palette_of_strata(band):
    """Layers of sandstone by height."""
    stops = [
        (0, "#8a2f1c"),
        (1.5, "#d4622c"),
        (2.6, "#a83c20"),
        (4, "#e88a48"),
        (5, "#c04e26"),
        (6.5, "#f0b070"),
        (8, "#b8482a"),
        (11, "#e89a5c"),
        (14, "#f4c890"),
        (22, "#e4a468"),
    ]
    return gradient(band, stops)


def desert_dunes(width, height):
    """Sharp-crested dunes, one side in light, the other in violet shadow; a caravan on the crest."""
    x, y = plane(width, height)

    def ground(px, pz):
        bend = 0.9 * fbm(px * 0.22, pz * 0.22, 2, 5)
        phase = px * 0.42 + pz * 0.34 + bend * 1.9 + 0.3
        saw = phase - np.floor(phase)
        crest = np.where(saw < 0.68, smooth(0, 0.68, saw), smooth(1.0, 0.68, saw))
        return crest * (0.75 + 0.6 * fbm(px * 0.15, pz * 0.15, 2, 7)) + 0.1 * fbm(px * 0.4, pz * 0.4, 2, 8)

    view = View(width, height, ground, (0, 1.9, 0), 0.3, 0.95, 0.4, 40)
    light = view.light((-0.85, 0.42, 0.25), 0.0)
    wind = np.sin((view.x * 26 + view.z * 16 + 5 * fbm(view.x * 2, view.z * 2, 3, 3))) * smooth(5, 0.6, view.distance)
    tone = light * (1 + 0.07 * wind)
    land = gradient(tone, [(0, "#5a2a4e"), (0.18, "#8f3f4a"), (0.4, "#d8763c"), (0.65, "#f6a94c"), (1, "#ffe09a")])
    haze(land, view, "#f6c79a", 30)
    sky = gradient(y, [(0, "#1d5aa6"), (0.2, "#6fb0d8"), (0.36, "#fbe0b8")])
    sun(sky, x, y, width / height * 0.2, 0.14, 0.05, "#fffbe8", "#fff0b8", 0.35)
    return np.clip(np.where(view.is_sky[..., None], sky, land), 0, 1)


def mountain_panorama(width, height):
    """A whole chain at sunset: alpenglow above, blue valleys of mist below."""
    x, y = plane(width, height)

    def ground(px, pz):
        return smooth(1.5, 8, pz) * 4.2 * ridged(px * 0.13 + 9, pz * 0.13 + 3, 7, 12, 0.42) ** 1.25 + 0.12 * fbm(
            px, pz, 4, 3
        )

    view = View(width, height, ground, (0, 1.5, 0), 0.62, 1.1, 0.7, 36)
    light = view.light((-0.9, 0.32, -0.45), 0.08)
    land = gradient(light, [(0, "#2a2f66"), (0.3, "#5a4a86"), (0.55, "#e0707a"), (1, "#ffd8a8")])
    rough = fbm(view.x * 3, view.z * 3, 4, 5)
    paint(land, smooth(1.2, 0.7, view.level + 0.3 * rough) * 0.65, gradient(light, [(0, "#141c40"), (1, "#6a5a6a")]))
    haze(land, view, "#c79ac0", 30)
    mist = smooth(1.0, 0.2, view.level + 0.25 * rough) * smooth(2, 9, view.distance)
    paint(land, mist * 0.85, "#8f9ad8")
    sky = gradient(y, [(0, "#23306f"), (0.3, "#a06aa8"), (0.5, "#ff9a7a"), (0.62, "#ffd59a")])
    streak = smooth(0.52, 0.8, clouds(x * 0.9, y * 6, 6, 4))
    paint(sky, streak * 0.8, gradient(y, [(0, "#c86aa0"), (0.5, "#ffd0a0")]))
    return np.clip(np.where(view.is_sky[..., None], sky, land), 0, 1)


def tulip_field(width, height):
    """Stripes of tulips running to a windmill."""
    x, y = plane(width, height)
    wide, horizon = width / height, 0.42
    image = gradient(y, [(0, "#2a86e0"), (0.42, "#d8f0ff")])
    puffs = clouds(x * 1.5, y * 3.4, 6, 22)
    paint(image, smooth(0.48, 0.72, puffs), gradient(puffs, [(0.48, "#e0ecfa"), (0.9, "#ffffff")]))
    depth = np.clip(y - horizon, 1e-3, 1)
    across = (x - wide * 0.62) / depth
    stripe = np.floor(across * 1.7 + 50)
    colors = np.stack([rgb(c) for c in ("#e8203c", "#ffd21f", "#ff5fa2", "#ffffff", "#8a2be2", "#ff7a1a")])
    beds = colors[(stripe.astype(np.int32) * 5 + 2) % 6]
    inside = across * 1.7 + 50 - stripe
    path = smooth(0.13, 0.09, inside) + smooth(0.87, 0.91, inside)
    bloom = perlin(across * 30, 9 / depth, 4) * smooth(0.02, 0.2, depth)
    beds = beds * (0.86 + 0.5 * bloom)[..., None]
    paint(beds, smooth(0.12, 0.3, -bloom) * 0.6, "#2f7a2f")
    paint(beds, np.clip(path, 0, 1), "#2c6e2a")
    paint(image, y > horizon, beds)
    trees = horizon - 0.012 - 0.035 * np.abs(fbm(x[0] * 7, x[0] * 0, 4, 6))
    paint(image, (y > trees[None]) & (y < horizon + 0.004), "#2d6b4a")
    return mill(image, x, y, wide * 0.62, horizon)


def mill(image, x, y, at, horizon):
    """A windmill standing at (at, horizon)."""
    height, width = image.shape[:2]
    tower, cap, arms, cloth = (Stencil(width, height) for _ in range(4))
    foot, hub = horizon + 0.045, horizon - 0.21
    tower.polygon([(at - 0.07, foot), (at - 0.04, hub), (at + 0.04, hub), (at + 0.07, foot)])
    cap.polygon([(at - 0.05, hub), (at - 0.03, hub - 0.045), (at + 0.025, hub - 0.045), (at + 0.05, hub)])
    cap.box(at - 0.085, foot - 0.105, at + 0.085, foot - 0.095)
    for quarter in range(4):
        angle = quarter * np.pi / 2 + 0.5
        ux, uy = np.cos(angle), np.sin(angle)
        tip = (at + 0.25 * ux, hub + 0.25 * uy)
        arms.stroke([(at, hub), tip], 0.007)
        side = (-uy * 0.05, ux * 0.05)
        base = (at + 0.06 * ux, hub + 0.06 * uy)
        cloth.polygon([base, tip, (tip[0] + side[0], tip[1] + side[1]), (base[0] + side[0], base[1] + side[1])])
    body = gradient((x - at) / 0.14 + 0.5, [(0, "#f4e6d0"), (0.6, "#c89a70"), (1, "#7a4a34")])
    paint(image, tower.mask(), body)
    paint(image, cap.mask(), "#5a2a20")
    paint(image, cloth.mask() * 0.92, "#fff6e6")
    paint(image, arms.mask(), "#3a1a14")
    windows = (
        Stencil(width, height)
        .box(at - 0.01, hub + 0.05, at + 0.01, hub + 0.08)
        .box(at - 0.014, foot - 0.05, at + 0.014, foot)
        .mask()
    )
    paint(image, windows, "#4a2a20")
    return np.clip(image, 0, 1)
