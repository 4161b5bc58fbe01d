import HalftoneCore
import Dispatch
import FoundationEssentials
import ImageCoding
import ImageLoading

/// A reader of the original bytes of a picture: from its file, the disk cache or the network.
struct OriginalReading: Sendable {
    let manager: ImageManager
    let url: URL

    /// The bytes, with their metadata in the disk cache.
    struct Original: Sendable {
        var body: StoredBytes
        /// The caching metadata of the response; `nil` for files.
        var response: ResponseMetadata?
        var isOnDisk = false
    }

    /// The properties of the bytes, which are not kept.
    struct Inspection: Hashable, Sendable {
        var response: ResponseMetadata?
        var isOnDisk = false
        /// `nil` if the bytes are not a supported image.
        var header: ImageHeader?
        /// The EXIF fields; `nil` if there are none.
        var exif: ExifFields?

        /// Inspects the bytes. A header over the limits counts as missing, as in decoding.
        init(_ original: Original, limits: DecodeLimits = DecodeLimits()) {
            (response, isOnDisk) = (original.response, original.isOnDisk)
            header = try? ImageCodersManager.shared.header(of: original.body.head(1 << 22), limits: limits)
            exif = ExifFields(of: ByteSource(original.body))
        }
    }

    /// Maximum size of a file.
    private static let maxBytes = 1 << 30
    /// Maximum bytes in memory; the rest goes to a temporary file.
    private static let memoryBytes = 4_000_000

    /// Returns the local bytes, or `nil` if there are none. Blocks no thread of the cooperative pool.
    func run() async -> Original? { await Self.elsewhere { read() } }

    /// Returns the properties of the local bytes, which may take long for a malicious file.
    func inspect() async -> Inspection? {
        let limits = manager.decodeLimits
        return await Self.elsewhere { read().map { Inspection($0, limits: limits) } }
    }

    /// Runs blocking work outside of the cooperative thread pool.
    static func elsewhere<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
        }
    }

    private func read() -> Original? {
        if url.isFileURL {
            return Self.bytes(ofFile: url.filePath).map { Original(body: $0) }
        }
        let key = DiskKey(source: manager.key(for: url).source)
        return manager.diskCache?.read(key).map {
            Original(body: $0.body, response: $0.response, isOnDisk: true)
        }
    }

    /// Returns the local bytes, or else downloads them.
    func fetch(_ downloader: ImageDownloader) async throws(ImageError) -> Original {
        if let original = await run() { return original }
        guard !url.isFileURL else { throw .unreadableFile("cannot be read") }
        return Original(body: try await downloader.payload(for: url).body)
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
