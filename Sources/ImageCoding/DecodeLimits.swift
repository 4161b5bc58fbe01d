import Pixels

/// Resource limits for decoding an image, checked against its header before any work is done.
public struct DecodeLimits: Hashable, Sendable {
    /// Maximum pixels of the source. 200 million is a 16-bit scan or a stitched panorama; more is likely a
    /// decompression bomb.
    public var pixels = 200_000_000
    /// Maximum width and height of the source, in pixels. JPEG cannot have more; for other formats it keeps row
    /// buffers small.
    public var side = 65_535
    /// Maximum pixels of the result, 4 bytes each. 64 million are more than any screen has and take 256 MB.
    public var resultPixels = 64_000_000
    /// Maximum bytes a coder may use beside the result. A progressive JPEG keeps all its coefficients, 3 to 6 bytes a
    /// pixel: this is enough for 100 megapixels with usual chroma subsampling.
    public var workingBytes = 320_000_000
    /// Maximum bytes that a library may use in a process of its own, beside the result and the encoded bytes: for the
    /// formats that the product `JailedCoding` adds. It is enough for stills with all that ``pixels`` allows with 8 bits a
    /// channel, and for 100 megapixels with more, of which libraries keep up to 16 bytes a pixel; an AVIF sequence takes
    /// up to twice as much. A higher limit has no effect, because the address space of these processes is limited too.
    public var workerBytes = 1_600_000_000
    /// Maximum scans of a progressive JPEG. Encoders write about ten; each further scan costs a pass over the whole
    /// image.
    public var scans = 100
    /// Maximum pixels of all scans of a progressive JPEG together: ten scans of 200 megapixels, half a minute of work.
    public var scannedPixels = 2_000_000_000
    /// Maximum bytes of a color profile. Profiles of printing presses have up to two million.
    public var profileBytes = 4_000_000
    /// Maximum bytes of a PNG chunk that precedes the pixels. All such chunks are scanned for color information and
    /// orientation; the largest are private data of drawing programs.
    public var chunkBytes = 16_000_000
    /// Maximum frames of an animation: five minutes at 30 a second. Anything longer should be a video.
    public var frames = 10_000
    /// Maximum pixels of all frames together: a minute of 1280x720 at 40 a second takes half a minute of decoding.
    public var animationPixels = 2_500_000_000
    /// Maximum seconds of a decode, or of one frame of an animation. Ten minutes are twenty times what the other limits
    /// allow on a typical machine: this one is for machines that are much slower.
    public var seconds = 600

    /// Creates the default limits.
    public init() {}

    /// Throws if an image of that size exceeds the limits.
    package func check(_ size: PixelSize) throws(ImageCodingError) {
        guard size.width <= side, size.height <= side else {
            throw .tooLarge(size, limit: "\(side) pixels a side")
        }
        // The area reducer's 64-bit sums set a bound that even a raised limit may not exceed.
        let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflows, area <= min(pixels, AreaReducer.maximumArea) else {
            throw .tooLarge(size, limit: Self.text(pixels: pixels))
        }
    }

    /// Returns the number of scans that are read of an image of that size; at least one.
    func scans(of size: PixelSize) -> Int { max(1, min(scans, scannedPixels / max(1, size.area))) }

    package static func text(pixels: Int) -> String {
        pixels < 1_000_000 ? "\(pixels) pixels" : "\(pixels / 1_000_000) megapixels"
    }
}
