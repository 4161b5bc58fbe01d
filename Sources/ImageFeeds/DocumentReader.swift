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
    /// The item for a document that is itself a picture; `nil` to refuse such a document.
    var picture: FeedItem?
    /// Whether text must look like a list of URLs or paths to be read as one.
    var mustBePlausible = true
    /// Whether to end the read with `.cancelled`.
    var context = ReadContext()
    /// The memory that whole texts and further pictures may take.
    let details: DetailBudget

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
        let content = try format.parse(self)(body)
        guard !content.isEmpty else { throw content.warnings.first ?? .noPictures(format.kind) }
        return content
    }

    /// Returns the head for sniffing, for a document that begins with these bytes.
    func head(_ bytes: [UInt8]) -> DocumentHead {
        var head = DocumentHead(bytes, contentType: contentType)
        guard case .folder = base else { return head }
        head.isFile = picture != nil
        head.isEntries = options.separator == .zero && TextList.isEntries(bytes, base: base)
        return head
    }

    /// The address of the document; `nil` for files and standard input.
    var address: WebAddress? { if case .address(let address) = base { address } else { nil } }

    /// Returns the charset parameter, such as `windows-1252` in `text/xml; charset="windows-1252"`.
    static func charset(in contentType: String) -> String? {
        guard let start = contentType.firstRange(of: "charset=")?.upperBound else { return nil }
        let value = contentType[start...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != "'" && $0 != " " }
        return value.isEmpty ? nil : value
    }

    // MARK: - Formats

    func picture(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        guard let picture else { throw .notAFeed(looksLike: .binary) }
        context.count(found: 1)
        return SourceContent(picture: picture)
    }

    /// Reads RSS, Atom or another format of XML.
    func feed(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = FeedParser(address: address, limits: limits, options: options, details: details)
        var warnings = try parse(body, with: parser)
        parser.finish()
        // Many feeds are sent as HTML, so the type matters only if no feed was found.
        let isSentAsPage = contentType.hasPrefix("text/html")
        if let root = parser.foreignRoot {
            let format = DocumentFormat.all.first { $0.rootElement == root.lowercased() }
            guard format != nil || isSentAsPage else { throw .notAFeed(looksLike: .xml(root: root)) }
            return try content(of: body, as: format ?? .page)
        }
        let isDamaged = !warnings.isEmpty
        if parser.entries.isCutShort { warnings.append(.tooManyItems(limit: limits.feedItems)) }
        let content = SourceContent(parser.entries, title: parser.title, warnings: warnings, next: parser.next)
        return isDamaged && isSentAsPage && content.isEmpty ? try self.content(of: body, as: .page) : content
    }

    // MARK: - Markup

    /// Passes the elements of a document to a receiver, and returns the error of the document.
    func parse(
        _ body: StoredBytes, as dialect: XMLStream.Dialect = .xml, with receiver: any XMLReceiver
    ) throws(FeedError) -> [FeedError] {
        guard XMLStream.isAvailable else { throw .missingLibrary(XMLStream.openFailure) }
        let bytes = body.all
        let text = TextEncoding.utf8(ofUTF32: bytes)
        let encoding = text == nil ? Self.charset(in: contentType) : nil
        let damage =
            switch dialect {
            case .xml: parse(text ?? bytes, encoding: encoding, with: receiver)
            case .html: parse(page: text ?? bytes, encoding: encoding, with: receiver)
            }
        guard !context.isCancelled else { throw .cancelled }
        return damage.map { [.malformed(line: $0.line, what: $0.what)] } ?? []
    }

    private func parse(page bytes: [UInt8], encoding: String?, with parser: any XMLReceiver) -> XMLStream.Damage? {
        let isWide = bytes.prefix(2) == [0xFF, 0xFE] || bytes.prefix(2) == [0xFE, 0xFF]
        // A NUL byte would end the page. In UTF-16 it is half of a character.
        let bytes = isWide || !bytes.contains(0) ? bytes : bytes.map { $0 == 0 ? 0x20 : $0 }
        // Text that is valid UTF-8 is hardly ever in another encoding, whatever its label; only the escape sequences of
        // ISO 2022 are valid too. Without a label the parser would assume ISO 8859-1.
        let isUTF8 = !isWide && !bytes.contains(0x1B) && String(validating: bytes, as: UTF8.self) != nil
        let label = encoding ?? TextEncoding.declared(inPage: bytes)
        return bytes.withUnsafeBufferPointer { bytes in
            guard !isWide else { return read(bytes, as: .html, encoding: nil, with: parser) }
            let encoding = isUTF8 ? .utf8 : label.map { TextEncoding(label: $0, of: bytes) } ?? .western
            return encoding.decoded(bytes) { read($0, as: .html, encoding: $1, with: parser) }
        }
    }

    private func parse(_ bytes: [UInt8], encoding: String?, with receiver: any XMLReceiver) -> XMLStream.Damage? {
        bytes.withUnsafeBufferPointer { all in
            // White space before the declaration, which editors and templates leave, is an error for the parser.
            let start = all.firstIndex { $0 > 0x20 } ?? 0
            let document = UnsafeBufferPointer(rebasing: all[start..<Self.endOfLastTag(all)])
            let stated = Self.declaresEncoding(document) ? nil : encoding
            guard let label = TextEncoding.declared(inXML: document) ?? stated else {
                return parse(document, encoding: nil, with: receiver)
            }
            return TextEncoding(label: label, of: document).decoded(document) {
                parse($0, encoding: $1, with: receiver)
            }
        }
    }

    private func parse(
        _ all: UnsafeBufferPointer<UInt8>, encoding: String?, with parser: any XMLReceiver
    ) -> XMLStream.Damage? {
        // The repair works on single bytes, so UTF-16 and encodings with escape sequences are excluded.
        let isSingleBytes = encoding?.lowercased().hasPrefix("iso-2022") != true && !all.prefix(4).contains(0)
        guard isSingleBytes, let repaired = XMLRepair.repaired(all) else {
            return read(all, encoding: encoding, with: parser)
        }
        return repaired.withUnsafeBufferPointer { read($0, encoding: encoding, with: parser) }
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>, as dialect: XMLStream.Dialect = .xml, encoding: String?,
        with parser: any XMLReceiver
    ) -> XMLStream.Damage? {
        let bounds = XMLStream.Bounds(
            depth: dialect == .html ? limits.htmlDepth : limits.xmlDepth, attributes: limits.tagAttributes,
            doctypeBytes: limits.doctypeBytes)
        return XMLStream(
            parsing: bytes, as: dialect, encoding: encoding, bounds: bounds, receiver: parser,
            isCancelled: { context.isCancelled }
        ).damage
    }

    /// Removes an incomplete tag at the end of a truncated document, because the parser would accept half of a URL.
    private static func endOfLastTag(_ all: UnsafeBufferPointer<UInt8>) -> Int {
        guard let close = all.lastIndex(of: 0x3E) else { return all.count }
        return all[close...].firstIndex(of: 0x3C) ?? all.count
    }

    /// Returns whether the document has a byte order mark, or `encoding` in the XML declaration.
    private static func declaresEncoding(_ all: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = all.first, first < 0x80, !all.prefix(4).contains(0) else { return true }
        guard all.starts(with: "<?xml".utf8) else { return false }
        let end = all.firstIndex(of: 0x3E) ?? all.count
        return String(decoding: all[..<end], as: UTF8.self).contains("encoding")
    }
}
