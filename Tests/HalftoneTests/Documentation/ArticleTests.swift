import FoundationEssentials
import ImageLoading
import TestSupport
import Testing

/// The statements of README.md and of the DocC catalogs about types, folders and options. Links between pages, and to
/// symbols, are checked by `Tests/Documentation/run`.
@Suite(.endsInTime) struct ArticleTests {
    private let documents: [Document]

    init() throws { documents = try Document.all() }

    @Test func `every row of a table has as many cells as its head`() {
        let tables = documents.flatMap { Document.tables(in: $0.lines) }
        #expect(tables.count > 20)
        for table in tables {
            for row in table.rows { #expect(row.count == table.header.count, "\(row)") }
        }
    }

    // MARK: - Modules

    @Test func `the architecture names every folder of the sources`() throws {
        let article = try Document.article("Architecture", of: "halftone")
        let table = try #require(Document.tables(in: try article.section("## Modules")).first)
        #expect(table.header == ["module", "does", "folders", "imports"])
        var above: Set<String> = []
        for row in table.rows {
            let name = try #require(Document.spans(in: row[0]).first)
            #expect(Set(Document.spans(in: row[2])) == Set(try Self.folders(in: "Sources/" + name)), "\(name)")
            #expect(above.isSuperset(of: Document.spans(in: row[3])), "\(name) imports a module below it")
            above.insert(name)
        }
        // The other folders are the shims of C libraries.
        #expect(above == Set(try Self.folders(in: "Sources").filter { !$0.hasPrefix("C") }))
    }

    /// Returns the folders in a folder, without DocC catalogs.
    private static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Document.root + "/" + path).filter { entry in
            let path = Document.root + "/" + path + "/" + entry
            return !entry.hasSuffix(".docc") && (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
        }
    }

    // MARK: - Names

    @Test func `the page of the options has every option once`() throws {
        let topics = try Document.article("Options", of: "ImageLoading").section("## Topics")
        let listed = topics.filter { $0.hasPrefix("- ``") }.map { String($0.dropFirst(4).dropLast(2)) }
        #expect(listed.sorted() == ImageOptions.names.map(\.name).sorted())
    }

    /// Returns the types that the sources declare.
    private func types() throws -> Set<String> {
        let keywords: Set<Substring> = ["class", "struct", "enum", "protocol", "typealias"]
        let separators = Set(" \n:<(){".utf8)
        var types: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: Document.root + "/Sources")
        where path.hasSuffix(".swift") {
            let words = try Document.text(of: "Sources/" + path).utf8.split { separators.contains($0) }
            for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(Substring(keyword)) {
                types.insert(String(Substring(name)))
            }
        }
        return types
    }

    @Test func `every type that an article names exists`() throws {
        let others: Set = [
            "NSCache", "URLCache", "Cancelled",  // types of other libraries
            "Age", "Expires", "Vary",  // HTTP headers
            "Enter", "Esc", "Sources",
        ]
        let modules = try Self.folders(in: "Sources")
        let folders = try modules.flatMap { try Self.folders(in: "Sources/" + $0) }
        let known = try types().union(others).union(modules).union(folders)
        var count = 0
        for document in documents {
            for span in document.prose.flatMap({ Document.spans(in: $0) }) {
                guard let match = span.wholeMatch(of: #/([A-Z][a-z]\w*)([.(].*)?/#) else { continue }
                count += 1
                #expect(known.contains(String(match.1)), "\(document.path) names a type that does not exist: \(span)")
            }
        }
        #expect(count > 40)
    }

    // MARK: - Pictures

    @Test func `every picture exists and is made by the script`() throws {
        let made = try Document("Assets/pictures/make").lines.filter { $0.hasPrefix("shot ") }
            .map { String($0.split(separator: " ")[1]) + ".png" }
        var shown: Set<String> = []
        for document in documents {
            let folder = document.path.split(separator: "/").dropLast().joined(separator: "/")
            for line in document.lines where line.hasPrefix("![") {
                let target = try #require(line.firstMatch(of: #/\(([^)]+)\)/#)?.1, "\(line)")
                // DocC finds a picture by its name alone.
                shown.insert(target.contains("/") ? String(target) : "\(folder)/Resources/\(target).png")
            }
        }
        for path in shown {
            let file = FileManager.default.contents(atPath: "\(Document.root)/\(path)") ?? Data()
            #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(path) is no PNG")
        }
        #expect(shown.count > 4 && shown == Set(made))
    }
}
