/// Bytes that come one piece after another: in memory while they are few, else in a temporary file.
///
/// A value that belongs behind its owner's lock. It never writes to a disk itself: ``takeSpill()`` says what is to be
/// written, which the owner does without the lock, one spill at a time, and ``finish(_:_:)`` takes the result.
public struct SpillBuffer: Sendable {
    /// Bytes to be written to the file.
    public struct Spill: Sendable {
        fileprivate let generation: Int
        fileprivate let file: TemporaryFile?
        fileprivate let offset: Int
        fileprivate let bytes: [UInt8]

        /// Writes the bytes, to a new file if there is none. Blocking.
        public func write(
            in directories: [String] = TemporaryFile.directories
        ) -> Result<TemporaryFile, TemporaryFileError> {
            do throws(TemporaryFileError) {
                let target: TemporaryFile
                if let file { target = file } else { target = try TemporaryFile(in: directories) }
                try target.write(bytes, at: offset)
                return .success(target)
            } catch {
                return .failure(error)
            }
        }
    }

    private let allowance: MemoryAllowance?
    private var share: MemoryAllowance.Share?
    private var file: TemporaryFile?
    private var bytesInFile = 0
    /// What stands behind those in the file.
    private var tail: [UInt8] = []
    /// Tells a spill from one of bytes that were removed meanwhile.
    private var generation = 0
    private var mustSpill = false
    private var refusal: TemporaryFileError?
    /// Why the bytes are not whole any more: neither memory nor a file can take them.
    public private(set) var failure: TemporaryFileError?

    /// Without an allowance everything stays in memory.
    public init(_ allowance: MemoryAllowance? = nil) { self.allowance = allowance }

    /// Goes on behind bytes that are there. Where they are in a file, this buffer is the only one that goes on with them:
    /// what it appends is written to that file.
    public init(continuing stored: StoredBytes, _ allowance: MemoryAllowance? = nil) {
        self.init(allowance)
        (file, bytesInFile) = (stored.file, stored.bytesInFile)
        append(stored.tail)
    }

    public var count: Int { bytesInFile + tail.count }

    /// Makes room for so many bytes in all, as far as they are going to be in memory.
    public mutating func reserve(_ count: Int) {
        guard allowance.map({ count <= $0.limits.one }) ?? true else { return }
        tail.reserveCapacity(count)
    }

    public mutating func append(_ bytes: [UInt8]) {
        tail += bytes
        guard let allowance else { return }
        if file != nil {
            mustSpill = tail.count >= MemoryAllowance.free
        } else {
            let share = share ?? MemoryAllowance.Share(of: allowance)
            self.share = share
            guard !share.grow(to: tail.count, isBounded: refusal == nil) else { return }
            if let refusal { failure = refusal } else { mustSpill = true }
        }
    }

    /// Appends, and writes at once what is too much for memory. Blocking. `false`: see ``failure``.
    public mutating func appendAndSpill(
        _ bytes: [UInt8], in directories: [String] = TemporaryFile.directories
    ) -> Bool {
        append(bytes)
        if let spill = takeSpill() { finish(spill, spill.write(in: directories)) }
        return failure == nil
    }

    public mutating func removeAll() {
        generation += 1
        (file, bytesInFile, tail, share) = (nil, 0, [], nil)
        (mustSpill, refusal, failure) = (false, nil, nil)
    }

    // MARK: - Spilling

    /// What is to be written now; `nil`: nothing.
    public mutating func takeSpill() -> Spill? {
        guard mustSpill, failure == nil else { return nil }
        mustSpill = false
        return Spill(generation: generation, file: file, offset: bytesInFile, bytes: tail)
    }

    /// Takes what came of a spill. Without a file the bytes stay in memory as long as the allowance has room for them.
    public mutating func finish(_ spill: Spill, _ result: Result<TemporaryFile, TemporaryFileError>) {
        guard spill.generation == generation else { return }
        switch result {
        case .success(let file):
            self.file = file
            bytesInFile += spill.bytes.count
            tail = Array(tail.dropFirst(spill.bytes.count))
            share = nil
        case .failure(let error):
            refusal = error
            let mayStay = file == nil && share?.grow(to: tail.count, isBounded: false) == true
            if !mayStay { failure = error }
        }
    }

    // MARK: - Reading

    /// A part of the bytes, as far as they are there. Those in the file are read: blocking.
    public func bytes(in range: Range<Int>) -> [UInt8] { stored.bytes(in: range) }

    /// The bytes so far. It does not change with the buffer.
    public var stored: StoredBytes { StoredBytes(file: file, bytesInFile: bytesInFile, tail: tail, share: share) }
}
