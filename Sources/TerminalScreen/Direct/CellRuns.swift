import HalftoneCore

/// A terminal's control functions for runs of equal cells.
public struct CellRuns: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// REP repeats any character printed before it.
    public static let repeating = CellRuns(rawValue: 1)
    /// REP repeats an ASCII character.
    public static let repeatingASCII = CellRuns(rawValue: 32)
    /// ECH blanks a number of cells in the current background.
    public static let erasing = CellRuns(rawValue: 2)
    /// EL blanks the rest of a row in the current background.
    public static let erasingRows = CellRuns(rawValue: 4)
    /// ECH blanks a number of cells while the background is the terminal's default.
    public static let erasingPlain = CellRuns(rawValue: 8)
    /// EL blanks the rest of a row while the background is the terminal's default.
    public static let erasingPlainRows = CellRuns(rawValue: 16)

    public static let names: [(name: String, option: CellRuns)] = [
        ("repeating", .repeating), ("erasing", .erasing), ("erasingRows", .erasingRows),
        ("erasingPlain", .erasingPlain), ("erasingPlainRows", .erasingPlainRows),
        ("repeatingASCII", .repeatingASCII),
    ]

    /// The functions that erase to the end of a row.
    static let toEndOfRow: CellRuns = [.erasingRows, .erasingPlainRows]

    /// Creates the functions that terminfo lists, and of which nothing else is known by the terminal's name. Without `bce` it is not known what erasing leaves behind in another background; in
    /// the default background it always erases to that.
    public init(_ terminfo: TerminfoCapabilities, _ profile: TerminalProfile) {
        var runs: CellRuns = []
        if terminfo.repeatsCharacters { runs.insert(.repeatingASCII) }
        if terminfo.repeatsCharacters, profile.repeatsAll { runs.insert(.repeating) }
        if terminfo.erasesCharacters { runs.insert(.erasingPlain) }
        if terminfo.erasesLines { runs.insert(.erasingPlainRows) }
        if terminfo.erasesInBackground, terminfo.erasesCharacters { runs.insert(.erasing) }
        if terminfo.erasesInBackground, terminfo.erasesLines { runs.insert(.erasingRows) }
        self = runs
    }

    func repeats(_ glyph: UInt32) -> Bool { contains(.repeating) || (glyph < 0x80 && contains(.repeatingASCII)) }

    func erases(_ background: CellColor) -> Bool {
        contains(.erasing) || (background == .terminal && contains(.erasingPlain))
    }

    func erasesRows(_ background: CellColor) -> Bool {
        contains(.erasingRows) || (background == .terminal && contains(.erasingPlainRows))
    }
}

/// An encoder of equal adjacent cells in the current style, in fewer bytes than their characters take.
struct RunEncoder {
    var out: ByteCursor
    /// Number of cells that were encoded; 0 if their characters are as short.
    var covered = 0
    /// Number of columns that the cursor moved.
    var advance = 0

    /// Encodes the cells from `column`, where the cursor is, that equal the first, which is one column wide and without
    /// a mark. All cells that REP and ECH cover must have changed, so that the saving is certain.
    @inline(never)
    static func encode(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, column: Int, columns: Int, runs: CellRuns,
        out: ByteCursor
    ) -> RunEncoder {
        var result = RunEncoder(out: out)
        let cell = next[column]
        let isBlank = cell.glyph == 0x20 && cell.attributes.isDisjoint(with: .seenOnSpaces)
        var (end, changed) = (column, 0)
        var isUnbroken = true
        var unbroken = 0
        while end < columns, Cell.areIdentical(next + end, next + column) {
            if Cell.areIdentical(next + end, last + end) { isUnbroken = false } else { changed += 1 }
            if isUnbroken { unbroken += 1 }
            end += 1
        }
        if isBlank, end == columns, changed > 3, runs.erasesRows(cell.background) {
            result.out.put(0x4B_5B1B, count: 3)  // EL
            result.covered = end - column
        } else if runs.repeats(cell.glyph) {
            result.putRepeated(cell, count: min(unbroken, columns - lastColumns - column))
        } else if isBlank, runs.erases(cell.background) {
            result.putErased(count: unbroken)
        }
        return result
    }

    /// Number of columns at the end of a row that no repetition enters: terminals differ in the state that it leaves
    /// there, and so in whether the next character wraps.
    private static let lastColumns = 2

    private mutating func putRepeated(_ cell: Cell, count: Int) {
        let bytes = cell.glyph < 0x80 ? 1 : cell.glyph < 0x800 ? 2 : cell.glyph < 0x10000 ? 3 : 4
        guard count > 1, bytes + 3 + Self.digits(count - 1) < bytes * count else { return }
        out.putScalar(cell.glyph)
        out.put(0x5B1B, count: 2)
        out.putNumber(count - 1)
        out.put(UInt8(ascii: "b"))
        (covered, advance) = (count, count)
    }

    /// Appends ECH. The cursor does not move, so the next cell costs a movement.
    private mutating func putErased(count: Int) {
        guard 2 * (3 + Self.digits(count)) < count else { return }
        out.put(0x5B1B, count: 2)
        out.putNumber(count)
        out.put(UInt8(ascii: "X"))
        covered = count
    }

    private static func digits(_ number: Int) -> Int { number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4 }
}
