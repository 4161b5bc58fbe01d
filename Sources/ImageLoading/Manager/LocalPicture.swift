import Glibc
import ImageCoding

/// A picture in a file, decoded without caches, threads or network.
///
/// Blocking, and on the caller's thread: for a program that has nothing else to do.
public enum LocalPicture {
    /// Decodes a file, reading it as it is wanted: of a JPEG or a PNG, nobody holds all the bytes.
    public static func decode(
        _ path: String, options: DecodeOptions, coders: ImageCodersManager = .shared
    ) -> Result<Image, ImageError> {
        FileReader(limit: ImageDownloader.Limits().bytes).open(path).flatMap { file in
            let picture = decode(file.source, options, coders)
            // Where the disk fails, the bytes seem to end.
            return file.failure.map { .failure($0) } ?? picture
        }
    }

    /// Reads and decodes what comes from an open descriptor until its end, such as a pipe. Does not close it.
    public static func decode(
        readingFrom descriptor: Int32, options: DecodeOptions, coders: ImageCodersManager = .shared
    ) -> Result<Image, ImageError> {
        read(descriptor, limit: ImageDownloader.Limits().bytes).flatMap {
            decode(ByteSource($0), options, coders)
        }
    }

    private static func decode(
        _ source: ByteSource, _ options: DecodeOptions, _ coders: ImageCodersManager
    ) -> Result<Image, ImageError> {
        do throws(ImageCodingError) {
            return .success(try coders.decode(source, options: options))
        } catch {
            return .failure(.badImageData(error))
        }
    }

    private static func read(_ descriptor: Int32, limit: Int) -> Result<[UInt8], ImageError> {
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
            guard count >= 0 else { return .failure(.unreadableFile(String(cString: strerror(errno)))) }
            if count == 0 { return .success(bytes) }
            bytes += piece.prefix(count)
            guard bytes.count <= limit else {
                return .failure(.unreadableFile("it is over the limit of \(limit) bytes"))
            }
        }
    }
}
