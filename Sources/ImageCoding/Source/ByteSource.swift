import Basis
import Glibc

/// The encoded bytes of a picture, read where they are wanted, so that a large file is never held whole.
///
/// One thread at a time. What it reads may become less meanwhile, as a file does that is written anew: then the bytes end
/// early, and the picture does.
public final class ByteSource {
    /// How many bytes there are, as far as was known at the beginning.
    public let count: Int
    /// All of them, if they are in memory.
    let bytes: [UInt8]?
    /// The bytes as they are stored, perhaps in a temporary file; `nil` for other sources.
    let stored: StoredBytes?
    private let copy: (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int

    /// Bytes in memory.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        self.bytes = bytes
        stored = nil
        copy = { offset, target in
            guard offset < bytes.count else { return 0 }
            return bytes.withUnsafeBytes { bytes in
                let piece = bytes[offset...].prefix(target.count)
                target.copyMemory(from: .init(rebasing: piece))
                return piece.count
            }
        }
    }

    /// Bytes that are somewhere else.
    ///
    /// - Parameter copy: copies what stands from an offset on, at most as much as there is room for, and returns how much
    ///   it was: 0 at the end, and where it cannot be read.
    public convenience init(
        count: Int, copy: @escaping (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int
    ) {
        self.init(count: count, stored: nil, copy: copy)
    }

    private init(
        count: Int, stored: StoredBytes?,
        copy: @escaping (_ offset: Int, _ target: UnsafeMutableRawBufferPointer) -> Int
    ) {
        self.count = count
        bytes = nil
        self.stored = stored
        self.copy = copy
    }

    /// Bytes that may be in a temporary file.
    public convenience init(_ stored: StoredBytes) {
        if let bytes = stored.inMemory {
            self.init(bytes)
        } else {
            self.init(count: stored.count, stored: stored) { offset, target in stored.read(at: offset, into: target) }
        }
    }

    /// Copies what stands from `offset` on; 0 at the end, before it at least one byte.
    func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, target.count > 0 else { return 0 }
        return max(0, min(target.count, copy(offset, target)))
    }

    /// Bytes from `offset` on; fewer than `count` only at the end.
    func read(at offset: Int, count: Int) -> [UInt8] {
        // No more room than there are bytes: nobody allocates by what a file says of itself.
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

    /// All bytes, in memory; `nil` if there is not so much of it.
    func readAll() -> [UInt8]? {
        if let bytes { return bytes }
        // An array that cannot be allocated ends the process.
        guard let trial = malloc(count) else { return nil }
        free(trial)
        return read(at: 0, count: count)
    }

    /// The first bytes, up to where `isEnough` of them or to ``longestHead``: what stands before the pixels. All of them
    /// if they are in memory. As many as `first` are read at first, and then sixteen times as many again and again.
    func head(first: Int = 1 << 16, isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        if let bytes { return bytes }
        var room = first
        while true {
            let head = read(at: 0, count: room)
            if head.count < room || room >= Self.longestHead || isEnough(head) { return head }
            room *= 16
        }
    }

    /// Profiles and EXIF data take a few kilobytes, seldom a megabyte. What is farther behind is not looked for in a
    /// file.
    private static let longestHead = 1 << 24
}

extension ByteSource {
    /// For C code that reads by itself; lives as long as this object.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// What C code calls with ``context``.
    static var reader: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int {
        { context, offset, target, capacity in
            guard let context, let target else { return 0 }
            let source = Unmanaged<ByteSource>.fromOpaque(context).takeUnretainedValue()
            return source.read(at: offset, into: UnsafeMutableRawBufferPointer(start: target, count: capacity))
        }
    }
}
