import HalftoneKit

extension ImageFormat {
    /// The portable pixmap, in its binary form.
    static let ppm = ImageFormat("PPM", fileExtensions: ["ppm"], signatures: [Array("P6".utf8)])
}

/// A coder as an external program would write it, of the first page of a file.
struct PPMCoder: ImageCoder, ImageEncoder {
    let format = ImageFormat.ppm
    /// The hints of the decodes that the engine requested.
    let hints = Lock<[String]>([])

    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        ImageHeader(format: format, pixelSize: try PPM.pages(of: bytes)[0].size)
    }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        hints.withLock { $0.append(options.hint ?? "none") }
        let page = try PPM.pages(of: bytes)[0]
        let size = options.box.map { options.fit.size(of: page.size, in: $0, pixelAspect: options.pixelAspect) }
        return Image(
            bitmap: page.bitmap.resized(to: size ?? page.size), format: format, sourceSize: page.size,
            sourceBytes: bytes.count)
    }

    func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        guard let bitmap = frames.first?.image.bitmap else { throw .cannotEncode(format, "there is no picture") }
        return PPM.encode(bitmap)
    }
}

/// A coder whose files are animations: each page is a frame of a tenth of a second.
struct FlipBookCoder: ImageCoder {
    let format = ImageFormat("flip book", fileExtensions: ["flip"], signatures: [Array("FLIP".utf8)])

    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        let pages = try PPM.pages(of: Array(bytes.dropFirst(4)))
        var header = ImageHeader(format: format, pixelSize: pages[0].size)
        header.frameCount = pages.count
        header.loopCount = 0
        return header
    }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        let frames = try PPM.pages(of: Array(bytes.dropFirst(4))).map { page in
            let size = options.box.map { options.fit.size(of: page.size, in: $0) } ?? page.size
            return ImageFrame(
                image: Image(bitmap: page.bitmap.resized(to: size), format: format, sourceSize: page.size),
                duration: .milliseconds(100))
        }
        guard let animation = AnimatedImage(frames: frames, format: format, bytes: bytes) else {
            throw .damaged(format, "there are no pages")
        }
        return options.animation == .firstFrame ? animation.poster : animation.image
    }
}

/// The pages of a PPM file, each with a header of three numbers.
enum PPM {
    typealias Page = (size: PixelSize, bitmap: Bitmap)

    static func encode(_ bitmap: Bitmap) -> [UInt8] {
        var bytes = Array("P6 \(bitmap.size.width) \(bitmap.size.height) 255\n".utf8)
        for start in stride(from: 0, to: bitmap.bytes.count, by: 4) { bytes += bitmap.bytes[start..<start + 3] }
        return bytes
    }

    static func pages(of bytes: [UInt8]) throws(ImageCodingError) -> [Page] {
        var rest = bytes[...]
        var pages: [Page] = []
        while rest.starts(with: "P6".utf8), let end = rest.firstIndex(of: 10) {
            let numbers = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3, numbers[0] > 0, numbers[1] > 0, numbers[0] <= 1000, numbers[1] <= 1000 else {
                break
            }
            let size = PixelSize(width: numbers[0], height: numbers[1])
            let body = rest[(end + 1)...].prefix(3 * size.area)
            guard body.count == 3 * size.area else { throw .damaged(.ppm, "it ends early") }
            var pixels: [UInt8] = []
            for start in stride(from: body.startIndex, to: body.endIndex, by: 3) {
                pixels += body[start..<start + 3]
                pixels.append(255)
            }
            pages.append((size, Bitmap(size: size, bytes: pixels, hasAlpha: false)))
            rest = rest[(end + 1)...].dropFirst(body.count)
        }
        guard !pages.isEmpty else { throw .damaged(.ppm, "its header cannot be read") }
        return pages
    }
}
