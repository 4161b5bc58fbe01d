import FeedTestSupport
import FoundationEssentials
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import halftone

/// Files that are written whole or not at all.
@Suite(.endsInTime) struct FileSavingTests {
    private let folder = TemporaryDirectory()

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Returns the names in the folder at the moment at which the file gets its name.
    private func namesMeanwhile(_ saving: FileSaving) throws -> [String] {
        var names: [String] = []
        _ = try saving.save([1, 2, 3]) { attempt in
            names = (try? self.names()) ?? ["?"]
            return "a\(attempt)"
        }
        return names
    }

    /// Regression: a partial file stayed, under a hidden name, when the program ended meanwhile.
    @Test func `an incomplete file has no name`() throws {
        #expect(try namesMeanwhile(FileSaving(folder: folder.path)).isEmpty)
        #expect(try names() == ["a0"] && folder.read("a0") == [1, 2, 3])
        var status = stat()
        let mask = umask(0)
        umask(mask)
        #expect(stat(folder.path + "/a0", &status) == 0 && status.st_mode & 0o777 == 0o666 & ~mask)
    }

    /// On a file system without unnamed files.
    @Test func `without unnamed files it has a hidden name until it is complete`() throws {
        let meanwhile = try namesMeanwhile(FileSaving(folder: folder.path, writesWithoutName: false))
        #expect(meanwhile.count == 1 && meanwhile[0].hasPrefix(".halftone-"))
        #expect(try names() == ["a0"] && folder.read("a0") == [1, 2, 3])
    }

    @Test(arguments: [true, false])
    func `a revoked save leaves no file behind`(withoutName: Bool) throws {
        let saving = FileSaving(folder: folder.path, writesWithoutName: withoutName)
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

    @Test(arguments: [true, false])
    func `a save that has its file cannot be revoked`(withoutName: Bool) throws {
        let token = CommitToken()
        let saving = FileSaving(folder: folder.path, writesWithoutName: withoutName)
        #expect(try saving.save([7], token: token) { _ in "a" } == "a")
        #expect(token.revoke() && folder.read("a") == [7])
    }

    @Test(arguments: [true, false])
    func `an existing file is not changed`(withoutName: Bool) throws {
        folder.write([1], to: "a")
        let saving = FileSaving(folder: folder.path, writesWithoutName: withoutName)
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
