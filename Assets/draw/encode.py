"""Writes a drawn picture as the file the feed serves: JPEG and PNG in their several kinds."""

import struct
import zlib

import numpy as np
from PIL import Image

MIME_TYPES = {".jpg": "image/jpeg", ".png": "image/png"}

# How pixels are turned before they are stored, so that the EXIF tag turns them back (EXIF 2.3, 4.6.4).
STORED_TURNS = {1: 0, 3: 2, 6: 1, 8: 3}


def _bytes8(picture):
    return (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)


def jpeg(path, picture, quality=82, progressive=False, orientation=1, gray=False):
    """4:2:0 JPEG. With `orientation` 3, 6 or 8 it looks right only when the tag is applied."""
    image = Image.fromarray(_bytes8(np.rot90(picture, STORED_TURNS[orientation])))
    if gray:
        image = image.convert("L")
    options = {} if gray else {"subsampling": "4:2:0"}
    if orientation != 1:
        exif = Image.Exif()
        exif[0x0112] = orientation
        options["exif"] = exif
    image.save(path, "JPEG", quality=quality, optimize=True, progressive=progressive, **options)


def png(path, picture, colors=0, gray=False):
    """8-bit PNG: grey, RGB or RGBA as the picture is; with `colors`, a palette of so many."""
    image = Image.fromarray(_bytes8(picture))
    if gray:
        image = image.convert("L")
    if colors and image.mode == "RGBA":
        image = image.quantize(colors, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    elif colors:
        image = image.quantize(colors, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    image.save(path, "PNG", optimize=True)


def png16(path, picture):
    """RGB PNG of 16 bits a sample, rows filtered Up (Pillow writes no such file)."""
    height, width = picture.shape[:2]
    samples = (np.clip(picture.astype(np.float64), 0, 1) * 65535 + 0.5).astype(">u2")
    rows = samples.reshape(height, -1).view(np.uint8).reshape(height, -1)
    above = np.concatenate([np.zeros_like(rows[:1]), rows[:-1]])
    filtered = np.concatenate([np.full((height, 1), 2, np.uint8), rows - above], axis=1)
    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in ((b"IHDR", header), (b"IDAT", zlib.compress(filtered.tobytes(), 9)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
