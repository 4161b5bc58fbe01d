import Glibc

/// The reason why bytes could not be written to a temporary file.
public struct TemporaryFileError: DescribedError, Hashable, Sendable {
    public let description: String
}

/// An unnamed file, for bytes that are too many for memory. It is deleted when the last reference is released, and when
/// the process ends.
///
/// Safe from any thread as long as only one thread at a time writes: bytes are only appended, and written bytes never
/// change.
public final class TemporaryFile: BackingFile {
    private let file: ReadableFile

    /// The directories tried for new files: `$TMPDIR` if it is an absolute path, then disk directories before `/tmp`,
    /// which is often in memory.
    public static var directories: [String] {
        let named = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? ""
        return (named.hasPrefix("/") ? [named] : []) + ["/var/tmp", "/tmp"]
    }

    /// Creates a file, readable by this user only, in the first directory in which that is possible. Throws if none is.
    public init(in directories: [String] = TemporaryFile.directories) throws(TemporaryFileError) {
        var reason = "there is no directory for it"
        for directory in directories {
            if let file = ReadableFile(descriptor: Self.open(in: directory)) {
                self.file = file
                return
            }
            reason = "\(TextSanitizer.clean(directory)): \(String(cString: strerror(errno)))"
        }
        throw TemporaryFileError(description: "cannot create a temporary file: \(reason)")
    }

    private static func open(in directory: String) -> Int32 {
        let unnamed = Glibc.open(directory, O_RDWR | O_CLOEXEC | O_EXCL | unnamedFile, 0o600)
        if unnamed >= 0 || ![EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) { return unnamed }
        // Some file systems do not support unnamed files.
        let path = directory + "/halftone-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let named = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if named >= 0 { unlink(path) }
        return named
    }

    /// The flag `O_TMPFILE`, a combined macro that Swift does not import.
    private static let unnamedFile: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Writes all bytes at an offset. Blocking.
    public func write(_ bytes: [UInt8], at offset: Int) throws(TemporaryFileError) {
        let failure = bytes.withUnsafeBytes { bytes -> Int32 in
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    file.descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return 0
        }
        guard failure == 0 else {
            throw TemporaryFileError(
                description: "cannot write a temporary file: \(String(cString: strerror(failure)))")
        }
    }

    public func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        file.read(at: offset, into: target)
    }

    public var failureDescription: String? { file.failureDescription }

    /// Returns the first `count` bytes, mapped into memory; `nil` if the file is shorter or cannot be mapped.
    func mapped(_ count: Int) -> MappedFile? {
        var status = stat()
        guard count > 0, fstat(file.descriptor, &status) == 0, status.st_size >= count,
            let start = mmap(nil, count, PROT_READ, MAP_SHARED, file.descriptor, 0), start != MAP_FAILED
        else { return nil }
        return MappedFile(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// A memory mapping of a temporary file's bytes. It stays mapped until the last reference is released.
///
/// Unchecked: the pages are only read, and no write changes them. The file has no name, is never shortened, and its
/// bytes are rewritten at most once, with equal values (``StoredBytes/mapped()``).
public final class MappedFile: @unchecked Sendable {
    private let pages: UnsafeRawBufferPointer

    fileprivate init(_ pages: UnsafeRawBufferPointer) { self.pages = pages }

    deinit { munmap(UnsafeMutableRawPointer(mutating: pages.baseAddress), pages.count) }

    /// Number of bytes in the mapping.
    public var count: Int { pages.count }

    /// The byte at an offset in `0..<count`; any other offset is a programmer error. The first access of a page may
    /// block.
    public subscript(position: Int) -> UInt8 { withUnsafeBufferPointer { $0[position] } }

    /// Calls `body` with the bytes, which must not be used after `body` has returned.
    public func withUnsafeBufferPointer<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(pages.assumingMemoryBound(to: UInt8.self))
    }
}
