"""Writes what compiles the pictures into the program: DemoAssets.S, DemoAssets.c and demo/index.txt."""

import hashlib
from pathlib import Path

from encode import MIME_TYPES

NOTE = "Written by draw/draw.py; edit the table in draw/contents.py."


def _symbol(name):
    return "halftone_demo_" + "".join(c if c.isalnum() else "_" for c in name)


def write_index(folder, entries):
    """One line a picture: file, title, width, height (as shown, so after the EXIF orientation)."""
    lines = [f"{e.file}\t{e.title}\t{e.width}\t{e.height}\n" for e in entries]
    (folder / "demo" / "index.txt").write_text("".join(lines))


def write_assembly(folder: Path, entries):
    """Labels around each file. The digest makes the text change with the bytes, so that a build sees it."""
    out = [f"// {NOTE}\n\n        .section .rodata\n"]
    for entry in entries:
        symbol = _symbol(entry.file)
        digest = hashlib.sha256((folder / "demo" / entry.file).read_bytes()).hexdigest()[:16]
        out.append(
            f"\n        // {digest}\n        .balign 16\n"
            f"        .globl {symbol}\n        .hidden {symbol}\n{symbol}:\n"
            f'        .incbin "{entry.file}"\n'
            f"        .globl {symbol}_end\n        .hidden {symbol}_end\n{symbol}_end:\n"
        )
    out.append('\n        .section .note.GNU-stack, "", %progbits\n')
    (folder / "DemoAssets.S").write_text("".join(out))


def write_table(folder: Path, entries):
    """The C table over those labels, and its two accessors."""
    out = [f'// {NOTE}\n\n#include "DemoAssets.h"\n\n']
    for entry in entries:
        symbol = _symbol(entry.file)
        out.append(f"extern const unsigned char {symbol}[], {symbol}_end[];\n")
    out.append(
        "\n// The end stands beside each picture because a difference of two labels is no constant in C.\n"
        "static const struct {\n"
        "    struct HalftoneDemoPicture picture;\n"
        "    const unsigned char *end;\n"
        "} halftone_demo_pictures[] = {\n"
    )
    for entry in entries:
        symbol = _symbol(entry.file)
        mime = MIME_TYPES[Path(entry.file).suffix]
        out.append(
            f'    {{{{"{entry.file}", "{entry.title}", "{entry.summary}", "{mime}",\n'
            f"      {symbol}, 0, {entry.width}, {entry.height}}}, {symbol}_end}},\n"
        )
    out.append(
        "};\n\n"
        "size_t halftone_demo_picture_count(void) {\n"
        "    return sizeof halftone_demo_pictures / sizeof halftone_demo_pictures[0];\n"
        "}\n\n"
        "struct HalftoneDemoPicture halftone_demo_picture(size_t index) {\n"
        "    if (index >= halftone_demo_picture_count()) {\n"
        "        static const unsigned char nothing[1];\n"
        '        return (struct HalftoneDemoPicture){"", "", "", "", nothing, 0, 0, 0};\n'
        "    }\n"
        "    struct HalftoneDemoPicture picture = halftone_demo_pictures[index].picture;\n"
        "    picture.byte_count = (size_t)(halftone_demo_pictures[index].end - picture.bytes);\n"
        "    return picture;\n"
        "}\n"
    )
    (folder / "DemoAssets.c").write_text("".join(out))
