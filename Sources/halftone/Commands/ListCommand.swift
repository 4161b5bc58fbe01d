import Basis
import Dispatch
import FoundationEssentials
import Glibc
import ImageFeeds
import OptionParsing

/// The options of `halftone list`.
struct ListOptions: SourceOptions {
    var common = CommonOptions()
    var feeds = FeedOptions()
    var copiesPasswords = false
    var writesJSON = false

    static var rows: [OptionRow<ListOptions>] {
        FeedOptions.rows() + [
            OptionRow(
                "json", help: "for programs: one JSON object a line",
                manual: """
                    Write one JSON object a line for each entry, with
                    .Li title
                    and, as far as the source names them,
                    .Li picture , page , date
                    in ISO 8601,
                    .Li summary , width , height
                    and
                    .Li bytes .
                    """
            ) { $0.writesJSON = true },
            .copyPasswords,
        ]
    }
}

/// `halftone list SOURCE...`: what sources hold, as lines.
struct ListCommand: Subcommand {
    static let name = "list"
    static let summary = "write the addresses of all pictures of a source"
    static let usage = ["list [OPTION...] SOURCE..."]
    static let about = """
        Writes the address or path of each picture of the sources on a line, page after page. A SOURCE is as for the
        gallery. The exit status is 0 if all was read, 1 if some was not, and 2 if nothing was.
        """
    static let operands: ArgumentCompletion? = .file

    private let options: ListOptions
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var entries = 0
    private var failures = 0

    static func run(_ options: ListOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        let sources = operands.map { FeedSource(argument: $0) }
        guard !sources.isEmpty else { throw UsageError("list needs at least one SOURCE") }
        if sources.contains(.standardInput), isatty(STDIN_FILENO) == 1 {
            throw UsageError("-: a list on standard input is wanted, but that is the terminal; pipe one into it")
        }
        if let status = Program.refusal(.pictures) { return status }
        var command = ListCommand(options)
        return command.list(sources)
    }

    private init(_ options: ListOptions) { self.options = options }

    private mutating func list(_ sources: [FeedSource]) -> Int32 {
        let time = SystemTime()
        let start = time.now
        let limits = options.common.feedLimits
        let reader = FeedReader(
            fetcher: TransportFetcher(transport: Engine.transport(), limits: limits, timeout: options.common.timeout),
            limits: limits, options: options.feeds)
        let isWritten = write(sources, reader)
        if var report = VerboseReport(options.common) {
            report.add("entries: \(entries)")
            report.addCost(time.now - start)
            report.say()
        }
        if !isWritten { return entries == 0 ? 2 : 1 }
        return failures == 0 ? 0 : entries == 0 ? 2 : 1
    }

    /// Reads all sources and writes what they hold. Returns `false` if standard output could not be written.
    private mutating func write(_ sources: [FeedSource], _ reader: FeedReader) -> Bool {
        var next: FeedContinuation?
        switch wait({ () async throws(FeedError) in try await reader.items(of: sources) }) {
        case .success(let result):
            guard write(result.items, result.failures) else { return false }
            next = result.next
        case .failure(.everySourceFailed(let all)): return write(FeedItems(), all)
        case .failure(let error):
            return write(FeedItems(), sources.prefix(1).map { FeedFailure(source: $0, error: error, isPartial: false) })
        }
        while let continuation = next {
            guard
                case .success(let page) = wait({ () async throws(FeedError) in
                    try await reader.page(after: continuation)
                })
            else { return true }  // only cancelling throws, and nothing cancels
            guard write(page.items, page.failures) else { return false }
            next = page.next
        }
        return true
    }

    private mutating func write(_ items: FeedItems, _ failed: [FeedFailure]) -> Bool {
        for failure in failed { Output.complain("\(failure)") }
        failures += failed.count
        // A list may have millions of entries: each is made, written and released again.
        var start = items.startIndex
        while start < items.endIndex {
            let piece = items[start..<min(start + 1000, items.endIndex)]
            start = piece.endIndex
            guard options.writesJSON ? writeJSON(piece) : writeLines(piece) else { return false }
            entries += piece.count
        }
        return true
    }

    private mutating func writeLines(_ items: Slice<FeedItems>) -> Bool {
        let output = MarkedOutput(
            Array(items), separator: options.feeds.separator, isTerminal: isTerminal,
            withPasswords: options.copiesPasswords)
        for complaint in output.complaints { Output.complain(complaint) }
        failures += output.complaints.count
        return Output.write(output.bytes)
    }

    private func writeJSON(_ items: Slice<FeedItems>) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        var bytes: [UInt8] = []
        for item in items {
            guard let line = try? encoder.encode(ListedItem(item, withPasswords: options.copiesPasswords)) else {
                preconditionFailure("texts, dates and whole numbers are always JSON")
            }
            bytes += line
            bytes.append(0x0A)
        }
        return Output.write(bytes)
    }

    /// Blocks until `body` has ended, which runs in Swift's cooperative pool.
    private func wait<Value: Sendable>(
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

/// An entry as `halftone list --json` writes it. What the source does not name is left out.
private struct ListedItem: Encodable {
    let title: String
    let picture: String?
    let page: String?
    let date: Date?
    let summary: String?
    let width: Int?
    let height: Int?
    let bytes: Int?

    init(_ item: FeedItem, withPasswords: Bool) {
        func text(_ address: RequestAddress) -> String {
            withPasswords ? address.requestText : address.publicAddress.text
        }
        title = item.title
        picture =
            switch item.picture {
            case .remote(let address): text(address)
            case .local(let path): path.text
            case .missing: nil
            }
        page = item.page.map(text)
        date = item.date.map { Date(timeIntervalSince1970: $0) }
        (summary, width, height, bytes) = (item.summary, item.pixelWidth, item.pixelHeight, item.byteCount)
    }
}
