import Glibc

/// A file that is open for reading, and closed when it is released. Its calls block. Safe from any thread.
///
/// Where a call returns `nil`, `errno` has the reason.
public final class ReadableFile: BackingFile {
    let descriptor: Int32
    private let mode: mode_t
    private let firstFailure = Lock<String?>(nil)
    /// The size when the file was opened.
    public let byteCount: Int

    /// Opens a file. `flags` are added to those for reading; without `O_NONBLOCK`, a pipe waits for its writer.
    public convenience init?(_ path: FilePath, flags: Int32 = 0) {
        self.init(descriptor: path.withCString { open($0, O_RDONLY | O_CLOEXEC | flags) })
    }

    /// Opens a regular file. Returns `nil`, with `EINVAL`, for any other, which is not opened: that would end the writer
    /// of a pipe.
    public convenience init?(regular path: FilePath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            errno = EINVAL
            return nil
        }
        self.init(path, flags: O_NOCTTY | O_NONBLOCK)
        guard isRegular else {  // it was replaced meanwhile
            errno = EINVAL
            return nil
        }
    }

    /// Opens the file of a command-line argument: `-` is standard input, which stays open.
    public convenience init?(argument path: FilePath) {
        guard path == "-" else {
            self.init(path)
            return
        }
        self.init(descriptor: dup(STDIN_FILENO))
    }

    /// Owns an open descriptor; `nil` for a negative one.
    init?(descriptor: Int32) {
        var status = stat()
        guard descriptor >= 0 else { return nil }
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            return nil
        }
        (self.descriptor, mode, byteCount) = (descriptor, status.st_mode, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// Whether it is a regular file.
    public var isRegular: Bool { mode & S_IFMT == S_IFREG }

    /// Sets the permissions, if the file has others.
    public func restrict(to permissions: mode_t) {
        if mode & 0o7777 != permissions { fchmod(descriptor, permissions) }
    }

    /// Returns the next bytes, at most `count`: none at the end, `nil` after an error.
    public func next(_ count: Int) -> [UInt8]? {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat { result = Glibc.read(descriptor, buffer.baseAddress, count) } while result < 0 && errno == EINTR
            filled = max(0, result)
        }
        return result < 0 ? nil : bytes
    }

    /// Returns the rest of the file, at most `count` bytes; `nil` after an error.
    public func rest(upTo count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let piece = next(min(count - bytes.count, 1 << 16)) else { return nil }
            guard !piece.isEmpty else { break }
            bytes += piece
        }
        return bytes
    }

    /// Reads the bytes at an offset, and returns their number: less than asked for at the end or after an error.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                let reason = String(cString: strerror(errno))
                firstFailure.withLock { $0 = $0 ?? reason }
            }
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }

    /// The first error of ``read(at:into:)``, described; `nil` if there was none.
    public var failureDescription: String? { firstFailure.withLock { $0 } }
}
