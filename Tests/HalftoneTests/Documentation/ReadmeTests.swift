import FoundationEssentials
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// What README.md says of keys, options and tests is what there is.
@Suite(.endsInTime) struct ReadmeTests {
    private let readme: Readme

    init() throws { readme = try Readme() }

    // MARK: - Keys

    @Test func everyKeyOfTheReadmeIsInTheTableOfActions() throws {
        let table = try #require(Readme.tables(in: try readme.section("## Keys")).first)
        let named = Set(table.rows.flatMap { Readme.spans(in: $0[0]) })
        #expect(named.count > 10)
        #expect(named.subtracting(Action.table.flatMap(\.keys).map(\.name)).isEmpty)
    }

    // MARK: - Tables

    @Test func everyRowOfATableHasAsManyCellsAsItsHead() {
        let tables = Readme.tables(in: readme.lines)
        #expect(tables.count > 10)
        for table in tables {
            for row in table.rows { #expect(row.count == table.header.count, "\(row)") }
        }
    }

    @Test func theTableOfRoomsNamesEveryFolderOfTheSources() throws {
        let rooms = try #require(Readme.tables(in: readme.lines).first { $0.header.first == "room" })
        for row in rooms.rows {
            let name = try #require(Readme.spans(in: row[0]).first)
            let path = Readme.root + "/Sources/" + name
            let folders = try FileManager.default.contentsOfDirectory(atPath: path).filter { entry in
                (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + entry)) != nil
            }
            #expect(Set(Readme.spans(in: row[2])) == Set(folders), "\(name)")
        }
        let swift = try FileManager.default.contentsOfDirectory(atPath: Readme.root + "/Sources").filter {
            !$0.hasPrefix("C")  // the shims of the C libraries
        }
        #expect(Set(rooms.rows.compactMap { Readme.spans(in: $0[0]).first }) == Set(swift))
    }

    @Test func whateverTheReadmeClaimsBesideOthersNamesItsTest() throws {
        for (heading, least) in [("## Beside other viewers", 25), ("## Beside SDWebImage, Nuke and Kingfisher", 40)] {
            let rows = Readme.tables(in: try readme.section(heading)).flatMap { table in
                #expect(table.header[1] == "Halftone" && table.header.last == "test")
                return table.rows
            }
            #expect(rows.count >= least)
            for row in rows where row[1] != "no" {
                #expect(!Readme.spans(in: row.last ?? "").isEmpty, "“\(row[0])” names no test")
            }
        }
    }

    @Test func everyPictureOfTheReadmeIsThereAndIsMadeByTheScript() throws {
        let script = try Readme.text(of: "Assets/pictures/make")
        let shots = Set(
            script.split(separator: "\n").filter { $0.hasPrefix("shot ") }.map { $0.split(separator: " ")[1] })
        var shown: Set<Substring> = []
        for line in readme.lines where line.hasPrefix("![") {
            let match = try #require(line.firstMatch(of: #/\(Assets/pictures/([a-z]+)[.]png\)/#), "\(line)")
            shown.insert(match.1)
            let file = FileManager.default.contents(atPath: "\(Readme.root)/Assets/pictures/\(match.1).png") ?? Data()
            #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(match.1).png is no PNG")
        }
        #expect(shown == shots)
    }

    // MARK: - Tests

    /// The names of all functions behind `@Test`.
    private func testNames() throws -> Set<String> {
        var names: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: Readme.root + "/Tests")
        where path.hasSuffix(".swift") {
            var before = ""[...]
            for part in try Readme.text(of: "Tests/" + path).split(separator: "func ", omittingEmptySubsequences: false)
            {
                if before.split(separator: "\n\n").last?.contains("@Test") == true {
                    names.insert(String(part.prefix { $0.isLetter || $0.isNumber }))
                }
                before = part
            }
        }
        return names
    }

    @Test func everyTestThatTheReadmeNamesExists() throws {
        // Words as long as the shortest names of tests that are something else.
        let others = Set(ImageOptions.names.map(\.name) + BrowseOptions.transitions.map(\.name))
            .union(["transformVectorImage", "avoidDecodeImage", "prepareForReuse", "libmicrohttpd12"])
        let text = readme.lines.split { $0.hasPrefix("```") }.enumerated().filter { $0.offset % 2 == 0 }
            .flatMap(\.element)
        let names = Set(text.flatMap { Readme.spans(in: $0) }).filter { name in
            name.utf8.count >= 15 && !others.contains(name) && name.first?.isLowercase == true
                && name.allSatisfy { $0.isLetter || $0.isNumber }
        }
        #expect(names.count > 150)
        let tests = try testNames()
        #expect(tests.count > 1500)
        for name in names.sorted() {
            #expect(tests.contains(name), "README.md names a test that is not there: \(name)")
        }
    }
}
