import HalftoneCore
import Dispatch
import FoundationEssentials
import Glibc
import ImageCoding
import ImageLoading

/// Reads a picture as it came: from its file or the disk cache, and where the disk has not kept it, from the network.
struct OriginalReading: Sendable {
    let manager: ImageManager
    let url: URL

    /// The bytes, with what was kept beside them.
    struct Original: Sendable {
        var body: StoredBytes
        /// What the server said about keeping it; `nil` for files.
        var response: ResponseMetadata?
        /// What else it said.
        var head: ResponseHead?
        var isOnDisk = false
    }

    /// What the bytes say about themselves, once they have been read and let go of.
    struct Inspection: Hashable, Sendable {
        var response: ResponseMetadata?
        var head: ResponseHead?
        var isOnDisk = false
        /// `nil` if the bytes are no picture that can be shown.
        var header: ImageHeader?
        /// What the camera wrote; `nil` if there is nothing.
        var exif: ExifFields?

        /// A header over the limits counts as missing, as it does when a picture is shown.
        init(_ original: Original, limits: DecodeLimits = DecodeLimits()) {
            (response, head, isOnDisk) = (original.response, original.head, original.isOnDisk)
            header = try? ImageCodersManager.shared.header(of: original.body.head(1 << 22), limits: limits)
            exif = ExifFields(of: ByteSource(original.body))
        }
    }

    /// A larger file is not a picture.
    private static let mostBytes = 1 << 30
    /// What is more goes to a temporary file.
    private static let memoryBytes = 4_000_000

    /// What is on this machine; `nil` if that is nothing. Blocks no thread of Swift's pool.
    func run() async -> Original? { await Self.elsewhere { read() } }

    /// The same, looked through: a file may be made so that this takes long.
    func inspect() async -> Inspection? {
        let limits = manager.decodeLimits
        return await Self.elsewhere { read().map { Inspection($0, limits: limits) } }
    }

    /// Runs work that waits for a disk, in no thread of Swift's pool.
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
            Original(
                body: $0.body, response: $0.response, head: $0.extended.flatMap(ResponseHead.init(encoded:)),
                isOnDisk: true)
        }
    }

    /// The same, from the network if need be.
    func fetch(_ downloader: ImageDownloader) async throws(ImageError) -> Original {
        if let original = await run() { return original }
        guard !url.isFileURL else { throw .unreadableFile("cannot be read") }
        return Original(body: try await downloader.payload(for: url).body)
    }

    private static func bytes(ofFile path: FilePath) -> StoredBytes? {
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else {
            return nil
        }
        var buffer = SpillBuffer(MemoryAllowance(.init(one: memoryBytes, all: memoryBytes)))
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return buffer.stored }
            guard buffer.appendAndSpill(Array(piece.prefix(count))), buffer.count <= mostBytes else { return nil }
        }
    }
}
