import Glibc
import HalftoneCore
import TestSupport
import Testing

@Suite(.endsInTime) struct ReadableFileTests {
    private let folder = TemporaryDirectory()
    private let path: FilePath

    init() { path = FilePath(folder.write(Array("0123456789".utf8), to: "digits")) }

    @Test func `a file is read in pieces, and no further than asked for`() throws {
        let file = try #require(ReadableFile(regular: path))
        #expect(file.isRegular && file.byteCount == 10)
        #expect(file.next(3) == Array("012".utf8))
        #expect(file.rest(upTo: 4) == Array("3456".utf8))
        #expect(file.rest(upTo: .max) == Array("789".utf8))
        #expect(file.next(3) == [] && file.rest(upTo: 3) == [])
    }

    @Test func `bytes at an offset end with the file`() throws {
        let file = try #require(ReadableFile(path))
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(bytes.withUnsafeMutableBytes { file.read(at: 5, into: $0) } == 4)
        #expect(bytes == Array("5678".utf8))
        #expect(bytes.withUnsafeMutableBytes { file.read(at: 8, into: $0) } == 2)
        #expect(bytes.withUnsafeMutableBytes { file.read(at: 10, into: $0) } == 0)
    }

    @Test func `only a regular file is one, and a pipe is not waited for`() throws {
        let pipe = try NamedPipe(folder.path + "/pipe")
        #expect(
            ReadableFile(regular: FilePath(pipe.path)) == nil && ReadableFile(regular: FilePath(folder.path)) == nil)
        #expect(ReadableFile(FilePath(pipe.path), flags: O_NONBLOCK)?.isRegular == false)
    }

    @Test func `a failure has its reason`() throws {
        #expect(ReadableFile(FilePath(folder.path + "/nothing")) == nil && errno == ENOENT)
        #expect(ReadableFile(FilePath(folder.path))?.rest(upTo: 1) == nil && errno == EISDIR)
        #expect(ReadableFile(regular: FilePath(folder.path)) == nil && errno == EINVAL)
        let link = folder.path + "/link"
        symlink(path.text, link)
        #expect(ReadableFile(FilePath(link), flags: O_NOFOLLOW) == nil && errno == ELOOP)
    }

    @Test func `permissions are restricted`() throws {
        chmod(path.text, 0o644)
        try #require(ReadableFile(path)).restrict(to: 0o600)
        var status = stat()
        #expect(stat(path.text, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }
}
