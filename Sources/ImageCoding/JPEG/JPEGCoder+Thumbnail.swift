import Pixels

extension JPEGCoder {
    public func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image? {
        guard let header = try? header(of: bytes, limits: options.limits), header.thumbnail != nil,
            header.pixelSize.area >= Self.largeArea
        else { return nil }
        return Self.thumbnail(in: bytes, of: header.pixelSize, header.orientation, options)
    }

    /// Minimum pixels for which a thumbnail is worthwhile: fewer are decoded in a few milliseconds.
    private static let largeArea = 2_000_000

    /// Limits for the thumbnail, because no memory has been reserved for it. 160x120 pixels are usual, 640x480 the
    /// largest that cameras write.
    private static let (maxPixels, maxBytes) = (500_000, 8_000_000)

    /// Returns the EXIF thumbnail of an image with that upright size, if it shows the whole image.
    static func thumbnail(
        in bytes: [UInt8], of large: PixelSize, _ orientation: Orientation, _ options: DecodeOptions
    ) -> Image? {
        guard let range = ExifBlock(inJPEG: bytes)?.thumbnail else { return nil }
        let file = Array(bytes[range])
        var limited = options.begun
        limited.limits.pixels = min(limited.limits.pixels, maxPixels)
        limited.limits.workingBytes = min(limited.limits.workingBytes, maxBytes)
        // The thumbnail has the color space of the image; cameras store the profile once.
        guard
            let image = try? JPEGCoder().decode(
                ByteSource(file), head: file, orientation: orientation, options: limited,
                defaultColor: SourceColor.inJPEG(bytes)),
            image.warning?.leavesPixelsWhole ?? true
        else { return nil }
        // Many have bars to fill 160x120, or show the image before it was cropped.
        let small = image.sourceSize
        let ratio = Double(small.width * large.height) / Double(small.height * large.width)
        guard abs(ratio - 1) < 0.03 else { return nil }
        return Image(
            bitmap: image.bitmap, format: .jpeg, sourceSize: large,
            visibleSize: large.part(showing: image.visibleSize, of: small), sourceBytes: bytes.count,
            isIncremental: true)
    }
}
