import Basis
import Glibc
import ImageCoding

/// Reads local pictures. Blocking; belongs on a disk thread.
struct FileReader: Sendable {
    /// Bytes of one file, as for a download.
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
                if count == 0 { break }  // it became shorter while we read
                filled += count
            }
        }
        return file.failure.map { .failure($0) } ?? .success(Payload(bytes: bytes, origin: .file))
    }

    /// Opens a file, if it is one and within the limit.
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

    /// A large file is several hundred ordinary pages, and the kernel stops for each of them.
    private func useLargePages(for buffer: UnsafeMutableRawBufferPointer) {
        let page = 4096
        guard buffer.count >= 4_000_000, let start = buffer.baseAddress else { return }
        let skipped = (page - Int(bitPattern: start) % page) % page
        madvise(start + skipped, (buffer.count - skipped) / page * page, MADV_HUGEPAGE)
    }
}

/// A file that is read in pieces. It is not mapped into memory: one that others cut meanwhile then only ends early, where
/// a mapping would end the process. One thread at a time.
final class OpenFile {
    fileprivate(set) var count = 0
    /// What went wrong, if anything did.
    private(set) var failure: ImageError?
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    var source: ByteSource { ByteSource(count: count) { [self] offset, target in read(at: offset, into: target) } }

    /// Copies what stands from `offset` on; 0 at the end, and where it cannot be read.
    func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        // What was added since it was opened is not looked at.
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
