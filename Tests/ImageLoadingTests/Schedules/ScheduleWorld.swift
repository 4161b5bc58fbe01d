import Basis
import FoundationEssentials
import ImageCoding
import Pixels
import TestSupport
import Transfer

@testable import ImageLoading

/// A picture of a schedule: which URL it is of, which version of it, and whether it was broken on its way.
struct SchedulePicture: Equatable {
    var url: UInt8
    var version: UInt8
    var isBroken = false

    /// Long enough for a push decoder to tell the format.
    var bytes: [UInt8] { [0xFA, url, version, isBroken ? 1 : 0] + Array(repeating: 0, count: 96) }

    init(url: UInt8, version: UInt8, isBroken: Bool = false) {
        self.url = url
        self.version = version
        self.isBroken = isBroken
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0xFA else { return nil }
        self.init(url: bytes[1], version: bytes[2], isBroken: bytes[3] == 1)
    }

    /// What the pixels of an image say it is of.
    init(_ image: Image) { self.init(url: image.bitmap.bytes[0], version: image.bitmap.bytes[1]) }

    func image(width: Int, isIncremental: Bool = false) -> Image {
        Image(
            bitmap: Bitmap(size: PixelSize(width: width, height: 1), filledWith: RGBA(url, version, 0, 255)),
            format: .png, sourceSize: PixelSize(width: 8, height: 1), isIncremental: isIncremental)
    }
}

/// What happens in the middle of work on another thread: other steps of the schedule.
final class Interruption: Sendable {
    private let body = Lock<(@Sendable () -> Void)?>(nil)
    func set(_ body: (@Sendable () -> Void)?) { self.body.withLock { $0 = body } }
    func occur() { body.withLock { $0 }?() }
}

/// Decodes ``SchedulePicture``s, with interruptions, and counts what runs at the same time.
final class ScheduleCoder: ProgressiveImageCoder {
    let interruption: Interruption
    let inFlight = Lock((bytes: 0, count: 0, worst: 0))
    /// Whether the main actor waits for a decode of its own, which takes its memory without asking.
    let isForced = Lock(false)

    init(_ interruption: Interruption) { self.interruption = interruption }

    var format: ImageFormat { .png }
    func canDecode(_ bytes: [UInt8]) -> Bool { bytes.first == 0xFA }
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        ImageHeader(format: .png, pixelSize: PixelSize(width: 8, height: 1))
    }
    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int { options.box?.width ?? 8 }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        let working = options.box?.width ?? 8
        let isForced = isForced.withLock { $0 }
        inFlight.withLock { state in
            state.bytes += working
            state.count += 1
            // One alone may be as large as it likes.
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
        guard let picture = SchedulePicture(bytes), !picture.isBroken else { throw .damaged(.png, "broken") }
        return picture.image(width: working)
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

/// Marks the pixels; some pictures it cannot do.
struct ScheduleTransformer: ImageTransformer {
    let key: String
    let interruption: Interruption

    func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
        interruption.occur()
        guard SchedulePicture(image).version % 5 != 4, cancellation?.isCancelled != true else { return nil }
        return image.transformed(to: image.bitmap)
    }
}

/// A cache whose disk is a dictionary.
final class ScheduleCache: ImageCaching {
    let interruption: Interruption
    private let memory = Lock<[ImageKey: Image]>([:])
    let disk = Lock<[DiskKey: DiskCache.Entry]>([:])

    init(_ interruption: Interruption) { self.interruption = interruption }

    var tiers: CacheType { .all }
    var images: [ImageKey: Image] { memory.withLock { $0 } }
    func image(for key: ImageKey) -> Image? { memory.withLock { $0[key] } }
    func contains(_ key: ImageKey) -> Bool { memory.withLock { $0[key] != nil } }
    func nearestImage(to key: ImageKey) -> Image? { nil }
    func store(_ image: Image, for key: ImageKey) { memory.withLock { $0[key] = image } }
    func remove(_ key: ImageKey) { memory.withLock { $0[key] = nil } }

    func entry(for key: DiskKey) -> DiskCache.Entry? {
        let entry = disk.withLock { $0[key] }
        interruption.occur()  // between the reading and its being told
        return entry
    }
    func contains(_ key: DiskKey) -> Bool { disk.withLock { $0[key] != nil } }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) { disk.withLock { $0[key] = entry } }
    func renew(_ key: DiskKey, with metadata: ResponseMetadata?) {}
    func remove(_ key: DiskKey) { disk.withLock { $0[key] = nil } }

    func removeImages(of source: String, from type: CacheType) {
        if type.contains(.memory) { memory.withLock { $0 = $0.filter { $0.key.source != source } } }
        if type.contains(.disk) { disk.withLock { $0 = $0.filter { $0.key.source != source } } }
    }
    func removeAll(from type: CacheType) {
        if type.contains(.memory) { memory.withLock { $0 = [:] } }
        if type.contains(.disk) { disk.withLock { $0 = [:] } }
    }
    func flush() {}
}
