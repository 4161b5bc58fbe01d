import FoundationEssentials
import ImageCoding
import Pixels
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// Hostile URLs through the whole engine: each load ends once, with an error that says what is wrong, and does not
/// affect the loads after it.
@Suite(.endsInTime, .slow) struct HostileAddressTests {
    private let bench: LabBench

    init() throws { bench = try LabBench() }

    private static let long = String(repeating: "x", count: 64 << 10)

    @Test(arguments: [
        "picture.jpg", "//host/a", "?", "ftp://127.0.0.1/a", "mailto:a@b", "javascript:alert(1)", "about:blank",
        "file://server/a", "blob:http://host/a", "http+unix://host/a", "data:", "data:image/png;base64,%%%",
    ])
    func `an address that cannot be loaded is an invalid URL`(text: String) async throws {
        try await expect(text) { $0 == .invalidURL }
    }

    @MainActor @Test func `a missing URL is no URL`() async throws {
        let result = try await answer("the end of the load") { end in
            bench.manager.loadImage(nil) { end($0.map { _ in 0 }) }
        }
        #expect(result == .failure(.invalidURL) && URL(string: "") == nil)
    }

    @Test func `an address of 64 KiB is an error, wherever it leads`() async throws {
        let long = Self.long
        try await expect("http://127.0.0.1/" + long) {
            if case .transfer(.urlTooLong) = $0 { true } else { false }
        }
        try await expect("http://\(long)/") { if case .transfer = $0 { true } else { false } }
        try await expect(long + "://host/") { $0 == .invalidURL }
        try await expect("file:///" + long) { $0 == .unreadableFile("File name too long") }
        try await expect("data:image/png," + long) { if case .badImageData = $0 { true } else { false } }
    }

    @Test func `a host that does not exist is named`() async throws {
        try await expect("http://picture.invalid/a") { $0 == .transfer(.couldNotResolve(host: "picture.invalid")) }
    }

    @Test(arguments: ["http://", "http://127.0.0.1:99999/a", "http://:80/"])
    func `an address without a server is an error`(text: String) async throws {
        try await expect(text) { error in
            switch error {
            case .invalidURL, .transfer(.invalidURL): true
            default: false
            }
        }
    }

    /// Regression: a box with a negative side ended the program.
    @Test(arguments: [0, 1, -5, .max, .min])
    func `a box of any size ends in an image or an error`(side: Int) async throws {
        var images = 0
        for fit in Fit.allCases {
            for aspect in [1, .nan] {
                let boxes = [PixelSize(width: side, height: side), PixelSize(width: side, height: 10)]
                for (box, bytes) in zip(boxes, [nil, side]) {
                    let context = ImageContext.made { context in
                        context.variant = ImageVariant(box: box, fit: fit, pixelAspect: aspect, maximumBytes: bytes)
                        context.storeCacheType = .none
                    }
                    let image = try? await bench.manager.image(for: try bench.url(), context: context).image
                    #expect(image?.size.isEmpty != true, "\(fit) \(aspect) \(box)")
                    images += image == nil ? 0 : 1
                }
            }
        }
        #expect(images > 0)
        #expect(try await bench.load() == "image disk")
    }

    /// Loads the URL, and a good picture after it.
    private func expect(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ isMeant: (ImageError) -> Bool
    ) async throws {
        let url = try #require(URL(string: text), sourceLocation: sourceLocation)
        var ends: [ImageLoadEvent] = []
        for await event in bench.manager.task(for: url).events where event.isEnd { ends.append(event) }
        guard ends.count == 1, case .finished(.failure(let error))? = ends.first else {
            Issue.record("\(text.prefix(80)) ended as \(ends)", sourceLocation: sourceLocation)
            return
        }
        let words = "\(text.prefix(80)): \(error.description.prefix(200))"
        #expect(isMeant(error), "\(words)", sourceLocation: sourceLocation)
        #expect(
            !error.description.isEmpty && error.description.count < 1000, "\(words)", sourceLocation: sourceLocation
        )
        #expect(bench.manager.activeLoadCount == 0)
        #expect(try await bench.load().hasPrefix("image"))
    }
}
