import FoundationEssentials
import Testing

/// README.md or a page of the documentation, parsed into sections, tables and blocks of code.
public struct Document: Sendable {
    /// The folder of the package.
    public static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
        separator: "/")

    /// Returns the text of a file of the package.
    public static func text(of path: String) throws -> String {
        let data = try #require(FileManager.default.contents(atPath: root + "/" + path), "there is no \(path)")
        return String(decoding: data, as: UTF8.self)
    }

    public struct Table: Sendable {
        public let header: [String]
        public let rows: [[String]]
    }

    /// The path in the package.
    public let path: String
    public let lines: [String]

    public init(_ path: String) throws {
        self.path = path
        lines = try Self.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns README.md.
    public static func readme() throws -> Document { try Document("README.md") }

    /// Returns an article of a module's DocC catalog.
    public static func article(_ name: String, of module: String) throws -> Document {
        try Document("Sources/\(module)/\(module).docc/\(name).md")
    }

    /// Returns README.md and all pages of all DocC catalogs.
    public static func all() throws -> [Document] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources")
        let pages = paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
        return try [readme()] + pages.map { try Document("Sources/" + $0) }
    }

    /// Returns the lines below a heading, up to the next one of its kind.
    public func section(_ heading: String) throws -> [String] {
        let start = try #require(lines.firstIndex(of: heading), "\(path) has no \(heading)")
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("# ") })
    }

    /// The lines outside of code blocks.
    public var prose: [String] {
        lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("```") }.enumerated()
            .filter { $0.offset % 2 == 0 }.flatMap(\.element)
    }

    /// Returns all blocks of code in some lines, in order, with the language of each.
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

    /// Returns the tables in some lines.
    public static func tables(in lines: [String]) -> [Table] {
        lines.split { !$0.hasPrefix("|") }.map { rows in
            let cells = rows.map(cells)
            return Table(header: cells.first ?? [], rows: Array(cells.dropFirst(2)))
        }
    }

    /// Returns the cells of a line of a table. A bar after a backslash is part of a cell.
    private static func cells(_ line: String) -> [String] {
        line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().dropLast()
            .map { $0.replacing("\u{0}", with: "|").trimmingSpaces }
    }

    /// Returns the texts between pairs of backticks.
    public static func spans(in text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
