import HalftoneCore
import FoundationEssentials
import Glibc
import ImageLab
import TestSupport
import Testing

/// `halftone list`: the items of sources, as text or JSON lines.
@Suite(.endsInTime) struct ListCommandTests {
    private let folder = TemporaryDirectory()

    private func list(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(["list"] + arguments, in: folder)
    }

    private struct Entry: Decodable, Equatable {
        var title: String
        var picture: String?
        var page: String?
        var date: String?
        var summary: String?
        var width: Int?
    }

    private func entries(_ text: String) throws -> [Entry] {
        try text.split(separator: "\n").map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
    }

    @Test func `the files of a folder are lines in natural order`() async throws {
        for name in ["b10.jpg", "b9.jpg", "a b.jpg"] { folder.write([0xFF, 0xD8, 0xFF], to: name) }
        let run = try await list(folder.path)
        #expect(run.status == .code(0) && run.complaints.isEmpty)
        #expect(run.text == ["a b", "b9", "b10"].map { "\(folder.path)/\($0).jpg\n" }.joined())
    }

    @Test func `a name with a line break is listed only with NUL separators`() async throws {
        folder.write([0xFF, 0xD8, 0xFF], to: "a\nb.jpg")
        let lines = try await list(folder.path)
        #expect(lines.status == .code(2) && lines.text.isEmpty, "nothing was written")
        #expect(lines.complaints.contains("(use -0)"))
        let run = try await list("-0", folder.path)
        #expect(run.status == .code(0) && run.text == "\(folder.path)/a\nb.jpg\0")
    }

    @Test func `the entries of a feed are JSON objects of their fields`() async throws {
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "items": [
              {"id": "1", "title": "One", "image": "http://h/1.png", "url": "http://h/1", "summary": "Snow.",
               "date_published": "2026-01-02T03:04:05Z"},
              {"id": "2", "title": "None", "url": "http://h/2"}]}
            """
        let path = folder.write(Array(feed.utf8), to: "feed.json")
        let run = try await list("--json", path)
        #expect(run.status == .code(0), "\(run.complaints)")
        let one = Entry(
            title: "One", picture: "http://h/1.png", page: "http://h/1", date: "2026-01-02T03:04:05Z", summary: "Snow.")
        #expect(try entries(run.text) == [one])
        let all = try await list("--json", "--all-entries", path)
        #expect(try entries(all.text) == [one, Entry(title: "None", page: "http://h/2")])
        #expect(try await list("--all-entries", path).text == "http://h/1.png\nhttp://h/2\n")
    }

    @Test func `an object has the whole text and all pictures of its entry`() async throws {
        let html = "<p>One</p><p>two <img src='http://bob:SEKRET@h/2.png' alt='2nd'></p>"
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "items": [
              {"image": "http://h/1.png", "summary": "Short.", "content_html": "\(html)"}]}
            """
        let run = try await list("--json", folder.write(Array(feed.utf8), to: "feed.json"))
        #expect(
            run.text == """
                {"picture":"http://h/1.png","pictures":[{"url":"http://h/1.png"},{"text":"2nd","url":"http://h/2.png"}],\
                "summary":"Short.","text":"One\\ntwo","title":"1.png"}\n
                """)
        folder.write([0xFF, 0xD8, 0xFF], to: "a.jpg")
        let file = try await list("--json", folder.path + "/a.jpg")
        #expect(file.text.contains(#""pictures":[{"path":"\#(folder.path)/a.jpg"}]"#))
    }

    /// Runs `body` with the URL of the first of several pages of a JSON feed, and with that of their server. Only the pages
    /// in `full` have a picture.
    private func withPages(
        _ count: Int, full: Set<Int>, _ body: (_ page: String, _ base: String) async throws -> Void
    ) async throws {
        let base = Lock("")
        let server = LabServer(
            pictures: (1...count).map { number in
                LabPicture(name: "page\(number).json", title: "page", mimeType: "application/feed+json") {
                    let base = base.withLock(\.self)
                    let next = number < count ? ", \"next_url\": \"\(base)/image/page\(number + 1).json\"" : ""
                    let image = full.contains(number) ? ", \"image\": \"\(base)/image/\(number).png\"" : ""
                    let item = "{\"id\": \"\(number)\", \"title\": \"t\"\(image)}"
                    return Array(
                        "{\"version\": \"https://jsonfeed.org/version/1.1\"\(next), \"items\": [\(item)]}".utf8)
                }
            })
        try server.start()
        defer { server.stop() }
        base.withLock { $0 = server.baseURL }
        try await body("\(server.baseURL)/image/page1.json", server.baseURL)
    }

    @Test func `the exit status says whether all, some or no sources were read`() async throws {
        folder.write([0xFF, 0xD8, 0xFF], to: "a.jpg")
        let missing = folder.path + "/missing"
        let some = try await list(missing, folder.path)
        #expect(some.status == .code(1) && some.text == "\(folder.path)/a.jpg\n")
        #expect(some.complaints.contains("missing: cannot be read: No such file or directory"))
        let none = try await list(missing)
        #expect(none.status == .code(2) && none.text.isEmpty && !none.complaints.isEmpty)
        let nothing = try await list()
        #expect(nothing.status == .code(2) && nothing.complaints.contains("list needs at least one SOURCE"))
    }

    @Test func `passwords are left out`() async throws {
        let path = folder.write(Array("http://bob:SEKRET@h/a.png\n".utf8), to: "list.txt")
        for arguments in [[path], ["--json", path]] {
            let run = try await ProgramRun.run(["list"] + arguments, in: folder)
            #expect(run.status == .code(0) && run.text.contains("http://h/a.png"))
            #expect(!(run.text + run.complaints).contains("SEKRET"))
        }
    }

    @Test(arguments: [[1, 2, 3, 4, 5, 6, 7, 8, 9], [9], []])
    func `every page of a feed is listed, and those without pictures are no failure`(full: [Int]) async throws {
        try await withPages(9, full: Set(full)) { page, base in
            let run = try await list(page)
            #expect(run.status == .code(full.isEmpty ? 2 : 0), "\(run.complaints)")
            #expect(run.text == full.map { "\(base)/image/\($0).png\n" }.joined())
            #expect(run.complaints.contains("has no pictures") == full.isEmpty)
        }
    }

    @Test func `names that JSON or a terminal cannot take are escaped or refused`() async throws {
        folder.write([0xFF, 0xD8, 0xFF], to: "c\u{9B}31m\u{202E}.jpg")
        let run = try await list("--json", folder.path)
        #expect(run.status == .code(0) && run.text.contains(#"c\u009b31m\u202e.jpg"#), "\(run.text)")
        #expect(try entries(run.text).first?.picture == folder.path + "/c\u{9B}31m\u{202E}.jpg")
        let path = folder.path + "/bad\u{1}.jpg"
        var bytes = Array(path.utf8CString)
        bytes[bytes.count - 6] = CChar(bitPattern: 0xFF)
        let file = open(bytes, O_CREAT | O_WRONLY, 0o600)
        try #require(file >= 0)
        write(file, [0xFF, 0xD8, 0xFF] as [UInt8], 3)
        close(file)
        let refused = try await list("--json", folder.path)
        #expect(refused.status == .code(1) && refused.complaints.contains("is not UTF-8"))
        #expect(try entries(refused.text).map(\.picture).contains(nil))
    }
}
