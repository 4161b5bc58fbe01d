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

/// The downloads that ended before their images were whole, so that later ones of the same images continue them. A value.
struct PartialDownloads {
    private var kept: [(key: String, download: PartialDownload)] = []

    /// Keeps a download in place of an earlier one of the same image, and drops the oldest beyond the limits.
    mutating func keep(_ download: PartialDownload, for key: String) {
        kept.removeAll { $0.key == key }
        kept.append((key, download))
        while kept.count > Self.mostDownloads || bytes > Self.mostBytes { kept.removeFirst() }
    }

    /// Returns the download of an image, and forgets it: only one may continue it.
    mutating func take(_ key: String) -> PartialDownload? {
        kept.firstIndex { $0.key == key }.map { kept.remove(at: $0).download }
    }

    private var bytes: Int { kept.reduce(0) { $0 + $1.download.body.count } }

    /// More than a user leaves behind in some screens. Each may hold a file open.
    private static let mostDownloads = 32
    /// A few large photographs. Most of it is in temporary files.
    private static let mostBytes = 64_000_000
}
