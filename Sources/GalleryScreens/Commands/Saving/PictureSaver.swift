import ImageCoding
import ImageFeeds
import ImageLoading
import ScreenKit

/// The file of a saved picture.
struct SavedFile: Hashable, Sendable {
    let name: String
    /// Whether the file existed before.
    var wasThere = false
}

/// Saves the original bytes of a picture under a unique name, unless a file of that name has the same bytes.
struct PictureSaver: Sendable {
    let folder: String
    let manager: ImageManager
    let downloader: ImageDownloader

    /// Blocks no thread of the cooperative pool.
    func save(_ item: FeedItem, _ token: CommitToken) async throws -> SavedFile {
        guard let url = item.picture.url else { throw Failure("no picture") }
        let bytes = try await OriginalReading(manager: manager, url: url).fetch(downloader)
        let head = bytes.head(ImageCodersManager.longestSignature)
        let name = SafeFileName(of: item, format: manager.coders.format(of: head))
        let result = await OriginalReading.elsewhere { [folder] in
            Result { () throws(Failure) in
                let saving = FileSaving(folder: folder)
                if let there = saving.name(holding: bytes, named: name.name(attempt:)) {
                    return SavedFile(name: there, wasThere: true)
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
}
