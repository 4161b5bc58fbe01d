import HalftoneCore
import FoundationEssentials
import Glibc
import ImageFeeds
import ScreenKit

/// Files of pictures for other programs: local files, and temporary copies of remote pictures. The copies are kept
/// until the gallery ends, because a program may use them in the background after it has returned.
@MainActor
final class PictureCopies {
    typealias Save = @MainActor (FeedItem, _ folder: String) async throws -> SavedFile
    private let save: Save
    private(set) var folder: String?

    init(_ save: @escaping Save) { self.save = save }

    /// Returns the files of pictures, in order, as absolute paths, so that none looks like an option.
    func files(of items: [FeedItem]) async throws -> [FilePath] {
        var files: [FilePath] = []
        for item in items {
            if case .local(let path) = item.picture {
                files.append(path.absolute())
            } else {
                let folder = try makeFolder()
                files.append(FilePath(folder).appending(FilePath(try await save(item, folder).name)))
            }
        }
        return files
    }

    private func makeFolder() throws(Failure) -> String {
        if let folder { return folder }
        let place = Variable.value(of: "TMPDIR") ?? "/tmp"
        var template = Array((place + "/halftone-run-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else {
            throw .system(TextSanitizer.clean(place))
        }
        folder = made
        return made
    }

    /// Removes all copies.
    func remove() {
        guard let folder else { return }
        self.folder = nil
        try? FileManager.default.removeItem(atPath: folder)  // otherwise the system clears it
    }
}
