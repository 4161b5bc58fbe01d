import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import TerminalScreen

/// The pictures of a run, in order: several are decoded in parallel, a single one on this thread.
@MainActor
final class PrintQueue {
    /// One picture ready to print, or its error.
    struct Picture: Sendable {
        let source: PublicAddress
        /// `nil` after a failure.
        let picture: PrintedPicture?
        let title: String?
        /// The error or warning for standard error.
        let complaint: String?
    }

    private let count: Int
    private let produce: @Sendable (Int) -> Picture
    private let ahead: DecodeAhead<Picture>?
    private var printed = 0

    init(sources: [FeedSource], job: PrintJob, opener: PictureOpener) {
        count = sources.count
        produce = { index in Self.picture(sources[index], index, of: sources.count, job, opener) }
        ahead =
            count <= 1
            ? nil
            : DecodeAhead(count: count, threads: Self.threads(for: sources), window: 24, produce: produce)
    }

    /// Returns the number of parallel decodes: one per core for files, and as many as a browser's downloads for URLs.
    private static func threads(for sources: [FeedSource]) -> Int {
        let isRemote = sources.contains { if case .url = $0 { true } else { false } }
        return max(isRemote ? 6 : 1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    func next() -> Picture? {
        if let ahead { return ahead.next() }
        guard printed < count else { return nil }
        defer { printed += 1 }
        return produce(printed)
    }

    /// Returns the warning about the shown frame, or else about the animation, but not about other frames.
    nonisolated static func warning(of frame: Image, in image: Image) -> DecodeWarning? {
        if let warning = frame.warning { return warning }
        return image.warning?.isOfAnimation == true ? image.warning : nil
    }

    private nonisolated static func picture(
        _ source: FeedSource, _ index: Int, of count: Int, _ job: PrintJob, _ opener: PictureOpener
    ) -> Picture {
        let name = source.publicAddress
        let image: Image
        do throws(ImageError) {
            image = try opener.open(source, job.wanted)
        } catch {
            return Picture(source: name, picture: nil, title: nil, complaint: opener.words(for: error, of: source))
        }
        let frame: Image
        do throws(NoSuchFrame) {
            frame = try job.frame(of: image)
        } catch {
            return Picture(source: name, picture: nil, title: nil, complaint: error.description)
        }
        return Picture(
            source: name, picture: job.picture(for: frame),
            title: job.title?.text(of: frame, source: name, number: index + 1, count: count),
            complaint: warning(of: frame, in: image)?.description)
    }
}
