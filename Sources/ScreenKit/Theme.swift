import Pixels
import TerminalScreen
import TerminalViews

/// The colors of everything except pictures. Text outside of bars and panels has the terminal's own background.
package struct Theme: Hashable, Sendable {
    /// The choice of a theme; `auto` depends on the background that the terminal reports, and is dark before.
    package enum Choice: String, CaseIterable, Sendable {
        case auto, dark, light
        /// No colors, only attributes.
        case none
    }

    /// The colors available for other styles.
    package enum Palette: Hashable, Sendable {
        /// Any color, on a dark or a light background.
        case dark, light
        /// Only the named colors, on an unknown background.
        case basic
        case none
    }

    package var palette: Palette
    package var title = CellStyle(attributes: .bold)
    package var text = CellStyle.plain
    package var detail: CellStyle
    package var error: CellStyle
    package var mark: CellStyle
    /// ``mark`` on a ``bar``.
    package var selectionMark: CellStyle
    package var bar: CellStyle
    package var barStrong: CellStyle
    package var panel: CellStyle
    package var panelStrong: CellStyle

    /// Returns a style on the background of the selected row; unchanged in the terminal's own colors, where a bar at the
    /// edge is the only sign of it.
    package func selected(_ style: CellStyle) -> CellStyle {
        guard surface != nil else { return style }
        var style = style
        style.background = bar.background
        if style.foreground == .terminal { style.foreground = bar.foreground }
        return style
    }

    /// Returns the style of text that a search has found.
    package func match(_ style: CellStyle) -> CellStyle {
        var style = style
        style.attributes.insert([.bold, .underline])
        if surface != nil { style.foreground = mark.foreground }
        return style
    }

    /// The background of pictures that have not loaded; `nil` for the terminal's own.
    var surface: RGB? {
        switch palette {
        case .dark: RGB(hex: 0x30343C)
        case .light: RGB(hex: 0xDDE0E5)
        case .basic, .none: nil
        }
    }

    private init(
        palette: Palette, text: UInt32, strong: UInt32, faint: UInt32, error: UInt32, mark: UInt32, bar: UInt32,
        panel: UInt32
    ) {
        func style(_ hex: UInt32, on ground: UInt32? = nil, _ attributes: CellStyle.TextAttributes = []) -> CellStyle {
            CellStyle(
                foreground: CellColor(hex: hex), background: ground.map { CellColor(hex: $0) } ?? .terminal,
                attributes: attributes)
        }
        self.palette = palette
        detail = style(faint)
        self.error = style(error, on: nil, .bold)
        self.mark = style(mark, on: nil, .bold)
        selectionMark = style(mark, on: bar, .bold)
        self.bar = style(text, on: bar)
        barStrong = style(strong, on: bar, .bold)
        self.panel = style(text, on: panel)
        panelStrong = style(strong, on: panel, .bold)
    }

    /// Creates a theme of attributes; only `error` and `mark` may have a color.
    private init(palette: Palette, error: CellColor, mark: CellColor) {
        self.palette = palette
        detail = .plain
        self.error = CellStyle(foreground: error, attributes: .bold)
        self.mark = CellStyle(foreground: mark, attributes: .bold)
        bar = CellStyle(attributes: .reverse)
        barStrong = CellStyle(attributes: [.reverse, .bold])
        selectionMark = barStrong
        panel = .plain
        panelStrong = CellStyle(attributes: .bold)
    }

    static let dark = Theme(
        palette: .dark, text: 0xE4E4E4, strong: 0xFFFFFF, faint: 0x8A8A8A, error: 0xD75F5F, mark: 0x5FAFFF,
        bar: 0x303030,
        panel: 0x262626)
    static let light = Theme(
        palette: .light, text: 0x303030, strong: 0x000000, faint: 0x6C6C6C, error: 0xAF0000, mark: 0x005FAF,
        bar: 0xD0D0D0,
        panel: 0xE4E4E4)
    /// The theme for 16 or 8 colors. Grays may equal the background there, so bars and faint text use reverse video and
    /// the terminal's own text color, which are readable in every palette.
    static let basic = Theme(palette: .basic, error: BasicColor.red, mark: BasicColor.cyan)
    static let plain = Theme(palette: .none, error: .terminal, mark: .terminal)

    /// Returns the theme for a choice, a color depth and the background, if known.
    package static func of(_ choice: Choice, colors: ColorDepth, background: RGB?) -> Theme {
        guard colors != .mono, choice != .none else { return .plain }
        guard colors == .direct || colors == .palette256 else { return .basic }
        switch choice {
        case .dark: return .dark
        case .light: return .light
        case .none: return .plain
        case .auto: return background.map(isLight) == true ? .light : .dark
        }
    }

    /// Returns whether dark text reads better on a color than light text: its luma (ITU-R BT.601) is above the middle.
    private static func isLight(_ color: RGB) -> Bool {
        299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue) > 127_500
    }
}

/// The named colors of terminals, with xterm's values.
package enum BasicColor {
    package static let red = CellColor(hex: 0xCD0000)
    package static let green = CellColor(hex: 0x00CD00)
    package static let yellow = CellColor(hex: 0xCDCD00)
    package static let magenta = CellColor(hex: 0xCD00CD)
    package static let cyan = CellColor(hex: 0x00CDCD)
}

private enum ThemeKey: EnvironmentKey {
    static let defaultValue = Theme.dark
}

extension ScreenEnvironment {
    package var theme: Theme {
        get { self[ThemeKey.self] }
        set {
            self[ThemeKey.self] = newValue
            surface = newValue.surface
        }
    }
}

extension ScreenEnvironment {
    /// The symbol of a marked picture.
    package var markSign: String { "✓" }
    /// The symbol of a picture whose load failed.
    package var failureSign: String { "✗" }
    /// The symbol of an unread item.
    package var unreadSign: String { "●" }
}

extension View {
    /// The theme of the window; the dark one outside of a window, where nothing is drawn.
    package var theme: Theme { window?.environment.theme ?? .dark }
}

extension CellStyle {
    /// Returns the style with the background of another one.
    package func on(_ other: CellStyle) -> CellStyle {
        CellStyle(foreground: foreground, background: other.background, attributes: attributes)
    }
}
