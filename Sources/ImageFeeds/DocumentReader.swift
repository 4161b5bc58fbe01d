import Basis

/// A document's bytes -> its items, whatever kind it is, wherever it came from. Blocks while it parses.
struct DocumentReader {
    let limits: FeedLimits
    var options = FeedOptions()
    /// Whether nobody waits for it any more. Asked often; what is being read ends with `.cancelled` then.
    var isCancelled: @Sendable () -> Bool = { false }

    /// RSS or Atom. `address` is where it came from; `nil` for files and standard input. `encoding` is what the
    /// transport said, and counts if the document itself is silent.
    func feed(_ bytes: [UInt8], address: WebAddress?, encoding: String? = nil) throws(FeedError) -> SourceContent {
        guard bytes.count <= limits.feedBytes else { throw .tooLarge(limit: ByteSize(limits.feedBytes)) }
        guard XMLStream.isAvailable else { throw .missingLibrary(XMLStream.openFailure) }
        if let text = TextEncoding.utf8(ofUTF32: bytes) { return try feed(text, address: address) }
        let parser = FeedParser(address: address, limits: limits, options: options)
        let damage = parse(bytes, encoding: encoding, with: parser)
        guard !isCancelled() else { throw .cancelled }
        parser.finish()
        if let root = parser.foreignRoot {
            switch root.lowercased() {
            case "html": return try page(bytes, address: address, encoding: encoding)
            case "opml": return try feedList(bytes, address: address, encoding: encoding)
            default: throw .notAFeed(looksLike: .xml(root: root))
            }
        }
        var warnings: [FeedError] = []
        if let damage { warnings.append(.malformed(line: damage.line, what: damage.what)) }
        if parser.isCutShort { warnings.append(.tooManyItems(limit: limits.feedItems)) }
        guard !parser.items.isEmpty || parser.next != nil else { throw warnings.first ?? .noPictures(.feed) }
        return SourceContent(
            segment: .items(parser.items), title: parser.title, warnings: warnings, next: parser.next,
            hiddenEntries: parser.hiddenEntries)
    }

    /// JSON Feed.
    func jsonFeed(_ bytes: [UInt8], address: WebAddress?) throws(FeedError) -> SourceContent {
        guard bytes.count <= limits.feedBytes else { throw .tooLarge(limit: ByteSize(limits.feedBytes)) }
        let parser = try JSONFeedParser(
            bytes, address: address, limits: limits, options: options, isCancelled: isCancelled)
        let warnings = [parser.cut].compactMap { $0 }
        guard !parser.items.isEmpty || parser.next != nil else { throw warnings.first ?? .noPictures(.feed) }
        return SourceContent(
            segment: .items(parser.items), title: parser.title, warnings: warnings, next: parser.next,
            hiddenEntries: parser.hiddenEntries)
    }

    /// A web page: its pictures, or the feed it announces if it shows none.
    func page(_ bytes: [UInt8], address: WebAddress?, encoding: String? = nil) throws(FeedError) -> SourceContent {
        guard bytes.count <= limits.feedBytes else { throw .tooLarge(limit: ByteSize(limits.feedBytes)) }
        guard XMLStream.isAvailable else { throw .missingLibrary(XMLStream.openFailure) }
        if let text = TextEncoding.utf8(ofUTF32: bytes) { return try page(text, address: address) }
        let parser = PageParser(address: address, limits: limits)
        let damage = parse(page: bytes, encoding: encoding, with: parser)
        guard !isCancelled() else { throw .cancelled }
        parser.finish()
        var warnings: [FeedError] = []
        if let damage { warnings.append(.malformed(line: damage.line, what: damage.what)) }
        if parser.isCutShort { warnings.append(.tooManyItems(limit: parser.pictures.count)) }
        let isEmpty = parser.pictures.count == 0
        guard !isEmpty || !parser.feeds.isEmpty || parser.next != nil else {
            throw warnings.first ?? .noPictures(.page)
        }
        return SourceContent(
            segment: .page(parser.pictures), title: parser.title, warnings: warnings,
            followed: isEmpty ? Array(parser.feeds.prefix(1)) : [], announced: parser.feeds, next: parser.next)
    }

    /// OPML: no pictures yet, but the feeds that have them.
    private func feedList(_ bytes: [UInt8], address: WebAddress?, encoding: String?) throws(FeedError) -> SourceContent
    {
        let parser = OutlineParser(address: address, limits: limits)
        var warnings: [FeedError] = []
        if let damage = parse(bytes, encoding: encoding, with: parser) {
            warnings.append(.malformed(line: damage.line, what: damage.what))
        }
        guard !isCancelled() else { throw .cancelled }
        if parser.rejected > 0 {
            warnings.append(.leftOut(count: parser.rejected, why: "only http and https feeds can be read"))
        }
        if parser.isCutShort { warnings.append(.tooManyFeeds(limit: limits.listedFeeds)) }
        guard !parser.feeds.isEmpty else { throw warnings.first ?? .noPictures(.feedList) }
        return SourceContent(title: parser.title, warnings: warnings, followed: parser.feeds)
    }

    /// A list of URLs, and of paths if `base` is a folder.
    func list(
        _ bytes: StoredBytes, base: TextList.Base, mustBePlausible: Bool, separator: FeedOptions.Separator = .newline,
        watch: ReadingWatch = ReadingWatch()
    ) throws(FeedError) -> SourceContent {
        let list = try TextList(
            bytes, base: base, mustBePlausible: mustBePlausible, separator: separator, limits: limits, watch: watch)
        return SourceContent(segment: .list(list), warnings: list.warnings)
    }

    // MARK: - HTML

    private func parse(page bytes: [UInt8], encoding: String?, with parser: PageParser) -> XMLStream.Damage? {
        let isWide = bytes.prefix(2) == [0xFF, 0xFE] || bytes.prefix(2) == [0xFE, 0xFF]
        // A zero would end the page. Between letters, as in UTF-16, it is one half of a character.
        let bytes = isWide || !bytes.contains(0) ? bytes : bytes.map { $0 == 0 ? 0x20 : $0 }
        // Text that is valid UTF-8 is hardly ever anything else, whatever it says of itself; only the escape sequences
        // of ISO-2022 look the same. Without any word the parser would take it for ISO 8859-1.
        let isUTF8 = !isWide && !bytes.contains(0x1B) && String(validating: bytes, as: UTF8.self) != nil
        let label = encoding ?? TextEncoding.declared(inPage: bytes)
        return bytes.withUnsafeBufferPointer { bytes in
            guard !isWide else { return read(page: bytes, encoding: nil, with: parser) }
            guard !isUTF8 else { return read(page: bytes, encoding: "UTF-8", with: parser) }
            switch label.map({ TextEncoding(label: $0, of: bytes) }) ?? .western {
            case .utf8:
                return TextEncoding.repaired(bytes).withUnsafeBufferPointer {
                    read(page: $0, encoding: "UTF-8", with: parser)
                }
            case .named(let name): return read(page: bytes, encoding: name, with: parser)
            case .singleBytes(let table):
                return table.utf8(of: bytes).withUnsafeBufferPointer { read(page: $0, encoding: "UTF-8", with: parser) }
            }
        }
    }

    private func read(
        page bytes: UnsafeBufferPointer<UInt8>, encoding: String?, with parser: PageParser
    ) -> XMLStream.Damage? {
        XMLStream(
            parsing: bytes, as: .html, encoding: encoding, bounds: bounds(depth: limits.htmlDepth), receiver: parser,
            isCancelled: isCancelled
        ).damage
    }

    private func bounds(depth: Int) -> XMLStream.Bounds {
        .init(depth: depth, attributes: limits.tagAttributes, doctypeBytes: limits.doctypeBytes)
    }

    // MARK: - XML

    private func parse(_ bytes: [UInt8], encoding: String?, with receiver: any XMLReceiver) -> XMLStream.Damage? {
        bytes.withUnsafeBufferPointer { all in
            // White space before the declaration, which editors and templates leave, is an error to the parser.
            let start = all.firstIndex { $0 > 0x20 } ?? 0
            let document = UnsafeBufferPointer(rebasing: all[start..<Self.endOfLastTag(all)])
            let stated = Self.declaresEncoding(document) ? nil : encoding
            guard let label = TextEncoding.declared(inXML: document) ?? stated else {
                return parse(document, encoding: nil, isSingleBytes: true, with: receiver)
            }
            switch TextEncoding(label: label, of: document) {
            case .utf8 where String(validating: document, as: UTF8.self) != nil:
                return parse(document, encoding: "UTF-8", isSingleBytes: true, with: receiver)
            case .utf8:
                return TextEncoding.repaired(document).withUnsafeBufferPointer {
                    parse($0, encoding: "UTF-8", isSingleBytes: true, with: receiver)
                }
            case .named(let name):
                let isSingleBytes = !name.lowercased().hasPrefix("iso-2022")
                return parse(document, encoding: name, isSingleBytes: isSingleBytes, with: receiver)
            case .singleBytes(let table):
                return table.utf8(of: document).withUnsafeBufferPointer {
                    parse($0, encoding: "UTF-8", isSingleBytes: true, with: receiver)
                }
            }
        }
    }

    private func parse(
        _ all: UnsafeBufferPointer<UInt8>, encoding: String?, isSingleBytes: Bool, with parser: any XMLReceiver
    ) -> XMLStream.Damage? {
        // Repairing looks at single bytes, so UTF-16 is left alone, and what switches to other signs by escapes.
        let repaired = isSingleBytes && !all.prefix(4).contains(0) ? XMLRepair.repaired(all) : nil
        guard let repaired else { return read(all, encoding: encoding, with: parser) }
        return repaired.withUnsafeBufferPointer { read($0, encoding: encoding, with: parser) }
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>, encoding: String?, with parser: any XMLReceiver
    ) -> XMLStream.Damage? {
        XMLStream(
            parsing: bytes, encoding: encoding, bounds: bounds(depth: limits.xmlDepth), receiver: parser,
            isCancelled: isCancelled
        ).damage
    }

    /// The parser believes the beginning of a tag in which a document breaks off, and with it half a URL.
    private static func endOfLastTag(_ all: UnsafeBufferPointer<UInt8>) -> Int {
        guard let close = all.lastIndex(of: 0x3E) else { return all.count }
        return all[close...].firstIndex(of: 0x3C) ?? all.count
    }

    /// A byte order mark, or `encoding` in the XML declaration.
    private static func declaresEncoding(_ all: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = all.first, first < 0x80, !all.prefix(4).contains(0) else { return true }
        guard all.starts(with: "<?xml".utf8) else { return false }
        let end = all.firstIndex(of: 0x3E) ?? all.count
        return String(decoding: all[..<end], as: UTF8.self).contains("encoding")
    }
}
