import ImageCoding
import Pixels

/// A coder for loads of encoded bytes only: it checks that a coder accepts them, and returns an image of one
/// pixel, which is never cached.
struct UndecodedCoder: ImageCoder {
    /// The coders that must accept the bytes.
    let coders: ImageCodersManager

    var format: ImageFormat { .png }
    var readsInPieces: Bool { true }  // only the first of them
    func canDecode(_ bytes: [UInt8]) -> Bool { true }

    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        try coders.header(of: bytes, limits: limits)
    }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try checked(bytes, options.hint)
    }

    func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        try checked(source.bytes ?? source.read(at: 0, count: ImageCodersManager.longestSignature), options.hint)
    }

    private func checked(_ head: [UInt8], _ hint: String?) throws(ImageCodingError) -> Image {
        if let refusal = coders.refusal(of: head, hint: hint) { throw refusal }
        return Image(bitmap: Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGBA(0, 0, 0, 0)))
    }

    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int { 0 }
}

extension ImageCodersManager {
    /// Returns why no coder accepts bytes with this beginning; `nil` if one does.
    func refusal(of head: [UInt8], hint: String?) -> ImageCodingError? {
        guard coder(for: head, hint: hint) == nil else { return nil }
        do throws(ImageCodingError) {
            _ = try header(of: head)  // throws an error that says what they look like
            return nil
        } catch {
            return error
        }
    }
}

extension ImageContext {
    /// Changes the context to that of a load of only the encoded bytes of the original: no image is looked up,
    /// made or stored in memory, and nothing is stored on disk that a serializer would have to make. `serializer`: the
    /// manager's.
    mutating func makeForDataOnly(serializer: ImageManager.CacheSerializer?) {
        wantsOnlyData = true
        if let cache = originalImageCache {
            (imageCache, originalImageCache) = (cache, nil)
            (queryCacheType, storeCacheType) = (originalQueryCacheType, originalStoreCacheType)
        }
        variant = ImageVariant()
        animation = .firstFrame
        transformer = nil
        ignoresManagerTransformer = true
        queryCacheType = queryCacheType.intersection(.disk)
        storeCacheType = cacheSerializer ?? serializer == nil ? storeCacheType.intersection(.disk) : []
    }
}
