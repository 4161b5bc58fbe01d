import Glibc
import Pixels
import TerminalScreen
import TestSupport
import Testing

@Suite(.endsInTime) struct TerminalPaletteTests {
    @Test func `every color of a palette is its own nearest`() {
        for (palette, count) in [(TerminalPalette.xterm256, 240), (.ansi16, 16)] {
            #expect(palette.colors.count == count)
            for color in palette.colors { #expect(palette.nearest(to: color) == color) }
        }
    }

    @Test(arguments: [
        (16, 0x000000), (231, 0xFFFFFF), (196, 0xFF0000), (110, 0x87AFD7), (232, 0x080808), (255, 0xEEEEEE),
    ])
    func `numbers are those of xterm`(_ index: Int, _ hex: UInt32) {
        #expect(TerminalPalette.xterm256.colors[index - 16] == RGB(hex: hex))
        #expect(TerminalPalette.xterm256.nearestIndex(to: RGB(hex: hex)) == index)
    }

    @Test(arguments: [(0xFE0101, 196), (0x0B0B0B, 232), (0x5C5C5C, 59), (0x8080FF, 105)])
    func `the nearest color looks alike`(_ hex: UInt32, _ index: Int) {
        #expect(TerminalPalette.xterm256.nearestIndex(to: RGB(hex: hex)) == index)
    }

    @Test func `the early end of the search misses nothing`() {
        // The 16 colors compared one by one, in an Oklab of double precision, agree with the sorted search.
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let color = RGB(random.byte(), random.byte(), random.byte())
            let found = TerminalPalette.ansi16.nearest(to: color)
            let best = TerminalPalette.ansi16.colors.map { distance($0, color) }.min()
            #expect(abs(distance(found, color) - (best ?? 0)) < 1e-4)
        }
    }

    private func distance(_ one: RGB, _ other: RGB) -> Double {
        let (a, b) = (oklab(one), oklab(other))
        return zip(a, b).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }

    private func oklab(_ color: RGB) -> [Double] {
        func light(_ byte: UInt8) -> Double {
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let (r, g, b) = (light(color.red), light(color.green), light(color.blue))
        let l = pow(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 1.0 / 3)
        let m = pow(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 1.0 / 3)
        let s = pow(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 1.0 / 3)
        return [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }
}
