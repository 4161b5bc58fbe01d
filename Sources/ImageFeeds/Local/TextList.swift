import HalftoneCore
import Glibc

/// A text with one URL or path per line, or NUL-terminated. It stores the offsets of the lines in the text, which may
/// be in a file, and creates items on access.
///
/// Lines that start with `#` and blank lines are skipped; CRLF and a byte order mark are accepted.
struct TextList: Equatable, Sendable {
    /// The base of relative lines, which also decides what the list may contain.
    enum Base: Hashable, Sendable {
        /// A local list: URLs and paths; relative paths are inside this folder (empty: working directory).
        case folder(FilePath)
        /// A list from the network: only URLs, with relative ones resolved against this. Never local files.
        case address(WebAddress)
    }

    private typealias Line = LineSearch.Line

    private let bytes: StoredBytes
    private let base: Base
    private var lines: [Line] = []
    private var rejected: (count: Int, first: String)?
    private(set) var warnings: [FeedError] = []

    var count: Int { lines.count }

    /// Lists are equal if their texts are, which is fast for millions of lines.
    static func == (left: TextList, right: TextList) -> Bool { left.base == right.base && left.bytes == right.bytes }

    /// Creates the list and finds its lines. With `mustBePlausible`, throws `.notAFeed` if less than half of the first
    /// lines look like URLs or paths: otherwise any text file would be a list of relative paths.
    init(
        _ bytes: StoredBytes, base: Base, mustBePlausible: Bool, separator: FeedOptions.Separator = .newline,
        limits: FeedLimits, context: ReadContext = ReadContext()
    ) throws(FeedError) {
        guard bytes.count <= min(limits.listBytes, Int(UInt32.max)) else {
            throw .tooLarge(limit: ByteSize(limits.listBytes))
        }
        self.bytes = bytes
        self.base = base
        let isWhole = try findLines(endedBy: separator, limits: limits, context: context)
        guard !context.isCancelled else { throw .cancelled }
        if let rejected { warnings.append(.leftOut(count: rejected.count, why: rejected.first)) }
        if !isWhole { warnings.append(.tooManyItems(limit: limits.listItems)) }
        if mustBePlausible, !isPlausible { throw .notAFeed(looksLike: .plainText) }
    }

    subscript(index: Int) -> FeedItem {
        let entry = FilePath(bytes: content(of: lines[index]))
        switch base {
        case .address(let address):
            return Self.remoteItem(address.resolve(entry.text) ?? address)
        case .folder(let folder):
            let text = entry.exactText
            if let address = text.flatMap({ WebAddress($0) }) { return Self.remoteItem(address) }
            let path = folder.appending(text.flatMap(WebAddress.path(ofFileURL:)) ?? entry)
            return FeedItem(title: path.shownName, picture: .local(path))
        }
    }

    static func remoteItem(_ address: WebAddress) -> FeedItem {
        let address = address.withoutFragment
        // A password with a slash would be the last component of the path.
        let shown = address.address.holdsCredentials ? WebAddress(address.address.publicAddress.text) : address
        let name = TextSanitizer.clean(shown?.name ?? "")
        return FeedItem(title: name.isEmpty ? "?" : name, picture: .remote(address.address))
    }

    // MARK: - Line search

    /// Finds the lines. Returns `false` if the limit or a cancellation ended the search. Throws `.notAFeed` for a NUL,
    /// which no line of text has.
    private mutating func findLines(
        endedBy separator: FeedOptions.Separator, limits: FeedLimits, context: ReadContext
    ) throws(FeedError) -> Bool {
        var search = LineSearch(endedBy: separator, limits: limits, context: context)
        var position: Int? = 0
        while let start = position, start < bytes.count {
            // A text in memory is searched as a whole, a file in parts: an incomplete line belongs to the next part.
            let part = bytes.inMemory ?? bytes.bytes(in: start..<start + Self.partBytes)
            guard !part.isEmpty else { break }
            guard separator == .zero || !part.contains(0) else { throw .notAFeed(looksLike: .binary) }
            position = part.withUnsafeBufferPointer { part in
                search.find(in: part, at: start, isLast: start + part.count >= bytes.count) { refusal(of: $0) }
            }
        }
        (lines, rejected) = (search.lines, search.rejected)
        return position != nil
    }

    /// The size of a part of a file: more than the maximum of a line.
    private static let partBytes = 1 << 20

    private func content(of line: Line) -> [UInt8] {
        let start = Int(line.start)
        return bytes.bytes(in: start..<start + Int(line.length))
    }

    // MARK: - Validation

    /// Returns the error of a line, or `nil`. It runs for every line, so it creates no string for usual ones.
    private func refusal(of line: UnsafeBufferPointer<UInt8>) -> String? {
        let isASCII = line.allSatisfy { $0 < 0x80 }
        let isText = isASCII || String(validating: line, as: UTF8.self) != nil
        if Self.isWebURL(line) { return isText ? nil : "not UTF-8" }
        switch base {
        case .address(let address):
            guard isText else { return "not UTF-8" }
            return address.resolve(String(decoding: line, as: UTF8.self)) == nil
                ? "only http and https are allowed" : nil
        case .folder(let folder):
            guard Self.hasScheme(line) else { return Self.refusal(ofPath: line, in: folder) }
            let text = String(decoding: line, as: UTF8.self)
            if WebAddress.path(ofFileURL: text) != nil { return nil }
            return "only http, https and file URLs of this machine are allowed"
        }
    }

    /// Returns whether a line looks like an address with a password and is not the name of a file: as a path, the
    /// password would be stored and shown.
    private static func refusal(ofPath line: UnsafeBufferPointer<UInt8>, in folder: FilePath) -> String? {
        guard line.contains(0x40) else { return nil }
        let path = FilePath(bytes: Array(line))
        guard RequestAddress(path.text).holdsCredentials,
            folder.appending(path).withCString({ access($0, F_OK) }) != 0
        else { return nil }
        let suggestion = FeedSource.suggestion(for: path.text)
        return suggestion.map { FeedError.missingScheme(suggestion: $0).description } ?? "no such file"
    }

    /// Returns whether a line begins with `http://` or `https://` and a host.
    private static func isWebURL(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard line.count > 8, let base = line.baseAddress else { return false }
        let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        let isPlain = strncasecmp(start, "http://", 7) == 0
        guard isPlain || strncasecmp(start, "https://", 8) == 0 else { return false }
        let host = line[isPlain ? 7 : 8]
        return host > 0x20 && host != 0x2F && host != 0x3F && host != 0x23
    }

    /// Returns whether a line begins with `name://`: many file names contain a colon.
    private static func hasScheme(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let colon = line.firstIndex(where: { $0 == 0x3A || $0 == 0x2F }), colon > 0, line[colon] == 0x3A else {
            return false
        }
        return line.count > colon + 2 && line[colon + 1] == 0x2F && line[colon + 2] == 0x2F
    }

    // MARK: - Plausibility

    /// Returns whether a document begins as a list of NUL-terminated entries, with at least one complete entry. Videos
    /// among the arguments contain NUL bytes too.
    static func isEntries(_ bytes: [UInt8], base: Base) -> Bool {
        let beginning = bytes.prefix(DocumentHead.length)
        guard let last = beginning.lastIndex(of: 0) else { return false }
        let list = try? TextList(
            StoredBytes(Array(beginning[...last])), base: base, mustBePlausible: true, separator: .zero,
            limits: FeedLimits())
        return list.map { $0.count > 0 } ?? false
    }

    private var isPlausible: Bool {
        let sample = lines.prefix(64)
        return sample.count { isPlausible($0) } * 2 >= sample.count
    }

    private func isPlausible(_ line: Line) -> Bool {
        let range = content(of: line)
        if range.withUnsafeBufferPointer(Self.hasScheme) { return true }
        let text = String(decoding: range, as: UTF8.self)
        if PictureName.isPicture(text) { return true }
        // Two slashes start comments in many languages.
        if text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("./") || text.hasPrefix("../") { return true }
        guard case .folder(let folder) = base else { return false }
        return folder.appending(FilePath(bytes: Array(range))).withCString { access($0, F_OK) } == 0
    }
}

extension DocumentReader {
    /// Reads a list of URLs, and of paths if it is local.
    func list(_ body: StoredBytes) throws(FeedError) -> SourceContent { try list(body, separator: .newline) }

    /// Reads a list of NUL-terminated entries.
    func entries(_ body: StoredBytes) throws(FeedError) -> SourceContent { try list(body, separator: .zero) }

    private func list(_ body: StoredBytes, separator: FeedOptions.Separator) throws(FeedError) -> SourceContent {
        let list = try TextList(
            body, base: base, mustBePlausible: mustBePlausible && separator == .newline, separator: separator,
            limits: limits, context: context)
        return SourceContent(segment: .list(list), warnings: list.warnings)
    }
}
