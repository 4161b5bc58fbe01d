/// A fingerprint for telling whether two animations come from equal bytes without reading them again. A value.
///
/// Computed in one pass over the bytes, by the thread that decodes them; a comparison compares a few numbers. Hashes
/// are seeded per process: they are meaningless elsewhere, so collisions cannot be prepared.
struct AnimationFingerprint: Equatable, Sendable {
    /// Hashes of all bytes up to the end of each frame.
    private let frames: [Int]
    /// The hash of all bytes.
    private let whole: Int
    private let count: Int

    /// Creates the fingerprint of frames that are not in the bytes. Without bytes, it is that of the provider alone.
    init(_ bytes: EncodedBytes, of provider: AnyObject) {
        var hasher = Hasher()
        if bytes.isEmpty { hasher.combine(ObjectIdentifier(provider)) }
        bytes.withUnsafeBufferPointer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        (frames, whole, count) = ([], hasher.finalize(), bytes.count)
    }

    init(_ bytes: EncodedBytes, index: AnimationIndex) {
        var hasher = Hasher()
        var place = 0
        /// Hashes the bytes up to `end`; frames are in the file in their order.
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

    /// Whether this is the other animation with at least as many frames: later bytes follow its last frame.
    func continues(_ other: AnimationFingerprint) -> Bool {
        guard let last = other.frames.indices.last, last < frames.count else { return false }
        return frames[last] == other.frames[last]
    }
}
