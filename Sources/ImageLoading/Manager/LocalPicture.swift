import Basis
import Glibc
import ImageCoding

/// A picture in a file, decoded without caches, threads or network.
///
/// Blocking, and on the caller's thread: for a program that has nothing else to do. It throws instead of returning a
/// `Result`: to make that type takes the runtime as long as to decode a small picture.
public enum LocalPicture {
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

    /// Reads and decodes what comes from an open descriptor until its end, such as a pipe. Does not close it.
    public static func decode(
        readingFrom descriptor: Int32, options: DecodeOptions, coders: ImageCodersManager = .shared
    ) throws(ImageError) -> Image {
        try decode(ByteSource(read(descriptor, limit: ImageDownloader.Limits().bytes)), options, coders)
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

    private static func read(_ descriptor: Int32, limit: Int) throws(ImageError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {  // a terminal or pipe that somebody else made non-blocking
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wait, 1, -1)
                continue
            }
            guard count >= 0 else { throw .unreadableFile(String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes += piece.prefix(count)
            guard bytes.count <= limit else { throw .unreadableFile("it is over the limit of \(limit) bytes") }
        }
    }
}
