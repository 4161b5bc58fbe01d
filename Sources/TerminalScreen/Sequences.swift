import FoundationEssentials
import Pixels

/// A control sequence of a terminal, as a value.
///
/// The control functions are those of ECMA-48 and of xterm's "Control Sequences" document; each comment has their
/// mnemonic there. Positions and distances are counted from 0 here and from 1 on the wire.
public struct TerminalSequence: Hashable, Sendable {
    /// The sequence as bytes for the terminal.
    public let bytes: [UInt8]

    private init(_ text: String) { bytes = Array(text.utf8) }

    // MARK: - Modes

    /// DECTCEM: whether the cursor is visible.
    public static func cursorVisible(_ isOn: Bool) -> Self { privateMode(25, isOn) }
    /// DECSET 1000: reports of presses, releases and the wheel.
    static func mouseButtons(_ isOn: Bool) -> Self { privateMode(1000, isOn) }
    /// DECSET 1002: reports as in DECSET 1000, and of movement while a button is held.
    static func mouseDrags(_ isOn: Bool) -> Self { privateMode(1002, isOn) }
    /// DECSET 1006: reports in decimal, without the 223-column limit of the old form.
    static func mouseDecimalReports(_ isOn: Bool) -> Self { privateMode(1006, isOn) }
    /// DECSET 2004: pasted text is enclosed in two markers.
    static func bracketedPaste(_ isOn: Bool) -> Self { privateMode(2004, isOn) }
    /// DECSET 2026: a synchronized update, whose output is shown at once at its end (`false`). Terminals that do not
    /// support it ignore it.
    public static func synchronizedUpdate(_ isOn: Bool) -> Self { privateMode(2026, isOn) }

    private static func privateMode(_ number: Int, _ isOn: Bool) -> Self {
        Self("\u{1B}[?\(number)\(isOn ? "h" : "l")")
    }

    // MARK: - Cursor and text

    /// CUP: moves the cursor to a position.
    static func cursor(_ point: CellPoint) -> Self {
        Self("\u{1B}[\(point.row + 1)\(point.column == 0 ? "" : ";\(point.column + 1)")H")
    }
    /// SGR 0: default colors, no attributes.
    public static let resetStyle = Self("\u{1B}[m")
    /// EL: erases from the cursor to the end of its row, in the current background where the terminal supports that.
    static let eraseToEndOfRow = Self("\u{1B}[K")
    /// EL 2: erases the whole row of the cursor, likewise.
    static let eraseRow = Self("\u{1B}[2K")
    /// ED 2: erases the whole screen, in the current background.
    static let eraseScreen = Self("\u{1B}[2J")

    // MARK: - Scrolling

    /// DECSTBM: the rows of the scrolling region. Moves the cursor to the top left corner.
    static func margins(_ rows: Range<Int>) -> Self { Self("\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r") }
    /// DECSTBM without parameters: the scrolling region is the whole screen. Moves the cursor to the top left corner.
    static let resetMargins = Self("\u{1B}[r")
    /// SU: the content moves up by a number of rows; the rows that appear are blank.
    static func scrollUp(_ rows: Int) -> Self { Self("\u{1B}[\(rows == 1 ? "" : "\(rows)")S") }
    /// SD: the content moves down by a number of rows; the rows that appear are blank.
    static func scrollDown(_ rows: Int) -> Self { Self("\u{1B}[\(rows == 1 ? "" : "\(rows)")T") }

    // MARK: - Strings

    /// OSC 8: starts a hyperlink, to which all text up to ``endLink`` belongs. The number identifies parts of one
    /// hyperlink.
    static func link(_ target: Hyperlink, number: Int) -> Self {
        Self("\u{1B}]8;id=\(number);\(target.uri)\u{1B}\\")
    }
    /// OSC 8 without a target: ends a hyperlink.
    static let endLink = Self("\u{1B}]8;;\u{1B}\\")
    /// OSC 52: copies text to the clipboard of the terminal's machine, where the terminal allows that.
    public static func clipboard(_ bytes: [UInt8]) -> Self {
        Self("\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{1B}\\")
    }

    /// CAN, which aborts an unfinished escape or control sequence, and ST, which ends an unfinished control string: so
    /// that a sequence that was cut does not swallow the next output.
    static let recovery = Self("\u{18}\u{1B}\\")

    // MARK: - Queries

    /// OSC 11 with `?`: queries the default background color.
    static let queryBackground = Self("\u{1B}]11;?\u{1B}\\")
    /// XTWINOPS 16: queries the size of a cell in pixels.
    static let queryCellSize = Self("\u{1B}[16t")
    /// XTVERSION: queries the terminal's name and version.
    static let queryName = Self("\u{1B}[>q")
    /// SGR 48 with a 24-bit color, DECRQSS for the style, SGR 0: queries whether the terminal keeps 24-bit colors.
    static let queryDirectColor = Self(
        "\u{1B}[48;2;\(probe.red);\(probe.green);\(probe.blue)m\u{1B}P$qm\u{1B}\\\u{1B}[m")
    /// CPR: queries the position of the cursor.
    static let queryCursor = Self("\u{1B}[6n")
    /// XTSMGRAPHICS: queries the number of color registers for sixels.
    static let queryColorRegisters = Self("\u{1B}[?1;1;0S")
    /// DA1: queries the device attributes. Every terminal replies, in order, so it ends a batch of queries.
    static let queryDeviceAttributes = Self("\u{1B}[c")

    /// The color of ``queryDirectColor``, which is in no palette.
    static let probe = RGB(1, 2, 3)
}

extension Sequence where Element == TerminalSequence {
    /// The bytes of all sequences, in order.
    public var bytes: [UInt8] { flatMap(\.bytes) }
}
