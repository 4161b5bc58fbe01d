import FoundationEssentials
import TestSupport
import Testing

@testable import halftone

/// README.md is a short front page, and its statements about keys, modules, files and versions are true.
@Suite(.endsInTime) struct ReadmeTests {
    private let readme: Document

    init() throws { readme = try Document.readme() }

    @Test func `the README is short`() {
        let words = readme.lines.flatMap { $0.split(separator: " ") }
        #expect(words.count > 500)
        #expect(words.count <= 1000)
    }

    @Test func `every key of the README is in the table of actions`() throws {
        let table = try #require(Document.tables(in: try readme.section("## Use")).first)
        let named = Set(table.rows.flatMap { Document.spans(in: $0[0]) })
        #expect(named.count > 10)
        #expect(named.subtracting(Action.table.flatMap(\.keys).map(\.name)).isEmpty)
    }

    @Test func `the table of modules names every module in the order of the architecture`() throws {
        let named = try #require(Document.tables(in: try readme.section("## Modules")).first).rows
            .compactMap { Document.spans(in: $0[0]).first }
        let architecture = try Document.article("Architecture", of: "halftone")
        let table = try #require(Document.tables(in: try architecture.section("## Modules")).first)
        #expect(named.count > 10)
        #expect(named == table.rows.compactMap { Document.spans(in: $0[0]).first })
    }

    @Test func `the README depends on the version of the program`() throws {
        let line = try #require(readme.lines.first { $0.hasPrefix(".package(url: ") })
        #expect(line.contains("from: \"\(Program.version)\""))
    }

    @Test func `every file that the README links to is there`() throws {
        let tests = try Document("Tests/README.md")
        var count = 0
        for document in [readme, tests] {
            let folder = document.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            for line in document.prose {
                for match in line.matches(of: #/\]\(([^)#]+)[^)]*\)/#) where !match.1.contains("://") {
                    count += 1
                    let isThere = FileManager.default.fileExists(atPath: "\(Document.root)/\(folder)\(match.1)")
                    #expect(isThere, "\(document.path): no \(match.1)")
                }
            }
        }
        #expect(count > 8)
    }
}
