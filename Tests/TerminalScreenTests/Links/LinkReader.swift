import Pixels
import TerminalTestSupport

@testable import TerminalScreen

/// The link target of each cell of a screen, as a terminal with hyperlinks would have it.
///
/// libvterm has no hyperlinks, so this interprets the few sequences that frames in 24-bit color use.
struct LinkReader {
    let size: CellSize
    private(set) var links: [[String?]]
    /// The target of the text that follows; a frame must leave no link open.
    private(set) var open: String?
    private var cursor = CellPoint.zero
    private var margins: Range<Int>

    init(_ size: CellSize) {
        self.size = size
        margins = 0..<size.rows
        links = Array(repeating: Array(repeating: nil, count: size.columns), count: size.rows)
    }

    /// Describes the first cell with another target than the canvas has; `nil` if there is none.
    func firstDifference(from canvas: Canvas) -> String? {
        if let open { return "a link to \(open) is open" }
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let wanted = canvas.linkTarget(column: column, row: row)?.uri
                guard wanted != links[row][column] else { continue }
                return
                    "column \(column), row \(row) leads to \(links[row][column] ?? "nothing"), not \(wanted ?? "nothing")"
            }
        }
        return nil
    }

    mutating func feed(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": takeSequence(&rest)
            case "\r": cursor.column = 0
            case "\n": cursor.row = min(size.rows - 1, cursor.row + 1)
            default: write(CharacterWidth(scalar).columns)
            }
        }
    }

    private mutating func write(_ columns: Int) {
        guard columns > 0 else { return }  // a combining mark
        for column in cursor.column..<min(size.columns, cursor.column + columns) { links[cursor.row][column] = open }
        cursor.column += columns
    }

    private mutating func takeSequence(_ rest: inout Substring.UnicodeScalarView) {
        switch rest.popFirst() {
        case "]":
            var text = ""
            while let scalar = rest.popFirst(), scalar != "\u{1B}" { text.unicodeScalars.append(scalar) }
            _ = rest.popFirst()
            takeString(text)
        case "[":
            var parameters = ""
            while let scalar = rest.popFirst() {
                if (0x40...0x7E).contains(scalar.value) {
                    return takeControl(parameters, scalar)
                }
                parameters.unicodeScalars.append(scalar)
            }
        default: break
        }
    }

    private mutating func takeString(_ text: String) {
        let fields = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0] == "8" else { return }
        open = fields[2].isEmpty ? nil : String(fields[2])
    }

    private mutating func takeControl(_ parameters: String, _ final: Unicode.Scalar) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let first = numbers.first ?? nil
        switch final {
        case "H":
            let column = numbers.count > 1 ? numbers[1] ?? 1 : 1
            cursor = CellPoint(column: column - 1, row: (first ?? 1) - 1)
        case "C": cursor.column += first ?? 1
        case "K": clear(row: cursor.row, cursor.column..<size.columns)
        case "J": for row in 0..<size.rows { clear(row: row, 0..<size.columns) }
        case "r":
            margins = numbers.count == 2 ? (first ?? 1) - 1..<(numbers[1] ?? size.rows) : 0..<size.rows
            cursor = .zero
        case "S": scroll(first ?? 1)
        case "T": scroll(-(first ?? 1))
        default: break  // colors and modes
        }
    }

    private mutating func clear(row: Int, _ columns: Range<Int>) {
        for column in columns { links[row][column] = nil }
    }

    private mutating func scroll(_ distance: Int) {
        let old = links
        for row in margins {
            let source = row + distance
            links[row] = margins.contains(source) ? old[source] : Array(repeating: nil, count: size.columns)
        }
    }
}
