import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import TerminalScreen

/// One picture ready to print, or its error.
struct PrintedPicture<Printed: Sendable>: Sendable {
    let source: PublicAddress
    /// `nil` after a failure.
    var printed: Printed?
    var title: String?
    /// The error or warning for standard error.
    let complaint: String?
}

extension PrintJob {
    /// Returns the pictures of a run, in order: several are decoded and made ready by `prepare` in parallel, a single one
    /// on the thread of the consumer.
    func pictures<Printed>(
        of sources: [FeedSource], _ opener: PictureOpener, prepare: @escaping @Sendable (PictureCells) -> Printed
    ) -> DecodeAhead<PrintedPicture<Printed>> {
        DecodeAhead(count: sources.count, threads: Self.threads(for: sources), window: 24) { index in
            picture(sources[index], index, of: sources.count, opener, prepare)
        }
    }

    /// Returns the number of parallel decodes: one per core for files, and as many as a browser's downloads for URLs.
    private static func threads(for sources: [FeedSource]) -> Int {
        let isRemote = sources.contains { if case .url = $0 { true } else { false } }
        return max(isRemote ? 6 : 1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    private func picture<Printed>(
        _ source: FeedSource, _ index: Int, of count: Int, _ opener: PictureOpener, _ prepare: (PictureCells) -> Printed
    ) -> PrintedPicture<Printed> {
        let name = source.publicAddress
        do throws(ImageError) {
            let image = try opener.open(source, wanted)
            do throws(NoSuchFrame) {
                let frame = try frame(of: image)
                return PrintedPicture(
                    source: name, printed: prepare(picture(for: frame)),
                    title: title?.text(of: frame, source: name, number: index + 1, count: count),
                    complaint: Self.warning(of: frame, in: image)?.description)
            } catch {
                return PrintedPicture(source: name, complaint: error.description)
            }
        } catch {
            return PrintedPicture(source: name, complaint: error.description)
        }
    }
}
