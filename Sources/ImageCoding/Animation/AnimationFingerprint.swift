/// Tells whether two animations are made of the same bytes without looking at these again. A value.
///
/// Made in one pass over the bytes, by the thread that decodes them; the comparison is one of a few numbers. These are
/// worth nothing to another process, whose hashes are made otherwise: so nobody can prepare two files that meet in them.
struct AnimationFingerprint: Equatable, Sendable {
    /// Of all bytes up to the end of each frame.
    private let frames: [Int]
    /// Of all bytes.
    private let whole: Int
    private let count: Int

    init(_ bytes: EncodedBytes, index: AnimationIndex) {
        var hasher = Hasher()
        var place = 0
        /// Takes in the bytes up to there; frames are in the file in their order.
        func hash(upTo end: Int) -> Int {
            if end > place {
                bytes.withUnsafeBufferPointer { bytes in
                    hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[place..<end])))
                }
                place = end
            }
            return hasher.finalize()
        }
        frames = index.frames.map { hash(upTo: $0.pieces.last?.upperBound ?? place) }
        whole = hash(upTo: bytes.count)
        count = bytes.count
    }

    /// Whether it is the other one with as many frames or more: bytes that came later follow the last frame of that.
    func continues(_ other: AnimationFingerprint) -> Bool {
        guard let last = other.frames.indices.last, last < frames.count else { return false }
        return frames[last] == other.frames[last]
    }
}
