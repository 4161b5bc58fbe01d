import ImageCoding
import JailedCoding
import Pixels

/// A kind of untrusted input, with the properties that must hold for all bytes. A violation traps, which libFuzzer
/// detects.
enum FuzzTarget: String, CaseIterable {
    case jpeg, png, gif, webp, bmp, qoi
    /// The frames of an animation of any format.
    case animation
    /// Bytes that arrive in pieces.
    case progressive
    /// A color profile, in a JPEG of three and of four channels.
    case profile
    /// Formats of decode workers, decoded in this process.
    case avif, heic, jpegxl, svg, tiff

    func run(_ bytes: [UInt8]) {
        switch self {
        case .jpeg: decode(bytes, JPEGCoder())
        case .png: decode(bytes, PNGCoder())
        case .gif: decode(bytes, GIFCoder())
        case .webp: decode(bytes, WebPCoder())
        case .bmp:
            decode(bytes, BMPCoder())
            PieceChecks.run(bytes, BMPCoder())
        case .qoi:
            decode(bytes, QOICoder())
            PieceChecks.run(bytes, QOICoder())
        case .animation: AnimationChecks.run(bytes)
        case .progressive: ProgressiveChecks.run(bytes)
        case .profile: ProfileChecks.run(bytes)
        case .avif, .heic, .jpegxl, .svg, .tiff: jailed(bytes)
        }
    }

    // MARK: - One picture

    private func decode(_ bytes: [UInt8], _ coder: some ImageCoder) {
        _ = try? coder.header(of: bytes, limits: Self.limits)
        thumbnail(bytes, coder)
        // at a size of one pixel, a JPEG is small enough for the decoder that skips blocks
        for box in [nil, PixelSize(width: 7, height: 5), PixelSize(width: 1, height: 1)] {
            for fidelity in [DecodeOptions.Fidelity.exact, .fast] where box != nil || fidelity == .exact {
                var options = Self.options(bytes, box: box)
                options.fidelity = fidelity
                do {
                    Self.check(try coder.decode(bytes, options: options), options)
                } catch {
                    precondition(!error.description.isEmpty)
                }
            }
        }
    }

    /// Only large pictures have a thumbnail, and no pixel of the large picture is decoded.
    private func thumbnail(_ bytes: [UInt8], _ coder: some ImageCoder) {
        var options = Self.options(bytes, box: bytes.count % 2 == 0 ? nil : PixelSize(width: 7, height: 5))
        options.limits.pixels = 10_000_000
        options.limits.side = 65_535
        guard let image = coder.thumbnail(of: bytes, options: options) else { return }
        precondition(image.isIncremental)
        Self.check(image, options)
    }

    // MARK: - Formats of decode workers

    /// The format that a decode worker decodes; `nil` for another kind of input.
    var jailedFormat: ImageFormat? {
        switch self {
        case .avif: .avif
        case .heic: .heic
        case .jpegxl: .jpegXL
        case .svg: .svg
        case .tiff: .tiff
        case .jpeg, .png, .gif, .webp, .bmp, .qoi, .animation, .progressive, .profile: nil
        }
    }

    private func jailed(_ bytes: [UInt8]) {
        guard let decoder = UnjailedDecoder.shared else { return }
        for box in [nil, PixelSize(width: 7, height: 5)] {
            for fidelity in [DecodeOptions.Fidelity.exact, .fast] {
                var options = Self.options(bytes, box: box)
                options.fidelity = fidelity
                options.animation = .frames
                decoder.run(bytes, options)
            }
        }
    }

    // MARK: - How

    static func check(_ image: Image, _ options: DecodeOptions) {
        precondition(!image.size.isEmpty)
        precondition(image.size.area <= limits.resultPixels)
        if let box = options.box { precondition(image.size.width <= box.width && image.size.height <= box.height) }
        precondition(
            image.bitmap.hasAlpha
                || image.bitmap.bytes.indices.allSatisfy { $0 % 4 < 3 || image.bitmap.bytes[$0] == 255 })
        precondition(image.warning?.description.isEmpty != true)
    }

    /// Small enough for hundreds of pictures per second: limits bound the cost of a header's claims.
    static let limits = {
        var limits = DecodeLimits()
        limits.pixels = 100_000
        limits.side = 5000
        limits.resultPixels = 100_000
        limits.workingBytes = 4_000_000
        limits.scans = 8
        limits.scannedPixels = 400_000
        limits.profileBytes = 100_000
        limits.chunkBytes = 2000
        limits.frames = 12
        limits.animationPixels = 200_000
        return limits
    }()

    /// Returns options that depend on the bytes only, so that a failure can be reproduced.
    static func options(_ bytes: [UInt8], box: PixelSize?) -> DecodeOptions {
        let number = bytes.suffix(64).reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) }
        var options = DecodeOptions(box: box)
        options.fit = [.contain, .cover, .stretch][Int(number % 3)]
        options.pixelAspect = number % 5 == 0 ? 0.9 : 1
        options.limits = limits
        return options
    }
}
