import HalftoneCore
import Glibc

/// The encoded bytes of an image, for decoders that need all of them: in memory, or in a mapped temporary file, whose
/// pages the system can evict when memory is short. Immutable, and safe from any thread.
struct EncodedBytes: RandomAccessCollection, Sendable {
    private enum Storage {
        case memory([UInt8])
        case file(MappedFile)
    }

    private let storage: Storage

    init(_ bytes: [UInt8]) { storage = .memory(bytes) }

    init(_ file: MappedFile) { storage = .file(file) }

    var startIndex: Int { 0 }

    var endIndex: Int {
        switch storage {
        case .memory(let bytes): bytes.count
        case .file(let file): file.count
        }
    }

    subscript(position: Int) -> UInt8 {
        switch storage {
        case .memory(let bytes): bytes[position]
        case .file(let file): file[position]
        }
    }

    /// All bytes in memory; bytes in a file are copied with every call.
    var all: [UInt8] {
        switch storage {
        case .memory(let bytes): bytes
        case .file(let file): file.withUnsafeBufferPointer { Array($0) }
        }
    }

    /// Returns whether these bytes are the others, or the others and more.
    func begins(with others: EncodedBytes) -> Bool {
        count >= others.count
            && withUnsafeBufferPointer { own in
                others.withUnsafeBufferPointer { others in
                    guard let own = own.baseAddress, let other = others.baseAddress else { return true }
                    return memcmp(own, other, others.count) == 0
                }
            }
    }

    func withUnsafeBufferPointer<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .memory(let bytes): return try bytes.withUnsafeBufferPointer(body)
        case .file(let file): return try file.withUnsafeBufferPointer(body)
        }
    }
}

extension ByteSource {
    /// Returns all bytes, for a coder that needs them at once: in memory, or mapped if they are many.
    func encodedBytes(of format: ImageFormat) throws(ImageCodingError) -> EncodedBytes {
        let minBytes = stored == nil ? Self.minCopiedBytes : Self.minMappedBytes
        if bytes == nil, count >= minBytes, let file = mapped() { return EncodedBytes(file) }
        return EncodedBytes(try allBytes(of: format))
    }

    /// Maps the bytes in a temporary file, to which they are copied first if necessary. Other files are not mapped:
    /// they may become shorter, and a read beyond the end would crash the process.
    private func mapped() -> MappedFile? {
        if let stored { return stored.mapped() }
        var buffer = SpillBuffer(MemoryAllowance(.init(one: 0, all: 0)))
        var offset = 0
        while offset < count {
            let piece = read(at: offset, count: 1 << 20)
            guard !piece.isEmpty else { break }
            guard buffer.appendAndSpill(piece) else { return nil }
            offset += piece.count
        }
        return buffer.stored.mapped()
    }

    /// Minimum bytes for mapping a temporary file. Fewer take no more memory than the pixels of a large image.
    private static let minMappedBytes = 8 << 20

    /// Minimum bytes for copying other sources to a temporary file, which takes longer than reading them.
    private static let minCopiedBytes = 32 << 20
}
