/// A file whose bytes are read on demand, in any order and from any thread.
public protocol BackingFile: AnyObject, Sendable {
    /// Reads bytes at an offset into `target`. Returns their number; 0 at the end and on an error. Blocking.
    func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int

    /// The first error of a read, described; `nil` if there was none.
    var failureDescription: String? { get }
}

/// A byte sequence in memory, or in a file if it is large. Safe from any thread, and immutable unless another process
/// changes the file.
///
/// Methods that read bytes from a file block. On a disk error, and at the new end of a file that another process has
/// truncated, they return fewer bytes.
public struct StoredBytes: Sendable, Equatable {
    let file: (any BackingFile)?
    /// The number of leading bytes that are in the file.
    public let bytesInFile: Int
    /// The bytes after those in the file.
    let tail: [UInt8]
    /// The share of the memory budget, retained as long as the bytes are.
    let share: MemoryAllowance.Share?

    /// Stores bytes in memory.
    public init(_ bytes: [UInt8]) { self.init(file: nil, bytesInFile: 0, tail: bytes, share: nil) }

    /// Refers to the first `count` bytes of a file, which is retained.
    public init(_ file: any BackingFile, count: Int) { self.init(file: file, bytesInFile: count, tail: [], share: nil) }

    init(file: (any BackingFile)?, bytesInFile: Int, tail: [UInt8], share: MemoryAllowance.Share?) {
        (self.file, self.bytesInFile, self.tail, self.share) = (file, bytesInFile, tail, share)
    }

    /// The first error of a read from the file, described; `nil` if there was none.
    public var failureDescription: String? { file?.failureDescription }

    /// Number of bytes in memory and in the file together.
    public var count: Int { bytesInFile + tail.count }
    /// Whether there are no bytes at all.
    public var isEmpty: Bool { count == 0 }

    /// The bytes, or `nil` if any of them are in a file.
    public var inMemory: [UInt8]? { file == nil ? tail : nil }

    /// All bytes, in memory; bytes in a file are read anew with every call.
    public var all: [UInt8] { inMemory ?? bytes(in: 0..<count) }

    /// Returns the first bytes: all of them if they are in memory, else at most `count`.
    public func head(_ count: Int) -> [UInt8] { inMemory ?? bytes(in: 0..<count) }

    /// Whether the bytes are in a temporary file, which can be mapped.
    public var isInTemporaryFile: Bool { file is TemporaryFile }

    /// Returns all bytes, mapped; `nil` unless they are in a temporary file that can be mapped. Blocking: bytes after
    /// those in the file are written to it first. A buffer that continues these bytes writes equal ones at the same
    /// offset.
    public func mapped() -> MappedFile? {
        guard let file = file as? TemporaryFile else { return nil }
        if !tail.isEmpty { do { try file.write(tail, at: bytesInFile) } catch { return nil } }
        return file.mapped(count)
    }

    /// Returns the bytes in `range`, clamped to the bytes that exist.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        guard let file else { return Array(tail[range]) }
        return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            let target = UnsafeMutableRawBufferPointer(buffer)
            while filled < range.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled..<range.count])
                let taken = read(file, at: range.lowerBound + filled, into: rest)
                if taken == 0 { return }
                filled += taken
            }
        }
    }

    /// Calls `body` with all bytes, one piece at a time. Returns `false` if not all of them could be read.
    public func forEachPiece<Failure: Error>(
        _ body: (_ piece: [UInt8], _ offset: Int) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        if let inMemory {
            try body(inMemory, 0)
            return true
        }
        var offset = 0
        while offset < count {
            let piece = bytes(in: offset..<min(count, offset + Self.pieceLength))
            guard !piece.isEmpty else { return false }
            try body(piece, offset)
            offset += piece.count
        }
        return true
    }

    /// Maximum bytes that are read at a time.
    private static let pieceLength = 1 << 20

    /// Reads bytes at an offset into `target`. Returns their number: 0 at the end and on a disk error.
    public func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < count, target.count > 0 else { return 0 }
        return read(file, at: offset, into: target)
    }

    private func read(_ file: (any BackingFile)?, at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        if let file, offset < bytesInFile {
            let room = min(target.count, bytesInFile - offset)
            return file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<room]))
        }
        return tail.withUnsafeBytes { tail in
            let piece = tail[(offset - bytesInFile)...].prefix(target.count)
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
            return piece.count
        }
    }

    /// Whether the bytes are equal, wherever they are stored; `false` if some cannot be read.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        if let mine = left.inMemory, let theirs = right.inMemory { return mine == theirs }
        return stride(from: 0, to: left.count, by: pieceLength).allSatisfy { start in
            let range = start..<min(start + pieceLength, left.count)
            let piece = left.bytes(in: range)
            return piece.count == range.count && piece == right.bytes(in: range)
        }
    }
}

/// Stores the literal's bytes in memory.
extension StoredBytes: ExpressibleByArrayLiteral {
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes) }
}
