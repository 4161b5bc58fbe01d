"""Scenes for the ray tracer: things on tables."""

import numpy as np

from canvas import F, gradient, smooth
from noise import fbm, perlin
from raytrace import Bowl, Box, Cone, Floor, Material, Scene, Sphere, linear, render


def studio(low, high, lamp="#ffffff", windows=True):
    """A backdrop from `low` at the horizon to `high` above, with two soft boxes for the highlights."""
    low, high, lamp = linear(low), linear(high), linear(lamp)

    def sky(way):
        t = np.clip(way[:, 1:2] * 1.4 + 0.1, 0, 1) ** F(0.7)
        light = low * (1 - t) + high * t
        if windows:
            left = smooth(0.12, 0.1, np.abs(way[:, 0] + 0.55)) * smooth(0.22, 0.2, np.abs(way[:, 1] - 0.55))
            back = (
                smooth(0.3, 0.26, np.abs(way[:, 0] - 0.2))
                * smooth(-0.5, -0.55, way[:, 2])
                * smooth(0.3, 0.35, way[:, 1])
            )
            light = light + ((left + back * 0.7) * (way[:, 1] > 0))[:, None] * lamp * F(2.2)
        return light.astype(F)

    return sky


def checker(first, second, size=1.0):
    first, second = linear(first), linear(second)

    def color(points, _):
        odd = (np.floor(points[:, 0] / size) + np.floor(points[:, 2] / size)) % 2
        return np.where(odd[:, None] > 0, first, second)

    return color


def wood(first="#a4602c", second="#5f2d12"):
    first, second = linear(first), linear(second)

    def color(points, _):
        board = np.floor(points[:, 2] / 0.9)
        grain = fbm(points[:, 0] * 0.7 + board * 7, points[:, 2] * 9, 4, 3)
        t = np.clip(0.45 + grain * 0.6 + 0.2 * np.sin(board * 5), 0, 1)
        seam = smooth(0.0, 0.02, np.abs(points[:, 2] / 0.9 - np.round(points[:, 2] / 0.9)))
        return (first * t[:, None] + second * (1 - t[:, None])) * (0.35 + 0.65 * seam[:, None])

    return color


def glass_gold_clay(width, height):
    """Three spheres on a chequered table: glass, gold and blue clay."""
    gold = Material(linear("#ffbf3f"), mirror=0.9, gloss=1.5, metal=True)
    glass = Material(linear("#eefcff"), glass=1, gloss=2, power=200)
    clay = Material(linear("#1f6fe0"), mirror=0.05, gloss=0.5)
    red = Material(linear("#f0304a"), mirror=0.06, gloss=0.6)
    things = [
        Floor(0, Material(checker("#f6efe0", "#26324f", 0.8), mirror=0.12)),
        Sphere((-1.15, 0.85, 0.5), 0.85, gold),
        Sphere((0.35, 0.7, -0.75), 0.7, glass),
        Sphere((1.75, 0.95, 0.9), 0.95, clay),
        Sphere((-0.55, 0.28, -1.35), 0.28, red),
        Sphere((1.55, 0.3, -1.05), 0.3, Material(linear("#3fbf5a"), mirror=0.06, gloss=0.6)),
    ]
    scene = Scene(things, studio("#ffb27a", "#2c4a8a"), ambient=0.4)
    return render(scene, width, height, (0.2, 1.9, -5.6), (0.25, 0.62, 0), 1.5, exposure=1.25)


def skin(color, other, seed, scale=2.0):
    """Fruit skin: two colours in soft patches."""
    color, other = linear(color), linear(other)

    def at(points, normals):
        t = smooth(-0.4, 0.6, fbm(normals[:, 0] * scale + seed, normals[:, 1] * scale + normals[:, 2], 3, seed))[
            :, None
        ]
        return color * t + other * (1 - t)

    return at


def fruit_bowl(width, height):
    """Oranges, apples, a lime and grapes in a blue bowl on a wooden table."""

    def fruit(place, radius, color, other, seed):
        return Sphere(place, radius, Material(skin(color, other, seed), mirror=0.03, gloss=0.55, power=40))

    rim = linear("#fff4dc")

    def glaze(points, normals):
        stripe = smooth(0.05, 0.07, np.abs(points[:, 1] - 0.72))[:, None]
        return linear("#1d55b8") * stripe + rim * (1 - stripe)

    things = [
        Floor(0, Material(wood(), mirror=0.06)),
        Bowl((0, 1.32, 0), 1.3, 0.95, Material(glaze, mirror=0.1, gloss=0.8)),
        fruit((-0.62, 1.08, -0.25), 0.5, "#ff9a1f", "#ff7a10", 1),
        fruit((0.32, 1.1, -0.5), 0.47, "#d81e2c", "#f0582c", 2),
        fruit((0.7, 1.12, 0.25), 0.5, "#ff9a1f", "#ff8210", 3),
        fruit((-0.15, 1.1, 0.5), 0.5, "#b8d02c", "#7fb020", 4),
        fruit((0.02, 1.62, 0.0), 0.46, "#e02436", "#ffb43c", 5),
        fruit((1.75, 0.36, -0.75), 0.36, "#9ad02c", "#5fa81c", 6),
        fruit((-1.85, 0.48, -0.35), 0.48, "#ffa41f", "#ff7c10", 7),
    ]
    rng = np.random.default_rng(6)
    for column in range(9):
        a, b = rng.uniform(-0.42, 0.42), rng.uniform(-0.2, 0.2)
        lift = 0.15 if column < 6 else 0.36
        things.append(
            Sphere(
                (-0.9 + a * (0.5 if column > 5 else 1), lift, -1.45 + b),
                0.155,
                Material(linear("#5a2a8f"), mirror=0.06, gloss=0.7),
            )
        )
    scene = Scene(things, studio("#d9a070", "#3a2c48"), lamp=(-4, 6, -4), ambient=0.34)
    return render(scene, width, height, (0.0, 2.5, -5.6), (0, 0.78, 0), 1.55, exposure=1.35)


def pawn(x, z, material, scale=1.0):
    """A pawn turned on the lathe."""
    profile = [
        (0, 0.36),
        (0.1, 0.36),
        (0.16, 0.29),
        (0.24, 0.24),
        (0.34, 0.17),
        (0.62, 0.11),
        (0.66, 0.2),
        (0.7, 0.2),
        (0.73, 0.12),
    ]
    parts = [
        Cone(x, z, (y0 * scale, r0 * scale), (y1 * scale, r1 * scale), material)
        for (y0, r0), (y1, r1) in zip(profile, profile[1:])
    ]
    return parts + [Sphere((x, 0.88 * scale, z), 0.2 * scale, material)]


def pawns(width, height):
    """A red and a black pawn stand before two ivory ones."""
    ivory = Material(linear("#fff0cc"), mirror=0.08, gloss=0.7)
    red = Material(linear("#d4142c"), mirror=0.14, gloss=1.0, power=90)
    black = Material(linear("#1b2330"), mirror=0.16, gloss=1.0, power=90)
    things = [Floor(0, Material(checker("#f0d9a8", "#6a3018", 1.0), mirror=0.16))]
    for x, z, kind, scale in (
        (-0.5, -0.5, red, 1.25),
        (0.5, 1.5, ivory, 1.25),
        (-1.5, 1.5, ivory, 1.25),
        (0.75, -0.15, black, 1.25),
    ):
        things += pawn(x, z, kind, scale)
    scene = Scene(things, studio("#4a9a9a", "#0c2a3c"), lamp=(-5, 6, -2.5), ambient=0.34)
    return render(scene, width, height, (1.1, 1.8, -5.0), (-0.05, 0.5, 0.3), 1.55, exposure=1.35)


def cubes(width, height):
    """A tower of painted blocks."""
    colors = ("#e8303a", "#ffc21f", "#1f8fe0", "#3fb04a", "#ff7a1f", "#8a3fc8", "#ff5fa0", "#18b8b0")
    rng = np.random.default_rng(9)
    things = [Floor(0, Material(linear("#f2e4cc"), mirror=0.05))]
    places = [(-0.95, 0), (0.05, 0.1), (1.05, -0.05), (-0.45, 1), (0.55, 1), (0.1, 2)]
    for index, (x, floor) in enumerate(places):
        level = int(round(floor)) if floor >= 1 else 0
        turn = rng.uniform(-0.28, 0.28)
        material = Material(linear(colors[index]), mirror=0.04, gloss=0.4)
        things.append(Box((x, 0.42 + 0.84 * level, rng.uniform(-0.06, 0.06)), (0.42, 0.42, 0.42), turn, material))
    things.append(Sphere((0.12, 2.52 + 0.38, 0), 0.38, Material(linear(colors[7]), mirror=0.1, gloss=0.8)))
    things.append(Box((-0.75, 0.3, -1.35), (0.3, 0.3, 0.3), 0.7, Material(linear(colors[6]), mirror=0.04, gloss=0.4)))
    things.append(Sphere((0.85, 0.3, -1.5), 0.3, Material(linear(colors[1]), mirror=0.08, gloss=0.8)))
    scene = Scene(things, studio("#35b0c8", "#1a6aa8", windows=False), lamp=(-5, 7, -5), ambient=0.45)
    return render(scene, width, height, (1.4, 2.4, -7.2), (0.05, 1.38, 0), 1.62, exposure=1.2)


def marbles(width, height):
    """Glass marbles with a twist of colour inside, on warm sand."""
    rng = np.random.default_rng(14)
    hues = ("#ff3b4a", "#ffb41f", "#2fc45a", "#1fa0ff", "#8a4fff", "#ff5fb8", "#20d0c8", "#ff7a1f")

    def twist(center, first, second, spin):
        first, second = linear(first), linear(second)

        def at(points, normals):
            angle = np.arctan2(normals[:, 2], normals[:, 0] + 1e-6) + spin + 3.2 * normals[:, 1]
            band = smooth(-0.25, 0.25, np.sin(angle * 3 + perlin(normals[:, 0] * 2, normals[:, 1] * 2, 3)))[:, None]
            return first * band + second * (1 - band)

        return at

    things, placed = [Floor(0, Material(linear("#e8b878"), mirror=0.04))], []
    for _ in range(4000):
        radius = rng.uniform(0.26, 0.62)
        x, z = rng.uniform(-2.6, 2.6), rng.uniform(-1.7, 2.6)
        if all(np.hypot(x - a, z - b) > 2 * np.sqrt(radius * r) + 0.02 for a, b, r in placed):
            placed.append((x, z, radius))
            index = len(placed)
            if index % 3 == 0:
                material = Material(linear(hues[index % 8]) * 0.8 + 0.2, glass=1, gloss=2, power=160)
            else:
                color = twist(
                    None, hues[index % 8], "#fff6e8" if index % 2 else hues[(index * 3 + 1) % 8], rng.uniform(0, 6)
                )
                material = Material(color, mirror=0.1, gloss=1.1, power=90)
            things.append(Sphere((x, radius, z), radius, material))
        if len(placed) == 15:
            break
    scene = Scene(things, studio("#ffd8a8", "#5a78b8"), lamp=(-4, 5.5, -1), ambient=0.42)
    return render(scene, width, height, (0, 4.0, -4.2), (0, 0.2, 0.25), 1.5, exposure=1.25)


def mirror_cluster(width, height):
    """A chrome ball with chrome children, under a sunset."""
    chrome = Material(linear("#f4f6ff"), mirror=0.92, gloss=1.5, metal=True)
    rose = Material(linear("#ff8a9a"), mirror=0.9, gloss=1.5, metal=True)
    things = [Floor(0, Material(checker("#ffd23f", "#c8203c", 1.2), mirror=0.08))]
    big = np.array([0, 1.45, 0.4])
    things.append(Sphere(big, 0.95, chrome))
    directions = [
        (np.cos(a) * np.cos(b), np.sin(b), np.sin(a) * np.cos(b))
        for b, count, turn in ((0.95, 3, 0.5), (0.1, 6, 0.2), (-0.75, 3, 1.2))
        for a in turn + np.arange(count) * 2 * np.pi / count
    ]
    for number, way in enumerate(directions):
        radius = 0.36
        things.append(Sphere(big + np.array(way) * (0.95 + radius), radius, rose if number % 2 else chrome))

    def sky(way):
        t = np.clip(way[:, 1] * 1.1 + 0.05, 0, 1)
        light = gradient(t, [(0, "#ffb060"), (0.2, "#ff6a6a"), (0.5, "#5a3a9a"), (1, "#101848")]) ** F(2.2)
        glare = np.clip(way @ np.array([-0.6, 0.25, 0.76], F), 0, 1) ** 60
        return light + glare[:, None] * linear("#ffe0a0") * F(2)

    scene = Scene(things, sky, lamp=(-6, 6, -3), ambient=0.35, depth=4)
    return render(scene, width, height, (0.6, 2.1, -5.9), (0, 1.38, 0), 1.5, exposure=1.3)
