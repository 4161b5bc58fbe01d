import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// Options on the command line that other suites set in process only: each one reaches the code that it is for.
@Suite(.serialized, .endsInTime) struct TypedOptionTests {
    /// An option of the gallery, and what it does to a feed whose pictures do not arrive.
    struct GalleryOption: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let isEffective: @Sendable (Halftone) -> Bool
        var testDescription: String { arguments.joined(separator: " ") }

        static func placeholder(_ name: String, _ isEffective: @escaping @Sendable (Halftone) -> Bool) -> Self {
            Self(arguments: ["--placeholder", name], isEffective: isEffective)
        }

        static func sort(_ order: String, first title: String) -> Self {
            Self(arguments: ["--sort", order]) { $0.selectedTitle == title }
        }
    }

    /// Every value but the defaults, which are seen without the option too.
    static let galleryOptions: [GalleryOption] = [
        .placeholder("none") { $0.showsSpinner && !$0.showsPlaceholder },
        .placeholder("text") { $0.screen.contains("no picture yet") },
        .sort("title", first: "alpha"), .sort("newest", first: "gamma"), .sort("oldest", first: "beta"),
        .sort("size", first: "delta"),
    ]

    @Test(arguments: galleryOptions)
    func `an option of the gallery is visible in its first list`(option: GalleryOption) async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let folder = TemporaryDirectory()
        // given a feed in which each order has another first item
        let picture = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?stall=1"
        let items = [("beta", 1, 100), ("alpha", 2, 200), ("gamma", 9, 300), ("delta", 3, 900)]
            .map { title, day, bytes in
                """
                <item><title>\(title)</title><pubDate>0\(day) Jan 2026 00:00:00 GMT</pubDate>
                <enclosure url="\(picture)&amp;seed=\(day)" type="image/jpeg" length="\(bytes)"/></item>
                """
            }
        let feed = "<rss version=\"2.0\"><channel><title>Feed</title>\(items.joined())</channel></rss>"
        let path = folder.write(Array(feed.utf8), to: "feed.xml")
        // the spinners cause frames, at which the condition is checked again
        try await Halftone.run(option.arguments + [path], folder: folder) { halftone in
            try halftone.see("1/4")
            try halftone.see("the effect of \(option.testDescription)") { halftone in
                server.log.contains { $0.path.hasPrefix("/image/") } && option.isEffective(halftone)
            }
            #expect(try halftone.quit() == .code(0))
        }
    }
}

extension Halftone {
    /// Whether a picture is loading on the screen: its spinner, with the percentage, is drawn over its placeholder.
    fileprivate var showsSpinner: Bool { screen.contains("0%") }
}
