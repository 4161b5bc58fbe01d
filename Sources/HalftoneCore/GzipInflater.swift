import CZlib

/// An inflater of data compressed with gzip (RFC 1952), of one or more members. What follows the last one is ignored.
package final class GzipInflater {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)  // zlib's state refers to its place
    private let hasBegun: Bool
    /// Whether all has been inflated, and its checksum is right.
    package private(set) var isWhole = false
    /// Whether bytes are damaged, or the checksum is wrong.
    package private(set) var isDamaged = false
    /// Whether there was no memory.
    package private(set) var isOutOfMemory = false

    /// Creates an inflater of bytes that must stay while it is used. `nil` without memory.
    package init?(_ source: UnsafeRawBufferPointer) {
        stream.initialize(to: z_stream())
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: source.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = uInt(clamping: source.count)
        let isGzip: Int32 = 16
        hasBegun =
            inflateInit2_(stream, MAX_WBITS + isGzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        if !hasBegun { return nil }
    }

    deinit {
        if hasBegun { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Inflates the next bytes. Returns their number, which is less than there is room for at the end of all, at a cut, and
    /// at damage.
    package func inflate(into target: UnsafeMutableRawBufferPointer) -> Int {
        stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = uInt(clamping: target.count)
        var status = CZlib.inflate(stream, Z_SYNC_FLUSH)
        while status == Z_STREAM_END, hasMember, inflateReset(stream) == Z_OK {
            status = CZlib.inflate(stream, Z_SYNC_FLUSH)
        }
        isWhole = status == Z_STREAM_END
        // There may be neither more bytes nor more room.
        isDamaged = ![Z_STREAM_END, Z_OK, Z_BUF_ERROR, Z_MEM_ERROR].contains(status)
        isOutOfMemory = status == Z_MEM_ERROR
        return target.count - Int(stream.pointee.avail_out)
    }

    /// Whether another member follows.
    private var hasMember: Bool {
        Self.begins(UnsafeBufferPointer(start: stream.pointee.next_in, count: Int(stream.pointee.avail_in)))
    }
}

extension GzipInflater {
    /// Returns whether bytes begin as compressed data does.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns the first bytes of what was compressed, at most `count`, of as many compressed ones.
    package static func head(of bytes: [UInt8], count: Int) -> [UInt8] {
        bytes.withUnsafeBytes { bytes in
            guard let inflater = GzipInflater(UnsafeRawBufferPointer(rebasing: bytes.prefix(count))) else { return [] }
            return [UInt8](unsafeUninitializedCapacity: count) { head, done in
                done = inflater.inflate(into: UnsafeMutableRawBufferPointer(head))
            }
        }
    }
}
