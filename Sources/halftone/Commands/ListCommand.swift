import GalleryScreens
import HalftoneCore
import Dispatch
import FoundationEssentials
import Glibc
import ImageFeeds
import OptionParsing

/// The options of `halftone list`.
struct ListOptions: SourceOptions {
    var common = CommonOptions()
    var feeds = FeedOptions()
    var writesJSON = false

    static var rows: [OptionRow<ListOptions>] {
        FeedOptions.rows() + [
            OptionRow("json", help: "write JSON Lines, one object per entry") { $0.writesJSON = true }
        ]
    }
}

/// `halftone list SOURCE...`: the pictures of sources, as lines.
struct ListCommand: Subcommand {
    static let name = "list"
    static let summary = "list the addresses of all pictures"
    static let usage = "list [OPTION...] SOURCE..."
    static let about = """
        Writes the address or path of each picture of the sources on a line, page after page; with --all-entries, the
        address of its page for an entry without one. A SOURCE is as for the gallery. The exit status is 0 if all was read, 1
        if some was not, and 2 if nothing was.
        """
    static let operands: ArgumentCompletion? = .file

    private let options: ListOptions
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var entries = 0
    private var failures = 0

    static func run(_ options: ListOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        let sources = operands.map { FeedSource(argument: $0) }
        guard !sources.isEmpty else { throw UsageError("list needs at least one SOURCE") }
        if let error = sources.errorAboutTerminal { throw UsageError(error) }
        if let status = Program.refusal(.pictures) { return status }
        var command = ListCommand(options)
        return command.list(sources)
    }

    private init(_ options: ListOptions) { self.options = options }

    private mutating func list(_ sources: [FeedSource]) -> Int32 {
        let limits = options.common.feedLimits
        var feeds = options.feeds
        feeds.pictureTypes.formUnion(JailedFormats.mediaTypes)
        let settings = options.common.engine
        let transport = settings.makeTransport()
        let guardian = settings.guardian(of: transport, for: sources)
        let reader = FeedReader(
            fetcher: TransportFetcher(
                transport: guardian ?? transport, limits: limits, timeout: settings.timeout),
            limits: limits, options: feeds, willFetch: { guardian?.trust($0, namedBy: $1) })
        let isWritten = writeAll(of: sources, reader)
        if isWritten, failures == 0 { return 0 }
        return entries == 0 ? 2 : 1
    }

    /// Reads all sources and writes their entries. Returns `false` if standard output could not be written.
    private mutating func writeAll(of sources: [FeedSource], _ reader: FeedReader) -> Bool {
        var next: FeedContinuation?
        switch runBlocking({ () async throws(FeedError) in try await reader.items(of: sources) }) {
        case .success(let result):
            guard write(result.items, result.failures) else { return false }
            next = result.next
        case .failure(.everySourceFailed(let all)): return write(FeedItems(), all)
        case .failure(let error):
            return write(FeedItems(), sources.prefix(1).map { FeedFailure(source: $0, error: error, isPartial: false) })
        }
        while let continuation = next {
            let page = runBlocking { () async throws(FeedError) in try await reader.page(after: continuation) }
            guard case .success(let page) = page else { return true }  // nothing cancels it
            guard write(page.items, page.failures) else { return false }
            next = page.next
        }
        if entries == 0, failures == 0, let source = sources.first {
            fail("\(FeedFailure(source: source, error: .noPictures(.feed), isPartial: false))")
        }
        return true
    }

    private mutating func fail(_ message: String) {
        Output.printError(message)
        failures += 1
    }

    private mutating func write(_ items: FeedItems, _ failed: [FeedFailure]) -> Bool {
        for failure in failed {
            // The reader pauses after several pages without pictures; a list continues.
            if case .noPicturesSoFar = failure.error { continue }
            fail("\(failure)")
        }
        // A list may have millions of entries: each is created, written and released.
        var start = items.startIndex
        while start < items.endIndex {
            let piece = items[start..<min(start + 1000, items.endIndex)]
            start = piece.endIndex
            guard options.writesJSON ? writeJSON(piece) : writeLines(piece) else { return false }
        }
        return true
    }

    private mutating func writeLines(_ items: Slice<FeedItems>) -> Bool {
        let output = MarkedOutput(
            Array(items), separator: options.feeds.separator, isTerminal: isTerminal)
        output.errors.forEach { fail($0) }
        entries += output.count
        return Output.write(output.bytes)
    }

    private mutating func writeJSON(_ items: Slice<FeedItems>) -> Bool {
        var bytes: [UInt8] = []
        for item in items {
            if case .local(let path) = item.picture, path.exactText == nil {
                fail("\(path): its name is not UTF-8 (omit --json)")
            }
            bytes += (Output.json(ListedItem(item)) + "\n").utf8
        }
        entries += items.count
        return Output.write(bytes)
    }

    /// Runs `body` in Swift's cooperative pool, and blocks until it has ended.
    private func runBlocking<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(FeedError) -> Value
    ) -> Result<Value, FeedError> {
        let outcome = Lock<Result<Value, FeedError>>(.failure(.cancelled))
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            let result: Result<Value, FeedError>
            do throws(FeedError) { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            end.signal()
        }
        end.wait()
        return outcome.withLock(\.self)
    }
}

/// An entry of `halftone list --json`. Missing properties are left out.
private struct ListedItem: Encodable {
    let title: String
    let picture: String?
    let page: String?
    let date: Date?
    let summary: String?
    let text: String?
    let width: Int?
    let height: Int?
    let bytes: Int?
    let pictures: [ListedPicture]?

    init(_ item: FeedItem) {
        title = item.title
        picture =
            switch item.picture {
            case .remote(let address): address.publicAddress.text
            case .local(let path), .folder(let path): path.exactText
            case .embedded, .missing: nil
            }
        page = item.page?.publicAddress.text
        // ISO 8601 has years of four digits.
        date = item.date.flatMap {
            (-62_135_596_800..<253_402_300_800).contains($0) ? Date(timeIntervalSince1970: $0) : nil
        }
        (summary, text) = (item.summary, item.text)
        (width, height, bytes) = (item.pixelWidth, item.pixelHeight, item.byteCount)
        pictures = item.pictures.isEmpty ? nil : item.pictures.map(ListedPicture.init)
    }
}

private struct ListedPicture: Encodable {
    let url: String?
    let path: String?
    let text: String?

    init(_ picture: FeedItem.Picture) {
        url = if case .remote(let address) = picture.source { address.publicAddress.text } else { nil }
        path = if case .local(let path) = picture.source { path.exactText } else { nil }
        text = picture.text
    }
}
