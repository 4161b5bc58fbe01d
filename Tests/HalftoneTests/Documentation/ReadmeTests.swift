import FoundationEssentials
import TestSupport
import Testing

@testable import halftone

/// README.md is a short front page, and its statements about keys, modules, files and versions are true.
@Suite(.endsInTime) struct ReadmeTests {
    private let readme: Document

    init() throws { readme = try Document.readme() }

    @Test func theReadmeIsShort() {
        let words = readme.lines.flatMap { $0.split(separator: " ") }
        #expect(words.count > 500)
        #expect(words.count <= 1000)
    }

    @Test func everyKeyOfTheReadmeIsInTheTableOfActions() throws {
        let table = try #require(Document.tables(in: try readme.section("## Use")).first)
        let named = Set(table.rows.flatMap { Document.spans(in: $0[0]) })
        #expect(named.count > 10)
        #expect(named.subtracting(Action.table.flatMap(\.keys).map(\.name)).isEmpty)
    }

    @Test func theTableOfModulesNamesEveryModuleInTheOrderOfTheArchitecture() throws {
        let named = try #require(Document.tables(in: try readme.section("## Modules")).first).rows
            .compactMap { Document.spans(in: $0[0]).first }
        let architecture = try Document.article("Architecture", of: "halftone")
        let table = try #require(Document.tables(in: try architecture.section("## Modules")).first)
        #expect(named.count > 10)
        #expect(named == table.rows.compactMap { Document.spans(in: $0[0]).first })
    }

    @Test func theReadmeAsksForTheVersionOfTheProgram() throws {
        let line = try #require(readme.lines.first { $0.hasPrefix(".package(url: ") })
        #expect(line.contains("from: \"\(Program.version)\""))
    }

    @Test func everyFileThatTheReadmeLinksToIsThere() throws {
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
