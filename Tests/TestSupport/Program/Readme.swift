import FoundationEssentials
import Testing

/// README.md as its reader finds it: sections, tables, and blocks of code.
public struct Readme {
    /// The folder of the package.
    public static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
        separator: "/")

    /// The text of a file of the package.
    public static func text(of path: String) throws -> String {
        let data = try #require(FileManager.default.contents(atPath: root + "/" + path), "there is no \(path)")
        return String(decoding: data, as: UTF8.self)
    }

    public struct Table {
        public let header: [String]
        public let rows: [[String]]
    }

    public let lines: [String]

    public init() throws {
        lines = try Self.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines below a heading, up to the next one of its kind.
    public func section(_ heading: String) throws -> [String] {
        let start = try #require(lines.firstIndex(of: heading), "README.md has no \(heading)")
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("# ") })
    }

    /// All blocks of code in some lines, in their order, with what follows the three ticks before each.
    public static func blocks(in lines: [String]) -> [(language: String, lines: [String])] {
        var blocks: [(language: String, lines: [String])] = []
        var isInside = false
        for line in lines {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside { blocks.append((String(line.dropFirst(3)), [])) }
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        return blocks
    }

    /// The tables in some lines. What stands between two lines of one belongs to it.
    public static func tables(in lines: [String]) -> [Table] {
        lines.split { !$0.hasPrefix("|") }.map { rows in
            let cells = rows.map(cells)
            return Table(header: cells.first ?? [], rows: Array(cells.dropFirst(2)))
        }
    }

    /// The cells of a line of a table. An upright stroke with a backslash before it is part of a cell.
    private static func cells(_ line: String) -> [String] {
        line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().dropLast()
            .map { $0.replacing("\u{0}", with: "|").trimmingSpaces }
    }

    /// What stands between ticks, from one line to the next at the most.
    public static func spans(in text: some StringProtocol, between mark: Character = "`") -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
