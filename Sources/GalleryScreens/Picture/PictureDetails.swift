import HalftoneCore
import FoundationEssentials
import ImageCoding
import ImageFeeds
import ImageLoading

/// The details of a picture, in lines. A value; all texts are sanitized.
struct PictureDetails: Sendable {
    enum Line: Hashable, Sendable {
        case heading(String)
        case fact(String, String)
        case text(String)
    }

    private let item: FeedItem
    private let loaded: LoadedImage?
    /// The caching metadata in memory; that on disk takes precedence.
    private var remembered: ResponseMetadata?
    private var original: OriginalReading.Inspection?
    /// Whether the disk or the file has been read, even without result.
    private var hasAsked = false

    init(item: FeedItem, loaded: LoadedImage?, remembered: ResponseMetadata? = nil) {
        (self.item, self.loaded, self.remembered) = (item, loaded, remembered)
    }

    /// Adopts the data of the disk or the file; `nil` for none.
    mutating func adopt(_ original: OriginalReading.Inspection?) { (self.original, hasAsked) = (original, true) }

    /// Adopts the metadata of the disk and the engine.
    mutating func adopt(_ original: OriginalReading.Inspection?, remembered: ResponseMetadata?) {
        self.remembered = remembered
        adopt(original)
    }

    // The metadata of the shown image takes precedence: the bytes on disk may have been replaced or removed.
    private var metadata: ImageMetadata? { loaded?.image.metadata }
    private var header: ImageHeader? { metadata?.header ?? original?.header }
    private var exif: ExifFields? { metadata == nil ? original?.exif : metadata?.exif }
    private var response: ResponseMetadata? { original?.response ?? remembered }

    /// Whether the picture came from a server, so that its bytes may be in the disk cache.
    private var isFromServer: Bool { loaded?.url.scheme.map { ["http", "https"].contains($0.lowercased()) } == true }

    var lines: [Line] {
        let parts = [
            entryLines, pictureLines, cameraLines, cacheLines, timingLines, textLines,
        ]
        return Array(parts.filter { $0.count > 1 }.joined(separator: [.text("")]))
    }

    private var entryLines: [Line] {
        var lines: [Line] = [.heading(item.title)]
        if let date = item.date { lines.append(.fact("date", CalendarDate(secondsSince1970: date).text)) }
        if let author = item.author { lines.append(.fact("author", author)) }
        if let source = item.source { lines.append(.fact("source", source)) }
        if let tags = item.tags { lines.append(.fact("tags", tags)) }
        switch item.picture {
        case .remote(let address): lines.append(.fact("address", address.description))
        case .local(let path): lines.append(.fact("file", path.description))
        case .folder(let path): lines.append(.fact("folder", path.description))
        case .missing: lines.append(.text("an entry without a picture"))
        }
        if let page = item.page { lines.append(.fact("page", page.description)) }
        if let text = item.pictureText { lines.append(.text(text)) }
        return lines
    }

    /// The whole text of the entry.
    private var textLines: [Line] {
        [.heading("Text")] + (item.text ?? "").split(separator: "\n").map { .text(String($0)) }
    }

    private var pictureLines: [Line] {
        guard let image = loaded?.image else { return [] }
        var lines: [Line] = [.heading("Picture")]
        lines.append(.fact("pixels", "\(image.intrinsicSize.width) × \(image.intrinsicSize.height)"))
        lines.append(.fact("shown at", "\(image.size.width) × \(image.size.height)"))
        lines.append(.fact("bytes", "\(ByteSize(image.sourceBytes))"))
        if let format = image.format {
            let kind = header?.isProgressive == true ? ", progressive" : ""
            lines.append(.fact("format", format.name + kind))
        }
        if let header {
            lines.append(.fact("color", "\(header.bitDepth) bits\(header.hasAlpha ? ", transparent" : "")"))
            if header.orientation != .up { lines.append(.fact("orientation", "\(header.orientation)")) }
            if let thumbnail = header.thumbnail {
                lines.append(.fact("thumbnail", "\(ByteSize(thumbnail.count)) (EXIF)"))
            }
        }
        if let animation = image.animation {
            let loops = animation.loopCount == 0 ? "forever" : "\(animation.loopCount) times"
            lines.append(.fact("frames", "\(animation.frameCount), played \(loops)"))
        }
        if let warning = image.warning { lines.append(.fact("warning", warning.description)) }
        return lines
    }

    private var cameraLines: [Line] {
        guard let exif else { return [] }
        return [.heading("Camera")] + exif.facts.map { .fact($0, TextSanitizer.clean($1)) }
    }

    private var cacheLines: [Line] {
        guard let loaded else { return [] }
        var lines: [Line] = [.heading("Cache")]
        lines.append(.fact("loaded from", Self.origin(of: loaded)))
        if hasAsked, isFromServer { lines.append(.fact("on disk", original?.isOnDisk == true ? "yes" : "no")) }
        guard let response else { return lines }
        lines.append(.fact("last checked", CalendarDate(secondsSince1970: response.receivedAt).text + " UTC"))
        if response.isImmutable || response.lifetime > 0 {
            let lifetime = "\(Int(response.lifetime)) s" + (response.isHeuristic ? ", heuristic" : "")
            lines.append(.fact("fresh for", response.isImmutable ? "forever" : lifetime))
        }
        return lines
    }

    private var timingLines: [Line] {
        guard let metrics = loaded?.metrics else { return [] }
        let tree = metrics.description.split(separator: "\n", omittingEmptySubsequences: false)
        // The first line names the load, as the panel's heading does.
        let total = Int((metrics.total.seconds * 1000).rounded())
        return [.heading("Loading took \(total) ms")] + tree.dropFirst().map { .text(String($0)) }
    }

    static func origin(of loaded: LoadedImage) -> String {
        if loaded.cacheType.contains(.memory) { return "memory" }
        if loaded.cacheType.contains(.disk) { return "disk" }
        return loaded.url.isFileURL ? "the file" : "the network"
    }
}
