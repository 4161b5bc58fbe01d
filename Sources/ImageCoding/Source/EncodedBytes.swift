import Basis

/// The encoded bytes of a picture, for decoders that need all of them: in memory, or in a mapped temporary file, whose pages
/// the system takes back when memory is short. Immutable, and safe from any thread.
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

    /// All bytes in memory: those of a file are copied with every call.
    var all: [UInt8] {
        switch storage {
        case .memory(let bytes): bytes
        case .file(let file): file.withUnsafeBufferPointer { Array($0) }
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
    /// Bytes that are in memory, or in a mapped file.
    convenience init(_ bytes: EncodedBytes) {
        self.init(count: bytes.count) { offset, target in
            bytes.withUnsafeBufferPointer { bytes in
                guard offset < bytes.count else { return 0 }
                let piece = bytes[offset...].prefix(target.count)
                target.copyBytes(from: piece)
                return piece.count
            }
        }
    }

    /// All bytes, for a coder that needs them at once: in memory, or mapped if they are many.
    func encodedBytes(of format: ImageFormat) throws(ImageCodingError) -> EncodedBytes {
        let least = stored == nil ? Self.leastCopied : Self.leastMapped
        if bytes == nil, count >= least, let file = mapped() { return EncodedBytes(file) }
        return EncodedBytes(try allBytes(of: format))
    }

    /// The bytes in a mapped temporary file, to which they are copied unless they are in one. Another file is not mapped: it
    /// may become shorter, and a read behind its end would then end the process.
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

    /// Bytes from which on a temporary file is mapped. Fewer take no more memory than the pixels of a large picture.
    private static let leastMapped = 8 << 20

    /// Bytes from which on other sources are copied to a temporary file, which takes longer than to read them.
    private static let leastCopied = 32 << 20
}
