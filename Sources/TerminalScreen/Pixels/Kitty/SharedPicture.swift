import CSystem
import HalftoneCore
import Glibc
import Pixels

/// The pixels of a picture in POSIX shared memory, from where a terminal on the same machine reads them.
///
/// The terminal unlinks the memory once it has read it. ``remove()`` does so for one that never did, and a crash does for
/// all, because the system would keep the memory after the end of the process.
public struct SharedPicture: Hashable, Sendable {
    /// The name of the shared memory, with a slash before it.
    public let name: String
    /// The size in pixels, of three bytes each.
    public let size: PixelSize

    /// The number of pictures so far. Its lock also guards the list of files that a crash deletes.
    private static let count = Lock(0)

    /// Copies the pixels of a bitmap without their alpha. Returns `nil` if there is no shared memory, or not enough, or if
    /// 32 pictures have not been removed.
    public init?(_ bitmap: Bitmap) {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        name = "/halftone-\(getpid())-\(number)"
        size = bitmap.size
        let descriptor = shm_open(name, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard Self.count.withLock({ _ in halftone_delete_at_crash(path) }) else {
            remove()
            return nil
        }
        // written and not mapped: a store into memory that the system does not have would end the process
        guard Self.write(bitmap.opaqueBytes, to: descriptor) else {
            remove()
            return nil
        }
    }

    /// The file that the system keeps the memory in.
    private var path: String { "/dev/shm" + name }

    /// Whether the terminal has not read and unlinked it. Any thread.
    var isPending: Bool {
        let descriptor = shm_open(name, O_RDONLY, 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Unlinks the memory, if the terminal has not done so. Call in either case; idempotent. Any thread.
    public func remove() {
        shm_unlink(name)
        Self.count.withLock { _ in halftone_keep_at_crash(path) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
