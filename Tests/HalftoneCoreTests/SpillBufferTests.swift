import HalftoneCore
import Glibc
import TestSupport
import Testing

/// Buffers that move to a temporary file when they exceed the memory budget.
@Suite(.endsInTime, .slow) struct SpillBufferTests {
    private let allowance = MemoryAllowance(.init(one: 400_000, all: 1_000_000))
    private let directory = TemporaryDirectory()

    private func bytes(_ range: Range<Int>) -> [UInt8] { range.map { UInt8(truncatingIfNeeded: $0 % 251) } }

    /// Returns a buffer that was filled in pieces, with all spills written.
    private func buffer(_ count: Int, in directories: [String]? = nil) -> SpillBuffer {
        var buffer = SpillBuffer(allowance)
        for start in stride(from: 0, to: count, by: 50_000) {
            buffer.append(bytes(start..<min(count, start + 50_000)))
            guard let spill = buffer.takeSpill() else { continue }
            buffer.didWrite(spill, spill.write(in: directories ?? [directory.path]))
        }
        return buffer
    }

    @Test func `few bytes stay in memory`() {
        let buffer = buffer(300_000)
        #expect(buffer.stored.inMemory == bytes(0..<300_000) && allowance.used == 300_000)
    }

    @Test(arguments: [400_001, 700_000, 3_000_000]) func `many bytes go to a file`(count: Int) {
        let buffer = buffer(count)
        #expect(buffer.count == count && buffer.stored.inMemory == nil && buffer.failure == nil)
        #expect(buffer.stored.all == bytes(0..<count))
        #expect(allowance.used == 0, "what is in a file takes nothing of the allowance")
    }

    @Test(arguments: [400_001, 700_000, 3_000_000]) func `bytes in a file can be mapped`(count: Int) throws {
        let stored = buffer(count).stored
        let mapped = try #require(stored.mapped())
        func all(_ file: MappedFile?) -> [UInt8]? { file?.withUnsafeBufferPointer { Array($0) } }
        #expect(all(mapped) == bytes(0..<count) && mapped[count - 1] == bytes(count - 1..<count)[0])
        // bytes that a continuing buffer appends are not part of them
        var next = SpillBuffer(continuing: stored, allowance)
        let isTaken = next.appendAndSpill(bytes(count..<count + 500_000), in: [directory.path])
        #expect(isTaken && all(mapped) == bytes(0..<count))
        #expect(all(next.stored.mapped()) == bytes(0..<count + 500_000))
        #expect(buffer(10).stored.mapped() == nil)
    }

    @Test(arguments: [10, 300_000, 700_000]) func `a buffer continues after the bytes of another one`(count: Int) {
        let stored = buffer(count).stored
        var next = SpillBuffer(continuing: stored, allowance)
        for start in stride(from: count, to: 900_000, by: 100_000) {
            let piece = bytes(start..<min(900_000, start + 100_000))
            let isTaken = next.appendAndSpill(piece, in: [directory.path])
            #expect(isTaken)
        }
        #expect(next.stored.all == bytes(0..<900_000) && next.stored.inMemory == nil)
        #expect(stored.all == bytes(0..<count))
    }

    @Test func `the folders for temporary files begin with the given one`() {
        let named = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        #expect(TemporaryFile.directories.suffix(2) == ["/var/tmp", "/tmp"])
        #expect(TemporaryFile.directories.first == (named ?? "/var/tmp"))
    }

    @Test func `bytes that fit neither in memory nor in a file are refused`() {
        var buffer = SpillBuffer(MemoryAllowance(.init(one: 0, all: 0)))
        let isTaken = (0..<9).map { _ in buffer.appendAndSpill(bytes(0..<100_000), in: ["/nowhere"]) }
        #expect(isTaken == [true, true] + Array(repeating: false, count: 7) && buffer.failure != nil)
    }

    @Test func `every piece is given once and in order`() {
        for stored in [StoredBytes([]), StoredBytes(bytes(0..<10)), buffer(2_500_000).stored] {
            var all: [UInt8] = []
            let isWhole = stored.forEachPiece { piece, offset in
                #expect(offset == all.count && piece.count <= max(10, 1 << 20))
                all += piece
            }
            #expect(isWhole && all == stored.all)
        }
    }

    @Test func `a part is read from the file and from the bytes after it`() {
        let buffer = buffer(700_000)
        #expect(buffer.bytes(in: 390_000..<690_000) == bytes(390_000..<690_000))
        #expect(buffer.bytes(in: 699_990..<800_000) == bytes(699_990..<700_000))
        #expect(buffer.bytes(in: 900_000..<900_001) == [])
        #expect(buffer.stored.head(10) == bytes(0..<10))
    }

    @Test func `all buffers together stay below the allowance`() {
        let buffers = (0..<10).map { _ in buffer(390_000) }
        #expect(buffers.count { $0.stored.inMemory != nil } == 2)
        #expect(buffers.allSatisfy { $0.stored.all == bytes(0..<390_000) })
        #expect(allowance.used <= 1_000_000)
    }

    @Test func `a small buffer never needs a file`() {
        let tight = MemoryAllowance(.init(one: 0, all: 0))
        var buffer = SpillBuffer(tight)
        buffer.append(bytes(0..<MemoryAllowance.free))
        let none = buffer.takeSpill()
        #expect(none == nil && buffer.count == MemoryAllowance.free)
        buffer.append([1])
        let one = buffer.takeSpill()
        #expect(one != nil)
    }

    @Test func `memory is released with the last reference`() {
        var stored: StoredBytes? = buffer(300_000).stored
        #expect(stored?.count == 300_000 && allowance.used == 300_000)
        stored = nil
        #expect(allowance.used == 0)
    }

    @Test func `a spill of bytes that were removed meanwhile changes nothing`() throws {
        var buffer = SpillBuffer(allowance)
        buffer.append(bytes(0..<500_000))
        let taken = buffer.takeSpill()
        let spill = try #require(taken)
        buffer.removeAll()
        buffer.append([1, 2, 3])
        buffer.didWrite(spill, spill.write(in: [directory.path]))
        #expect(buffer.stored.inMemory == [1, 2, 3])
    }

    @Test func `without a directory bytes stay in memory as long as there is some`() {
        let small = buffer(900_000, in: ["/nonexistent"])
        #expect(small.failure == nil && small.stored.inMemory?.count == 900_000)
        let large = buffer(1_100_000, in: ["/nonexistent"])
        #expect(large.failure?.description.contains("cannot create a temporary file: /nonexistent") == true)
    }

    @Test func `equal bytes are equal wherever they are`() {
        let (file, memory) = (buffer(700_000).stored, StoredBytes(bytes(0..<700_000)))
        #expect(file == memory && memory == file && file == buffer(700_000).stored)
        #expect(file != StoredBytes(bytes(1..<700_001)) && file != StoredBytes([]))
    }

    @Test func `a file has no name and is readable for its user alone`() throws {
        let file = try TemporaryFile(in: [directory.path])
        try file.write([1, 2, 3], at: 0)
        let number = try #require(Self.openFiles().first { Self.isIn(directory.path, $0) })
        var status = stat()
        #expect(fstat(number, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_nlink == 0)
        withExtendedLifetime(file) {}
    }

    @Test func `a file falls back to the next directory`() throws {
        _ = try TemporaryFile(in: ["/nonexistent", directory.path])
        #expect(throws: TemporaryFileError.self) { _ = try TemporaryFile(in: []) }
    }

    private static func openFiles() -> [Int32] { (0..<1024).filter { fcntl($0, F_GETFD) >= 0 } }

    private static func isIn(_ directory: String, _ descriptor: Int32) -> Bool {
        var name = [CChar](repeating: 0, count: 4096)
        guard readlink("/proc/self/fd/\(descriptor)", &name, 4095) > 0 else { return false }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .hasPrefix(directory)
    }

    /// Compared with the output of the xxHash command, because the digests are stored on disk.
    @Test func `the digest of bytes is XXH3`() {
        #expect(StoredBytes([]).digest == 0x2D06_8005_38D3_94C2)
        #expect(StoredBytes(Array("halftone".utf8)).digest == 0x0C64_788F_3A59_262C)
    }
}
