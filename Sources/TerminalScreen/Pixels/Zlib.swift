import CZlib

/// zlib's compression and checksum.
enum Zlib {
    /// Returns bytes in the zlib format (RFC 1950), compressed fast; `nil` if there is no memory.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(uLong(bytes.count))
        var status = Z_OK
        let compressed = [UInt8](unsafeUninitializedCapacity: Int(length)) { target, count in
            status = compress2(target.baseAddress, &length, bytes, uLong(bytes.count), Z_BEST_SPEED)
            count = status == Z_OK ? Int(length) : 0
        }
        return status == Z_OK ? compressed : nil
    }

    /// Returns the CRC-32 of bytes.
    static func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
        let bytes = Array(bytes)
        return UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
    }
}
