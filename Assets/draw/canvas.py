"""Coordinates, colours, masks: the paper, paint and scissors that every picture uses.

A picture is a float32 array (rows, columns, 3 or 4), sRGB-coded, 0...1, alpha straight.
Drawing functions take the size in pixels and place everything in relative units, so the
same function draws a sketch or the doubled size that `reduce` brings down smoothly.
"""

import numpy as np
from PIL import Image, ImageDraw

F = np.float32


def plane(width, height):
    """x and y of every pixel centre; y runs 0...1 from the top, x runs 0...width/height."""
    x = (np.arange(width, dtype=F) + F(0.5)) / F(height)
    y = (np.arange(height, dtype=F) + F(0.5)) / F(height)
    return np.broadcast_to(x, (height, width)), np.broadcast_to(y[:, None], (height, width))


def centred(width, height):
    """x and y of every pixel centre with the origin in the middle; the shorter side spans -1...1."""
    half = F(min(width, height) / 2)
    x = (np.arange(width, dtype=F) + F(0.5) - F(width / 2)) / half
    y = (np.arange(height, dtype=F) + F(0.5) - F(height / 2)) / half
    return np.broadcast_to(x, (height, width)), np.broadcast_to(y[:, None], (height, width))


def rgb(color):
    """'#rrggbb' as three floats; anything else is returned as an array."""
    if isinstance(color, str):
        return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)], F)
    return np.asarray(color, F)


def gradient(t, stops):
    """The colour at `t` of a ramp given as (position, colour) pairs in rising order."""
    positions = np.array([p for p, _ in stops], F)
    colors = np.stack([rgb(c) for _, c in stops])
    table_t = np.linspace(positions[0], positions[-1], 2048)
    table = np.stack([np.interp(table_t, positions, colors[:, i]) for i in range(3)], -1).astype(F)
    index = (np.asarray(t) - positions[0]) * (2047 / (positions[-1] - positions[0]))
    return table[np.clip(index, 0, 2047).astype(np.int32)]


def palette(t, *colors):
    """A closed ramp through `colors`: t and t + 1 give the same colour."""
    count = len(colors)
    stops = [(i / count, c) for i, c in enumerate(colors)] + [(1, colors[0])]
    return gradient(np.mod(t, 1), stops)


def smooth(low, high, value):
    """0 below `low`, 1 above `high`, an S-curve between; `low` may be the greater."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return (t * t * (3 - 2 * t)).astype(F)


def paint(image, mask, color):
    """Lays `color` (one colour or a picture) over `image` where `mask` says, in place."""
    mask = np.asarray(mask, F)[..., None]
    image[..., :3] += (rgb(color) - image[..., :3]) * mask
    return image


def shine(image, amount, color):
    """Adds light without ever exceeding white, in place."""
    light = np.clip(np.asarray(amount, F)[..., None] * rgb(color), 0, 1)
    image[..., :3] = 1 - (1 - np.clip(image[..., :3], 0, 1)) * (1 - light)
    return image


def shade(image, amount):
    """Multiplies the picture by `amount`, in place."""
    image[..., :3] *= np.asarray(amount, F)[..., None]
    return image


def vignette(image, strength=0.35):
    """Darkens the corners a little, in place."""
    height, width = image.shape[:2]
    x = np.linspace(-1, 1, width, dtype=F)
    y = np.linspace(-1, 1, height, dtype=F)[:, None]
    return shade(image, 1 - strength * smooth(0.5, 2.0, x * x + y * y))


def blur(mask, radius):
    """Three box passes, close to a Gaussian of `radius` pixels; edges repeat."""
    size = max(1, int(radius))
    for axis in (0, 1):
        for _ in range(3):
            pad = [(0, 0)] * mask.ndim
            pad[axis] = (size + 1, size)
            total = np.cumsum(np.pad(mask, pad, mode="edge"), axis=axis, dtype=np.float64)
            count = mask.shape[axis]
            high = np.take(total, np.arange(count) + 2 * size + 1, axis)
            low = np.take(total, np.arange(count), axis)
            mask = ((high - low) / (2 * size + 1)).astype(F)
    return mask


def reflect(image, horizon, ripple, tint, strength=0.8, stretch=1.0):
    """Fills everything below row `horizon` with its mirror, displaced by `ripple` (in rows), in place."""
    height, width = image.shape[:2]
    rows = np.arange(horizon, height)
    depth = (rows - horizon)[:, None]
    source = horizon - 1 - depth * stretch + ripple[horizon:]
    columns = np.arange(width)[None] + ripple[horizon:] * 0.35
    source = np.clip(source, 0, horizon - 1).astype(np.int32)
    columns = np.clip(columns, 0, width - 1).astype(np.int32)
    image[horizon:] = image[source, columns] * strength + rgb(tint) * (1 - strength)
    return image


class Stencil:
    """A mask that polygons, discs and strokes are cut into. Coordinates as `plane` or `centred` give them."""

    def __init__(self, width, height, middle=False):
        self.unit = min(width, height) / 2 if middle else height
        self.origin = (width / 2, height / 2) if middle else (0, 0)
        self.image = Image.new("L", (width, height))
        self.draw = ImageDraw.Draw(self.image)

    def _at(self, points):
        return [(self.origin[0] + x * self.unit, self.origin[1] + y * self.unit) for x, y in points]

    def polygon(self, points, value=255):
        self.draw.polygon(self._at(points), fill=value)
        return self

    def disc(self, x, y, rx, ry=None, value=255):
        ry = rx if ry is None else ry
        (left, top), (right, bottom) = self._at([(x - rx, y - ry), (x + rx, y + ry)])
        self.draw.ellipse((left, top, right, bottom), fill=value)
        return self

    def box(self, left, top, right, bottom, value=255):
        return self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], value)

    def stroke(self, points, thickness, value=255):
        pixels = self._at(points)
        wide = max(1, round(thickness * self.unit))
        self.draw.line(pixels, fill=value, width=wide, joint="curve")
        for x, y in (pixels[0], pixels[-1]) if wide > 2 else ():
            self.draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=value)
        return self

    def mask(self):
        return np.asarray(self.image, F) / 255


def blank(width, height, color="#000000"):
    """A sheet of one colour."""
    return np.broadcast_to(rgb(color), (height, width, 3)).copy()


def cut_out(image, mask):
    """The picture with `mask` as its alpha."""
    return np.concatenate([image[..., :3], np.asarray(mask, F)[..., None]], -1)


def reduce(image, factor):
    """Averages squares of factor x factor pixels in (nearly) linear light; colour is weighted by alpha."""
    image = np.clip(image, 0, 1)
    if factor == 1:
        return image
    height, width, channels = image.shape
    light = np.square(image[..., :3])
    alpha = image[..., 3:] if channels == 4 else None
    tiles = (height // factor, factor, width // factor, factor, -1)
    if alpha is None:
        return np.sqrt(light.reshape(tiles).mean((1, 3)))
    weight = alpha.reshape(tiles).mean((1, 3))
    color = (light * alpha).reshape(tiles).mean((1, 3)) / np.maximum(weight, 1e-4)
    return np.concatenate([np.sqrt(color), weight], -1)
