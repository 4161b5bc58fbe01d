import HalftoneCore
import Glibc

/// A text with one URL or path a line, or one between zero bytes. Holds where the lines are in the text, which may be in a
/// file; makes an item when asked.
///
/// Lines that start with `#` and blank lines are skipped; CRLF and a byte order mark are accepted.
struct TextList: Sendable {
    /// What relative lines mean, and with it what the list may name.
    enum Base: Hashable, Sendable {
        /// A list of this machine: URLs and paths; relative paths are inside this folder (empty: working directory).
        case folder(FilePath)
        /// A list that came over the network: URLs only, relative ones resolve against this. Never a local file.
        case address(WebAddress)
    }

    private typealias Line = LineSearch.Line

    private let bytes: StoredBytes
    private let base: Base
    private var lines: [Line] = []
    private var rejected: (count: Int, first: String)?
    private(set) var warnings: [FeedError] = []

    var count: Int { lines.count }

    /// Whether it is the same text from the same place. Of millions of lines that is known at once.
    func hasBytes(of other: TextList) -> Bool { base == other.base && bytes == other.bytes }

    /// Finds the lines. With `mustBePlausible`, text of which less than half of the first lines look like URLs or
    /// paths is `.notAFeed`: any text file is a list of relative paths otherwise.
    init(
        _ bytes: StoredBytes, base: Base, mustBePlausible: Bool, separator: FeedOptions.Separator = .newline,
        limits: FeedLimits, context: ReadContext = ReadContext()
    ) throws(FeedError) {
        guard bytes.count <= min(limits.listBytes, Int(UInt32.max)) else {
            throw .tooLarge(limit: ByteSize(limits.listBytes))
        }
        guard separator == .zero || !Self.hasZero(bytes) else { throw .notAFeed(looksLike: .binary) }
        self.bytes = bytes
        self.base = base
        let isWhole = findLines(endedBy: separator, limits: limits, context: context)
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
        // A password with a slash in it would be the last piece of the path.
        let shown = address.address.holdsCredentials ? WebAddress(address.address.publicAddress.text) : address
        let name = TextSanitizer.clean(shown?.name ?? "")
        return FeedItem(title: name.isEmpty ? "?" : name, picture: .remote(address.address))
    }

    // MARK: - Finding the lines

    /// Returns `false` if the limit ended the search, or a cancellation.
    private mutating func findLines(
        endedBy separator: FeedOptions.Separator, limits: FeedLimits, context: ReadContext
    ) -> Bool {
        var search = LineSearch(endedBy: separator, limits: limits, context: context)
        var position: Int? = 0
        while let start = position, start < bytes.count {
            // A text in memory is searched whole, a file in parts: the last line of a part belongs to the next one.
            let part = bytes.inMemory ?? bytes.bytes(in: start..<start + Self.partBytes)
            guard !part.isEmpty else { break }
            position = part.withUnsafeBufferPointer { part in
                search.find(in: part, at: start, isLast: start + part.count >= bytes.count) { refusal(of: $0) }
            }
        }
        (lines, rejected) = (search.lines, search.rejected)
        return position != nil
    }

    /// Bytes of a file that are looked at together: more than a line may have.
    static let partBytes = 1 << 20

    static func hasZero(_ bytes: StoredBytes) -> Bool {
        if let bytes = bytes.inMemory { return bytes.contains(0) }
        return stride(from: 0, to: bytes.count, by: partBytes).contains { start in
            bytes.bytes(in: start..<start + partBytes).contains(0)
        }
    }

    private func content(of line: Line) -> [UInt8] {
        let start = Int(line.start)
        return bytes.bytes(in: start..<start + Int(line.length))
    }

    // MARK: - What a line may be

    /// Why a line cannot be used, or `nil`. Runs for every line, so it makes no string for the usual ones.
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

    /// What looks like an address with a password is one, unless it is the name of a file: it would be written and shown
    /// as paths are.
    private static func refusal(ofPath line: UnsafeBufferPointer<UInt8>, in folder: FilePath) -> String? {
        guard line.contains(0x40) else { return nil }
        let path = FilePath(bytes: Array(line))
        guard RequestAddress(path.text).holdsCredentials,
            folder.appending(path).withCString({ access($0, F_OK) }) != 0
        else { return nil }
        let suggestion = LocalReader.suggestion(for: path.text)
        return suggestion.map { FeedError.missingScheme(suggestion: $0).description } ?? "no such file"
    }

    /// `http://` or `https://` and the beginning of a host.
    private static func isWebURL(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard line.count > 8, line[0] | 0x20 == 0x68, line[1] | 0x20 == 0x74, line[2] | 0x20 == 0x74,
            line[3] | 0x20 == 0x70
        else { return false }
        let colon = line[4] | 0x20 == 0x73 ? 5 : 4
        guard line.count > colon + 3, line[colon] == 0x3A, line[colon + 1] == 0x2F, line[colon + 2] == 0x2F else {
            return false
        }
        let host = line[colon + 3]
        return host > 0x20 && host != 0x2F && host != 0x3F && host != 0x23
    }

    /// `name://`: a colon alone stands in many file names.
    private static func hasScheme(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let colon = line.firstIndex(where: { $0 == 0x3A || $0 == 0x2F }), colon > 0, line[colon] == 0x3A else {
            return false
        }
        return line.count > colon + 2 && line[colon + 1] == 0x2F && line[colon + 2] == 0x2F
    }

    // MARK: - Plausibility

    /// Whether a document that has zero bytes begins as a list with one behind each entry. At least one entry must be whole.
    static func isEntries(_ bytes: [UInt8], base: Base) -> Bool {
        guard let first = bytes.firstIndex(of: 0) else { return false }
        let beginning = bytes.prefix(max(first + 1, DocumentHead.length))
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
        // Two slashes begin the comments of many languages.
        if text.hasPrefix("/") && !text.hasPrefix("//") || text.hasPrefix("./") || text.hasPrefix("../") { return true }
        guard case .folder(let folder) = base else { return false }
        return folder.appending(FilePath(bytes: Array(range))).withCString { access($0, F_OK) } == 0
    }
}

extension DocumentReader {
    /// A list of URLs, and of paths if it is one of this machine.
    func list(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        // A list by its zero bytes, wherever the first of them stands. A film among the arguments has some too.
        guard case .folder = base, TextList.hasZero(body) else { return try list(body, separator: .newline) }
        guard TextList.isEntries(body.head(TextList.partBytes), base: base) else {
            throw .notAFeed(looksLike: .binary)
        }
        guard options.separator == .zero else { throw .notAFeed(looksLike: .entries) }
        return try entries(body)
    }

    /// A list with a zero byte behind each entry.
    func entries(_ body: StoredBytes) throws(FeedError) -> SourceContent { try list(body, separator: .zero) }

    /// What may be a list if it has zero bytes, and is nothing else.
    func binary(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        guard TextList.hasZero(body) else { throw .notAFeed(looksLike: .binary) }
        return try list(body)
    }

    private func list(_ body: StoredBytes, separator: FeedOptions.Separator) throws(FeedError) -> SourceContent {
        let list = try TextList(
            body, base: base, mustBePlausible: mustBePlausible && separator == .newline, separator: separator,
            limits: limits, context: context)
        return SourceContent(segment: .list(list), warnings: list.warnings)
    }
}
