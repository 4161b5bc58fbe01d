import ImageCoding
import Pixels

/// The properties of a picture that a worker sends before it decodes any pixel.
struct PictureHeader: Equatable {
    /// The size as stored.
    var size: PixelSize
    var orientation = Orientation.up
    var bitDepth = 8
    var hasAlpha = false
    var isVector = false
    var loopCount = 1
    /// The size of a small picture in the file that shows the whole; `nil` without one.
    var thumbnail: PixelSize?
    var color = SourceColor.unknown
    /// Bytes that the library needs.
    var workingBytes = 0
    /// How long each frame is shown, in microseconds; empty for a still.
    var durations: [Int64] = []
}

extension PictureHeader {
    /// The facts as a message: a color profile follows the durations.
    var message: Message {
        var profile: [UInt8] = []
        var points = SourceColor.CICP(primaries: 2, transfer: 2)
        switch color {
        case .icc(let bytes): profile = bytes
        case .codePoints(let described): points = described
        case .sRGB, .gamma, .unknown: break
        }
        let numbers = [
            size.width, size.height, Int(orientation.rawValue), bitDepth, hasAlpha ? 1 : 0, isVector ? 1 : 0,
            loopCount,
            thumbnail?.width ?? 0, thumbnail?.height ?? 0, workingBytes, durations.count, Int(points.primaries),
            Int(points.transfer),
        ]
        return Message(.header, numbers.map(Int64.init), payload: durations.withUnsafeBytes { Array($0) } + profile)
    }

    /// Reads the facts; `nil` if a number is impossible.
    init?(_ message: Message) {
        let side = 1...Self.maxSide
        guard message.kind == .header, let width = message.number(0, in: side),
            let height = message.number(1, in: side),
            let turn = message.number(2, in: 1...8), let orientation = Orientation(rawValue: UInt8(turn)),
            let depth = message.number(3, in: 1...64), let loops = message.number(6, in: 0...Int(Int32.max)),
            let smallWidth = message.number(7, in: 0...Self.maxSide),
            let smallHeight = message.number(8, in: 0...Self.maxSide),
            let working = message.number(9, in: 0...1 << 48),
            let frames = message.number(10, in: 0...message.payload.count / 8),
            let primaries = message.number(11, in: 0...255), let transfer = message.number(12, in: 0...255)
        else { return nil }
        size = PixelSize(width: width, height: height)
        self.orientation = orientation
        (bitDepth, loopCount, workingBytes) = (depth, loops, working)
        (hasAlpha, isVector) = (message.flag(4), message.flag(5))
        let small = PixelSize(width: smallWidth, height: smallHeight)
        thumbnail = small.isEmpty ? nil : small
        durations = message.payload.withUnsafeBytes { bytes in
            (0..<frames).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self) }
        }
        let profile = Array(message.payload[(8 * frames)...])
        if !profile.isEmpty {
            color = .icc(profile)
        } else if primaries != 2 || transfer != 2 {
            color = .codePoints(SourceColor.CICP(primaries: UInt8(primaries), transfer: UInt8(transfer)))
        }
    }

    /// Maximum width and height. The product of two is a number: limits are not checked for vector pictures in a box.
    private static let maxSide = 1_000_000_000

    var frameCount: Int { max(1, durations.count) }

    /// The size of the source, as stored. A vector picture has no pixels of its own, and images are never enlarged: its
    /// size is that of the largest rendering, unless it is decoded without a box.
    var sourceSize: PixelSize {
        guard isVector else { return size }
        let longest = max(size.width, size.height)
        return PixelSize(
            width: max(1, size.width * Self.vectorSide / longest),
            height: max(1, size.height * Self.vectorSide / longest))
    }

    /// The longer side of the largest rendering: more than a terminal of 500 columns shows at four times its size.
    private static let vectorSide = 4_096

    /// The header as coders return it.
    func header(_ format: ImageFormat) -> ImageHeader {
        var header = ImageHeader(
            format: format, pixelSize: orientation.applied(to: sourceSize), orientation: orientation,
            hasAlpha: hasAlpha)
        (header.bitDepth, header.frameCount, header.loopCount) = (bitDepth, frameCount, loopCount)
        header.sourceColor = color
        header.storedBytes = workingBytes
        return header
    }
}
