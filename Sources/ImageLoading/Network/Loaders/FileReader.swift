import HalftoneCore
import Glibc
import ImageCoding

/// A reader of local image files. Blocking; belongs on a disk thread.
struct FileReader: Sendable {
    /// Maximum bytes of one file, as for a download.
    let limit: Int

    func read(_ path: FilePath) -> Result<Payload, ImageError> {
        let file: OpenFile
        do throws(ImageError) {
            file = try open(path)
        } catch {
            return .failure(error)
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: file.count) { buffer, filled in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            useLargePages(for: buffer)
            while filled < buffer.count {
                let count = file.read(at: filled, into: .init(rebasing: buffer[filled...]))
                if count == 0 { break }  // the file was truncated meanwhile
                filled += count
            }
        }
        return file.failure.map { .failure($0) } ?? .success(Payload(bytes: bytes, origin: .file))
    }

    /// Opens a regular file that is within the limit.
    func open(_ path: FilePath) throws(ImageError) -> OpenFile {
        guard !path.bytes.contains(0) else { throw .unreadableFile("not a path: it contains a NUL") }
        // Opening and closing a named pipe would end its writer with SIGPIPE. O_NONBLOCK: a pipe that replaces the file
        // between `stat` and `open` must not block the thread.
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { throw OpenFile.failure() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadableFile("not a file") }
        let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw OpenFile.failure() }
        let file = OpenFile(descriptor)
        guard fstat(descriptor, &status) == 0 else { throw OpenFile.failure() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadableFile("not a file") }
        guard status.st_size <= limit else {
            throw .unreadableFile("the file is over the limit of \(limit) bytes")
        }
        file.count = Int(status.st_size)
        return file
    }

    /// Requests huge pages for a large buffer: with ordinary ones, each 4 KB costs a page fault.
    private func useLargePages(for buffer: UnsafeMutableRawBufferPointer) {
        let page = 4096
        guard buffer.count >= 4_000_000, let start = buffer.baseAddress else { return }
        let skipped = (page - Int(bitPattern: start) % page) % page
        madvise(start + skipped, (buffer.count - skipped) / page * page, MADV_HUGEPAGE)
    }
}

/// An open file that is read in pieces. One thread at a time.
///
/// The file is not mapped into memory: if another process truncates it, reading ends early; a mapping would end the
/// process.
final class OpenFile {
    fileprivate(set) var count = 0
    /// The first read error, or `nil`.
    private(set) var failure: ImageError?
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    var source: ByteSource { ByteSource(count: count) { [self] offset, target in read(at: offset, into: target) } }

    /// Copies bytes from `offset` on. Returns their number: 0 at the end or after an error.
    func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        // Bytes appended after the file was opened are ignored.
        let room = min(target.count, count - offset)
        guard room > 0, failure == nil else { return 0 }
        while true {
            let count = pread(descriptor, target.baseAddress, room, offset)
            if count < 0, errno == EINTR { continue }
            if count < 0 { failure = Self.failure() }
            return max(0, count)
        }
    }

    fileprivate static func failure() -> ImageError { .unreadableFile(String(cString: strerror(errno))) }
}
