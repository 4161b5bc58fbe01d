import Pixels

/// A foreground or background color of a cell: the terminal's default, or 24 bits of sRGB. Presenters reduce it to the
/// terminal's colors.
public struct CellColor: Hashable, Sendable {
    /// `0xRRGGBB`, or `0xFF000000` for the terminal's default color.
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    /// Creates a color in 24 bits.
    public init(_ color: RGB) { bits = color.hex }
    /// Creates a color from `0xRRGGBB`; higher bits are ignored.
    public init(hex: UInt32) { bits = hex & 0xFFFFFF }

    /// The terminal's default foreground or background.
    public static let terminal = CellColor(bits: 0xFF00_0000)

    /// The color; `nil` for the terminal's default color, which is not known.
    public var rgb: RGB? { bits == Self.terminal.bits ? nil : RGB(hex: bits) }
}

/// The appearance of text: its colors and attributes.
public struct CellStyle: Hashable, Sendable {
    /// Attributes of text, which can be combined.
    public struct TextAttributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Bold, or a brighter color in some terminals.
        public static let bold = TextAttributes(rawValue: 1)
        /// Half of the intensity. Some terminals show it as a darker color.
        public static let dim = TextAttributes(rawValue: 2)
        /// A single underline.
        public static let underline = TextAttributes(rawValue: 4)
        /// Foreground and background exchanged.
        public static let reverse = TextAttributes(rawValue: 8)
        /// A line through the text. Not shown through ncurses, nor by every terminal.
        public static let strikethrough = TextAttributes(rawValue: 16)
    }

    /// The color of the glyph.
    public var foreground: CellColor
    /// The color behind the glyph.
    public var background: CellColor
    /// The attributes of the text; none by default.
    public var attributes: TextAttributes

    /// Creates a style, by default of the terminal's colors without attributes.
    public init(
        foreground: CellColor = .terminal, background: CellColor = .terminal, attributes: TextAttributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's default colors without attributes.
    public static let plain = CellStyle()
}

/// One character cell of a ``Canvas``: sixteen bytes, compared as a whole.
public struct Cell: Hashable, Sendable {
    /// The character as a scalar value; 0 is the right half of the wide character to the left.
    public var glyph: UInt32
    /// A combining mark on the glyph, as a scalar value; 0 for none.
    public var mark: UInt16
    /// The attributes of the glyph.
    public var attributes: CellStyle.TextAttributes
    /// The number of the cell's hyperlink in its canvas; 0 for none.
    var link: UInt8 = 0
    /// The color of the glyph.
    public var foreground: CellColor
    /// The color behind the glyph.
    public var background: CellColor

    /// Creates a cell of one scalar without a combining mark. A wide character needs two cells; ``Canvas`` writes both.
    public init(_ glyph: Unicode.Scalar, style: CellStyle = .plain) {
        self.glyph = glyph.value
        mark = 0
        attributes = style.attributes
        foreground = style.foreground
        background = style.background
    }

    /// A space in the terminal's default colors.
    public static let blank = Cell(" ")
}

/// The number of colors that a terminal shows.
public enum ColorDepth: String, Hashable, Sendable, CaseIterable {
    /// 24-bit color.
    case direct = "24bit"
    /// The 256 colors of xterm's palette.
    case palette256 = "256"
    /// Eight colors and their bright forms.
    case palette16 = "16"
    /// The eight colors of ANSI.
    case palette8 = "8"
    /// No colors, only the terminal's default foreground and background.
    case mono
}
