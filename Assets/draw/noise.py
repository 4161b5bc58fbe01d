"""Gradient noise and what is made of it: clouds, ridges, cells. Every function is fixed by its seed."""

import numpy as np

from canvas import F

_ANGLES = np.random.default_rng(1977).random(256) * 2 * np.pi
_GRADIENT_X = np.cos(_ANGLES).astype(F)
_GRADIENT_Y = np.sin(_ANGLES).astype(F)
_SHUFFLE = np.random.default_rng(1978).permutation(256).astype(np.int32)


def perlin(x, y, seed=0):
    """Smooth noise of about -0.7...0.7 with one feature a unit."""
    x, y = np.broadcast_arrays(np.asarray(x, F), np.asarray(y, F))
    column, row = np.floor(x), np.floor(y)
    fx, fy = x - column, y - row
    column, row = column.astype(np.int32), row.astype(np.int32)
    u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    above = _SHUFFLE[(row + seed * 57) & 255]
    below = _SHUFFLE[(row + 1 + seed * 57) & 255]

    def corner(hashed_row, dx, dy):
        index = _SHUFFLE[(hashed_row + column + dx + seed * 131) & 255]
        return _GRADIENT_X[index] * (fx - dx) + _GRADIENT_Y[index] * (fy - dy)

    top = corner(above, 0, 0)
    top += (corner(above, 1, 0) - top) * u
    bottom = corner(below, 0, 1)
    bottom += (corner(below, 1, 1) - bottom) * u
    return top + (bottom - top) * v


def fbm(x, y, octaves=5, seed=0, gain=0.5):
    """Octaves of noise laid over each other, about -1...1."""
    total, weight = 0, 1.0
    for octave in range(octaves):
        scale = 2.03**octave
        total = total + weight * perlin(x * F(scale) + F(octave * 17.3), y * F(scale), seed + octave)
        weight *= gain
    return total


def ridged(x, y, octaves=6, seed=0, gain=0.5):
    """Sharp crests and broad valleys, 0...1."""
    total, weight, norm = 0, 1.0, 0.0
    carry = F(1)
    for octave in range(octaves):
        scale = 2.07**octave
        crest = 1 - np.abs(perlin(x * F(scale) + F(octave * 9.1), y * F(scale), seed + octave)) * F(1.7)
        crest = np.clip(crest, 0, 1) ** 2 * carry
        total = total + weight * crest
        carry = np.clip(crest * 1.6, 0, 1)
        norm += weight
        weight *= gain
    return total / F(norm)


def cells(x, y, seed=0, jitter=0.9):
    """Distances to the nearest and second nearest of scattered points, and a number 0...1 of the nearest."""
    x, y = np.broadcast_arrays(np.asarray(x, F), np.asarray(y, F))
    table = np.random.default_rng(seed).random((256, 3)).astype(F)
    column, row = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    near = np.full(x.shape, 9, F)
    second, name = near.copy(), near.copy()
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            point = table[_SHUFFLE[(_SHUFFLE[(row + dy) & 255] + column + dx) & 255]]
            px = column + dx + F(0.5) + (point[..., 0] - F(0.5)) * F(jitter) - x
            py = row + dy + F(0.5) + (point[..., 1] - F(0.5)) * F(jitter) - y
            distance = np.sqrt(px * px + py * py)
            closer = distance < near
            second = np.where(closer, near, np.minimum(second, distance))
            name = np.where(closer, point[..., 2], name)
            near = np.where(closer, distance, near)
    return near, second, name


def clouds(x, y, octaves=6, seed=0, warp=0.6):
    """Billowing noise, about 0...1, bent by itself."""
    bend_x = fbm(x, y, 3, seed + 20)
    bend_y = fbm(x, y, 3, seed + 40)
    return fbm(x + warp * bend_x, y + warp * bend_y, octaves, seed) * F(0.7) + F(0.5)
