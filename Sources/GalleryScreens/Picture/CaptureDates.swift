import HalftoneCore
import ImageCoding
import ImageFeeds

/// The capture dates in the EXIF data of local photos, each read once as long as its file does not change. Any thread.
final class CaptureDates: Sendable {
    private struct Photo: Hashable {
        let path: FilePath
        let date: Double?
        let byteCount: Int?

        /// Creates the key of an item; `nil` if the picture is not a local file.
        init?(_ item: FeedItem) {
            guard case .local(let path) = item.picture else { return nil }
            (self.path, date, byteCount) = (path, item.date, item.byteCount)
        }
    }

    private let known = Lock<[Photo: String?]>([:])

    /// Maximum number of photos with a cached date (about 20 MB).
    private static let maxKnown = 100_000
    /// Number of bytes to read of a JPEG or PNG: EXIF data comes first, and has at most 64 KB in a JPEG.
    private static let headBytes = 131_072

    /// Returns the cached date and time by the camera's clock, such as `2024-05-01 12:30:00`; `nil` if there is none.
    subscript(item: FeedItem) -> String? {
        Photo(item).flatMap { photo in known.withLock { $0[photo] } } ?? nil
    }

    /// Whether nothing is left to read for an item.
    func knows(_ item: FeedItem) -> Bool {
        Photo(item).map { photo in known.withLock { $0[photo] != nil } } ?? true
    }

    /// Returns the date, read from the file unless it is cached; `nil` if there is none. Blocks.
    @discardableResult
    func read(_ item: FeedItem) -> String? {
        guard let photo = Photo(item) else { return nil }
        if let date = known.withLock({ $0[photo] }) { return date }
        let date = Self.date(inFile: photo.path)
        known.withLock { known in
            if known.count < Self.maxKnown { known.updateValue(date, forKey: photo) }
        }
        return date
    }

    private static func date(inFile path: FilePath) -> String? {
        guard let file = ReadableFile(regular: path) else { return nil }
        let whole = ByteSource(count: file.byteCount) { file.read(at: $0, into: $1) }
        let head = whole.read(at: 0, count: headBytes)
        // In a WebP it follows the pixels, which are skipped.
        let source = ImageFormat.detect(head) == .webp ? whole : ByteSource(head)
        return ExifFields(of: source)?.taken.map { String($0.prefix(19)) }  // without an offset from UTC
    }
}
