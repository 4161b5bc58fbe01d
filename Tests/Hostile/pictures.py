"""Pictures made on the spot: right ones, and broken ones of each format."""

import glob
import os
import struct
import zlib

_assets = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Assets", "demo")


def chunk(kind, data, check=None):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) if check is None else check)


def png_header(width, height, depth=8, color=2, interlaced=0):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced))


def png(width=32, height=32, seed=0, before=b""):
    """A picture whose pixels follow from the seed."""
    rows = b"".join(
        b"\0" + bytes((x * 7 + seed * 31) % 256 if c == 0 else (y * 5 + seed * 17) % 256 if c == 1 else (x * y + seed) % 256
                      for x in range(width) for c in range(3))
        for y in range(height))
    return png_header(width, height) + before + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def noise_png(generator, width, height):
    """A picture that does not compress: about 3 bytes a pixel."""
    rows = b"".join(b"\0" + generator.randbytes(width * 3) for _ in range(height))
    return png_header(width, height) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def png_bomb(side=20_000):
    """A few kilobytes that unpack to `side` squared black pixels of one bit."""
    packer = zlib.compressobj(9)
    row = b"\0" * (1 + (side + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    return png_header(side, side, depth=1, color=0) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def text_bomb(kind=b"zTXt", megabytes=64):
    """A compressed text chunk that unpacks to so much."""
    packed = zlib.compress(b"\0" * (megabytes << 20), 9)
    head = {b"zTXt": b"Comment\0\0", b"iCCP": b"profile\0\0"}[kind]
    return png(before=chunk(kind, head + packed))


def gif(frames=1, width=16, height=16, delay=10, loops=0):
    """An animation of frames in one colour each."""
    data = b"GIF89a" + struct.pack("<HH", width, height) + b"\xf0\0\0" + b"\x20\x40\x60\xe0\x80\x40"
    data += b"!\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", loops) + b"\0"
    return data + b"".join(gif_frame(index % 2, width, height, delay) for index in range(frames)) + b";"


def gif_frame(color, width, height, delay=10):
    codes, bits, count = 0, 0, 0
    # A clear code before each pixel keeps the codes at three bits.
    for code in [c for _ in range(width * height) for c in (4, color)] + [5]:
        codes |= code << bits
        bits += 3
    packed = codes.to_bytes((bits + 7) // 8, "little")
    blocks = b"".join(bytes([len(packed[i:i + 255])]) + packed[i:i + 255] for i in range(0, len(packed), 255))
    return (b"!\xf9\x04\0" + struct.pack("<H", delay) + b"\0\0," + struct.pack("<HHHH", 0, 0, width, height)
            + b"\0\x02" + blocks + b"\0")


def bmp(width, height, bits=24, compression=0, pixels=54, data=b""):
    """A picture whose headers say so."""
    header = struct.pack("<IiiHHIIIIII", 40, width, height, 1, bits, compression, len(data), 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(data), 0, 0, pixels) + header + data


def bmp_bomb():
    """190 megapixels of which run-length codes skip all."""
    return bmp(19_000, 10_000, 8, 1, 54 + 1024, bytes(1024) + b"\0\1")


def qoi_bomb():
    """190 megapixels in runs of 62."""
    return b"qoif" + struct.pack(">IIBB", 19_000, 10_000, 3, 0) + b"\xfd" * (19_000 * 10_000 // 62 + 1) + bytes(7) + b"\1"


def jpeg():
    """The smallest photo of the demo feed."""
    return _read(min(glob.glob(os.path.join(_assets, "*.jpg")), key=os.path.getsize))


def webp():
    found = glob.glob(os.path.join(_assets, "*.webp"))
    # A lossless picture of 1x1 where the demo feed has none.
    return _read(min(found, key=os.path.getsize)) if found else bytes.fromhex(
        "524946461a000000574542505650384c0d0000002f00000010071011118888fe0700")


def _read(path):
    with open(path, "rb") as file:
        return file.read()
