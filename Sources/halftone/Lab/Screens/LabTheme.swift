import ImageLab
import ImageLoading
import TerminalScreen

/// The colours of the Lab. The stages of a load and the states of a cell have the same ones wherever they are seen.
enum LabTheme {
    static let text = CellStyle.plain
    static let dim = CellStyle(foreground: CellColor(hex: 0x8A8A8A))
    static let strong = CellStyle(emphasis: .bold)
    static let alarm = CellStyle(
        foreground: CellColor(hex: 0xFFFFFF), background: CellColor(hex: 0xAF0000), emphasis: .bold)
    static let changed = CellStyle(foreground: CellColor(hex: 0xFFAF5F), emphasis: .bold)
    static let heading = CellStyle(foreground: CellColor(hex: 0x5FAFFF), emphasis: .bold)
    static let line = CellStyle(foreground: CellColor(hex: 0x5F5F5F))
    /// The title of the panel that has the keys.
    static let focusedLine = CellStyle(foreground: CellColor(hex: 0x5FAFFF), emphasis: .bold)
    static let selected = CellStyle(foreground: CellColor(hex: 0xE4E4E4), background: CellColor(hex: 0x303030))

    static func style(of state: LabCellFacts.State) -> CellStyle {
        let color: UInt32 =
            switch state {
            case .waiting: 0x8A8A8A
            case .loading: 0x5FAFFF
            case .preview: 0x5FD7D7
            case .shown: 0x87D75F
            case .failed: 0xFF5F5F
            case .cancelled: 0xFFAF5F
            }
        return CellStyle(foreground: CellColor(hex: color), emphasis: .bold)
    }

    static func color(of stage: TracedLoad.Stage) -> CellColor {
        let color: UInt32 =
            switch stage {
            case .queued: 0x8A8A8A
            case .disk: 0xD7AF5F
            case .waiting: 0x6C6C6C
            case .firstByte: 0xAF87FF
            case .bytes: 0x5FAFFF
            case .decode: 0x87D75F
            case .transform: 0xFFAF5F
            case .set: 0x5FD7D7
            }
        return CellColor(hex: color)
    }

    static func style(of outcome: TracedLoad.Outcome) -> CellStyle {
        switch outcome {
        case .complete: dim
        case .cancelled: style(of: LabCellFacts.State.cancelled)
        case .failed: style(of: LabCellFacts.State.failed)
        case .unfinished: style(of: LabCellFacts.State.loading)
        }
    }
}
