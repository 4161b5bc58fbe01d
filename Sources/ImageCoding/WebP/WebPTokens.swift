/// The coefficient partitions of a lossy WebP (RFC 6386, 9.1 and 9.5).
enum WebPTokens {
    /// Whether the last partition may begin with 255, which no encoder writes: a decoder's value has to stay below its
    /// range, which begins with 255 (RFC 6386, 7.3).
    ///
    /// libwebp decodes such damage without an error, and the result depends on how many bytes it had when it began.
    static func mayBeginOutOfRange(inWebP bytes: [UInt8]) -> Bool {
        guard let frame = frame(inWebP: bytes), frame + 10 <= bytes.count else { return false }
        let tag = Int(bytes[frame]) | Int(bytes[frame + 1]) << 8 | Int(bytes[frame + 2]) << 16
        let sizes = frame + 10 + tag >> 5
        // The number of partitions is coded in the first partition: each possible number is tested.
        return [1, 2, 4, 8].contains { partitions in
            var (reader, last) = (ByteReader(bytes, at: sizes), sizes + 3 * (partitions - 1))
            for _ in 1..<partitions {
                guard let size = reader.little(3) else { return false }
                last += size
            }
            return last < bytes.count && bytes[last] == 0xFF
        }
    }

    /// Returns the offset of the first lossy frame; `nil` if there is none.
    private static func frame(inWebP bytes: [UInt8]) -> Int? {
        var reader = ByteReader(bytes, at: 12)  // after "RIFF", the size and "WEBP"
        while let name = reader.skip(4), let length = reader.little(4) {
            if bytes[name].elementsEqual("VP8 ".utf8) { return name.upperBound + 4 }
            // In the first frame of an animation, chunks follow its position and duration.
            let content = bytes[name].elementsEqual("ANMF".utf8) ? 16 : length + length % 2
            guard reader.skip(content) != nil else { return nil }
        }
        return nil
    }
}
