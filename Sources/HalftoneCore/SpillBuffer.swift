/// A byte buffer that grows piece by piece: in memory while it is small, else in a temporary file.
///
/// A value to be kept behind its owner's lock. It does not write to disk by itself, except in
/// ``appendAndSpill(_:in:)``: ``takeSpill()`` returns the bytes to write, the owner writes it without the lock, one
/// spill at a time, and ``didWrite(_:_:)`` takes the result.
public struct SpillBuffer: Sendable {
    /// Bytes to be written to the file.
    public struct Spill: Sendable {
        fileprivate let generation: Int
        fileprivate let file: TemporaryFile?
        fileprivate let offset: Int
        fileprivate let bytes: [UInt8]

        /// Writes the bytes, creating a file if there is none. Blocking.
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
    /// The bytes after those in the file.
    private var tail: [UInt8] = []
    /// Distinguishes a spill of current bytes from one of bytes removed since.
    private var generation = 0
    private var mustSpill = false
    private var refusal: TemporaryFileError?
    /// The reason why the bytes are incomplete: neither memory nor a file can hold them. `nil` if they are complete.
    public private(set) var failure: TemporaryFileError?

    /// Creates an empty buffer. Without an allowance everything stays in memory.
    public init(_ allowance: MemoryAllowance? = nil) { self.allowance = allowance }

    /// Creates a buffer that appends to existing bytes. If they are in a temporary file, this must be the only buffer
    /// that continues them: appended bytes are written to that file.
    public init(continuing stored: StoredBytes, _ allowance: MemoryAllowance? = nil) {
        self.init(allowance)
        if let file = stored.file as? TemporaryFile {
            (self.file, bytesInFile) = (file, stored.bytesInFile)
            append(stored.tail)
        } else if let share = stored.share {
            (tail, self.share) = (stored.tail, share)
        } else {
            append(stored.all)
        }
    }

    /// Number of bytes in memory and in the file together.
    public var count: Int { bytesInFile + tail.count }

    /// Reserves capacity for `count` bytes in total, if that many will be kept in memory.
    public mutating func reserve(_ count: Int) {
        guard allowance.map({ count <= $0.limits.one }) ?? true else { return }
        tail.reserveCapacity(count)
    }

    /// Appends bytes in memory. Afterwards the owner has to handle ``takeSpill()``.
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

    /// Appends bytes, and at once writes to the file what exceeds the memory budget. Blocking. Returns `false` on a
    /// ``failure``.
    public mutating func appendAndSpill(
        _ bytes: [UInt8], in directories: [String] = TemporaryFile.directories
    ) -> Bool {
        append(bytes)
        if let spill = takeSpill() { didWrite(spill, spill.write(in: directories)) }
        return failure == nil
    }

    /// Removes all bytes and any failure. A spill in progress is ignored when it finishes.
    public mutating func removeAll() {
        generation += 1
        (file, bytesInFile, tail, share) = (nil, 0, [], nil)
        (mustSpill, refusal, failure) = (false, nil, nil)
    }

    // MARK: - Spilling

    /// Returns the bytes to write now, or `nil` if there are none.
    public mutating func takeSpill() -> Spill? {
        guard mustSpill, failure == nil else { return nil }
        mustSpill = false
        return Spill(generation: generation, file: file, offset: bytesInFile, bytes: tail)
    }

    /// Applies the result of a spill. Without a file the bytes stay in memory as long as the allowance has room for
    /// them.
    public mutating func didWrite(_ spill: Spill, _ result: Result<TemporaryFile, TemporaryFileError>) {
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

    /// Returns the bytes in `range`, clamped to the bytes that exist. Bytes in the file are read: blocking.
    public func bytes(in range: Range<Int>) -> [UInt8] { stored.bytes(in: range) }

    /// The bytes so far, as a snapshot that does not change with the buffer.
    public var stored: StoredBytes { StoredBytes(file: file, bytesInFile: bytesInFile, tail: tail, share: share) }
}
