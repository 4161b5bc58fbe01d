import Dispatch
import FoundationEssentials
import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import ScreenKit

struct SavedFile: Hashable, Sendable {
    let name: String
    /// Whether the file existed before.
    var existed = false
}

/// Saves the original bytes of a picture, of its file, the disk cache, its entry or the network, under a unique name,
/// unless a file of that name has the same bytes.
struct PictureSaver: Sendable {
    let folder: String
    let manager: ImageManager

    /// Blocks no thread of the cooperative pool.
    func save(_ item: FeedItem, _ token: CommitToken) async throws -> SavedFile {
        guard let url = item.picture.url else { throw Failure("no picture") }
        let bytes = try await original(url)
        let head = bytes.head(ImageCodersManager.longestSignature)
        let name = SafeFileName(of: item, format: manager.coders.format(of: head))
        let result = await Self.runBlocking { [folder] in
            Result { () throws(Failure) in
                let saving = FileSaving(folder: folder)
                if let existing = saving.name(holding: bytes, named: name.name(attempt:)) {
                    return SavedFile(name: existing, existed: true)
                }
                return SavedFile(name: try saving.save(bytes, token: token, named: name.name(attempt:)))
            }
        }
        do {
            return try result.get()
        } catch {
            throw Failure("\(error); try another --save-dir")
        }
    }

    /// Runs blocking work outside of the cooperative thread pool.
    private static func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
        }
    }

    /// Returns the local bytes, or else loads them.
    private func original(_ url: URL) async throws(ImageError) -> StoredBytes {
        if let bytes = await Self.runBlocking({ localBytes(url) }) { return bytes }
        guard !url.isFileURL else { throw .unreadableFile("cannot be read") }
        return try await manager.loaders.payload(for: ImageRequest(url: url)).body
    }

    private func localBytes(_ url: URL) -> StoredBytes? {
        if url.isFileURL { return ReadableFile(regular: url.filePath).map { StoredBytes($0, count: $0.byteCount) } }
        return manager.diskCache?.read(DiskKey(source: manager.key(for: url).source))?.body
    }
}
