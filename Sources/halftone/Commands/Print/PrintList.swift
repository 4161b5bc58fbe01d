import HalftoneCore
import Glibc
import ImageFeeds

/// The pictures of a run of `halftone print`: the operands, with folders replaced by their pictures.
struct PrintList {
    private(set) var images: [FeedSource] = []
    /// The errors of folders without pictures.
    private(set) var failures: [FeedFailure] = []
    /// The entries left out of folders.
    private(set) var warnings: [FeedFailure] = []

    /// Reads the folders; blocks.
    init(_ operands: [FeedSource], _ options: PrintOptions) {
        for source in operands {
            guard case .path(let path) = source, Self.isFolder(path) else {
                images.append(source)
                continue
            }
            do throws(FeedError) {
                let folder = try Folder(
                    reading: path, isRecursive: options.isRecursive, limits: options.common.feedLimits)
                for case .local(let file) in folder.items.map(\.picture) { images.append(.path(file)) }
                warnings += folder.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
            } catch {
                failures.append(FeedFailure(source: source, error: error, isPartial: false))
            }
        }
    }

    private static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString({ stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
