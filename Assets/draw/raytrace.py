"""A small ray tracer over arrays of rays: spheres, boxes, cones, bowls; mirrors, glass, soft shadows.

Whitted's recursion (1980), with the light moved a little in every pass so that shadows have soft edges.
Light is linear inside; `render` returns an sRGB-like picture.
"""

from dataclasses import dataclass

import numpy as np

from canvas import F, rgb

FAR = F(1e9)
NEAR = F(2e-3)
BATCH = 12000  # rays at once: their arrays stay in the processor's cache


def unit(vectors):
    return vectors / np.sqrt(np.maximum(dot(vectors, vectors), F(1e-18)))[..., None]


def dot(a, b):
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]


def linear(color):
    """A '#rrggbb' as light."""
    return rgb(color) ** F(2.2)


@dataclass
class Material:
    """How a surface answers light. `color` is linear RGB or a function of (points, normals)."""

    color: object
    mirror: float = 0.0
    gloss: float = 0.0
    power: float = 60.0
    glass: float = 0.0
    metal: bool = False

    def at(self, points, normals):
        if callable(self.color):
            return self.color(points, normals).astype(F)
        return np.broadcast_to(np.asarray(self.color, F), points.shape)


class Sphere:
    def __init__(self, center, radius, material):
        self.center, self.radius, self.material = np.asarray(center, F), F(radius), material

    def hit(self, origin, way):
        offset = origin - self.center
        b = dot(offset, way)
        c = dot(offset, offset) - self.radius**2
        root = np.sqrt(np.maximum(b * b - c, 0))
        first, second = -b - root, -b + root
        t = np.where(first > NEAR, first, second)
        return np.where((b * b > c) & (t > NEAR), t, FAR)

    def normal(self, points):
        return (points - self.center) / self.radius


class Bowl(Sphere):
    """The part of a sphere below `rim`, seen from both sides."""

    def __init__(self, center, radius, rim, material):
        super().__init__(center, radius, material)
        self.rim = F(rim)

    def hit(self, origin, way):
        offset = origin - self.center
        b = dot(offset, way)
        c = dot(offset, offset) - self.radius**2
        root = np.sqrt(np.maximum(b * b - c, 0))
        best = np.full(b.shape, FAR)
        for t in (-b + root, -b - root):
            good = (b * b > c) & (t > NEAR) & (origin[:, 1] + t * way[:, 1] < self.rim)
            best = np.where(good, t, best)
        return best


class Floor:
    def __init__(self, level, material):
        self.level, self.material = F(level), material

    def hit(self, origin, way):
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (self.level - origin[:, 1]) / way[:, 1]
        return np.where((t > NEAR) & (t < 200), t, FAR)

    def normal(self, points):
        return np.broadcast_to(np.array([0, 1, 0], F), points.shape)


class Box:
    """An upright box turned by `turn` about its vertical axis."""

    def __init__(self, center, half, turn, material):
        self.center, self.half, self.material = np.asarray(center, F), np.asarray(half, F), material
        c, s = np.cos(turn), np.sin(turn)
        self.frame = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]], F)

    def hit(self, origin, way):
        local, direction = (origin - self.center) @ self.frame.T, way @ self.frame.T
        direction = np.where(np.abs(direction) < 1e-7, F(1e-7), direction)
        a, b = (-self.half - local) / direction, (self.half - local) / direction
        enter, leave = np.minimum(a, b).max(-1), np.maximum(a, b).min(-1)
        return np.where((enter < leave) & (enter > NEAR), enter, FAR)

    def normal(self, points):
        local = (points - self.center) @ self.frame.T / self.half
        face = np.abs(local).argmax(-1)
        normals = np.zeros_like(points)
        rows = np.arange(len(points))
        normals[rows, face] = np.sign(local[rows, face])
        return normals @ self.frame


class Cone:
    """An upright truncated cone: `low` and `high` are (y, radius); closed on top."""

    def __init__(self, x, z, low, high, material):
        self.x, self.z, self.material = F(x), F(z), material
        self.y0, self.r0, self.y1, self.r1 = (F(v) for v in (*low, *high))
        self.slope = (self.r1 - self.r0) / (self.y1 - self.y0)

    def hit(self, origin, way):
        ox, oz = origin[:, 0] - self.x, origin[:, 2] - self.z
        radius = self.r0 + self.slope * (origin[:, 1] - self.y0)
        grow = self.slope * way[:, 1]
        a = way[:, 0] ** 2 + way[:, 2] ** 2 - grow**2
        b = ox * way[:, 0] + oz * way[:, 2] - radius * grow
        c = ox * ox + oz * oz - radius * radius
        a = np.where(np.abs(a) < 1e-7, F(1e-7), a)
        inside = b * b - a * c
        root = np.sqrt(np.maximum(inside, 0))
        best = np.full(a.shape, FAR)
        for t in ((-b + root) / a, (-b - root) / a):
            y = origin[:, 1] + t * way[:, 1]
            good = (inside > 0) & (t > NEAR) & (y > self.y0) & (y < self.y1) & (t < best)
            best = np.where(good, t, best)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (self.y1 - origin[:, 1]) / way[:, 1]
        away = (ox + t * way[:, 0]) ** 2 + (oz + t * way[:, 2]) ** 2
        return np.where((t > NEAR) & (away < self.r1**2) & (t < best), t, best)

    def normal(self, points):
        dx, dz = points[:, 0] - self.x, points[:, 2] - self.z
        side = unit(np.stack([dx, -self.slope * np.hypot(dx, dz), dz], -1))
        lid = points[:, 1] > self.y1 - 1e-3
        return np.where(lid[:, None], np.array([0, 1, 0], F), side)


@dataclass
class Scene:
    """Things, a sky seen by rays that leave, one lamp. `sky(directions)` returns linear light."""

    things: list
    sky: object
    lamp: tuple = (-4, 7, -3)
    lamp_size: float = 0.9
    lamp_color: tuple = (1.0, 0.95, 0.85)
    ambient: float = 0.35
    depth: int = 4

    def nearest(self, origin, way):
        best = np.full(len(origin), FAR)
        which = np.full(len(origin), -1, np.int32)
        for index, thing in enumerate(self.things):
            t = thing.hit(origin, way)
            closer = t < best
            best = np.where(closer, t, best)
            which = np.where(closer, np.int32(index), which)
        return best, which

    def lit(self, points, way, distance):
        """How much of the lamp reaches each point; glass lets most of it through."""
        light = np.ones(len(points), F)
        for thing in self.things:
            if not isinstance(thing, Floor):
                blocked = thing.hit(points, way) < distance
                light = np.where(blocked, light * F(0.7 if thing.material.glass else 0.0), light)
        return light

    def trace(self, origin, way, lamp, depth):
        t, which = self.nearest(origin, way)
        color = np.zeros_like(way)
        missed = which < 0
        color[missed] = self.sky(way[missed])
        for index, thing in enumerate(self.things):
            rows = np.flatnonzero(which == index)
            if len(rows):
                points = origin[rows] + t[rows, None] * way[rows]
                color[rows] = self.answer(thing, points, way[rows], lamp[rows], depth)
        return color

    def answer(self, thing, points, way, lamp, depth):
        material = thing.material
        normals = thing.normal(points).astype(F)
        inside = dot(normals, way) > 0
        facing = np.where(inside[:, None], -normals, normals)
        base = material.at(points, normals)
        above = points + facing * F(2e-3)
        bounce = unit(way - 2 * dot(way, facing)[:, None] * facing)
        cosine = np.clip(-dot(way, facing), 0, 1)
        fresnel = (1 - cosine) ** 5
        if material.glass and depth > 0:
            return self.through(material, points, way, lamp, depth, facing, inside, base, bounce, cosine)
        to_lamp = lamp - points
        distance = np.sqrt(dot(to_lamp, to_lamp))
        to_lamp = to_lamp / distance[:, None]
        seen = self.lit(above, to_lamp, distance)
        diffuse = np.clip(dot(facing, to_lamp), 0, 1) * seen
        fill = self.ambient * (0.55 + 0.45 * facing[:, 1])
        # Near the floor less of the sky is seen: the cheapest contact shadow there is.
        if not isinstance(thing, Floor):
            fill = fill * (0.55 + 0.45 * np.clip(points[:, 1] * 1.6, 0, 1))
        light = diffuse[:, None] * np.asarray(self.lamp_color, F) + fill[:, None]
        body = 0.0 if material.metal else 1.0 - material.mirror
        color = base * light * F(body)
        shine = np.clip(dot(bounce, to_lamp), 0, 1) ** material.power * seen * material.gloss
        color += shine[:, None] * (base if material.metal else F(1))
        # A faint gloss seen in another mirror is not worth its rays.
        if material.mirror and depth > (0 if material.mirror > 0.3 else self.depth - 1):
            seen_there = self.trace(above, bounce, lamp, depth - 1)
            weight = np.clip(material.mirror + (1 - material.mirror) * fresnel * 0.8, 0, 1)[:, None]
            color += seen_there * weight * (base if material.metal else F(1))
        return color

    def through(self, material, points, way, lamp, depth, facing, inside, base, bounce, cosine):
        """Glass: what comes through, bent by Snell's law, and what is mirrored (Schlick 1994)."""
        ratio = np.where(inside, F(1.45), F(1 / 1.45))
        under = 1 - ratio**2 * (1 - cosine**2)
        total = under < 0
        bent = unit(ratio[:, None] * way + (ratio * cosine - np.sqrt(np.maximum(under, 0)))[:, None] * facing)
        mirrored = np.where(total, 1, 0.04 + 0.96 * (1 - cosine) ** 5)[:, None]
        mirrored = np.where(inside[:, None] & ~total[:, None], 0, mirrored)
        color = self.trace(points - facing * F(3e-3), bent, lamp, depth - 1) * (1 - mirrored) * base
        color += self.trace(points + facing * F(3e-3), bounce, lamp, depth - 1) * mirrored
        to_lamp = unit(lamp - points)
        shine = np.clip(dot(bounce, to_lamp), 0, 1) ** material.power * material.gloss
        return color + (shine * ~inside)[:, None]


def render(scene, width, height, eye, look, lens=1.6, passes=2, exposure=1.0):
    """The scene as seen from `eye` towards `look`; `passes` squared samples a pixel."""
    eye, look = np.asarray(eye, F), np.asarray(look, F)
    forward = unit(look - eye)
    right = unit(np.cross(np.array([0, 1, 0], F), forward))
    up = np.cross(forward, right)
    rng = np.random.default_rng(5)
    total = np.zeros((height * width, 3), F)
    # Four lamp places a pass, dealt out over 2 x 2 pixels: 4 x passes squared steps in every soft shadow.
    quarter = (np.arange(height)[:, None] % 2 * 2 + np.arange(width) % 2).ravel()
    for number in range(passes * passes):
        dx, dy = (number % passes + 0.5) / passes, (number // passes + 0.5) / passes
        x = ((np.arange(width) + dx) - width / 2) / height
        y = (height / 2 - (np.arange(height) + dy)) / height
        way = forward * lens + x[None, :, None] * right + y[:, None, None] * up
        way = unit(way.reshape(-1, 3).astype(F))
        jitter = rng.normal(0, 0.5, (4, 3)) * scene.lamp_size
        lamp = (np.asarray(scene.lamp) + jitter)[quarter].astype(F)
        for start in range(0, len(way), BATCH):
            part = slice(start, start + BATCH)
            rays = way[part]
            total[part] += np.clip(scene.trace(np.broadcast_to(eye, rays.shape), rays, lamp[part], scene.depth), 0, 4)
    light = total / (passes * passes) * exposure
    light = light * (1 + light / 9) / (1 + light * 0.45)  # a gentle shoulder for the highlights
    return np.clip(light, 0, 1).reshape(height, width, 3) ** F(1 / 2.2)
