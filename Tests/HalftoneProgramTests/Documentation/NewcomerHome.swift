import Glibc
import HalftoneCore
import ImageLab
import LabTestSupport
import TestSupport

/// A home directory with the files that the documentation names, and programs that replace others.
struct NewcomerHome {
    let folder = TemporaryDirectory()

    init() {
        for name in ["Pictures", "Pictures/more", "bin"] { mkdir(folder.path + "/" + name, 0o700) }
        let photo = DemoPicture.firstJPEG.bytes
        for name in ["photo.jpg", "Pictures/one.jpg", "Pictures/two.jpg", "Pictures/more/three.jpg", "b.webp"] {
            folder.write(photo, to: name)
        }
        folder.write(FlatPicture.png(8, 8, (0, 200, 0)), to: "a.png")
        folder.write(BlinkingGIF.bytes(loops: 1, hundredths: 3, frames: 3), to: "wave.gif")
        folder.write(Array("photo.jpg\na.png\n".utf8), to: "list.txt")
        symlink(Halftone.program, folder.path + "/bin/halftone")
        for (name, script) in [("less", "exec cat"), ("curl", "exec cat '\(folder.path)/photo.jpg'")] {
            chmod(folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "bin/" + name), 0o700)
        }
    }

    /// Replaces the URLs of the documentation by those of a local server.
    static func local(_ line: String, _ base: String) -> String {
        line.replacing("https://example.com/feed.xml", with: base + "/feed/demo")
            .replacing("https://example.com/photo.png", with: "\(base)/image/\(DemoPicture.firstJPEG.name)")
            .replacing("https://example.com/", with: base + "/image/page.html")
    }

    /// Serves a feed and a page, and writes the feed files that link to its pictures.
    func serveFeeds() throws -> LabServer {
        @Sendable func page(_ base: String) -> String {
            "<html><head><title>The page</title></head><body>"
                + (1...2).map { "<img src='\(base)/image/photo.jpg?seed=\($0)' alt='picture'>" }.joined()
                + "</body></html>"
        }
        let base = Lock("")
        let photo = DemoPicture.firstJPEG.bytes
        let server = LabServer(pictures: [
            LabPicture(name: "photo.jpg", title: "photo", mimeType: "image/jpeg") { photo },
            LabPicture(name: "other.jpg", title: "other", mimeType: "image/jpeg") { photo },
            LabPicture(name: "page.html", title: "page", mimeType: "text/html") {
                Array(page(base.withLock(\.self)).utf8)
            },
        ])
        try server.start()
        base.withLock { $0 = server.baseURL }
        for name in ["feed.xml", "a.xml", "b.xml"] {
            let feed = GallerySourcesTests.feed(server.baseURL, (1...3).map { "\(name) \($0)" })
            folder.write(Array(feed.utf8), to: name)
        }
        return server
    }

    /// Runs `body` with a shell in the home directory, at its prompt.
    func inShell(_ body: @escaping @Sendable (Halftone) throws -> Void) async throws {
        let environment = [
            "HOME": folder.path, "PATH": "\(folder.path)/bin:/usr/bin:/bin", "PS1": "$ ",
            "PROMPT_COMMAND": "cd '\(folder.path)'; set -o pipefail",
        ]
        try await Halftone.run([], environment: environment, folder: folder, inShell: true) { halftone in
            // Input before the prompt is lost when the shell takes the terminal.
            try halftone.see("the prompt") { $0.emulator.cursor.column == 2 }
            try body(halftone)
        }
    }
}
