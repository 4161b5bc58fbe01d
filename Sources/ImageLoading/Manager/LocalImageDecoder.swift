import HalftoneCore
import Glibc
import ImageCoding

/// A decoder of local files for `print`, without caches, threads or network.
///
/// Decoding blocks the caller's thread. Errors are thrown instead of
/// returned in a `Result`, because instantiating that type takes the runtime as long as decoding a small image.
package enum LocalImageDecoder {
    /// Decodes a file, which is read on demand: a JPEG, PNG, BMP or QOI is never in memory as a whole.
    package static func decode(_ path: FilePath, options: DecodeOptions) throws(ImageError) -> Image {
        let file = try FileReader(limit: ImageDownloader.Limits().bytes).open(path)
        do throws(ImageError) {
            let image = try decode(ByteSource(file), options)
            if let failure = file.failureDescription { throw ImageError.unreadableFile(failure) }
            return image
        } catch {
            // A failed read looks like the end of the bytes, so its error takes precedence.
            throw file.failureDescription.map(ImageError.unreadableFile) ?? error
        }
    }

    /// Reads an open descriptor, such as a pipe, to its end and decodes the bytes. Does not close the descriptor.
    /// Throws if no data arrives for longer than `timeout`; `nil` waits without limit.
    package static func decode(
        readingFrom descriptor: Int32, options: DecodeOptions, timeout: Duration? = nil
    ) throws(ImageError) -> Image {
        let body = try read(descriptor, limits: ImageDownloader.Limits(), timeout)
        return try decode(ByteSource(body), options)
    }

    private static func decode(_ source: ByteSource, _ options: DecodeOptions) throws(ImageError) -> Image {
        do throws(ImageCodingError) {
            return try ImageCodersManager.shared.decode(source, options: options)
        } catch {
            throw .badImageData(error)
        }
    }

    /// Reads a descriptor to its end. Large inputs go to a temporary file, like large downloads.
    private static func read(
        _ descriptor: Int32, limits: ImageDownloader.Limits, _ timeout: Duration?
    ) throws(ImageError) -> StoredBytes {
        var buffer = SpillBuffer(
            MemoryAllowance(.init(one: limits.memoryBytesOfOne, all: limits.memoryBytesOfOne)))
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            // Also for bytes at hand: a named pipe that no program has opened for writing would look like the end.
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

    /// Waits until the descriptor is readable. Returns `false` after the timeout.
    private static func wait(for descriptor: Int32, _ timeout: Duration?) -> Bool {
        let time = SystemTime()
        let end = timeout.map { time.now + min($0, .seconds(Int32.max)) }
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let left = end.map { max(.zero, $0 - time.now) / .milliseconds(1) }
            let result = poll(&input, 1, left.map { Int32(clamping: Int($0.rounded(.up))) } ?? -1)
            if result > 0 || result < 0 && errno != EINTR { return true }  // a read reports what is wrong
            if result == 0, let end, time.now >= end { return false }
        }
    }
}
