import Dispatch
import Glibc
import HalftoneCore
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// Sources in the gallery, in a terminal: later pages, refreshes, and failures beside working sources.
@Suite(.serialized, .endsInTime) struct GallerySourcesTests {
    let folder = TemporaryDirectory()

    /// Returns a server whose pages contain its address.
    func server(_ pages: [String: @Sendable (_ base: String) -> String]) throws -> LabServer {
        let base = Lock("")
        let documents = pages.map { name, text in
            LabPicture(
                name: name, title: name, mimeType: name.hasSuffix(".html") ? "text/html" : "application/atom+xml"
            ) {
                Array(text(base.withLock(\.self)).utf8)
            }
        }
        let picture = DemoPicture.firstJPEG
        let server = LabServer(
            pictures: documents + [
                LabPicture(name: "photo.jpg", title: "photo", mimeType: "image/jpeg", bytes: { picture.bytes })
            ])
        try server.start()
        base.withLock { $0 = server.baseURL }
        return server
    }

    static func feed(_ base: String, _ titles: [String], next: String? = nil, empty: Int = 0) -> String {
        let entries = titles.enumerated().map { index, title in
            "<entry><title>\(title)</title><id>\(title)</id><link rel='enclosure' type='image/jpeg' href='\(base)/image/photo.jpg?seed=\(index)'/></entry>"
        }
        let bare = (0..<empty).map { "<entry><title>bare \($0)</title><id>bare\($0)</id></entry>" }
        let link = next.map { "<link rel='next' href='\(base)/image/\($0)'/>" } ?? ""
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>The feed</title>\(link)"
            + (entries + bare).joined() + "</feed>"
    }

    @Test func `the cached items of a feed are shown though its server has none today`() async throws {
        let isDown = Lock(false)
        let server = try server(["one": { isDown.withLock(\.self) ? "" : Self.feed($0, ["a1", "a2"]) }])
        defer { server.stop() }
        let arguments = ["\(server.baseURL)/image/one"]
        try await Halftone.run(arguments, folder: folder) { halftone in
            try halftone.see("a2")
            #expect(try halftone.quit() == .code(0))
        }
        isDown.withLock { $0 = true }
        try await Halftone.run(arguments, columns: 160, folder: folder) { halftone in
            try halftone.see("a2")
            try halftone.see("is empty; showing what it had before")
            try halftone.see("from the cache")
            #expect(halftone.screen.contains("1/2"))
            #expect(try halftone.quit() == .code(1))
        }
        isDown.withLock { $0 = false }
        try await Halftone.run(arguments, folder: folder) { halftone in
            try halftone.see("a2")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a source without pictures names the key to read it again`() async throws {
        let path = folder.path + "/later"
        mkdir(path, 0o700)
        try await Halftone.run([path], columns: 120, folder: folder) { [folder] halftone in
            try halftone.see("the folder has no pictures")
            try halftone.see("R: try again")
            folder.write(DemoPicture.firstJPEG.bytes, to: "later/a.jpg")
            try halftone.press("R")
            try halftone.see("1/1")
            _ = try halftone.quit()
        }
    }
}
