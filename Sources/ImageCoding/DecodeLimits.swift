/// What a picture may ask of the machine, judged from its header before any work is done.
public struct DecodeLimits: Hashable, Sendable {
    /// Pixels of the source. 200 million is a 16-bit scan or a stitched panorama; a bomb starts beyond.
    public var pixels = 200_000_000
    /// Either side of the source, in pixels. JPEG cannot have more; for PNG it keeps row buffers small.
    public var side = 65_535

    public init() {}
}
