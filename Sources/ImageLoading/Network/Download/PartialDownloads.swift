import HalftoneCore
import Transfer

/// The first bytes of an image, and the validators that show whether the rest still belongs to them.
struct PartialDownload: Sendable {
    /// The bytes, starting with the first of the image. If they are in a temporary file, only one download may continue
    /// them.
    let body: StoredBytes
    /// The validators of the response that the bytes came with.
    let validators: Validators
    /// Bytes of the whole image, if the server reported them.
    let total: Int?
}

/// The downloads that ended before their images were whole, so that later ones of the same images continue them. A
/// value.
struct PartialDownloads {
    private var kept: [(key: String, download: PartialDownload)] = []

    var isEmpty: Bool { kept.isEmpty }

    /// Keeps a download in place of an earlier one of the same image. Returns those that are dropped for it, the oldest
    /// beyond the limits, or this one if it is too large; releasing them may take a while.
    mutating func keep(_ download: PartialDownload, for key: String) -> [PartialDownload] {
        guard download.body.count <= Self.maxBytes else { return [download] }
        var dropped = [take(key)].compactMap(\.self)
        kept.append((key, download))
        while kept.count > Self.maxDownloads || count(\.count) > Self.maxBytes
            || count(\.bytesInMemory) > Self.maxBytesInMemory
        {
            dropped.append(kept.removeFirst().download)
        }
        return dropped
    }

    /// Returns the download of an image, and forgets it: only one may continue it.
    mutating func take(_ key: String) -> PartialDownload? {
        kept.firstIndex { $0.key == key }.map { kept.remove(at: $0).download }
    }

    private func count(_ bytes: KeyPath<StoredBytes, Int>) -> Int {
        kept.reduce(0) { $0 + $1.download.body[keyPath: bytes] }
    }

    /// More than a user leaves behind in some screens. Each may hold a file open.
    private static let maxDownloads = 32
    /// A few large photographs.
    private static let maxBytes = 64_000_000
    /// A third of what running downloads have in memory: they share it.
    private static let maxBytesInMemory = 8_000_000
}

extension StoredBytes {
    fileprivate var bytesInMemory: Int { count - bytesInFile }
}
