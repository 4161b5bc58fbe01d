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

    @Test(arguments: [
        ([], ["one", "two", "three"]), (["--from", "2.5"], ["two", "three"]), (["--to", "2.5"], ["one"]),
        (["--from", "2.5", "--to", "4.5"], ["two"]),
    ])
    func `a trace is reported between the seconds of the options`(options: [String], loads: [String]) async throws {
        let folder = TemporaryDirectory()
        let events = [("one", 1), ("two", 3), ("three", 5)].map { name, second in
            """
            {"t":\(second),"event":"query","load":\(second),"url":"http://h/\(name).png"}
            {"t":\(second + 1),"event":"complete","load":\(second)}

            """
        }
        let trace = folder.write(Array(events.joined().utf8), to: "trace")
        let run = try await ProgramRun.run(["trace"] + options + [trace], in: folder)
        #expect(run.status == .code(0))
        #expect(["one", "two", "three"].filter { run.text.contains("\($0).png") } == loads, "\(run.text)")
    }
}

extension Halftone {
    /// Whether a picture is loading on the screen: its spinner, with the percentage, is drawn over its placeholder.
    fileprivate var showsSpinner: Bool { screen.contains("0%") }
}
