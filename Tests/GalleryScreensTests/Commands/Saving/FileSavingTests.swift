import FeedTestSupport
import FoundationEssentials
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// Files that are written whole or not at all.
@Suite(.endsInTime) struct FileSavingTests {
    private let folder = TemporaryDirectory()

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `an incomplete file has a hidden name`() throws {
        var meanwhile: [String] = []
        _ = try FileSaving(folder: folder.path).save([1, 2, 3]) { attempt in
            meanwhile = (try? names()) ?? []
            return "a\(attempt)"
        }
        #expect(meanwhile.count == 1 && meanwhile[0].hasPrefix(".halftone-"))
        #expect(try names() == ["a0"] && folder.read("a0") == [1, 2, 3])
        var status = stat()
        let mask = umask(0)
        umask(mask)
        #expect(stat(folder.path + "/a0", &status) == 0 && status.st_mode & 0o777 == 0o666 & ~mask)
    }

    @Test func `a revoked save leaves no file behind`() throws {
        let saving = FileSaving(folder: folder.path)
        let token = CommitToken()
        #expect(throws: Failure.self) {
            try saving.save([1], token: token) { _ in
                // at the last moment before the file gets its name
                #expect(!token.revoke())
                #expect((try? self.names()) == [], "also if the process ends now")
                return "a"
            }
        }
        #expect(try names().isEmpty)
        // and no save begins afterwards
        #expect(throws: Failure.self) { try saving.save([1], token: token) { _ in "b" } }
        #expect(try names().isEmpty)
    }

    @Test func `a save that has its file cannot be revoked`() throws {
        let token = CommitToken()
        let saving = FileSaving(folder: folder.path)
        #expect(try saving.save([7], token: token) { _ in "a" } == "a")
        #expect(token.revoke() && folder.read("a") == [7])
    }

    @Test func `an existing file is not changed`() throws {
        folder.write([1], to: "a")
        let saving = FileSaving(folder: folder.path)
        #expect(try saving.save([2]) { $0 == 0 ? "a" : "b" } == "b")
        #expect(folder.read("a") == [1] && folder.read("b") == [2])
        #expect(try names() == ["a", "b"])
    }

    @Test func `a file with the same bytes is found among the existing names`() throws {
        let saving = FileSaving(folder: folder.path)
        func found(_ bytes: [UInt8]) -> String? { saving.name(holding: StoredBytes(bytes)) { "a\($0)" } }
        #expect(found([1, 2]) == nil)
        folder.write([1, 3], to: "a0")
        mkdir(folder.path + "/a1", 0o700)
        mkfifo(folder.path + "/a2", 0o600)
        folder.write([1, 2], to: "a3")
        folder.write([5], to: "a5")
        #expect(found([1, 2]) == "a3" && found([1, 3]) == "a0")
        #expect(found([1]) == nil && found([1, 2, 3]) == nil && found([5]) == nil, "a4 is free")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
    }
}
