import Pixels
import TerminalScreen

/// The pixels that a program printed as block characters in 24-bit color, parsed as a terminal does.
///
/// Parses the characters of ``GlyphSet``, SGR with 24-bit colors and reverse, CUF and REP. Other characters are counted
/// as ``otherGlyphs``, as are those that a cell has too few pixels for; with any of them, the pixels are unknown.
struct PrintedPixels {
    private(set) var width = 0
    private(set) var height = 0
    /// RGB, three bytes per pixel.
    private(set) var bytes: [UInt8] = []
    private(set) var otherGlyphs = 0

    private typealias Color = SIMD3<UInt8>

    /// A character with its colors, as the pixels it paints.
    private struct Cell {
        var mask: UInt64 = 0
        var ink = Color()
        var ground = Color()
    }

    /// The pixels of half blocks.
    static let halves = PixelSize(width: 1, height: 2)

    /// Parses a program's output. `cell` is the size of a cell in pixels: ``halves``, or a multiple of eight either way.
    init(_ output: [UInt8], cell size: PixelSize = halves) {
        var rows: [[Cell]] = []
        var row: [Cell] = []
        var style = Style()
        var scalars = String(decoding: output, as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\u{1B}": Self.readSequence(&scalars, &style, &row)
            case "\n":
                rows.append(row)
                row = []
            case "\r": break
            default:
                let mask = scalar == "\u{A0}" ? 0 : GlyphSet.mask(of: scalar.value)
                if mask.map({ size == Self.halves && !Self.masksOfHalves.contains($0) }) ?? true { otherGlyphs += 1 }
                row.append(Cell(mask: mask ?? 0, ink: style.shownInk, ground: style.shownGround))
            }
        }
        if !row.isEmpty { rows.append(row) }
        while rows.last?.isEmpty == true { rows.removeLast() }
        while rows.first?.isEmpty == true { rows.removeFirst() }
        width = (rows.map(\.count).max() ?? 0) * size.width
        height = rows.count * size.height
        for row in rows {
            let padded = row + Array(repeating: Cell(), count: width / size.width - row.count)
            for y in 0..<size.height {
                for cell in padded {
                    for x in 0..<size.width {
                        let sample = y * 8 / size.height * 8 + x * 8 / size.width
                        let color = cell.mask >> UInt64(sample) & 1 == 1 ? cell.ink : cell.ground
                        bytes += [color.x, color.y, color.z]
                    }
                }
            }
        }
    }

    private static let masksOfHalves: Set<UInt64> = [0, 0xFFFF_FFFF, ~0xFFFF_FFFF, ~0]

    /// The terminal's default colors, which are unknown, count as white on black.
    private struct Style {
        var ink = Color(255, 255, 255)
        var ground = Color()
        var isReversed = false

        var shownInk: Color { isReversed ? ground : ink }
        var shownGround: Color { isReversed ? ink : ground }

        mutating func apply(_ parameters: [Int]) {
            var rest = (parameters.isEmpty ? [0] : parameters)[...]
            while let parameter = rest.popFirst() {
                switch parameter {
                case 0: self = Style()
                case 7: isReversed = true
                case 27: isReversed = false
                case 39: ink = Style().ink
                case 49: ground = Style().ground
                case 38, 48:
                    guard rest.first == 2, rest.count >= 4 else { return }
                    let channels = rest.dropFirst().prefix(3).map { UInt8(clamping: $0) }
                    rest = rest.dropFirst(4)
                    let color = Color(channels[0], channels[1], channels[2])
                    if parameter == 38 { ink = color } else { ground = color }
                default: break
                }
            }
        }
    }

    /// Parses what follows an escape character.
    private static func readSequence(
        _ scalars: inout Substring.UnicodeScalarView, _ style: inout Style, _ row: inout [Cell]
    ) {
        guard let kind = scalars.popFirst() else { return }
        if kind == "]" || kind == "P" || kind == "_" || kind == "^" { return skipString(&scalars) }
        if kind == "(" || kind == ")" { return _ = scalars.popFirst() }
        guard kind == "[" else { return }
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            guard (0x40...0x7E).contains(scalar.value) else {
                text.append(scalar)
                continue
            }
            let parameters = String(text).split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
                .map { Int($0) ?? 0 }
            let count = max(1, parameters.first ?? 1)
            switch scalar {
            case "m": style.apply(parameters)
            case "C": row += Array(repeating: Cell(), count: count)
            case "b": row.last.map { row += Array(repeating: $0, count: count) }
            default: break
            }
            return
        }
    }

    private static func skipString(_ scalars: inout Substring.UnicodeScalarView) {
        while let scalar = scalars.popFirst(), scalar != "\u{7}" {
            if scalar == "\u{1B}" { return _ = scalars.popFirst() }
        }
    }
}
