import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import TerminalScreen

/// The pictures of a run in their order: decoded in parallel where there are several, and on this thread where there is
/// one, because threads would only cost.
@MainActor
final class PrintQueue {
    /// One picture, ready to be printed, or why it is not.
    struct Picture: Sendable {
        let source: PublicAddress
        /// `nil` if it cannot be shown.
        let cells: PictureCells?
        let title: String?
        /// What is to be said of it on standard error.
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

    /// One a core, but a URL is mostly waited for: then as many as a browser has under way.
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

    /// What is wrong with the frame that is shown, else with the animation it is of; never with another frame.
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
            return Picture(source: name, cells: nil, title: nil, complaint: opener.words(for: error, of: source))
        }
        let frame: Image
        do throws(NoSuchFrame) {
            frame = try job.frame(of: image)
        } catch {
            return Picture(source: name, cells: nil, title: nil, complaint: error.description)
        }
        return Picture(
            source: name, cells: job.cells(for: frame),
            title: job.title?.text(of: frame, source: name, number: index + 1, count: count),
            complaint: warning(of: frame, in: image)?.description)
    }
}
