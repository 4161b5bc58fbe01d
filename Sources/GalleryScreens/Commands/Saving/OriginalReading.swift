import HalftoneCore
import Dispatch
import FoundationEssentials
import ImageLoading

/// A reader of the original bytes of a picture: from its file, the disk cache or the network.
struct OriginalReading: Sendable {
    let manager: ImageManager
    let url: URL

    /// Maximum size of a file.
    private static let maxBytes = 1 << 30
    /// Maximum bytes in memory; the rest goes to a temporary file.
    private static let memoryBytes = 4_000_000

    /// Runs blocking work outside of the cooperative thread pool.
    static func elsewhere<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
        }
    }

    private func read() -> StoredBytes? {
        if url.isFileURL { return Self.bytes(ofFile: url.filePath) }
        return manager.diskCache?.read(DiskKey(source: manager.key(for: url).source))?.body
    }

    /// Returns the local bytes, or else downloads them. Blocks no thread of the cooperative pool.
    func fetch(_ downloader: ImageDownloader) async throws(ImageError) -> StoredBytes {
        if let bytes = await Self.elsewhere({ read() }) { return bytes }
        guard !url.isFileURL else { throw .unreadableFile("cannot be read") }
        return try await downloader.payload(for: ImageRequest(url: url)).body
    }

    private static func bytes(ofFile path: FilePath) -> StoredBytes? {
        guard let file = ReadableFile(regular: path), file.byteCount <= maxBytes else { return nil }
        var buffer = SpillBuffer(MemoryAllowance(.init(one: memoryBytes, all: memoryBytes)))
        while let piece = file.next(1 << 20) {
            guard !piece.isEmpty else { return buffer.stored }
            guard buffer.appendAndSpill(piece), buffer.count <= maxBytes else { return nil }
        }
        return nil
    }
}
