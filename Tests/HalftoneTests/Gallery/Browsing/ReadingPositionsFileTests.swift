import FeedTestSupport
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import halftone

/// The file of reading positions: written, read, and recovered from every bad state.
@Suite(.endsInTime) struct ReadingPositionsFileTests {
    private let folder = TemporaryDirectory()

    private var file: StateFile { PositionMemory.file(in: folder.path + "/state/halftone") }

    private func read() throws -> ReadingPositions { try ReadingPositions(of: file) }

    private func place(_ number: Int) -> ReadingPosition { ReadingPosition(picture: "p\(number)", index: number) }

    private func places(_ number: Int, _ source: String) -> ReadingPositions {
        var places = ReadingPositions()
        places.remember(place(number), in: source)
        return places
    }

    /// Makes the folder, with a file of these bytes.
    private func write(_ bytes: [UInt8]) {
        FileSaving.makeFolder(file.folder)
        folder.write(bytes, to: "state/halftone/places.json")
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: file.folder) }

    @Test func `there is no file until a position is stored`() throws {
        #expect(try read() == ReadingPositions() && access(file.folder, F_OK) != 0)
        try places(3, "a").add(to: file)
        try places(4, "b").add(to: file)
        #expect(try read()["a"] == place(3) && read()["b"] == place(4) && read()["c"] == nil)
        #expect(try names() == ["places.json"], "nothing else is left")
        var status = stat()
        #expect(stat(file.folder, &status) == 0 && status.st_mode & 0o777 == 0o700, "for the user alone")
    }

    @Test(arguments: ["http:\\/\\/bob:secret@h.test\\/x", "bob:secret@h.test/x", "a\\nhttp://bob:secret@h.test"])
    func `passwords in a file are neither used nor written again`(address: String) throws {
        func entry(_ source: String, _ picture: String) -> String {
            "{\"source\":\"\(source)\",\"place\":{\"picture\":\"\(picture)\",\"number\":2}}"
        }
        for (source, picture) in [(address, "p"), ("s", address)] {
            write(Array("{\"entries\":[\(entry("o", "q")),\(entry(source, picture))]}".utf8))
            let places = try read()
            #expect(places["o"]?.picture == "q" && !String(decoding: places.bytes, as: UTF8.self).contains("secret"))
            try ReadingPositions().add(to: file)
            let written = try #require(FileManager.default.contents(atPath: file.folder + "/places.json"))
            #expect(!String(decoding: written, as: UTF8.self).contains("secret"))
            #expect(try read() == places)
        }
    }

    @Test func `a file is not written when it is read`() throws {
        let text = "{\"entries\": [{\"place\": {\"number\": 2, \"picture\": \"/a@b/c.png\"}, \"source\": \"/a\"}] }"
        write(Array(text.utf8))
        #expect(try read()["/a"]?.index == 2)
        #expect(FileManager.default.contents(atPath: file.folder + "/places.json") == Data(text.utf8))
    }

    @Test func `positions that another gallery stored meanwhile stay`() throws {
        try places(1, "a").add(to: file)
        #expect(try read()["a"] == place(1))
        try places(2, "b").add(to: file)
        try places(5, "a").add(to: file)
        #expect(try read()["a"] == place(5) && read()["b"] == place(2))
    }

    @Test(arguments: ["", "not JSON", "{\"entries\": 3}", "[]", "{\"entries\":[{\"source\":\"a\"", "\u{0}\u{1}"])
    func `a foreign file is read as empty and written anew`(text: String) throws {
        write(Array(text.utf8))
        #expect(try read() == ReadingPositions())
        try places(2, "a").add(to: file)
        #expect(try read()["a"] == place(2))
    }

    @Test func `a file larger than any that is written is read as empty`() throws {
        var places = ReadingPositions()
        places.remember(place(1), in: "a")
        write(places.bytes + Array(repeating: UInt8(ascii: " "), count: 2 << 20))
        #expect(try read() == ReadingPositions())
    }

    @Test func `a folder that cannot be created is named with the reason`() throws {
        folder.write([1], to: "state")
        let error = Failure("\(folder.path)/state/halftone: Not a directory")
        #expect(throws: error) { try places(1, "a").add(to: file) }
        #expect(try read() == ReadingPositions() && folder.read("state") == [1])
    }

    @Test func `a file that cannot be replaced leaves nothing behind`() throws {
        FileSaving.makeFolder(file.folder + "/places.json/in-the-way")
        #expect(throws: Failure.self) { try places(1, "a").add(to: file) }
        #expect(try read() == ReadingPositions())
        #expect(try names() == ["places.json"])
    }
}
