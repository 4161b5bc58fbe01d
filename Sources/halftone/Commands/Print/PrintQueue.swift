import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import TerminalScreen

/// The pictures of a run, in order: several are decoded and made ready in parallel, a single one on this thread.
@MainActor
final class PrintQueue<Printed: Sendable> {
    /// One picture ready to print, or its error.
    struct Picture: Sendable {
        let source: PublicAddress
        /// `nil` after a failure.
        let printed: Printed?
        let title: String?
        /// The error or warning for standard error.
        let complaint: String?
    }

    private let ahead: DecodeAhead<Picture>

    /// Creates the queue. `prepare` makes a picture ready to print, on any thread.
    init(
        sources: [FeedSource], job: PrintJob, opener: PictureOpener,
        prepare: @escaping @Sendable (PictureCells) -> Printed
    ) {
        ahead = DecodeAhead(count: sources.count, threads: Self.threads(for: sources), window: 24) { index in
            Self.picture(sources[index], index, of: sources.count, job, opener, prepare)
        }
    }

    /// Returns the number of parallel decodes: one per core for files, and as many as a browser's downloads for URLs.
    private static func threads(for sources: [FeedSource]) -> Int {
        let isRemote = sources.contains { if case .url = $0 { true } else { false } }
        return max(isRemote ? 6 : 1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    func next() -> Picture? { ahead.next() }

    private nonisolated static func picture(
        _ source: FeedSource, _ index: Int, of count: Int, _ job: PrintJob, _ opener: PictureOpener,
        _ prepare: (PictureCells) -> Printed
    ) -> Picture {
        let name = source.publicAddress
        let image: Image
        do throws(ImageError) {
            image = try opener.open(source, job.wanted)
        } catch {
            return Picture(source: name, printed: nil, title: nil, complaint: opener.words(for: error, of: source))
        }
        let frame: Image
        do throws(NoSuchFrame) {
            frame = try job.frame(of: image)
        } catch {
            return Picture(source: name, printed: nil, title: nil, complaint: error.description)
        }
        return Picture(
            source: name, printed: prepare(job.picture(for: frame)),
            title: job.title?.text(of: frame, source: name, number: index + 1, count: count),
            complaint: PrintJob.warning(of: frame, in: image)?.description)
    }
}
