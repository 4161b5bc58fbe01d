import FoundationEssentials
import HalftoneKit
import LabTestSupport
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

// The other examples, which are whole declarations, are in the folder Examples.

/// Declarations that the other examples use.
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
        var lines: [String] = []
        var bytes: [UInt8] = []
    }

    let screen = Screen()

    private func show(_ received: Int, of expected: Int?) { screen.progress.append(received) }
    private func show(_ result: Result<LoadedImage, ImageError>) { screen.results.append(result) }
    private func show(_ image: LoadedImage) { screen.results.append(.success(image)) }
    private func show(_ event: ImageLoadEvent) { screen.events.append(event) }
    private func show(_ line: String) { screen.lines.append(line) }
    private func keep(_ bytes: [UInt8]) { screen.bytes = bytes }

    func configure(_ cell: Cell, with item: Item) {
        cell.imageView.indicator = .bar
        cell.imageView.transition = .fade(duration: .milliseconds(300))
        cell.imageView.setImage(url: item.imageURL, placeholder: .surface, options: [.retryFailed])
    }

    func load(_ url: URL, with manager: ImageManager) async throws {
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

        let task = manager.task(for: url)
        for await event in task.events { show(event) }
        show(try await task.value)
    }

    func loadData(of url: URL, with manager: ImageManager) async throws {
        let bytes = try await manager.data(for: url)
        keep(bytes)
    }

    func watch(_ url: URL, with manager: ImageManager) async throws {
        let subscription = manager.trace.makeSubscription()
        _ = try await manager.image(for: url)
        for event in subscription.take() where event.event == .response { show("answered \(event.status ?? 0)") }
    }

    func storeOnDisk(_ urls: [URL], with manager: ImageManager) -> ImagePrefetcher {
        let prefetcher = ImagePrefetcher(manager: manager)
        prefetcher.destination = .disk
        prefetcher.prefetch(
            urls,
            completion: { finished, skipped in
                show("\(finished - skipped) of \(finished) are on disk")
            })
        return prefetcher
    }
}

/// The examples of README.md and of the articles compile, since they are in files of tests, and do what the text says.
@MainActor @Suite(.endsInTime) struct ExampleTests {
    private static let folder = "Tests/HalftoneTests/Documentation/"

    /// Joins lines without the blanks at both ends.
    private func code(_ lines: some Sequence<String>) -> String { lines.map(\.trimmingSpaces).joined(separator: "\n") }

    @Test func `every example of an article is in a file that is compiled`() throws {
        let examples = ["GettingStarted", "AddingFormatsAndLoaders", "ManyMachines", "ShowingImages"]
        let files =
            examples.map { "\(Self.folder)Examples/\($0).swift" }
            + [
                Self.folder + "ExampleTests.swift", "Tests/HalftoneKitTests/PPMCoder.swift",
                "Sources/LabScreens/Scenarios/LabScenario+Reuse.swift",
            ]
        let sources = try files.map { try code(Document($0).lines) }
        var count = 0
        for article in try Document.all() where article.path != "README.md" {
            for block in Document.blocks(in: article.lines) where block.language == "swift" {
                count += 1
                // The imports of one example are among those of the whole file, and “// …” stands for omitted lines.
                let imports = block.lines.filter { $0.hasPrefix("import ") }
                let lines = block.lines.drop { $0.hasPrefix("import ") || $0.isEmpty }
                let parts = lines.split { $0.trimmingSpaces == "// …" }.map { code($0) }
                let isThere = sources.contains { source in
                    imports.allSatisfy { source.contains($0) } && parts.allSatisfy { source.contains($0) }
                }
                #expect(isThere, "\(article.path):\n\(lines.joined(separator: "\n"))")
            }
        }
        #expect(count >= 20)
    }

    @Test func `every example of the README is in a file that is compiled`() throws {
        // The first one is a line of a manifest, which `Tests/External/run` builds with.
        let examples = Document.blocks(in: try Document.readme().lines).filter { $0.language == "swift" }.dropFirst()
        // The second one is a program, which another test runs in a terminal.
        let files = [Self.folder + "Examples/ReadmeThumbnail.swift", "Tests/Examples/PictureTable/main.swift"]
        #expect(examples.count == files.count)
        for (example, file) in zip(examples, files) {
            #expect(try code(Document(file).lines).contains(code(example.lines)), "\(file) differs from README.md")
        }
    }

    @Test func `the thumbnail of Getting Started has the size of its box`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let folder = TemporaryDirectory()
        let url = try url(of: DemoPicture.firstJPEG.name, on: server.baseURL)
        let bitmap = try await loadIcon(of: url, from: makeManager(directory: folder.path))
        #expect(max(bitmap.size.width, bitmap.size.height) == 48)
    }

    @Test func `the cell of Showing Images has its placeholder and then its image`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let view = ImageView(environment: Self.environment())
        view.frame = CellRect(column: 0, row: 0, columns: 12, rows: 6)
        let item = Reader.Item(imageURL: try url(of: DemoPicture.firstJPEG.name, on: server.baseURL))
        Reader().configure(Reader.Cell(imageView: view), with: item)
        #expect(view.image == nil && view.imageURL == item.imageURL)
        await until("the image") { view.image != nil }
        #expect(view.shownURL == item.imageURL)
    }

    @Test func `the load of Getting Started ends as cancelled, and its events with the image`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let reader = Reader()
        try await reader.load(
            try url(of: DemoPicture.firstJPEG.name, on: server.baseURL), with: ImageManager(directory: nil))
        #expect(reader.screen.results.count == 2)
        if case .failure(.cancelled)? = reader.screen.results.first {} else { Issue.record("not cancelled") }
        guard case .finished(.success)? = reader.screen.events.last else {
            Issue.record("no image at the end: \(reader.screen.events)")
            return
        }
    }

    @Test func `the data of Getting Started is what the server sent`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let reader = Reader()
        let (name, bytes) = DemoPicture.firstJPEG
        try await reader.loadData(of: try url(of: name, on: server.baseURL), with: ImageManager(directory: nil))
        #expect(reader.screen.bytes == bytes)
    }

    @Test func `the trace of Getting Started has the response`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let reader = Reader()
        try await reader.watch(
            try url(of: DemoPicture.firstJPEG.name, on: server.baseURL), with: ImageManager(directory: nil))
        #expect(reader.screen.lines == ["answered 200"])
    }

    @Test func `the loaders of the article load their schemes`() async throws {
        let manager = ImageManager(directory: nil)
        let bytes = DemoPicture.firstJPEG.bytes
        addLoaders(to: manager, of: Assets(["asset:photo": bytes]))
        let (photo, swatch) = (try #require(URL(string: "asset:photo")), try #require(URL(string: "swatch:orange")))
        #expect(try await manager.data(for: photo) == bytes)
        #expect(try await manager.image(for: swatch).image.size.width == 16)

        manager.loaders.add(ArchiveLoader(archive: Archive(["archive:photo": bytes])))
        let counts = Lock<[Int]>([])
        let file = try #require(URL(string: "archive:photo"))
        let unpacked = try await manager.image(for: file) { count, _ in counts.withLock { $0.append(count) } }
        #expect(unpacked.image.sourceBytes == bytes.count && counts.withLock(\.last) == bytes.count)
        let missing = try #require(URL(string: "archive:other"))
        await #expect(throws: ImageError.self) { try await manager.image(for: missing) }
    }

    @Test func `the coder of the article is removed after its use`() throws {
        let coders = ImageCodersManager(coders: [])
        let manager = ImageManager(cache: ImageCache(), loader: ClosureLoader { _ in [] }, coders: coders)
        let image = try decodeOnce(DemoPicture.firstJPEG.bytes, with: JPEGCoder(), for: manager)
        #expect(image.format == .jpeg && coders.coders.isEmpty)
    }

    private static func environment() -> ScreenEnvironment {
        ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: ImageManager(directory: nil))
    }

    /// Pictures that do not exist, in a list of two visible rows.
    private func makeList() -> (Window, list: ImageListExample.PictureList, pictures: ImageListExample.Pictures) {
        let environment = Self.environment()
        let pictures = ImageListExample.Pictures((0..<9).map { URL(filePath: "/nowhere/\($0).png") })
        let list = ImageListExample.PictureList(pictures, environment: environment)
        let window = Window(size: CellSize(columns: 40, rows: 12), environment: environment)
        window.addSubview(list)
        return (window, list, pictures)
    }

    @Test func `the list of Showing Images chooses with Enter`() {
        let (window, _, pictures) = makeList()
        window.turn(at: .zero)
        window.sendEvent(.key(.down))
        #expect(pictures.chosen == nil)
        window.sendEvent(.key(.enter))
        #expect(pictures.chosen == pictures.urls[1])
    }

    @Test func `the rows ahead in Showing Images are prefetched`() {
        let (window, list, pictures) = makeList()
        let prefetching = ImageListExample.prefetch(pictures, for: list.table, manager: window.environment.manager)
        window.turn(at: .zero)
        #expect(list.table.visibleCells.count == 2 && prefetching.rows.rowCount == 3)
    }

    private func url(of name: String, on base: String) throws -> URL {
        try #require(URL(string: "\(base)/image/\(name)"))
    }
}
