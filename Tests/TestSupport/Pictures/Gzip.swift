import CZlib

public enum Gzip {
    /// Returns bytes as gzip compresses them.
    public static func bytes(_ plain: [UInt8], level: Int32 = Z_DEFAULT_COMPRESSION) -> [UInt8] {
        var stream = z_stream()
        var plain = plain
        let isGzip: Int32 = 16
        deflateInit2_(
            &stream, level, Z_DEFLATED, MAX_WBITS + isGzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, uLong(plain.count)))
        return plain.withUnsafeMutableBufferPointer { plain in
            [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
                (stream.next_in, stream.avail_in) = (plain.baseAddress, uInt(plain.count))
                (stream.next_out, stream.avail_out) = (bytes.baseAddress, uInt(room))
                deflate(&stream, Z_FINISH)
                count = room - Int(stream.avail_out)
            }
        }
    }
}
