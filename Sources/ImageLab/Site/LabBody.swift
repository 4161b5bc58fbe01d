/// The bodies of responses with pictures.
enum LabBody {
    /// Returns the bytes of a picture. A seed is appended as text, where decoders ignore it, so that the bytes differ and
    /// the pixels do not.
    static func seeded(_ picture: [UInt8], by seed: Int?) -> [UInt8] {
        seed.map { picture + Array("halftone lab seed \($0)".utf8) } ?? picture
    }

    /// Returns pseudo-random bytes, equal for equal seeds: hashes of their positions (the finalizer of SplitMix64).
    static func noise(_ count: Int, seed: Int) -> [UInt8] {
        (0..<count).map { position in
            var value = (UInt64(bitPattern: Int64(seed)) &+ UInt64(position) &+ 1) &* 0x9E37_79B9_7F4A_7C15
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return UInt8(truncatingIfNeeded: value ^ (value >> 31))
        }
    }
}
