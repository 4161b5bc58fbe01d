import TerminalScreen

/// The colours of everything that is not a picture. They stand on the terminal's own background, so that they suit a
/// dark and a light one.
enum Theme {
    static let title = CellStyle(emphasis: .bold)
    static let detail = CellStyle(foreground: CellColor(hex: 0x8A8A8A))
    static let error = CellStyle(foreground: CellColor(hex: 0xD75F5F), emphasis: .bold)
    static let hint = CellStyle(foreground: CellColor(hex: 0x8A8A8A))
    static let mark = CellStyle(foreground: CellColor(hex: 0x5FAFFF), emphasis: .bold)
    /// ``mark`` on a ``bar``.
    static let selectionMark = CellStyle(
        foreground: CellColor(hex: 0x5FAFFF), background: CellColor(hex: 0x303030), emphasis: .bold)
    static let bar = CellStyle(foreground: CellColor(hex: 0xE4E4E4), background: CellColor(hex: 0x303030))
    static let barStrong = CellStyle(
        foreground: CellColor(hex: 0xFFFFFF), background: CellColor(hex: 0x303030), emphasis: .bold)
    static let panel = CellStyle(foreground: CellColor(hex: 0xE4E4E4), background: CellColor(hex: 0x262626))
    static let panelStrong = CellStyle(
        foreground: CellColor(hex: 0xFFFFFF), background: CellColor(hex: 0x262626), emphasis: .bold)
}
