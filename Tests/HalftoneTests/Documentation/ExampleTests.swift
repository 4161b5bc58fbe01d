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

// The examples of the articles, as they stand there. Those of README.md are in the folder Examples.

func makeManager(directory: String) -> ImageManager {
    let disk = DiskCache(directory: directory)
    var downloads = ImageDownloader.Configuration()
    downloads.retry = .standard
    let downloader = ImageDownloader(transport: CurlTransport(), configuration: downloads, partials: disk)
    return ImageManager(downloader: downloader, diskCache: disk)
}

func loadThumbnail(of url: URL, with manager: ImageManager) async throws -> Bitmap {
    var context = ImageContext()
    context.variant.box = PixelSize(width: 48, height: 48)
    return try await manager.image(for: url, options: .retryFailed, context: context).image.bitmap
}

/// What surrounds the other examples.
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
            show(received, of: expected)
        } completion: { result in
            show(result)
        }
        operation.setPriority(.high)
        operation.cancel()

        for await event in manager.events(for: url) { show(event) }
    }
}

/// The examples of README.md and of the articles compile, since they are in files of this target, and do what the text
/// says.
@MainActor @Suite(.endsInTime) struct ExampleTests {
    private static let folder = "Tests/HalftoneTests/Documentation/"

    /// Lines without the blanks at both ends.
    private func code(_ lines: some Sequence<String>) -> String { lines.map(\.trimmingSpaces).joined(separator: "\n") }

    private func code(inFile name: String) throws -> String { code(try Document(Self.folder + name).lines) }

    @Test func everyExampleOfAnArticleIsInAFileThatIsCompiled() throws {
        let source = try code(inFile: "ExampleTests.swift")
        var count = 0
        for article in try Document.all() where article.path != "README.md" {
            for block in Document.blocks(in: article.lines) where block.language == "swift" {
                count += 1
                // The imports of one example are among those of the whole file.
                for line in block.lines where line.hasPrefix("import ") { #expect(source.contains(line)) }
                let lines = block.lines.drop { $0.hasPrefix("import ") || $0.isEmpty }
                #expect(source.contains(code(lines)), "\(article.path):\n\(lines.joined(separator: "\n"))")
            }
        }
        #expect(count >= 4)
    }

    @Test func everyExampleOfTheReadmeIsInAFileThatIsCompiled() throws {
        // The first one is a line for a manifest; another test compares its version.
        let examples = Document.blocks(in: try Document.readme().lines).filter { $0.language == "swift" }.dropFirst()
        // The second one is a program, which another test runs in a terminal.
        let files = [Self.folder + "Examples/ReadmeThumbnail.swift", "Tests/Examples/PictureTable/main.swift"]
        #expect(examples.count == files.count)
        for (example, file) in zip(examples, files) {
            #expect(try code(Document(file).lines).contains(code(example.lines)), "\(file) differs from README.md")
        }
    }

    @Test func theThumbnailOfGettingStartedHasTheSizeOfItsBox() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let folder = TemporaryDirectory()
        let url = try url(of: DemoPicture.firstJPEG.name, on: server.baseURL)
        let bitmap = try await loadThumbnail(of: url, with: makeManager(directory: folder.path))
        #expect(max(bitmap.size.width, bitmap.size.height) == 48)
    }

    @Test func theCellOfShowingImagesHasItsPlaceholderAndThenItsImage() async throws {
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

    @Test func theLoadOfGettingStartedEndsAsCancelledAndItsEventsWithTheImage() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let reader = Reader()
        await reader.load(
            try url(of: DemoPicture.firstJPEG.name, on: server.baseURL), with: Browser.withoutScreen().manager)
        #expect(reader.screen.results.count == 1)
        if case .failure(.cancelled)? = reader.screen.results.first {} else { Issue.record("it was not cancelled") }
        guard case .finished(.success)? = reader.screen.events.last else {
            Issue.record("no image at the end: \(reader.screen.events)")
            return
        }
    }

    private func url(of name: String, on base: String) throws -> URL {
        try #require(URL(string: "\(base)/image/\(name)"))
    }
}
