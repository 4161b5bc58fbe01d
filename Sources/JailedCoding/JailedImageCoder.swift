import HalftoneCore
import ImageCoding
import Pixels

/// A coder for a format whose library decodes in a process of its own, a decode worker, where a broken decoder can do
/// nothing but give wrong pixels: it can open no file and no connection, start no program, and use only so much memory
/// and time.
///
/// The worker is the program itself, started anew. A program therefore calls ``install(in:)`` first of all; without that
/// call there are no such coders.
public struct JailedImageCoder: ImageCoder {
    public let format: ImageFormat
    private let workers: WorkerPool

    /// Makes the process a decode worker if it was started as one: then the call never returns. Otherwise it adds the
    /// coders of all formats to a manager.
    ///
    /// Call it once, before anything else: a worker must not open files, start threads, or write to standard output.
    public static func install(in manager: ImageCodersManager = .shared) {
        answerAsWorker()
        for coder in coders(workers: WorkerPool(program: WorkerProgram())) { manager.add(coder) }
    }

    /// Makes the process a decode worker if it was started as one.
    package static func answerAsWorker() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, arguments[1] == DecodeWorker.argument else { return }
        DecodeWorker.run(arguments[2])
    }

    /// Returns the coders of all formats.
    package static func coders(workers: WorkerPool) -> [JailedImageCoder] {
        [.svg, .tiff, .jpegXL, .heic, .avif].map { JailedImageCoder(format: $0, workers: workers) }
    }

    public func canDecode(_ bytes: [UInt8]) -> Bool { ContentSniffer.name(of: bytes) == format.name }

    public var readsInPieces: Bool { true }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        var options = DecodeOptions().begun
        options.limits = limits
        let facts = try workers.withWorker(for: format, options) { (worker) throws(ImageCodingError) in
            try worker.open(try Self.source(bytes), options)
        }
        try limits.check(facts.size)
        return facts.header(format)
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(try Self.source(bytes), options: options)
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard source.count > 0 else { throw .empty }
        let options = options.begun
        return try workers.withWorker(for: format, options) { (worker) throws(ImageCodingError) in
            let facts = try worker.open(source, options)
            return try still(facts, worker, sourceBytes: source.count, options)
        }
    }

    /// Returns the memory of the result here and in the worker, and of the library there.
    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let result = DecodeMemory(header, options).result
        return DecodeMemory.fixed + (format == .svg ? 3 : 2) * result + header.storedBytes
    }

    // MARK: -

    private static func source(_ bytes: [UInt8]) throws(ImageCodingError) -> ByteSource {
        guard !bytes.isEmpty else { throw .empty }
        return ByteSource(bytes)
    }

    /// Decodes a frame of the picture that a worker has opened.
    private func still(
        _ facts: PictureFacts, _ worker: WorkerProcess, frame: Int = 0, sourceBytes: Int, _ options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        try options.limits.check(facts.size)
        let stored = options.box == nil ? facts.size : facts.sourceSize
        let plan = try DecodePlan(stored: stored, orientation: facts.orientation, options: options)
        var drawing = Drawing(target: plan.target, window: plan.window)
        drawing.frame = frame
        drawing.fidelity = options.fidelity
        drawing.profileBytes = options.limits.profileBytes
        drawing.usesThumbnail = options.fidelity == .fast && facts.hasThumbnail(for: plan.target)
        let working = facts.isVector ? 4 * plan.target.area : facts.workingBytes
        guard drawing.usesThumbnail || working <= options.limits.workingBytes else {
            throw .tooLarge(plan.uprightSize, limit: "\(ByteSize(options.limits.workingBytes)) of memory")
        }
        let (pixels, warning) = try worker.draw(drawing, bytes: 4 * plan.window.size.area, options)
        let upright = plan.orientation.applied(to: plan.window.size)
        return Image(
            bitmap: Bitmap(size: upright, bytes: pixels, mayHaveAlpha: true), format: format,
            sourceSize: plan.orientation.applied(to: facts.sourceSize), sourceBytes: sourceBytes, warning: warning)
    }
}

extension PictureFacts {
    /// Whether the small picture in the file shows all of the picture, with enough pixels.
    fileprivate func hasThumbnail(for target: PixelSize) -> Bool {
        guard let thumbnail, thumbnail.width >= target.width, thumbnail.height >= target.height else { return false }
        let ratio = Double(thumbnail.width * size.height) / Double(max(1, thumbnail.height * size.width))
        return abs(ratio - 1) < 0.03
    }
}
