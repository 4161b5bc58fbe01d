import HalftoneCore
import TerminalScreen

/// The frames of one cell's picture as text, each with the time and the cell's state, for tests and bug reports. A
/// value without I/O.
struct FrameStrip: Sendable {
    /// Maximum number of frames: several minutes of a transition in slow motion.
    static let mostFrames = 10_000

    private(set) var lines: [String] = []
    private(set) var count = 0
    private var last: (cells: [Cell], facts: LabCellFacts)?
    private var start: Duration?
    private var leavesOut = false

    /// Adds a frame if it differs from the last one. `time` is the time of the views. Beyond the maximum, a last line
    /// states that frames were left out.
    mutating func add(_ cells: [Cell], columns: Int, _ facts: LabCellFacts, at time: Duration) {
        guard columns > 0, last?.cells != cells || last?.facts != facts else { return }
        guard count < Self.mostFrames else {
            if !leavesOut { lines.append("more frames left out") }
            return leavesOut = true
        }
        last = (cells, facts)
        let begun = start ?? time
        start = begun
        count += 1
        let load = facts.load.map { "load \($0)" } ?? "no load"
        lines.append(
            "frame \(count)  \(Int((time - begun) / .milliseconds(1))) ms  row \(facts.row)  cell \(facts.cell)  \(load)  "
                + "\(facts.state.rawValue)  digest \(Self.digest(of: cells))")
        for row in 0..<(cells.count / columns) {
            let line = cells[(row * columns)..<((row + 1) * columns)]
            lines.append("  " + String(line.map { Self.sign(of: $0, isUpper: true) }))
            lines.append("  " + String(line.map { Self.sign(of: $0, isUpper: false) }))
        }
    }

    /// Returns the brightness of half a cell as a character, from dark to light; for the upper half, the character of a
    /// cell without picture.
    private static func sign(of cell: Cell, isUpper: Bool) -> Character {
        guard let halves = cell.halves else {
            return isUpper ? Character(Unicode.Scalar(cell.glyph) ?? " ") : shade(cell.background)
        }
        return shade(isUpper ? halves.upper : halves.lower)
    }

    private static let shades = Array(" .:-=+*#%@")

    private static func shade(_ color: CellColor) -> Character {
        guard let rgb = color.rgb else { return shades[0] }
        let luma = (299 * Int(rgb.red) + 587 * Int(rgb.green) + 114 * Int(rgb.blue)) / 1000
        return shades[min(shades.count - 1, luma * shades.count / 256)]
    }

    /// Returns a digest of the cells with all their colors.
    private static func digest(of cells: [Cell]) -> String {
        var bytes: [UInt8] = []
        for cell in cells {
            let colors = [cell.foreground, cell.background].map { color in
                color.rgb.map { UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue) } ?? UInt32.max
            }
            for word in [cell.glyph] + colors { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
        }
        let text = String(StoredBytes(bytes).digest, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
