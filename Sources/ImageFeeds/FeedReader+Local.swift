import HalftoneCore
import Glibc

/// Local sources: folders, pictures, feeds, lists, standard input. The calls block.
extension FeedReader {
    func read(_ source: FeedSource, _ context: ReadContext) throws(FeedError) -> SourceContent {
        guard case .path(let path) = source else { return try standardInput(context) }
        return try file(path, context)
    }

    private func standardInput(_ context: ReadContext) throws(FeedError) -> SourceContent {
        let bytes: StoredBytes
        do {
            bytes = try readStandardInput(context)
        } catch let error as FeedError {
            throw error
        } catch {
            throw .unreadable("\(error)")
        }
        var reader = reader(folder: "", context)
        reader.mustBePlausible = false
        // No sniffing: NUL-terminated names may look like anything.
        guard options.separator == .newline else { return try reader.content(of: bytes, as: .entries) }
        return try reader.content(of: bytes)
    }

    private func file(_ path: FilePath, _ context: ReadContext) throws(FeedError) -> SourceContent {
        let file: LocalFile
        do {
            file = try LocalFile(opening: path, context: context)
        } catch {
            throw explained(error, path)
        }
        let name = path.shownName
        if file.isFolder {
            let folder = try Folder(
                reading: path, isRecursive: options.isRecursive, showsFolders: options.showsFolders, limits: limits,
                context: context)
            return SourceContent(segment: .items(folder.items), title: name, warnings: folder.warnings, isRead: true)
        }
        var reader = reader(folder: path.folder, context)
        reader.picture = FeedItem(
            title: name, picture: .local(path), date: file.modified, byteCount: file.byteCount)
        // A file with the extension of a picture counts as one; its cell shows errors.
        guard !file.isRegular || !PictureName.isPicture(path.text) else { return try reader.picture(StoredBytes([])) }
        let beginning = try file.read(upTo: DocumentHead.length)
        let head = reader.head(beginning)
        let format = DocumentFormat.of(head)
        let isRead = !format.isHeadEnough(head)
        let bytes =
            isRead ? try file.readAll(behind: beginning, limit: format.limit(limits), limits) : StoredBytes(beginning)
        var content = try reader.content(of: bytes, as: format)
        content.title = content.title ?? name
        content.isRead = isRead
        return content
    }

    private func reader(folder: FilePath, _ context: ReadContext) -> DocumentReader {
        DocumentReader(limits: limits, options: options, base: .folder(folder), context: context)
    }

    // MARK: - Missing files

    /// Returns the error of a missing file, with the likely URL if its name looks like a host.
    private func explained(_ error: FeedError, _ path: FilePath) -> FeedError {
        guard path.withCString({ access($0, F_OK) }) != 0, errno == ENOENT || errno == ENOTDIR else { return error }
        return FeedSource.suggestion(for: path.text).map(FeedError.missingScheme) ?? error
    }
}

extension FeedSource {
    /// Returns the likely address for the name of a missing file, or `nil` if it does not look like one.
    static func suggestion(for text: String) -> PublicAddress? {
        guard !text.hasPrefix("/") || text.hasPrefix("//") else { return nil }
        let address = PublicAddress(text).text
        let hadPassword = address != text  // only addresses have one
        let path = hadPassword ? String(address.drop { $0 == "/" }) : text
        guard let host = host(in: path) ?? (hadPassword ? path : nil) else { return nil }
        let scheme = host.hasPrefix("localhost") || host.hasPrefix("127.") ? "http" : "https"
        return PublicAddress("\(scheme)://\(path)")
    }

    /// Returns the host, as in `example.com` of `example.com:8080/feed.xml`. A single name with a file extension is not
    /// a host.
    private static func host(in path: String) -> String? {
        guard let first = path.split(separator: "/", omittingEmptySubsequences: false).first else { return nil }
        let parts = first.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, parts.count == 1 || Int(parts[1]) != nil else { return nil }
        if host == "localhost" { return parts.count == 2 || first.count < path.count ? "localhost" : nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, !labels.contains(where: { $0.isEmpty }), !host.contains(where: { $0.isWhitespace })
        else { return nil }
        let ending = labels[labels.count - 1].lowercased()
        let isFileName =
            first.count == path.count && DocumentFormat.all.contains { $0.fileExtensions.contains(ending) }
        return isFileName ? nil : String(host)
    }
}
