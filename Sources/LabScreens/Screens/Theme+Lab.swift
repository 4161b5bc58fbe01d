import ImageLab
import ImageLoading
import ScreenKit
import TraceAnalysis
import TerminalScreen

/// The additional colors of the Lab. The stages of a load and the states of a cell have the same colors everywhere.
extension Theme {
    /// White on red.
    var alarm: CellStyle {
        guard palette != .none else { return CellStyle(attributes: [.bold, .reverse]) }
        return CellStyle(foreground: CellColor(hex: 0xFFFFFF), background: CellColor(hex: 0xAF0000), attributes: .bold)
    }
    var changed: CellStyle { CellStyle(foreground: ink(0xFFAF5F, 0xAF5F00, BasicColor.magenta), attributes: .bold) }
    /// The style of lines between panels.
    var line: CellStyle { CellStyle(foreground: ink(0x5F5F5F, 0xA8A8A8, .terminal)) }

    /// Returns a style for the selected line.
    func chosen(_ style: CellStyle) -> CellStyle {
        guard !bar.attributes.contains(.reverse) else {
            return CellStyle(attributes: style.attributes.union(.reverse))
        }
        return CellStyle(
            foreground: style.foreground, background: bar.background, attributes: style.attributes)
    }

    func style(of state: LabCellFacts.State) -> CellStyle {
        let color =
            switch state {
            case .waiting: ink(0x8A8A8A, 0x6C6C6C, .terminal)
            case .loading: ink(0x5FAFFF, 0x005FAF, BasicColor.cyan)
            case .preview: ink(0x5FD7D7, 0x007878, BasicColor.cyan)
            case .shown: ink(0x87D75F, 0x2F7800, BasicColor.green)
            case .failed: ink(0xFF5F5F, 0xAF0000, BasicColor.red)
            case .cancelled: ink(0xFFAF5F, 0xAF5F00, BasicColor.magenta)
            }
        return CellStyle(foreground: color, attributes: .bold)
    }

    /// The style of a cell's number in the table, and of its loads in the waterfall. Every eighth cell has the same.
    func style(ofCell number: Int) -> CellStyle {
        let colors: [(UInt32, UInt32, CellColor)] = [
            (0xFF8787, 0xAF0000, BasicColor.red), (0x87D787, 0x2F7800, BasicColor.green),
            (0xFFD75F, 0x875F00, BasicColor.yellow), (0x87AFFF, 0x005FAF, BasicColor.cyan),
            (0xD7AFFF, 0x5F00AF, BasicColor.magenta), (0x5FD7D7, 0x007878, .terminal),
            (0xFFAF5F, 0xAF5F00, .terminal), (0xFFAFD7, 0x87005F, .terminal),
        ]
        let (dark, light, basic) = colors[(number - 1) % colors.count]
        return CellStyle(foreground: ink(dark, light, basic), attributes: .bold)
    }

    func style(of outcome: TracedLoad.Outcome) -> CellStyle {
        switch outcome {
        case .complete: detail
        case .cancelled: style(of: LabCellFacts.State.cancelled)
        case .failed: style(of: LabCellFacts.State.failed)
        case .unfinished: style(of: LabCellFacts.State.loading)
        }
    }

    /// Returns the color for a dark or a light background or a small palette; the terminal's own without colors.
    private func ink(_ dark: UInt32, _ light: UInt32, _ basic: CellColor) -> CellColor {
        switch palette {
        case .dark: CellColor(hex: dark)
        case .light: CellColor(hex: light)
        case .basic: basic
        case .none: .terminal
        }
    }
}
