import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TerminalViews
import TestSupport
import Testing
import Transfer

@testable import halftone

// The README's examples, as they stand there.

func loadThumbnail(of url: URL) async throws -> Bitmap {
    let downloader = ImageDownloader(transport: CurlTransport())
    let manager = ImageManager(downloader: downloader, diskCache: DiskCache(directory: "/tmp/thumbnails"))
    var context = ImageContext()
    context.variant.box = PixelSize(width: 48, height: 48)
    return try await manager.image(for: url, options: .retryFailed, context: context).image.bitmap
}

/// What a reader of the README would have around the other two.
@MainActor
private struct Reader {
    struct Cell {
        let imageView: ImageView
    }

    struct Item {
        let imageURL: URL
    }

    final class Screen {
        var progress: [Int] = []
        var results: [Result<LoadedImage, ImageError>] = []
        var events: [ImageLoadEvent] = []
    }

    let screen = Screen()

    private func show(_ received: Int, of expected: Int?) { screen.progress.append(received) }
    private func show(_ result: Result<LoadedImage, ImageError>) { screen.results.append(result) }
    private func show(_ event: ImageLoadEvent) { screen.events.append(event) }

    func configure(_ cell: Cell, with item: Item) {
        cell.imageView.indicator = .progress
        cell.imageView.transition = .fade(duration: .milliseconds(300))
        cell.imageView.setImage(url: item.imageURL, placeholder: .checkerboard, options: [.retryFailed])
    }

    func load(_ url: URL, with manager: ImageManager) async {
        var context = ImageContext()
        context.transformer = Transformers.RoundCorner(radius: 8)
        context.httpPolicy = .staleWhileRevalidate
        context.headers = [(name: "Accept", value: "image/webp")]

        let operation = manager.loadImage(url, options: .progressiveLoad, context: context) { received, expected in
            show(received, of: expected)  // on the main actor, like the completion
        } completion: { result in
            show(result)
        }
        operation.setPriority(.high)  // at any moment
        operation.cancel()  // completes with .cancelled before it returns

        for await event in manager.events(for: url) { show(event) }
    }
}

/// The examples of the README compile, since they stand above, and do what is said of them.
@MainActor @Suite(.endsInTime) struct ReadmeExampleTests {
    @Test func everyExampleOfTheReadmeStandsInAFileThatIsCompiled() throws {
        func code(_ lines: [String]) -> String {
            // Comments may stand closer here: the formatter has its own mind about them.
            lines.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
        }
        let path = "Tests/HalftoneTests/Documentation/ReadmeExampleTests.swift"
        let source = code(
            try Readme.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        let examples = Readme.blocks(in: try Readme().lines).filter { $0.language == "swift" }
        #expect(examples.count == 3)
        for example in examples {
            // Of the first, what it imports is imported by the whole file.
            let lines = example.lines.drop { $0.hasPrefix("import ") || $0.isEmpty }
            for line in example.lines where line.hasPrefix("import ") { #expect(source.contains(line)) }
            #expect(source.contains(code(Array(lines))), "\(lines.joined(separator: "\n"))")
        }
    }

    @Test func theExampleInTheReadmeLoadsAPicture() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let bitmap = try await loadThumbnail(of: try url(of: DemoPicture.firstJPEG.name, on: server.baseURL))
        #expect(max(bitmap.size.width, bitmap.size.height) == 48)
    }

    @Test func theCellOfTheReadmeHasItsPlaceholderAndThenItsPicture() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let view = ImageView(environment: Browser.withoutScreen().environment)
        view.frame = CellRect(column: 0, row: 0, columns: 12, rows: 6)
        let item = Reader.Item(imageURL: try url(of: DemoPicture.firstJPEG.name, on: server.baseURL))
        Reader().configure(Reader.Cell(imageView: view), with: item)
        #expect(view.image == nil && view.imageURL == item.imageURL)
        await until("the image") { view.image != nil }
        #expect(view.shownURL == item.imageURL)
    }

    @Test func theLoadOfTheReadmeEndsAsCancelledAndItsEventsWithThePicture() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let reader = Reader()
        await reader.load(
            try url(of: DemoPicture.firstJPEG.name, on: server.baseURL), with: Browser.withoutScreen().manager)
        #expect(reader.screen.results.count == 1)
        if case .failure(.cancelled)? = reader.screen.results.first {} else { Issue.record("it was not cancelled") }
        guard case .finished(.success)? = reader.screen.events.last else {
            Issue.record("no picture at the end: \(reader.screen.events)")
            return
        }
    }

    private func url(of name: String, on base: String) throws -> URL {
        try #require(URL(string: "\(base)/image/\(name)"))
    }
}
