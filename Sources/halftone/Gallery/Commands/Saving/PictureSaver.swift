import Dispatch
import ImageCoding
import ImageFeeds
import ImageLoading

/// Saves a picture as it came, under a name of its own.
struct PictureSaver: Sendable {
    let folder: String
    let manager: ImageManager
    let downloader: ImageDownloader

    /// Returns the name of the file. Blocks no thread of Swift's pool.
    func save(_ item: FeedItem, _ token: CommitToken) async throws -> String {
        guard let url = item.picture.url else { throw FileSavingError("it has no picture") }
        let bytes = try await OriginalReading(manager: manager, url: url).fetch(downloader).body
        let name = SafeFileName(of: item, format: manager.coders.format(of: bytes.head(64)))
        let result: Result<String, FileSavingError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { [folder] in
                continuation.resume(
                    returning: Result { () throws(FileSavingError) in
                        try FileSaving(folder: folder).save(bytes, token: token, named: name.name(attempt:))
                    })
            }
        }
        do {
            return try result.get()
        } catch {
            throw FileSavingError("\(error); --save-dir names another folder")
        }
    }
}
