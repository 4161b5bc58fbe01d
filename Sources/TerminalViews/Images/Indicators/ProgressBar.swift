import TerminalScreen

/// A bar across the middle of the view that fills from the left in eighths of a column; a moving light while the size
/// is unknown.
@MainActor
public final class ProgressBar: ProgressIndicator {
    public override func draw(in context: inout DrawingContext) {
        let columns = max(0, min(bounds.size.columns - 2, 24))
        guard columns > 0 else { return }
        let shown = fraction == nil ? nil : self.shown ?? 0
        let style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050))
        context.draw(
            Self.bar(columns: columns, progress: shown, phase: phase, signs: signs),
            column: (bounds.size.columns - columns) / 2, row: max(0, (bounds.size.rows - 1) / 2), columns: columns,
            style: style)
    }

    // MARK: - Characters

    private var signs: Signs {
        if isASCII { return .ascii }
        return window?.environment.renderer.colors == .mono ? .blocksOnShade : .blocks
    }

    /// The characters of a bar.
    enum Signs: Hashable, Sendable {
        /// Block elements in eighths of a column, on a background that shows where the bar ends.
        case blocks
        /// Block elements with a shade for the empty part, where backgrounds have no color.
        case blocksOnShade
        case ascii

        var full: Character { self == .ascii ? "#" : "█" }
        var empty: Character {
            switch self {
            case .blocks: " "
            case .blocksOnShade: "░"
            case .ascii: "-"
            }
        }
    }

    /// Returns the bar as text of `columns` columns.
    static func bar(columns: Int, progress: Double?, phase: Int, signs: Signs) -> String {
        guard let progress else {
            let light = max(1, columns / 4)
            let start = phase % (columns + light) - light
            return String((0..<columns).map { $0 >= start && $0 < start + light ? signs.full : signs.empty })
        }
        let fraction = progress.isFinite ? min(1, max(0, progress)) : 0
        let isASCII = signs == .ascii
        let eighths = Int((fraction * Double(columns * 8)).rounded(isASCII ? .down : .toNearestOrAwayFromZero))
        var text = String(repeating: signs.full, count: eighths / 8)
        let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        if !isASCII, eighths % 8 > 0 { text.append(parts[eighths % 8]) }
        return text + String(repeating: signs.empty, count: columns - text.count)
    }
}
