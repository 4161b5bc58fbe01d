import Basis
import Glibc

/// Sources of this machine: folders, pictures, feeds, lists, standard input. Its calls block.
struct LocalReader: Sendable {
    let limits: FeedLimits
    let options: FeedOptions
    let readStandardInput: @Sendable (ReadingWatch) throws -> StoredBytes
    let watch: ReadingWatch

    func standardInput() throws(FeedError) -> SourceContent {
        let bytes: StoredBytes
        do {
            bytes = try readStandardInput(watch)
        } catch let error as FeedError {
            throw error
        } catch {
            throw .unreadable(path: "-", why: "\(error)")
        }
        guard options.separator == .newline else {
            // No guessing: names between zero bytes look like anything.
            guard !bytes.isEmpty else { throw .empty }
            return try DocumentReader(limits: limits, options: options)
                .list(
                    bytes, base: .folder(""), mustBePlausible: false, separator: options.separator, watch: watch)
        }
        return try document(bytes, folder: "", isStandardInput: true)
    }

    func file(_ path: FilePath) throws(FeedError) -> SourceContent {
        let file: LocalFile
        do {
            file = try LocalFile(opening: path, watch: watch)
        } catch {
            throw explained(error, path)
        }
        let name = path.shownName
        if file.isFolder {
            let folder = try Folder(reading: path, isRecursive: options.isRecursive, limits: limits, watch: watch)
            return SourceContent(segment: .items(folder.items), title: name, warnings: folder.warnings, isRead: true)
        }
        // What is called a picture is one, so that its cell can say what is wrong with it.
        if !(file.isRegular && PictureName.isPicture(path.text)) {
            let beginning = try file.read(upTo: DocumentKind.sniffLength)
            let kind = DocumentKind(sniffing: beginning)
            if kind != .picture {
                let folder = path.folder
                var bytes = StoredBytes(beginning)
                if let limit = limit(of: kind, beginning: beginning, folder: folder) {
                    var limits = limits
                    (limits.feedBytes, limits.listBytes) = (limit, limit)
                    bytes = try file.readAll(behind: beginning, limits: limits)
                }
                var content = try document(bytes, folder: folder, isStandardInput: false)
                content.title = content.title ?? name
                content.isRead = true
                return content
            }
        }
        watch.count(found: 1)
        let item = FeedItem(title: name, picture: .local(path), date: file.modified, byteCount: file.byteCount)
        return SourceContent(segment: .items([item]), title: name)
    }

    /// How much of a file is read after its beginning. `nil`: nothing, that is enough to say what is wrong with it.
    private func limit(of kind: DocumentKind, beginning: [UInt8], folder: FilePath) -> Int? {
        switch kind {
        case .xml, .webPage, .json: limits.feedBytes
        case .text: limits.listBytes
        case .binary where options.separator == .zero && TextList.isEntries(beginning, base: .folder(folder)):
            limits.listBytes
        case .binary, .wideText, .picture: nil
        }
    }

    private func document(
        _ bytes: StoredBytes, folder: FilePath, isStandardInput: Bool
    ) throws(FeedError) -> SourceContent {
        guard !bytes.isEmpty else { throw .empty }
        let reader = DocumentReader(limits: limits, options: options, isCancelled: { [watch] in watch.isCancelled })
        let kind = DocumentKind(sniffing: bytes.head(DocumentKind.sniffLength))
        switch kind {
        case .xml: return try reader.feed(bytes.all, address: nil)
        case .text, .binary:
            let base = TextList.Base.folder(folder)
            // A list by its zero bytes, wherever the first of them stands.
            guard !TextList.hasZero(bytes) else { return try entries(bytes, base: base) }
            guard kind == .text else { throw .notAFeed(looksLike: .binary) }
            return try reader.list(bytes, base: base, mustBePlausible: !isStandardInput, watch: watch)
        case .webPage: return try reader.page(bytes.all, address: nil)
        case .json: return try reader.jsonFeed(bytes.all, address: nil)
        case .wideText: throw .notAFeed(looksLike: .wideText)
        case .picture: throw .notAFeed(looksLike: .binary)
        }
    }

    /// What has zero bytes: a list if that was asked for, and if it looks like one. A film among the arguments does not.
    private func entries(_ bytes: StoredBytes, base: TextList.Base) throws(FeedError) -> SourceContent {
        guard TextList.isEntries(bytes.head(TextList.partBytes), base: base) else {
            throw .notAFeed(looksLike: .binary)
        }
        guard options.separator == .zero else { throw .notAFeed(looksLike: .entries) }
        return try DocumentReader(limits: limits, options: options)
            .list(bytes, base: base, mustBePlausible: false, separator: .zero, watch: watch)
    }

    // MARK: - Missing files

    /// A missing file whose name looks like a host gets the URL that was probably meant.
    private func explained(_ error: FeedError, _ path: FilePath) -> FeedError {
        guard path.withCString({ access($0, F_OK) }) != 0, errno == ENOENT || errno == ENOTDIR else { return error }
        return Self.suggestion(for: path.text).map(FeedError.missingScheme) ?? error
    }

    /// The address that was probably meant by what is the name of no file; `nil` if it looks like none.
    static func suggestion(for text: String) -> PublicAddress? {
        guard !text.hasPrefix("/") || text.hasPrefix("//") else { return nil }
        let address = PublicAddress(text).text
        let hadPassword = address != text  // as only an address has
        let path = hadPassword ? String(address.drop { $0 == "/" }) : text
        guard let host = host(in: path) ?? (hadPassword ? path : nil) else { return nil }
        let scheme = host.hasPrefix("localhost") || host.hasPrefix("127.") ? "http" : "https"
        return PublicAddress("\(scheme)://\(path)")
    }

    /// `example.com` in `example.com:8080/feed.xml`. A name alone with the ending of a file is none.
    private static func host(in path: String) -> String? {
        guard let first = path.split(separator: "/", omittingEmptySubsequences: false).first else { return nil }
        let parts = first.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, parts.count == 1 || Int(parts[1]) != nil else { return nil }
        if host == "localhost" { return parts.count == 2 || first.count < path.count ? "localhost" : nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, !labels.contains(where: { $0.isEmpty }), !host.contains(where: { $0.isWhitespace })
        else { return nil }
        let isFileName = first.count == path.count && fileEndings.contains(labels[labels.count - 1].lowercased())
        return isFileName ? nil : String(host)
    }

    private static let fileEndings: Set<String> = [
        "atom", "gif", "htm", "html", "jpe", "jpeg", "jpg", "json", "list", "lst", "m3u", "opml", "png", "rss", "txt",
        "urls", "webp", "xml",
    ]
}
