import Basis
import Glibc
import ImageCoding

/// A picture in a file, decoded without caches, threads or network.
///
/// Blocking, and on the caller's thread: for a program that has nothing else to do. It throws instead of returning a
/// `Result`: to make that type takes the runtime as long as to decode a small picture.
public enum LocalImageDecoder {
    /// Decodes a file, reading it as it is wanted: of a JPEG or a PNG, nobody holds all the bytes.
    public static func decode(
        _ path: FilePath, options: DecodeOptions, coders: ImageCodersManager = .shared
    ) throws(ImageError) -> Image {
        let file = try FileReader(limit: ImageDownloader.Limits().bytes).open(path)
        do throws(ImageError) {
            let image = try decode(file.source, options, coders)
            if let failure = file.failure { throw failure }
            return image
        } catch {
            // Where the disk fails, the bytes seem to end.
            throw file.failure ?? error
        }
    }

    /// Decodes the file of a name that is text.
    public static func decode(
        _ path: String, options: DecodeOptions, coders: ImageCodersManager = .shared
    ) throws(ImageError) -> Image {
        try decode(FilePath(path), options: options, coders: coders)
    }

    /// Reads and decodes what comes from an open descriptor until its end, such as a pipe. Does not close it. One that
    /// gives nothing for longer than `timeout` has failed; `nil` waits without end.
    public static func decode(
        readingFrom descriptor: Int32, options: DecodeOptions, timeout: Duration? = nil,
        coders: ImageCodersManager = .shared
    ) throws(ImageError) -> Image {
        let body = try read(descriptor, limits: ImageDownloader.Limits(), timeout)
        return try decode(ByteSource(body), options, coders)
    }

    private static func decode(
        _ source: ByteSource, _ options: DecodeOptions, _ coders: ImageCodersManager
    ) throws(ImageError) -> Image {
        do throws(ImageCodingError) {
            return try coders.decode(source, options: options)
        } catch {
            throw .badImageData(error)
        }
    }

    /// Many bytes go to a temporary file, as those of a download do.
    private static func read(
        _ descriptor: Int32, limits: ImageDownloader.Limits, _ timeout: Duration?
    ) throws(ImageError) -> StoredBytes {
        var buffer = SpillBuffer(
            MemoryAllowance(.init(one: limits.memoryBytesOfOne, all: limits.memoryBytesOfOne)))
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            // First, also where reading would not block: a named pipe that no program has opened for writing seems to end.
            guard wait(for: descriptor, timeout) else { throw .unreadableFile("timed out: no data received") }
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .unreadableFile(String(cString: strerror(errno))) }
            if count == 0 { return buffer.stored }
            guard buffer.count + count <= limits.bytes else {
                throw .unreadableFile("it is over the limit of \(limits.bytes) bytes")
            }
            _ = buffer.appendAndSpill(Array(piece.prefix(count)))
            if let failure = buffer.failure { throw .unreadableFile("it is too large for memory: \(failure)") }
        }
    }

    /// `false`: nothing came in time.
    private static func wait(for descriptor: Int32, _ timeout: Duration?) -> Bool {
        let milliseconds = timeout.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) != 0
    }
}
