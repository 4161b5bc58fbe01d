import HalftoneCore

/// A reader that turns the bytes of a document of any format and origin into items. Blocks while it parses.
///
/// Each ``DocumentFormat`` names its function of this type; most are beside their parsers.
struct DocumentReader: Sendable {
    let limits: FeedLimits
    var options = FeedOptions()
    /// The base of relative addresses.
    let base: TextList.Base
    /// The value of `Content-Type` in lower case; empty if there is none.
    var contentType = ""
    /// The next page that the response names; one that the document names takes precedence.
    var next: WebAddress?
    /// The item for a document that is itself a picture; `nil` to refuse such a document.
    var picture: FeedItem?
    /// Whether text must look like a list of URLs or paths to be read as one.
    var mustBePlausible = true
    /// Whether to end the read with `.cancelled`.
    var context = ReadContext()
    /// The share of the document's details in the memory of those of all documents.
    var share: MemoryAllowance.Share?

    /// Returns the items of a document. Throws `.empty`, `.tooLarge`, `.notAFeed`, and the error of a document without
    /// items.
    func content(of body: StoredBytes) throws(FeedError) -> SourceContent {
        let head = head(body.head(DocumentHead.length))
        let format = DocumentFormat.of(head)
        let limit = format.limit(limits)
        guard body.count <= limit || format.isHeadEnough(head) else { throw .tooLarge(limit: ByteSize(limit)) }
        return try content(of: body, as: format)
    }

    /// Returns the items of a document of a known format. Throws as ``content(of:)``, except for the size.
    func content(of body: StoredBytes, as format: DocumentFormat) throws(FeedError) -> SourceContent {
        guard !body.isEmpty else { throw .empty }
        var content = try format.parse(self)(body)
        if !content.isPictureAlone, content.followed.isEmpty { content.next = content.next ?? next }
        guard !content.isEmpty else { throw content.warnings.first ?? .noPictures(format.kind) }
        return content
    }

    /// Returns the head for sniffing, for a document that begins with these bytes.
    func head(_ bytes: [UInt8]) -> DocumentHead {
        var head = DocumentHead(bytes, contentType: contentType)
        guard case .folder = base else { return head }
        head.isFile = picture != nil
        head.isEntries = TextList.isEntries(bytes, base: base)
        return head
    }

    /// The address of the document; `nil` for files and standard input.
    var address: WebAddress? { if case .address(let address) = base { address } else { nil } }

    /// The encoding that the server states.
    var charset: String? { TextEncoding.label(in: contentType, behind: "charset") }

    // MARK: - Formats

    func picture(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        guard let picture else { throw .notAFeed(looksLike: .binary) }
        context.count(found: 1)
        return SourceContent(picture: picture)
    }

    /// Reads the document in a file in gzip, which must not be another such file.
    func compressed(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let bytes = body.all
        // Room for one byte more than allowed, to detect a document that is too large.
        let inflated = bytes.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: limits.feedBytes + 1) { target, count in
                let room = UnsafeMutableRawBufferPointer(target)
                count = GzipInflater(source)?.inflate(into: room) ?? 0
            }
        }
        guard inflated.count <= limits.feedBytes else { throw .tooLarge(limit: ByteSize(limits.feedBytes)) }
        guard !inflated.isEmpty, !GzipInflater.begins(inflated) else { throw .notAFeed(looksLike: .binary) }
        return try content(of: StoredBytes(inflated))
    }

    /// Reads RSS, Atom or another format of XML.
    func feed(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = FeedParser(address: address, limits: limits, options: options, share: share)
        let warnings = try parse(body, with: parser)
        parser.finish()
        // Many feeds are sent as HTML, so the type matters only if no feed was found.
        let isSentAsPage = contentType.hasPrefix("text/html")
        if let root = parser.foreignRoot {
            let format = DocumentFormat.all.first { $0.rootElement == root.lowercased() }
            guard format != nil || isSentAsPage else { throw .notAFeed(looksLike: .xml(root: root)) }
            return try content(of: body, as: format ?? .page)
        }
        let content = SourceContent(parser.entries, title: parser.title, warnings: warnings, next: parser.next)
        return !warnings.isEmpty && isSentAsPage && content.isEmpty ? try self.content(of: body, as: .page) : content
    }

    // MARK: - Markup

    /// Passes the elements of a document in XML to a receiver, and returns the error of the document.
    func parse(_ body: StoredBytes, with receiver: any XMLReceiver) throws(FeedError) -> [FeedError] {
        guard XMLStream.isAvailable else { throw .missingLibrary(XMLStream.openFailure) }
        let damage = parse(body.all, with: receiver)
        guard !context.isCancelled else { throw .cancelled }
        return damage.map { [.malformed(line: $0.line, what: $0.what)] } ?? []
    }

    private func parse(_ bytes: [UInt8], with receiver: any XMLReceiver) -> XMLStream.Damage? {
        bytes.withUnsafeBufferPointer { all in
            let end = Self.endOfLastTag(all)
            let start = min(DocumentHead.documentStart(in: all.prefix(DocumentHead.maxPreambleBytes)), end)
            let document = UnsafeBufferPointer(rebasing: all[start..<end])
            let hasMark = all[..<start].firstRange(of: [0xEF, 0xBB, 0xBF]) != nil
            let labels = [hasMark ? "utf-8" : charset, TextEncoding.declared(inXML: document)]
            return TextEncoding.decoded(document, labels: labels) { text in
                guard let repaired = XMLRepair.repaired(text) else { return read(text, with: receiver) }
                return repaired.withUnsafeBufferPointer { read($0, with: receiver) }
            }
        }
    }

    private func read(_ text: UnsafeBufferPointer<UInt8>, with receiver: any XMLReceiver) -> XMLStream.Damage? {
        XMLStream(parsing: text, limits: limits, receiver: receiver, isCancelled: { context.isCancelled }).damage
    }

    /// Removes an incomplete tag at the end of a truncated document, because the parser would accept half of a URL.
    private static func endOfLastTag(_ all: UnsafeBufferPointer<UInt8>) -> Int {
        guard let close = all.lastIndex(of: 0x3E) else { return all.count }
        return all[close...].firstIndex(of: 0x3C) ?? all.count
    }
}
