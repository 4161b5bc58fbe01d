import CDecoders
import ImageCoding
@testable import JailedCoding
import Pixels

/// Decodes pictures as a decode worker does, but in this process and without a jail, which would end the sanitizer too.
///
/// The address sanitizer sees our own code between the program and the library. The library itself is not instrumented:
/// only bugs that crash or misuse the C library are found.
struct UnjailedDecoder {
    private let format: ImageFormat
    private let library: cdecoders_format

    /// The decoder of the fuzzed format. Written once, before the fuzzer's only thread reads it.
    nonisolated(unsafe) private(set) static var shared: UnjailedDecoder?

    /// Opens the library of the fuzzed format. Returns `false`, with a message, if that cannot be done.
    static func open(_ format: ImageFormat) -> Bool {
        shared = UnjailedDecoder(format)
        return shared != nil
    }

    private init?(_ format: ImageFormat) {
        guard let library = PictureLibrary.named(format.name) else { return nil }
        do throws(WorkerFailure) {
            try PictureLibrary.open(library)
        } catch {
            print("fuzz: \(format.name): \(error.text)")
            return nil
        }
        (self.format, self.library) = (format, library)
    }

    /// Decodes the first and the last frame for options, and checks both.
    func run(_ bytes: [UInt8], _ options: DecodeOptions) {
        do throws(ImageCodingError) {
            let (picture, facts) = try open(bytes)
            for index in Set([0, facts.frameCount - 1]) {
                let request = try FrameRequest(index, of: facts, options)
                precondition(Drawing(request.drawing.message) == request.drawing)
                let (bitmap, warning) = try asWorker { () throws(WorkerFailure) in try picture.draw(request.drawing) }
                precondition(bitmap.bytes.count == request.pixelBytes)
                FuzzTarget.check(request.image(bitmap.bytes, warning, format, sourceBytes: bytes.count), options)
            }
        } catch {
            precondition(!error.description.isEmpty && !error.description.contains("\n"))
        }
    }

    /// Reads the header, and sends it through a message. A header that is no valid message is an error.
    private func open(_ bytes: [UInt8]) throws(ImageCodingError) -> (OpenPicture, PictureHeader) {
        guard let copy = PictureBytes(bytes.count) else { throw .empty }
        UnsafeMutableRawBufferPointer(start: copy.start, count: copy.count).copyBytes(from: bytes)
        let picture = try asWorker { () throws(WorkerFailure) in try OpenPicture(copy, library) }
        guard let facts = PictureHeader(picture.facts.message) else { throw .damaged(format, "an invalid header") }
        precondition(facts == picture.facts)
        try FuzzTarget.limits.check(facts.sourceSize)
        return (picture, facts)
    }

    /// Runs a worker's code, and returns a failure as the program does that reads it from a message.
    private func asWorker<Value>(_ body: () throws(WorkerFailure) -> Value) throws(ImageCodingError) -> Value {
        do throws(WorkerFailure) {
            return try body()
        } catch {
            guard let sent = WorkerFailure(error.message) else { throw .damaged(format, "an invalid failure") }
            throw sent.error(format)
        }
    }
}
