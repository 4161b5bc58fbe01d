import Pixels

/// A control sequence of a terminal, as a value.
///
/// The control functions are those of ECMA-48 and of xterm's "Control Sequences" document; the case's comment has their
/// mnemonic there. Positions and distances are counted from 0 here and from 1 on the wire.
public enum TerminalSequence: Hashable, Sendable {
    // MARK: Modes

    /// DECTCEM: whether the cursor is visible.
    case cursorVisible(Bool)
    /// DECSET 1000: reports of presses, releases and the wheel.
    case mouseButtons(Bool)
    /// DECSET 1002: reports as in DECSET 1000, and of movement while a button is held.
    case mouseDrags(Bool)
    /// DECSET 1006: reports in decimal, without the 223-column limit of the old form.
    case mouseDecimalReports(Bool)
    /// DECSET 2004: pasted text is enclosed in two markers.
    case bracketedPaste(Bool)
    /// DECSET 2026: a synchronized update, whose output is shown at once at its end (`false`). Terminals that do not
    /// support it ignore it.
    case synchronizedUpdate(Bool)

    // MARK: Cursor and text

    /// CUP: moves the cursor to a position.
    case cursor(CellPoint)
    /// CR LF: moves to the start of the next row. Not on the last row, where it would scroll.
    case nextRow
    /// SGR 0: default colors, no attributes.
    case resetStyle
    /// EL: erases from the cursor to the end of its row, in the current background where the terminal supports that.
    case eraseToEndOfRow
    /// EL 2: erases the whole row of the cursor, likewise.
    case eraseRow
    /// ED 2: erases the whole screen, in the current background.
    case eraseScreen

    // MARK: Scrolling

    /// DECSTBM: the rows of the scrolling region. Moves the cursor to the top left corner.
    case margins(Range<Int>)
    /// DECSTBM without parameters: the scrolling region is the whole screen. Moves the cursor to the top left corner.
    case resetMargins
    /// SU: the content moves up by a number of rows; the rows that appear are blank.
    case scrollUp(Int)
    /// SD: the content moves down by a number of rows; the rows that appear are blank.
    case scrollDown(Int)

    // MARK: Titles

    /// OSC 2: the window's title. The text must have passed the sanitizer; control characters in it are dropped anyway.
    case title(String)

    // MARK: Hyperlinks

    /// OSC 8: starts a hyperlink, to which all text up to ``endLink`` belongs. The number identifies parts of one
    /// hyperlink.
    case link(Hyperlink, number: Int)
    /// OSC 8 without a target: ends a hyperlink.
    case endLink

    // MARK: Clipboard

    /// OSC 52: copies text to the clipboard of the terminal's machine, where the terminal allows that.
    case clipboard([UInt8])

    // MARK: Recovery

    /// CAN: aborts an unfinished escape or control sequence.
    case cancel
    /// ST: ends an unfinished control string.
    case stringTerminator

    // MARK: Queries

    /// OSC 10 with `?`: queries the default foreground color.
    case queryForeground
    /// OSC 11 with `?`: queries the default background color.
    case queryBackground
    /// DECRQM: queries whether a private mode is supported.
    case queryMode(Int)
    /// XTWINOPS 16: queries the size of a cell in pixels.
    case queryCellSize
    /// XTVERSION: queries the terminal's name and version.
    case queryName
    /// SGR 48 with a 24-bit color, DECRQSS for the style, SGR 0: queries whether the terminal keeps 24-bit colors.
    case queryDirectColor
    /// CPR: queries the position of the cursor.
    case queryCursor
    /// XTSMGRAPHICS: queries the number of color registers for sixels.
    case queryColorRegisters
    /// DA1: queries the device attributes. Every terminal replies, in order, so it ends a batch of queries.
    case queryDeviceAttributes

    /// The sequence as bytes for the terminal.
    public var bytes: [UInt8] {
        switch self {
        case .cursorVisible(let isOn): Self.privateMode(25, isOn)
        case .mouseButtons(let isOn): Self.privateMode(1000, isOn)
        case .mouseDrags(let isOn): Self.privateMode(1002, isOn)
        case .mouseDecimalReports(let isOn): Self.privateMode(1006, isOn)
        case .bracketedPaste(let isOn): Self.privateMode(2004, isOn)
        case .synchronizedUpdate(let isOn): Self.privateMode(2026, isOn)
        case .cursor(let point):
            point.column == 0
                ? Self.control("\(point.row + 1)H") : Self.control("\(point.row + 1);\(point.column + 1)H")
        case .nextRow: [0x0D, 0x0A]
        case .resetStyle: Self.control("m")
        case .eraseToEndOfRow: Self.control("K")
        case .eraseRow: Self.control("2K")
        case .eraseScreen: Self.control("2J")
        case .margins(let rows): Self.control("\(rows.lowerBound + 1);\(rows.upperBound)r")
        case .resetMargins: Self.control("r")
        case .scrollUp(let rows): Self.control(rows == 1 ? "S" : "\(rows)S")
        case .scrollDown(let rows): Self.control(rows == 1 ? "T" : "\(rows)T")
        case .title(let text):
            Array("\u{1B}]2;".utf8) + Self.withoutControls(text) + Self.stringTerminator.bytes
        case .link(let target, let number):
            Array("\u{1B}]8;id=\(number);\(target.uri)".utf8) + Self.stringTerminator.bytes
        case .endLink: Array("\u{1B}]8;;".utf8) + Self.stringTerminator.bytes
        case .clipboard(let bytes):
            Array("\u{1B}]52;c;".utf8) + Base64.text(of: bytes) + Self.stringTerminator.bytes
        case .cancel: [0x18]
        case .stringTerminator: Array("\u{1B}\\".utf8)
        case .queryForeground: Array("\u{1B}]10;?\u{1B}\\".utf8)
        case .queryBackground: Array("\u{1B}]11;?\u{1B}\\".utf8)
        case .queryMode(let number): Self.control("?\(number)$p")
        case .queryCellSize: Self.control("16t")
        case .queryName: Self.control(">q")
        case .queryDirectColor:
            Self.control("48;2;\(Self.probe.red);\(Self.probe.green);\(Self.probe.blue)m")
                + Array("\u{1B}P$qm\u{1B}\\".utf8) + Self.resetStyle.bytes
        case .queryCursor: Self.control("6n")
        case .queryColorRegisters: Self.control("?1;1;0S")
        case .queryDeviceAttributes: Self.control("c")
        }
    }

    /// Appends the sequence to bytes for the terminal.
    public func append(to buffer: inout [UInt8]) { buffer += bytes }

    /// The color of ``queryDirectColor``, which is in no palette.
    static let probe = RGB(1, 2, 3)

    private static func control(_ text: String) -> [UInt8] { Array("\u{1B}[\(text)".utf8) }

    private static func privateMode(_ number: Int, _ isOn: Bool) -> [UInt8] {
        control("?\(number)\(isOn ? "h" : "l")")
    }

    private static func withoutControls(_ text: String) -> [UInt8] {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        return Array(String(scalars).utf8)
    }
}

extension TerminalSequence {
    /// The bytes that end a control sequence or string that was cut, so that it does not swallow the next output.
    static let recovery = [TerminalSequence.cancel, .stringTerminator].bytes
}

extension Sequence where Element == TerminalSequence {
    /// The bytes of all sequences, in order.
    public var bytes: [UInt8] { flatMap(\.bytes) }
}
