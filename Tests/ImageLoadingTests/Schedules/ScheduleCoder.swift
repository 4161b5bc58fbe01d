import HalftoneCore
import ImageCoding
import Pixels

@testable import ImageLoading

/// A picture of a schedule: its URL and version, the language it was made for, and the transforms applied to it.
struct SchedulePicture: Equatable {
    var url: UInt8
    var version: UInt8
    /// The language it was sent for; see ``ScheduleServer``.
    var audience: UInt8 = 0
    /// The transformers that were applied to it, a bit each.
    var marks: UInt8 = 0
    /// The width at which it was stored; 0 for an original, which has any width that is requested.
    var width: UInt8 = 0
    /// Whether it was damaged in transfer.
    var isBroken = false

    /// Long enough for a push decoder to detect the format.
    var bytes: [UInt8] {
        [0xFA, url, version, isBroken ? 1 : 0, audience, marks, width] + Array(repeating: 0, count: 93)
    }

    init(url: UInt8, version: UInt8, audience: UInt8 = 0, isBroken: Bool = false) {
        (self.url, self.version, self.audience, self.isBroken) = (url, version, audience, isBroken)
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 7, bytes[0] == 0xFA else { return nil }
        self.init(url: bytes[1], version: bytes[2], audience: bytes[4], isBroken: bytes[3] == 1)
        (marks, width) = (bytes[5], bytes[6])
    }

    /// Reads the picture that the pixels of an image encode.
    init(_ image: Image) {
        let bytes = image.bitmap.bytes
        self.init(url: bytes[0], version: bytes[1], audience: bytes[2] >> 4)
        marks = bytes[2] & 0xF
    }

    /// The digest of the original that it was made of.
    var digestAsSent: UInt64 {
        StoredBytes(SchedulePicture(url: url, version: version, audience: audience).bytes).digest
    }

    func bitmap(width: Int) -> Bitmap {
        Bitmap(size: PixelSize(width: width, height: 1), filledWith: RGBA(url, version, audience << 4 | marks, 255))
    }

    func image(width: Int, isIncremental: Bool = false) -> Image {
        Image(
            bitmap: bitmap(width: width), format: .jpeg, sourceSize: PixelSize(width: fullWidth, height: 1),
            isIncremental: isIncremental)
    }

    var fullWidth: Int { width == 0 ? 8 : Int(width) }
}

/// Decodes ``SchedulePicture``s, with interruptions, and counts concurrent decodes. Encodes them too.
final class ScheduleCoder: ProgressiveImageCoder, ImageEncoder {
    let interruption: Interruption
    let inFlight = Lock((bytes: 0, count: 0, worst: 0))
    /// Whether the main actor waits for its own decode, which reserves its memory without waiting.
    let isForced = Lock(false)

    init(_ interruption: Interruption) { self.interruption = interruption }

    var format: ImageFormat { .jpeg }
    func canDecode(_ bytes: [UInt8]) -> Bool { bytes.first == 0xFA }
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard let picture = SchedulePicture(bytes) else { throw .damaged(format, "cut") }
        return ImageHeader(format: format, pixelSize: PixelSize(width: picture.fullWidth, height: 1))
    }
    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        options.box?.width ?? header.pixelSize.width
    }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard let picture = SchedulePicture(bytes) else { throw .damaged(format, "cut") }
        let working = options.box?.width ?? picture.fullWidth
        let isForced = isForced.withLock { $0 }
        inFlight.withLock { state in
            state.bytes += working
            state.count += 1
            // A single decode may exceed the budget.
            if state.count > 1, !isForced { state.worst = max(state.worst, state.bytes) }
        }
        defer {
            inFlight.withLock { state in
                state.bytes -= working
                state.count -= 1
            }
        }
        interruption.occur()
        if options.cancellation?.isCancelled == true { throw .cancelled }
        guard !picture.isBroken else { throw .damaged(format, "broken") }
        return picture.image(width: working)
    }

    func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        interruption.occur()
        guard let image = frames.first?.image else { throw .empty }
        var picture = SchedulePicture(image)
        picture.width = UInt8(image.size.width)
        return picture.bytes
    }

    func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        Incremental(width: options.box?.width ?? 8)
    }

    private final class Incremental: IncrementalDecoder {
        private let width: Int
        private var bytes: [UInt8] = []
        init(width: Int) { self.width = width }
        func append(_ more: ArraySlice<UInt8>) throws(ImageCodingError) { bytes += more }
        func preview() throws(ImageCodingError) -> Image? {
            SchedulePicture(bytes)?.image(width: width, isIncremental: true)
        }
        func finish() throws(ImageCodingError) -> Image {
            guard let image = try preview() else { throw .empty }
            return image
        }
    }
}
