import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import ScreenKit
import TerminalScreen

/// One picture ready to print, or its error.
struct PrintedPicture: Sendable {
    enum Content: Sendable {
        /// The picture with its title.
        case lines([UInt8])
        case entry(ContactSheet.Entry)
        case animation(AnimatedImage, title: String?, warning: DecodeWarning?)
    }

    let source: PublicAddress
    /// `nil` after a failure.
    var content: Content?
    /// The error or warning for standard error.
    let message: String?
}

extension PrintJob {
    /// Returns the pictures of a run, in order: several are decoded and made ready in parallel, a single one on the
    /// thread of the consumer.
    func pictures(of sources: [FeedSource], _ opener: PictureOpener) -> DecodeAhead<PrintedPicture> {
        // An animation is kept whole, and plays long enough to open the next one.
        let window = options.animates ? 2 : 24
        return DecodeAhead(count: sources.count, threads: Self.threads(for: sources), window: window) { index in
            picture(sources[index], index, of: sources.count, opener)
        }
    }

    /// Returns the number of parallel decodes: one per core for files, and as many as a browser's downloads for URLs.
    private static func threads(for sources: [FeedSource]) -> Int {
        let isRemote = sources.contains { if case .url = $0 { true } else { false } }
        return max(isRemote ? 6 : 1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    private func picture(
        _ source: FeedSource, _ index: Int, of count: Int, _ opener: PictureOpener
    ) -> PrintedPicture {
        let name = source.publicAddress
        do {
            let image = try opener.open(source, decoding)
            let frame = try frame(of: image)
            let title = options.title?.text(.init(image: frame, source: name, number: index + 1, count: count))
            return PrintedPicture(
                source: name, content: content(image, frame, title),
                message: Self.warning(of: frame, in: image)?.description)
        } catch {
            return PrintedPicture(source: name, message: "\(error)")
        }
    }

    private func content(_ image: Image, _ frame: Image, _ title: String?) -> PrintedPicture.Content {
        if options.animates, let animation = image.animation {
            return .animation(animation, title: title, warning: image.warning)
        }
        let picture = picture(for: frame)
        if options.gridColumns != nil { return .entry(ContactSheet.Entry(picture: picture, title: title)) }
        return .lines(printer.lines(of: picture) + (title.map { Array((line($0) + "\n").utf8) } ?? []))
    }
}
