import HalftoneCore
import Glibc

/// The encoded bytes of an image, read on demand, so that a large file is never in memory as a whole.
///
/// One thread at a time. The underlying file may become shorter in the meantime, for instance when it is rewritten:
/// then the bytes end early, and so does the image.
public final class ByteSource {
    /// Number of bytes, as known at the beginning.
    public let count: Int
    /// All bytes, if they are in memory; else `nil`.
    public let bytes: [UInt8]?
    /// The bytes in a temporary file, which can be mapped; `nil` for other sources.
    let stored: StoredBytes?
    private let copy: (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int

    /// Creates a source of bytes in memory.
    public convenience init(_ bytes: [UInt8]) { self.init(EncodedBytes(bytes), bytes: bytes) }

    /// Creates a source of bytes stored elsewhere.
    ///
    /// - Parameters:
    ///   - count: the number of bytes.
    ///   - copy: copies bytes from an offset into `target`, at most as many as fit, and returns their number: 0 at the
    ///     end and on a read error.
    public convenience init(
        count: Int, copy: @escaping (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int
    ) {
        self.init(count: count, bytes: nil, stored: nil, copy: copy)
    }

    private init(
        count: Int, bytes: [UInt8]?, stored: StoredBytes?,
        copy: @escaping (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int
    ) {
        self.count = count
        self.bytes = bytes
        self.stored = stored
        self.copy = copy
    }

    /// Creates a source of bytes that may be in a file.
    public convenience init(_ stored: StoredBytes) {
        if let bytes = stored.inMemory {
            self.init(bytes)
        } else {
            let mappable = stored.isInTemporaryFile ? stored : nil
            self.init(count: stored.count, bytes: nil, stored: mappable) { stored.read(at: $0, into: $1) }
        }
    }

    /// Creates a source of bytes that are in memory or in a mapped file. `bytes` are all of them, if an array has them.
    convenience init(_ encoded: EncodedBytes, bytes: [UInt8]? = nil) {
        self.init(count: encoded.count, bytes: bytes, stored: nil) { offset, target in
            encoded.withUnsafeBufferPointer { encoded in
                guard offset < encoded.count else { return 0 }
                let piece = UnsafeBufferPointer(rebasing: encoded[offset...].prefix(target.count))
                target.copyMemory(from: UnsafeRawBufferPointer(piece))
                return piece.count
            }
        }
    }

    /// Copies bytes from `offset` into `target` and returns their number: 0 at the end, at least one before it.
    func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, target.count > 0 else { return 0 }
        return max(0, min(target.count, copy(offset, target)))
    }

    /// Returns bytes from `offset`; fewer than `count` only at the end. Blocks if they are read from a file.
    public func read(at offset: Int, count: Int) -> [UInt8] {
        // Bounded by the actual size: a file's claims must not determine an allocation.
        let room = max(0, min(count, self.count - offset))
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            while filled < room {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let taken = read(at: offset + filled, into: rest)
                if taken == 0 { return }
                filled += taken
            }
        }
    }

    /// Returns all bytes in memory; `nil` if they do not fit. Blocks if they are read from a file.
    public func readAll() -> [UInt8]? {
        if let bytes { return bytes }
        // A failed array allocation would end the process.
        guard let trial = malloc(count) else { return nil }
        free(trial)
        return read(at: 0, count: count)
    }

    /// Returns the bytes before the pixels: a prefix that satisfies `isEnough`, at most ``maxHeadBytes``; all bytes if
    /// they are in memory. Reads `first` bytes, then sixteen times as many with each further attempt.
    func head(first: Int = 1 << 16, isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        if let bytes { return bytes }
        var room = first
        while true {
            let head = read(at: 0, count: room)
            if head.count < room || room >= Self.maxHeadBytes || isEnough(head) { return head }
            room *= 16
        }
    }

    /// Maximum bytes searched for metadata in a file. Profiles and EXIF data take a few kilobytes, seldom a megabyte.
    private static let maxHeadBytes = 1 << 24
}

extension ByteSource {
    /// A context pointer for C code that reads by callback; valid as long as this object.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The read callback for C code, called with ``context``.
    static var reader: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int {
        { context, offset, target, capacity in
            guard let context, let target else { return 0 }
            let source = Unmanaged<ByteSource>.fromOpaque(context).takeUnretainedValue()
            return source.read(at: offset, into: UnsafeMutableRawBufferPointer(start: target, count: capacity))
        }
    }
}
