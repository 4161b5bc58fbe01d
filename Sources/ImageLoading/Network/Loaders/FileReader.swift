import HalftoneCore
import Glibc

/// A reader of local image files. Blocking; belongs on a disk thread.
///
/// Files are not mapped into memory: if another process truncates one, reading ends early; a mapping would end the
/// process.
struct FileReader: Sendable {
    /// Maximum bytes of one file, as for a download.
    let limit: Int

    /// Reads a small file into memory. A larger one is opened, and read when its bytes are needed: many of them may be
    /// waiting for a decode.
    func read(_ path: FilePath) -> Result<Payload, ImageError> {
        do throws(ImageError) {
            let file = try open(path)
            guard file.count <= Self.maxBytesInMemory else { return .success(Payload(body: file, origin: .file)) }
            let bytes = file.all
            if let failure = file.failureDescription { throw .unreadableFile(failure) }
            return .success(Payload(bytes: bytes, origin: .file))
        } catch {
            return .failure(error)
        }
    }

    /// Opens a regular file that is within the limit. Bytes appended to it later are ignored.
    func open(_ path: FilePath) throws(ImageError) -> StoredBytes {
        guard !path.bytes.contains(0) else { throw .unreadableFile("not a path: it contains a NUL") }
        guard let file = ReadableFile(regular: path) else {
            throw .unreadableFile(errno == EINVAL ? "not a file" : String(cString: strerror(errno)))
        }
        guard file.byteCount <= limit else { throw .unreadableFile("the file is over the limit of \(limit) bytes") }
        return StoredBytes(file, count: file.byteCount)
    }

    /// Maximum bytes of a file that is read into memory at once. Hundreds of such files may wait for a decode.
    static let maxBytesInMemory = 1 << 18
}
