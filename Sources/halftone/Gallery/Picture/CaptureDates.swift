import HalftoneCore
import Glibc
import ImageCoding
import ImageFeeds

/// The capture dates in the EXIF data of local photos, each read once as long as its file does not change. Any thread.
final class CaptureDates: Sendable {
    private struct Photo: Hashable {
        let path: FilePath
        let date: Double?
        let byteCount: Int?

        /// `nil` if the picture is not on this machine.
        init?(_ item: FeedItem) {
            guard case .local(let path) = item.picture else { return nil }
            (self.path, date, byteCount) = (path, item.date, item.byteCount)
        }
    }

    private let known = Lock<[Photo: String?]>([:])

    /// Photos that are remembered, in about 20 MB.
    private static let mostKnown = 100_000
    /// Bytes read of a JPEG or PNG: EXIF data comes first and has 64 KB at most in a JPEG.
    private static let headBytes = 131_072

    /// The date and time by the camera's clock, such as `2024-05-01 12:30:00`, if it has been read and is there.
    subscript(item: FeedItem) -> String? {
        Photo(item).flatMap { photo in known.withLock { $0[photo] } } ?? nil
    }

    /// Returns the date, from the beginning of its file unless it is known; `nil` if there is none. Blocks.
    @discardableResult
    func read(_ item: FeedItem) -> String? {
        guard let photo = Photo(item) else { return nil }
        if let date = known.withLock({ $0[photo] }) { return date }
        let date = Self.date(inFile: photo.path)
        known.withLock { known in
            if known.count < Self.mostKnown { known.updateValue(date, forKey: photo) }
        }
        return date
    }

    private static func date(inFile path: FilePath) -> String? {
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let whole = ByteSource(count: Int(status.st_size)) { offset, target in
            max(0, pread(file, target.baseAddress, target.count, off_t(offset)))
        }
        let head = whole.read(at: 0, count: headBytes)
        // A WebP has it behind the pixels, which are skipped.
        let source = ImageFormat.detect(head) == .webp ? whole : ByteSource(head)
        return ExifFields(of: source)?.taken.map { String($0.prefix(19)) }  // without an offset from UTC
    }
}
