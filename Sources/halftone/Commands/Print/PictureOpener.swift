import HalftoneCore
import FoundationEssentials
import Glibc
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import ScreenKit
import TerminalScreen

/// Opens the pictures of the command line: files, pipes, standard input and URLs. Safe from any thread; its calls
/// block.
final class PictureOpener: Sendable {
    private let options: CommonOptions
    private let trace: Trace
    private let engine = Lock<Engine?>(nil)
    private let isInputRead = Lock(false)

    init(options: CommonOptions, trace: Trace) {
        self.options = options
        self.trace = trace
    }

    func open(_ source: FeedSource, _ decoding: DecodeOptions) throws(ImageError) -> Image {
        switch source {
        case .url(let url): try fetch(source.pictureAddress ?? url, decoding)
        case .path(let path): try traced(source) { () throws(ImageError) in try read(path, decoding) }
        case .standardInput: try traced(source) { () throws(ImageError) in try readInput(decoding) }
        }
    }

    /// Waits until the caches have written everything.
    func finish() { engine.withLock { $0 }?.manager.diskCache?.flush() }

    // MARK: - Files

    private func traced(
        _ source: FeedSource, _ read: () throws(ImageError) -> Image
    ) throws(ImageError) -> Image {
        let path = source.publicAddress.text
        trace.record(TraceEvent(.query, url: path))
        trace.record(TraceEvent(.decode, url: path))  // includes reading the file
        do throws(ImageError) {
            let image = try read()
            trace.record(TraceEvent(.decoded, url: path, bytes: image.cost))
            trace.record(TraceEvent(.complete, url: path))
            return image
        } catch {
            trace.record(TraceEvent(.fail, url: path, error: error.description))
            throw error
        }
    }

    private func read(_ path: FilePath, _ decoding: DecodeOptions) throws(ImageError) -> Image {
        // Process substitution in a shell makes named pipes. A pipe is opened only once: closing its only reading end
        // would end the writer with SIGPIPE.
        guard Self.isPipe(path) else { return try LocalImageDecoder.decode(path, options: decoding) }
        // Reading waits for a writer with a timeout; opening would block without one.
        let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .unreadableFile(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        return try LocalImageDecoder.decode(readingFrom: descriptor, options: decoding, timeout: options.engine.timeout)
    }

    private static func isPipe(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString({ stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private func readInput(_ decoding: DecodeOptions) throws(ImageError) -> Image {
        let isFirst = isInputRead.withLock { isRead in
            defer { isRead = true }
            return !isRead
        }
        guard isFirst else { throw .unreadableFile("standard input can be read only once") }
        guard isatty(STDIN_FILENO) == 0 else {
            throw .unreadableFile("standard input is the terminal (pipe a picture into it)")
        }
        return try LocalImageDecoder.decode(
            readingFrom: STDIN_FILENO, options: decoding, timeout: options.engine.timeout)
    }

    // MARK: - URLs

    private func fetch(_ url: RequestAddress, _ decoding: DecodeOptions) throws(ImageError) -> Image {
        guard let address = URL(string: url.requestText) else { throw .invalidURL }
        var context = ImageContext()
        context.variant = ImageVariant(
            box: decoding.box, fit: decoding.fit, pixelAspect: decoding.pixelAspect, fidelity: decoding.fidelity)
        context.animation = decoding.animation
        // Nothing revalidates behind a command that ends: what must not be shown stale is revalidated before (RFC 9111).
        (context.httpPolicy, context.staleIfError) = (.http, true)
        // The original serves every size; an image reduced for this terminal is not needed again.
        context.storeCacheType = .none
        return try sharedEngine().manager.waitForImage(address, context: context).get().image
    }

    /// Returns the engine, created for the first URL: a file needs neither the network nor the disk cache.
    private func sharedEngine() -> Engine {
        engine.withLock { engine in
            let made = engine ?? Engine(options.engine, trace: trace, warn: { Output.printError($0) })
            engine = made
            return made
        }
    }
}
