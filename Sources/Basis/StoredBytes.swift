/// Bytes that are in memory, or in a temporary file when they are many. Immutable, so safe from any thread.
///
/// What reads bytes of a file blocks. Where the disk fails they end early.
public struct StoredBytes: Sendable, Equatable {
    let file: TemporaryFile?
    /// How many of them are in a file: the first ones.
    public let bytesInFile: Int
    /// What stands behind those in the file.
    let tail: [UInt8]
    /// Held as long as the bytes are.
    let share: MemoryAllowance.Share?

    /// Bytes in memory.
    public init(_ bytes: [UInt8]) { self.init(file: nil, bytesInFile: 0, tail: bytes, share: nil) }

    init(file: TemporaryFile?, bytesInFile: Int, tail: [UInt8], share: MemoryAllowance.Share?) {
        (self.file, self.bytesInFile, self.tail, self.share) = (file, bytesInFile, tail, share)
    }

    public var count: Int { bytesInFile + tail.count }
    public var isEmpty: Bool { count == 0 }

    /// The bytes, if all of them are in memory.
    public var inMemory: [UInt8]? { file == nil ? tail : nil }

    /// All bytes in memory: those of a file are read anew with every call.
    public var all: [UInt8] { inMemory ?? bytes(in: 0..<count) }

    /// The first bytes: all of them if they are in memory, else at most `count`.
    public func head(_ count: Int) -> [UInt8] { inMemory ?? bytes(in: 0..<count) }

    /// All bytes, mapped; `nil` if they are in memory, or cannot be mapped. Blocking: bytes that stand behind the file are
    /// written to it first. A buffer that continues these bytes writes the same ones at the same place.
    public func mapped() -> MappedFile? {
        guard let file else { return nil }
        if !tail.isEmpty { do { try file.write(tail, at: bytesInFile) } catch { return nil } }
        return file.mapped(count)
    }

    /// A part of the bytes, as far as they are there.
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

    /// Gives all bytes to `body`, a piece at a time. `false`: not all of them could be read.
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

    /// Bytes that are read at once.
    private static let pieceLength = 1 << 20

    /// Copies bytes from an offset on. Returns how many: 0 at the end, and where the disk fails.
    public func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < count, target.count > 0 else { return 0 }
        return read(file, at: offset, into: target)
    }

    private func read(_ file: TemporaryFile?, at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
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

    /// Whether they are the same bytes, wherever they are.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        if let mine = left.inMemory, let theirs = right.inMemory { return mine == theirs }
        return stride(from: 0, to: left.count, by: pieceLength).allSatisfy { start in
            let range = start..<start + pieceLength
            return left.bytes(in: range) == right.bytes(in: range)
        }
    }
}

/// Bytes in memory.
extension StoredBytes: ExpressibleByArrayLiteral {
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes) }
}
