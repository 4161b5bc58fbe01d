import HalftoneCore
import Pixels

/// The colors of a terminal's palette, with a search for the nearest one.
///
/// Distances are measured in `Oklab`. Immutable; safe from any thread.
package struct TerminalPalette: Sendable {
    /// xterm's 256 colors without the first 16, which differ between themes: a 6x6x6 cube and 24 grays. Indices are 16
    /// to 255.
    package static let xterm256 = TerminalPalette(first: 16, colors: xtermColors)
    /// The 16 ANSI colors with xterm's default values. Indices are 0 to 15.
    package static let ansi16 = TerminalPalette(first: 0, colors: ansiColors)
    /// The first eight ANSI colors, for terminals that have no bright ones.
    package static let ansi8 = TerminalPalette(first: 0, colors: Array(ansiColors.prefix(8)))

    private struct Entry {
        var lab: Oklab
        var color: RGB
    }

    private let first: Int
    /// The colors in the order of their indices.
    package let colors: [RGB]
    /// The colors sorted by lightness, so that the search can stop early.
    private let sorted: [Entry]
    private let indices: [RGB: Int]

    private init(first: Int, colors: [RGB]) {
        self.first = first
        self.colors = colors
        sorted = colors.map { Entry(lab: Oklab($0), color: $0) }.sorted { $0.lab.lightness < $1.lab.lightness }
        indices = Dictionary(zip(colors, first...), uniquingKeysWith: { old, _ in old })
    }

    /// Returns the palette of a color depth; `nil` for depths without one.
    package static func of(_ depth: ColorDepth) -> TerminalPalette? {
        switch depth {
        case .direct, .mono: nil
        case .palette256: xterm256
        case .palette16: ansi16
        case .palette8: ansi8
        }
    }

    /// Returns the index of the palette's color that is nearest to a color.
    package func nearestIndex(to color: RGB) -> Int { indices[color] ?? indices[nearest(to: color)] ?? first }

    /// Returns the palette's color that is nearest to a color.
    package func nearest(to color: RGB) -> RGB {
        let wanted = Oklab(color)
        return sorted.withUnsafeBufferPointer { entries in
            // From the wanted lightness up, then down, as long as the lightness alone allows a smaller distance. One
            // side after the other: alternating takes fewer steps, but their branches are unpredictable.
            let middle = entries.partitioningIndex { $0.lab.lightness >= wanted.lightness }
            var best = (distance: Float.infinity, index: 0)
            func tryEntry(_ index: Int) -> Bool {
                let lab = entries[index].lab
                let distance = lab.squaredDistance(to: wanted)
                if distance < best.distance { best = (distance, index) }
                let step = lab.lightness - wanted.lightness
                return step * step < best.distance
            }
            var index = middle
            while index < entries.count, tryEntry(index) { index += 1 }
            index = middle - 1
            while index >= 0, tryEntry(index) { index -= 1 }
            return entries[best.index].color
        }
    }

    private static let xtermColors: [RGB] = {
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        var colors = [RGB]()
        for red in levels { for green in levels { for blue in levels { colors.append(RGB(red, green, blue)) } } }
        for grey in 0..<24 {
            let level = UInt8(8 + 10 * grey)
            colors.append(RGB(level, level, level))
        }
        return colors
    }()

    private static let ansiColors: [RGB] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map { RGB(hex: $0) }
}
