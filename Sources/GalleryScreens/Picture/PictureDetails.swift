import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels

/// The details of a picture, in lines. A value; all texts are sanitized.
struct PictureDetails: Sendable {
    enum Line: Hashable, Sendable {
        case heading(String)
        case fact(String, String)
        case text(String)
    }

    let item: FeedItem
    /// The picture on screen; `nil` if there is none yet.
    let loaded: LoadedImage?
    /// The size on screen of the whole picture, in pixels of the screen.
    let shownSize: PixelSize

    private var header: ImageHeader? { loaded?.image.metadata?.header }

    var lines: [Line] {
        let parts = [entryLines, pictureLines, cameraLines, textLines]
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
        case .embedded: lines.append(.text("a picture in the text of the entry"))
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
        lines.append(.fact("shown at", "\(shownSize.width) × \(shownSize.height)"))
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
        guard let exif = loaded?.image.metadata?.exif else { return [] }
        return [.heading("Camera")] + exif.facts.map { .fact($0, TextSanitizer.clean($1)) }
    }
}
