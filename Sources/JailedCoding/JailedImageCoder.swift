import Glibc
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
    let workers: DecodeWorkers
    /// Maximum seconds of work for a vector picture. No limit on pixels bounds it: filters and copies of copies can take
    /// any time in a file of any size.
    package let vectorSeconds: Int

    /// Makes the process a decode worker if it was started as one: then the call never returns. Otherwise it adds the
    /// coders of all formats to a manager.
    ///
    /// Call it once, before anything else: a worker must not open files, start threads, or write to standard output.
    public static func install(in manager: ImageCodersManager = .shared) {
        answerAsWorker()
        for coder in coders(workers: DecodeWorkers(program: WorkerProgram())) { manager.add(coder) }
    }

    /// Makes the process a decode worker if it was started as one.
    package static func answerAsWorker() {
        let words = CommandLine.unsafeArgv
        guard CommandLine.argc == 3, let argument = words[1], strcmp(argument, DecodeWorker.argument) == 0,
            let format = words[2]
        else { return }
        DecodeWorker.run(String(cString: format))
    }

    /// Returns the coders of all formats.
    package static func coders(workers: DecodeWorkers, vectorSeconds: Int = 20) -> [JailedImageCoder] {
        [.avif, .heic, .jpegXL, .svg, .tiff].map {
            JailedImageCoder(format: $0, workers: workers, vectorSeconds: vectorSeconds)
        }
    }

    public func canDecode(_ bytes: [UInt8]) -> Bool { ContentSniffer.name(of: bytes) == format.name }

    public var readsInPieces: Bool { true }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        try header(of: ByteSource(bytes), limits: limits)
    }

    /// Reads the header. Some libraries need all bytes for that, which may be at the end.
    public func header(of source: ByteSource, limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard source.count > 0 else { throw .empty }
        var options = DecodeOptions().begun
        options.limits = limits
        let facts = try workers.withWorker(for: format, options) { (worker) throws(ImageCodingError) in
            try worker.open(source, bounded(options))
        }
        try limits.check(facts.sourceSize)
        return facts.header(format)
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(ByteSource(bytes), options: options)
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard source.count > 0 else { throw .empty }
        let options = options.begun
        var known: PictureHeader?
        let first = try workers.withWorker(for: format, options) { (worker) throws(ImageCodingError) in
            let options = bounded(options)  // from now on: waiting for a worker is not the picture's
            let facts = try worker.open(source, options)
            known = facts
            return try frame(0, of: facts, worker, sourceBytes: source.count, options)
        }
        guard let facts = known, facts.frameCount > 1, options.animation != .firstFrame else { return first }
        if let limit = facts.exceededAnimationLimit(options.limits) {
            return first.with(warning: first.warning ?? .onlyFirstFrame(limit: limit))
        }
        guard let bytes = source.readAll() else { return first }
        let frames = JailedFrames(self, bytes, facts, first: first, options: options)
        guard let animation = AnimatedImage(provider: frames, format: format, bytes: bytes) else { return first }
        return animation.image.with(
            warning: try preload(animation, options) ?? first.warning, animation: animation)
    }

    /// Returns the memory of the result here and in the worker, and of the library there.
    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        return DecodeMemory.fixed + (format == .svg ? 3 : 2) * memory.result + header.storedBytes + memory.animation
    }

    /// Ends the workers that are idle, those of the other formats too. An animation that one had open opens it again.
    public func freeMemory() { workers.removeAll() }

    // MARK: -

    /// Returns the options for a picture whose work begins now.
    private func bounded(_ options: DecodeOptions) -> DecodeOptions {
        format == .svg ? options.ending(within: vectorSeconds) : options
    }

    /// Decodes all frames now if they are to be kept. Returns a warning if they exceed the limit.
    private func preload(
        _ animation: AnimatedImage, _ options: DecodeOptions
    ) throws(ImageCodingError) -> DecodeWarning? {
        guard options.animation == .preloaded else { return nil }
        let limit = ByteSize(4 * options.limits.resultPixels)
        guard animation.frameCount * animation.poster.bitmap.bytes.count <= limit.bytes else {
            return .notPreloaded(limit: "\(limit)")
        }
        animation.preloadAllFrames { (try? options.checkMayContinue()) == nil }
        try options.checkMayContinue()
        return nil
    }

    /// Decodes a frame of the picture that a worker has opened.
    func frame(
        _ index: Int, of facts: PictureHeader, _ worker: WorkerProcess, sourceBytes: Int, _ options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        let request = try FrameRequest(index, of: facts, options)
        let (pixels, warning) = try worker.draw(request.drawing, bytes: request.pixelBytes, options)
        return request.image(pixels, warning, format, sourceBytes: sourceBytes)
    }
}
