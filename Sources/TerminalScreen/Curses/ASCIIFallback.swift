/// ASCII replacements of characters.
enum ASCIIFallback {
    static func ascii(for glyph: UInt32) -> UInt32 {
        switch glyph {
        case 0x20..<0x7F: glyph
        case 0xA0: UInt32(UInt8(ascii: " "))
        case 0x2500...0x257F: box(glyph)
        case 0x2588, 0x2592, 0x2593, 0x2596...0x259F, 0x25A0: UInt32(UInt8(ascii: "#"))
        case 0x2580: UInt32(UInt8(ascii: "\""))  // the upper half
        case 0x2581...0x2587: UInt32(UInt8(ascii: "_"))
        case 0x2589...0x2590, 0x2591, 0x2016: UInt32(UInt8(ascii: "|"))
        case 0x2800...0x28FF, 0x2026, 0x00B7, 0x2022: UInt32(UInt8(ascii: "."))  // braille spinners, dots
        case 0x2010...0x2015: UInt32(UInt8(ascii: "-"))
        case 0x00D7: UInt32(UInt8(ascii: "x"))  // times
        case 0x2713: UInt32(UInt8(ascii: "*"))  // check mark
        case 0x2717: UInt32(UInt8(ascii: "!"))  // ballot x
        case 0x25CF: UInt32(UInt8(ascii: "o"))
        case 0x2018, 0x2019: UInt32(UInt8(ascii: "'"))
        case 0x201C, 0x201D: UInt32(UInt8(ascii: "\""))
        case 0x2190, 0x2039: UInt32(UInt8(ascii: "<"))
        case 0x2192, 0x203A, 0x25B6, 0x25B8: UInt32(UInt8(ascii: ">"))
        case 0x2191: UInt32(UInt8(ascii: "^"))
        case 0x2193, 0x25BE: UInt32(UInt8(ascii: "v"))
        default: UInt32(UInt8(ascii: "?"))
        }
    }

    private static func box(_ glyph: UInt32) -> UInt32 {
        switch glyph {
        case 0x2500, 0x2501, 0x2550: UInt32(UInt8(ascii: "-"))
        case 0x2502, 0x2503, 0x2551: UInt32(UInt8(ascii: "|"))
        default: UInt32(UInt8(ascii: "+"))
        }
    }
}
