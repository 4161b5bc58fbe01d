import Pixels

/// What a terminal has told about itself since it was taken; `nil` for what it has not, or not yet.
///
/// Nobody waits for these: everything is drawn as if they never came, and better once they have.
public struct TerminalFacts: Hashable, Sendable {
    /// The colour of text that has none, and the one behind it.
    public private(set) var foreground: RGB?
    public private(set) var background: RGB?
    /// The size of a cell in pixels.
    public private(set) var cell: PixelSize?
    /// Whether it shows what comes between the brackets of DEC mode 2026 at once.
    public private(set) var synchronizesUpdates: Bool?
    /// Whether it reports its mouse in decimal (DEC mode 1006).
    public private(set) var reportsMouseInDecimal: Bool?
    /// Its name and version, unsanitised.
    public private(set) var name: String?
    /// The columns of a character whose width is ambiguous, such as a half block: 1, or 2 in some East Asian settings.
    public private(set) var ambiguousWidth: Int?
    /// Everything that was asked has been answered, or will not be.
    public private(set) var isComplete = false

    public init() {}

    /// Takes in an answer.
    public mutating func adopt(_ reply: TerminalReply) {
        switch reply {
        case .deviceAttributes: isComplete = true
        case .foreground(let color): foreground = color
        case .background(let color): background = color
        case .mode(2026, let isKnown): synchronizesUpdates = isKnown
        case .mode(1006, let isKnown): reportsMouseInDecimal = isKnown
        case .mode: break
        case .cell(let size): cell = size
        case .ambiguousWidth(let columns): ambiguousWidth = columns
        case .name(let text): name = text
        }
    }

    /// The row, counted from 0, in which a half block is printed to see how wide it is.
    static let trialRow = 1

    /// Asking for all of it. The last question is one that every terminal answers, in order.
    ///
    /// - Parameter triesWidth: also by printing a half block and asking where the cursor is then. For a screen that is
    ///   ours, has two rows at least, and will be drawn as a whole.
    public static func questions(triesWidth: Bool) -> [UInt8] {
        let sequences: [TerminalSequence] = [
            .askForeground, .askBackground, .askMode(2026), .askCellSize, .askName,
        ]
        let trial: [UInt8] =
            triesWidth
            ? TerminalSequence.cursor(CellPoint(column: 0, row: trialRow)).bytes + Array("▀".utf8)
                + TerminalSequence.askCursor.bytes + [0x0D] + TerminalSequence.eraseToEndOfRow.bytes
            : []
        return sequences.bytes + trial + TerminalSequence.askDeviceAttributes.bytes
    }
}
