import ImageLab
import TestSupport
import Testing

/// A web page with ten thousand pictures, in a terminal.
@Suite(.serialized, .endsInTime) struct LongPageTests {
    private let sources = GallerySourcesTests()
    private var folder: TemporaryDirectory { sources.folder }

    private func server() throws -> LabServer {
        try sources.server([
            "page.html": { base in
                let pictures = (1...10_000).map {
                    "<p><a href='/more/\($0)'><img src='\(base)/image/photo.jpg?seed=\($0)' alt='picture \($0).'></a></p>"
                }
                return "<html><head><title>Ten thousand</title></head><body>\(pictures.joined())</body></html>"
            }
        ])
    }

    @Test func `a page of ten thousand pictures opens and scrolls to its end with few requests`() async throws {
        let server = try server()
        defer { server.stop() }
        let arguments = ["--load-delay", "80", "--no-cache", "\(server.baseURL)/image/page.html"]
        try await Halftone.run(arguments, folder: folder) { halftone in
            try halftone.see("1/10000")
            try halftone.see("the first pictures") { $0.screen.contains("picture 1.") && $0.colors > 60 }
            // when the selection goes to the end
            try halftone.press("G")
            try halftone.see("10000/10000")
            try halftone.see("the last pictures") { halftone in
                halftone.loadedPictures > 0 && !halftone.screen.contains("loading")
                    && halftone.colors > 60  // they fade in
            }
            #expect(halftone.selectedTitle?.hasPrefix("picture 10000.") == true)
            // and to a number in between
            try halftone.press(":", "5", "0", "0", "0", "\r")
            try halftone.see("5000/10000")
            try halftone.see("picture 5000.")
            #expect(try halftone.quit() == .code(0))
        }
        // then only visible rows were loaded: the page once, and three screens of at most six rows
        #expect(server.log.count { $0.path.contains("page.html") } == 1)
        #expect(server.log.count <= 1 + 3 * 6, "\(server.log.map(\.path))")
    }
}
