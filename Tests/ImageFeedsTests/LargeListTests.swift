import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Lists that are too large for memory are read from a temporary file in chunks.
@Suite(.endsInTime) struct LargeListTests {
    private func stored(_ text: String) throws -> StoredBytes {
        var buffer = SpillBuffer(MemoryAllowance(.init(one: 0, all: 0)))
        buffer.append(Array(text.utf8))
        let taken = buffer.takeSpill()
        let spill = try #require(taken, "the text is too small for this test")
        buffer.didWrite(spill, spill.write())
        return buffer.stored
    }

    private func list(_ bytes: StoredBytes) throws(FeedError) -> TextList {
        try TextList(bytes, base: .folder("/pictures"), mustBePlausible: true, limits: FeedLimits())
    }

    @Test func `a list in a file has the same items as one in memory`() throws {
        var text = "\u{FEFF}# pictures\r\n"
        for number in 0..<60_000 {
            text +=
                ["http://h.test/\(number).png", "  folder/bild-\(number)-ü.jpg ", "", "ftp://h.test/\(number)"][
                    number % 4]
            text += number % 3 == 0 ? "\r\n" : "\n"
        }
        text += String(repeating: "a", count: 70_000) + "\n" + String(repeating: "b", count: 2_500_000)
        text += "\nhttp://h.test/last.png"
        let (file, memory) = (try list(stored(text)), try list(StoredBytes(Array(text.utf8))))
        #expect(file.count == 30_001 && file.count == memory.count)
        #expect(file.warnings == memory.warnings && file.warnings.count == 1)
        for index in stride(from: 0, to: file.count, by: 97) { #expect(file[index] == memory[index]) }
        #expect(file[30_000].title == "last.png" && file == memory)
    }

    @Test func `an endless line is skipped, and the rest is read`() throws {
        let text = "http://h.test/a.png\n" + String(repeating: "x", count: 3_000_000) + "\nhttp://h.test/b.png\n"
        let list = try list(stored(text))
        #expect(list.count == 2 && list.warnings == [.leftOut(count: 1, why: "line 2: the line is too long")])
    }

    @Test func `a NUL byte far from the start makes a large text binary`() throws {
        let text = String(repeating: "http://h.test/a.png\n", count: 100_000) + "\0"
        #expect(throws: FeedError.notAFeed(looksLike: .binary)) { try list(stored(text)) }
    }

    @Test func `a list from the network is held in memory only while it is small`() throws {
        var limits = FeedLimits()
        limits.memoryBytes = 1_000_000
        var buffer = DocumentBuffer(contentType: "text/plain", expectedBytes: nil, limits: limits)
        let piece = Array(String(repeating: "http://h.test/a.png\n", count: 5_000).utf8)
        for _ in 0..<10 { try buffer.take(piece) }
        #expect(buffer.body.inMemory?.count == 1_000_000)
        for _ in 0..<90 { try buffer.take(piece) }
        #expect(buffer.body.inMemory == nil && buffer.count == 10_000_000)
        #expect(try list(buffer.body).count == 500_000)
    }
    @Test func `large lists of files and of standard input are not held in memory`() throws {
        let folder = TemporaryDirectory()
        let path = folder.write(Array(String(repeating: "http://h.test/a.png\n", count: 150_000).utf8), to: "list.txt")
        var limits = FeedLimits()
        limits.memoryBytes = 1_000_000
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let input = try StandardInput(limits: limits, separator: .newline, descriptor: descriptor).read()
        let file = try LocalFile(opening: FilePath(path))
        let bytes = try file.readAll(behind: file.read(upTo: 1_000), limit: limits.listBytes, limits)
        #expect(input.inMemory == nil && bytes.inMemory == nil && bytes == input)
        // A later change of the file has no effect.
        #expect(truncate(path, 0) == 0)
        #expect(try list(bytes).count == 150_000)
    }
}
