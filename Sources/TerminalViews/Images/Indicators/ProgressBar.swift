import TerminalScreen

/// A bar across the middle of the view that fills from the left in eighths of a column; a moving light while the size
/// is unknown.
@MainActor
final class ProgressBar: ProgressIndicator {
    override func draw(in context: inout DrawingContext) {
        let columns = max(0, min(bounds.size.columns - 2, 24))
        guard columns > 0 else { return }
        let shown = fraction == nil ? nil : self.shown ?? 0
        let style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050))
        context.draw(
            Self.bar(columns: columns, progress: shown, phase: phase, empty: empty),
            column: (bounds.size.columns - columns) / 2, row: max(0, (bounds.size.rows - 1) / 2), columns: columns,
            style: style)
    }

    // MARK: - Characters

    /// The empty part: a shade where backgrounds, which show where the bar ends, have no color.
    private var empty: Character { window?.environment.renderer.colors == .mono ? "░" : " " }

    /// Returns the bar as text of `columns` columns.
    static func bar(columns: Int, progress: Double?, phase: Int, empty: Character) -> String {
        guard let progress else {
            let light = max(1, columns / 4)
            let start = phase % (columns + light) - light
            return String((0..<columns).map { $0 >= start && $0 < start + light ? "█" : empty })
        }
        let fraction = progress.isFinite ? min(1, max(0, progress)) : 0
        let eighths = Int((fraction * Double(columns * 8)).rounded())
        var text = String(repeating: "█", count: eighths / 8)
        let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        if eighths % 8 > 0 { text.append(parts[eighths % 8]) }
        return text + String(repeating: empty, count: columns - text.count)
    }
}
