import Pixels

/// What a picture may ask of the machine, judged from its header before any work is done.
public struct DecodeLimits: Hashable, Sendable {
    /// Pixels of the source. 200 million is a 16-bit scan or a stitched panorama; a bomb starts beyond.
    public var pixels = 200_000_000
    /// Either side of the source, in pixels. JPEG cannot have more; for PNG it keeps row buffers small.
    public var side = 65_535
    /// Pixels of the result, 4 bytes each. 64 million are more than any screen has and take 256 MB.
    public var resultPixels = 64_000_000
    /// Bytes a coder may hold beside the result. A progressive JPEG keeps all its coefficients, 3 to 6 bytes a pixel:
    /// this is enough for 100 megapixels of the usual kind.
    public var workingBytes = 320_000_000
    /// Scans of a progressive JPEG. Encoders make about ten; each one more costs a pass over the whole picture.
    public var scans = 100
    /// Pixels of all scans of a progressive JPEG together: ten scans of 200 megapixels, half a minute of work.
    public var scannedPixels = 2_000_000_000
    /// Bytes of a colour profile. Those of printing presses have up to two million.
    public var profileBytes = 4_000_000
    /// Bytes of a chunk of a PNG that stands before the pixels and holds none. All of them are looked through for what
    /// tells colours and orientation; the largest are drawings that programs keep there for themselves.
    public var chunkBytes = 16_000_000
    /// Frames of an animation: five minutes at 30 a second, and then it should have been a video.
    public var frames = 10_000
    /// Pixels of all frames together: a minute of 1280x720 at 40 a second takes half a minute of decoding.
    public var animationPixels = 2_500_000_000
    /// Seconds that a decode may take, or one frame of an animation. Ten minutes are twenty times what the other limits
    /// leave to be done on a usual machine: this one is for those that are much slower.
    public var seconds = 600

    public init() {}

    /// Throws if a picture of that size is over the limit.
    func check(_ size: PixelSize) throws(ImageCodingError) {
        guard size.width <= side, size.height <= side else {
            throw .tooLarge(size, limit: "\(side) pixels a side")
        }
        // The area reducer counts in 64 bits; beyond this even a raised limit gives way.
        guard size.area <= min(pixels, AreaReducer.maximumArea) else {
            throw .tooLarge(size, limit: Self.text(pixels: pixels))
        }
    }

    /// How many scans of a picture of that size are read; one at least.
    func scans(of size: PixelSize) -> Int { max(1, min(scans, scannedPixels / max(1, size.area))) }

    static func text(pixels: Int) -> String {
        pixels < 1_000_000 ? "\(pixels) pixels" : "\(pixels / 1_000_000) megapixels"
    }
}
