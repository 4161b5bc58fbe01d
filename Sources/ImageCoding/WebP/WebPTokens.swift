/// Where the coefficients of a lossy WebP stand (RFC 6386, 9.1 and 9.5).
enum WebPTokens {
    /// `true` if the last of them may begin with 255, which no encoder writes: what a decoder holds has to stay below its
    /// range, which begins with 255 (RFC 6386, 7.3).
    ///
    /// libwebp decodes such damage without a word, and to what depends on how many bytes it had when it began.
    static func mayBeginOutOfRange(inWebP bytes: [UInt8]) -> Bool {
        guard let frame = frame(inWebP: bytes), frame + 10 <= bytes.count else { return false }
        let tag = Int(bytes[frame]) | Int(bytes[frame + 1]) << 8 | Int(bytes[frame + 2]) << 16
        let sizes = frame + 10 + tag >> 5
        // How many partitions there are is in the first one's code: each number that there may be is looked at.
        return [1, 2, 4, 8].contains { partitions in
            var (reader, last) = (ByteReader(bytes, at: sizes), sizes + 3 * (partitions - 1))
            for _ in 1..<partitions {
                guard let size = reader.little(3) else { return false }
                last += size
            }
            return last < bytes.count && bytes[last] == 0xFF
        }
    }

    /// Where the first lossy frame begins; `nil`: there is none.
    private static func frame(inWebP bytes: [UInt8]) -> Int? {
        var reader = ByteReader(bytes, at: 12)  // after "RIFF", the size and "WEBP"
        while let name = reader.skip(4), let length = reader.little(4) {
            if bytes[name].elementsEqual("VP8 ".utf8) { return name.upperBound + 4 }
            // Inside the first frame of an animation, the chunks follow its place and time.
            let content = bytes[name].elementsEqual("ANMF".utf8) ? 16 : length + length % 2
            guard reader.skip(content) != nil else { return nil }
        }
        return nil
    }
}
