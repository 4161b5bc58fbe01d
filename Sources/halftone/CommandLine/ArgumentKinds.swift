import HalftoneCore
import ImageCoding
import ImageFeeds
import OptionParsing
import Pixels
import TerminalScreen

extension ArgumentKind where Value == CellSize {
    /// Returns the kind of sizes in cells, between two sizes. `allowsWidth`: columns alone are as many rows as needed.
    static func cells(from min: CellSize, to max: CellSize, allowsWidth: Bool = false) -> ArgumentKind {
        let name = allowsWidth ? "COLUMNS[xROWS]" : "COLUMNSxROWS"
        return ArgumentKind(
            name, expected: "\(name), from \(min.columns)x\(min.rows) to \(max.columns)x\(max.rows)"
        ) { text in
            var sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            if allowsWidth, sides.count == 1 { sides.append(max.rows) }
            guard sides.count == 2, let columns = sides[0], let rows = sides[1],
                (min.columns...max.columns).contains(columns), (min.rows...max.rows).contains(rows)
            else { return nil }
            return CellSize(columns: columns, rows: rows)
        }
    }
}

extension ArgumentKind where Value == PictureBackground {
    static var background: ArgumentKind {
        ArgumentKind("WHAT", completion: .words(["checker", "none"]), expected: "checker, none or #rrggbb") { text in
            switch text {
            case "checker": return .checkerboard
            case "none": return .terminal
            default:
                let digits = text.dropFirst()
                guard text.hasPrefix("#"), digits.utf8.count == 6, digits.first != "+" else { return nil }
                return UInt32(digits, radix: 16).map { .color(RGB(hex: $0)) }
            }
        }
    }
}

extension ArgumentKind where Value == PictureTitle {
    static var title: ArgumentKind {
        ArgumentKind(
            "FORMAT",
            expected: "a text with \(PictureTitle.placeholders.map { "%\($0.letter)" }.joined(separator: ", "))"
        ) { PictureTitle($0) }
    }
}

extension ArgumentKind where Value == [String] {
    /// A program and its arguments, separated by commas.
    static var command: ArgumentKind {
        ArgumentKind(
            "COMMAND", expected: "a program",
            json: { words in "[" + words.map { quoted($0) }.joined(separator: ", ") + "]" }
        ) { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return words.first?.isEmpty == false ? words : nil
        }
    }
}

extension ArgumentKind where Value == (name: LimitOption, value: Int) {
    static var limit: ArgumentKind {
        let names = LimitOption.allCases.map(\.rawValue)
        return ArgumentKind(
            "NAME=VALUE", completion: .words(names.map { $0 + "=" }),
            expected: "\(names.joined(separator: ", ")), such as pixels=900M"
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = LimitOption(rawValue: String(parts[0])), let value = ByteSize(parts[1]),
                value.bytes > 0
            else { return nil }
            return (name, value.bytes)
        }
    }
}
