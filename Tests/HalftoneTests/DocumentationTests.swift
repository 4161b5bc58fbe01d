import FoundationEssentials
import ImageLoading
import Pixels
import TestSupport
import Testing
import Transfer

// The README's example, as it stands there.
func loadThumbnail(of url: URL) async throws -> Bitmap {
    let downloader = ImageDownloader(transport: CurlTransport())
    let manager = ImageManager(downloader: downloader, diskCache: DiskCache(directory: "/tmp/thumbnails"))
    var context = ImageContext()
    context.variant.box = PixelSize(width: 48, height: 48)
    return try await manager.image(for: url, options: .retryFailed, context: context).image.bitmap
}

/// What is written about the program is what the program says.
@Suite struct DocumentationTests {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
        separator: "/")

    private func text(of name: String) throws -> String {
        let data = try #require(FileManager.default.contents(atPath: Self.root + "/" + name))
        return String(decoding: data, as: UTF8.self)
    }

    @Test func theExampleInTheReadmeIsTheOneThatCompilesHere() throws {
        let source = try text(of: "Tests/HalftoneTests/DocumentationTests.swift")
        let start = try #require(source.range(of: "func loadThumbnail"))
        let end = try #require(source.range(of: "\n}\n", in: start.lowerBound..<source.endIndex))
        #expect(try text(of: "README.md").contains(source[start.lowerBound..<end.upperBound]))
    }

    @Test func theExampleInTheReadmeLoadsAPicture() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = try #require(URL(string: server.url(ofPicture: DemoPicture.firstJPEG.name)))
        let bitmap = try await loadThumbnail(of: url)
        #expect(max(bitmap.size.width, bitmap.size.height) == 48)
    }

    @Test func everyTestThatTheReadmeNamesExists() throws {
        let readme = try text(of: "README.md")
        let start = try #require(readme.range(of: "## Guarantees"))
        let end = try #require(readme.range(of: "## What is left out"))
        let options = Set(ImageOptions.names.map(\.name))
        let spans = readme[start.lowerBound..<end.lowerBound].split(separator: "`", omittingEmptySubsequences: false)
        let names = spans.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }.filter { name in
            name.utf8.count >= 15 && !options.contains(name) && name.first?.isLowercase == true
                && name.allSatisfy { $0.isLetter || $0.isNumber }
        }
        #expect(names.count > 50)
        let tests = try FileManager.default.subpathsOfDirectory(atPath: Self.root + "/Tests")
            .filter { $0.hasSuffix(".swift") }.map { try text(of: "Tests/" + $0) }.joined()
        for name in Set(names).sorted() {
            #expect(tests.contains("func \(name)("), "README.md names a test that is not there: \(name)")
        }
    }

    @Test func theManualPageNamesEveryOptionAndEveryKey() async throws {
        let manual = try text(of: "Assets/halftone.1")
        let folder = TemporaryFolder()
        for command in ["browse", "print", "lab", "cache", "doctor", "trace", "config"] {
            let help = try await blocking {
                let process = try ChildProcess(
                    [Halftone.program, "help", command], on: nil, input: .file("/dev/null"),
                    output: .file(folder.path + "/" + command))
                #expect(try process.waitForExit(on: nil) == .code(0))
                return String(decoding: folder.read(command), as: UTF8.self)
            }
            for line in help.split(separator: "\n") where line.hasPrefix("  ") && !line.hasPrefix("   ") {
                let words = line.split(separator: " ")
                if let option = words.first(where: { $0.hasPrefix("--") }) {
                    #expect(manual.contains("Fl -" + option.dropFirst(2)), "the manual page lacks \(option)")
                } else if let explanation = line.trimmingSpaces.split(separator: "  ").last {
                    #expect(manual.contains(explanation.trimmingSpaces), "the manual page lacks: \(explanation)")
                }
            }
        }
    }
}

extension StringProtocol {
    /// The first place of a text, as Foundation has it; from `range` on.
    fileprivate func range(of text: String, in range: Range<Index>? = nil) -> Range<Index>? {
        let range = range ?? startIndex..<endIndex
        var start = range.lowerBound
        while start < range.upperBound {
            if self[start..<range.upperBound].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
