import Glibc
import HalftoneCore
import ImageCoding

/// The encoded bytes of a picture, in memory whose allocation may fail; that of an array would end the process.
final class PictureBytes {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count: Int

    init?(_ count: Int) {
        guard count > 0, let start = malloc(count) else { return nil }
        (self.start, self.count) = (start, count)
    }

    deinit { free(start) }

    private var buffer: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: count) }

    /// Changes the number of bytes. Returns `false` without memory.
    private func resize(to count: Int) -> Bool {
        guard let start = realloc(start, count) else { return false }
        (self.start, self.count) = (start, count)
        return true
    }

    /// Returns what was compressed with gzip, or the bytes themselves if they are not. Throws if there is more than the
    /// limit, if the end is missing, or if bytes are damaged.
    func inflated(limit: Int = JailLimits.inflatedBytes) throws(WorkerFailure) -> PictureBytes {
        guard GzipInflater.begins(buffer) else { return self }
        guard let inflater = GzipInflater(UnsafeRawBufferPointer(buffer)),
            let result = PictureBytes(min(limit + 1, max(1 << 16, 4 * count)))
        else { throw .noMemory }
        var done = 0
        while true {
            let room = UnsafeMutableRawBufferPointer(rebasing: result.buffer[done...])
            let added = inflater.inflate(into: room)
            if inflater.isOutOfMemory { throw .noMemory }
            if inflater.isDamaged { throw WorkerFailure(damaged: "its compressed bytes are damaged") }
            done += added
            if done > limit { throw WorkerFailure(unsupported: "it inflates to more than \(ByteSize(limit))") }
            if inflater.isWhole { break }
            guard added == room.count else { throw WorkerFailure(damaged: "its compressed bytes are cut off") }
            guard result.resize(to: min(limit + 1, 2 * result.count)) else { throw .noMemory }
        }
        guard done > 0, result.resize(to: done) else { throw WorkerFailure(damaged: "it is empty") }
        return result
    }
}
