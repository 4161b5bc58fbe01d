"""Draws the demo feed: every picture in Assets/demo, their index, and what compiles them in.

Requirements: Python 3.11 or later, numpy (2.4 used), Pillow (13 used). Nothing else, no network.
    python3 Assets/draw/draw.py               draws everything (a few minutes on one core)
    python3 Assets/draw/draw.py NAME...       draws only files whose name contains one of the words
    python3 Assets/draw/draw.py --glue        writes only index.txt, DemoAssets.S and DemoAssets.c
The same versions give the same bytes on every run: all randomness is seeded. A new picture is a function
in one of the modules beside this one and a row in contents.py.
"""

import sys
import time
from pathlib import Path

import canvas
import compiled
import encode
from contents import PICTURES

ASSETS = Path(__file__).resolve().parent.parent


def draw(entry):
    """Draws one picture at `entry.scale` times its size, reduces it and writes the file."""
    picture = entry.function(entry.width * entry.scale, entry.height * entry.scale)
    picture = canvas.reduce(picture, entry.scale)
    assert picture.shape[:2] == (entry.height, entry.width) and not (picture != picture).any(), entry.file
    write = {"jpeg": encode.jpeg, "png": encode.png, "png16": encode.png16}[entry.kind]
    write(ASSETS / "demo" / entry.file, picture, **entry.options)


def main(words):
    (ASSETS / "demo").mkdir(exist_ok=True)
    start = time.monotonic()
    if words != ["--glue"]:
        for entry in PICTURES:
            if not words or any(word in entry.file for word in words):
                began = time.monotonic()
                draw(entry)
                size = (ASSETS / "demo" / entry.file).stat().st_size
                print(f"{time.monotonic() - began:6.1f} s {size:8d} bytes  {entry.file}", flush=True)
    compiled.write_index(ASSETS, PICTURES)
    compiled.write_assembly(ASSETS, PICTURES)
    compiled.write_table(ASSETS, PICTURES)
    total = sum((ASSETS / "demo" / entry.file).stat().st_size for entry in PICTURES)
    print(f"{len(PICTURES)} pictures, {total} bytes, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
