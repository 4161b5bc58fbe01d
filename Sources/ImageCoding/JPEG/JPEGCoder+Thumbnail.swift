import Pixels

extension JPEGCoder {
    public func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image? {
        guard let header = try? header(of: bytes, limits: options.limits), header.thumbnail != nil,
            header.pixelSize.area >= Self.largeArea
        else { return nil }
        return Self.thumbnail(in: bytes, of: header.pixelSize, header.orientation, options)
    }

    /// Less pixels are decoded in a few milliseconds.
    private static let largeArea = 2_000_000

    /// What the small picture may take: nobody has reserved anything for it. One of 160x120 pixels is usual, and of 640x480
    /// the largest that cameras write.
    private static let (mostPixels, mostBytes) = (500_000, 8_000_000)

    /// The small picture that cameras put before a large one of that upright size, if it shows the same.
    static func thumbnail(
        in bytes: [UInt8], of large: PixelSize, _ orientation: Orientation, _ options: DecodeOptions
    ) -> Image? {
        guard let range = ExifBlock(inJPEG: bytes)?.thumbnail else { return nil }
        let file = Array(bytes[range])
        var modest = options.begun
        modest.limits.pixels = min(modest.limits.pixels, mostPixels)
        modest.limits.workingBytes = min(modest.limits.workingBytes, mostBytes)
        // Its numbers mean what those of the large one do; cameras write the profile once.
        guard
            let image = try? JPEGCoder().decode(
                ByteSource(file), head: file, orientation: orientation, options: modest,
                defaultColor: SourceColor.inJPEG(bytes)),
            image.warning?.leavesPixelsWhole ?? true
        else { return nil }
        // Many have bars to fill 160x120, or are of the picture before it was cut.
        let small = image.sourceSize
        let ratio = Double(small.width * large.height) / Double(small.height * large.width)
        guard abs(ratio - 1) < 0.03 else { return nil }
        return Image(
            bitmap: image.bitmap, format: .jpeg, sourceSize: large, sourceBytes: bytes.count, isIncremental: true)
    }
}
