import FeedTestSupport
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The file of the user's state: written, read, and recovered from every bad state.
@Suite(.endsInTime) struct StateFileTests {
    private let folder = TemporaryDirectory()

    private var file: StateFile { StateFile(folder: folder.path + "/state/halftone") }

    private func position(_ number: Int) -> ReadingPosition { ReadingPosition(picture: "p\(number)", index: number) }

    /// Adds a position to the file. Returns the message about a damaged one.
    @discardableResult
    private func add(_ number: Int, _ source: SourceID, to file: StateFile? = nil) throws -> String? {
        try (file ?? self.file).update { $0.positions[source] = position(number) }
    }

    /// Makes the folder, with a file of this text.
    private func write(_ text: String) {
        FileSaving.makeFolder(file.folder)
        folder.write(Array(text.utf8), to: "state/halftone/state.json")
    }

    private func text(_ name: String = "state.json") -> String {
        String(decoding: folder.read("state/halftone/" + name), as: UTF8.self)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file.folder).sorted()
    }

    private func permissions(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func `there is no file until something is stored`() throws {
        #expect(file.load().state == StoredState() && file.load().message == nil)
        #expect(access(file.folder, F_OK) != 0)
        #expect(try add(3, "a") == nil)
        #expect(try add(4, "b") == nil)
        let positions = file.load().state.positions
        #expect(positions["a"] == position(3) && positions["b"] == position(4) && positions["c"] == nil)
        #expect(try names() == ["state.json", "state.json.lock"], "nothing else is left")
        #expect(permissions(file.folder) == 0o700 && permissions(file.path) == 0o600, "for the user alone")
    }

    @Test func `a file that others may read loses that permission when it is read`() throws {
        try add(1, "a")
        chmod(file.path, 0o644)
        #expect(file.load().state.positions["a"] == position(1) && permissions(file.path) == 0o600)
    }

    @Test func `the latest of growing lists are kept`() throws {
        _ = try file.update { state in
            for number in 0..<300 {
                state.positions[SourceID(hashing: "s\(number)")] = position(number)
                state.pictures["t\(number)"] = .best
            }
            state.positions["s150"] = position(1)
        }
        let state = file.load().state
        #expect(state.positions["s99"] == nil && state.positions["s100"] != nil)
        #expect(state.positions["s150"] == position(1))
        #expect(state.pictures["t99"] == nil && state.pictures["t100"] == .best)
    }

    @Test func `a file of an earlier build is read`() throws {
        write(
            #"""
            {"version":1,"positions":[{"key":"a1","value":{"item":4000000000,"index":3}}],
            "layouts":[{"key":"a1","value":{"layout":"grid","order":"title","measures":{"chosenColumns":3}}}],
            "pictures":[{"key":"xterm","value":"half"}],
            "read":[{"source":"a1","seen":"AQAAAAIAAAA=","read":"AgAAAA=="}]}
            """#)
        let (state, message) = file.load()
        let source = try JSONDecoder().decode(SourceID.self, from: Data(#""a1""#.utf8))
        #expect(message == nil && state.pictures["xterm"] == .half)
        #expect(state.positions[source] == ReadingPosition(item: ItemID(rawValue: 4_000_000_000), index: 3))
        #expect(state.layouts[source]?.layout == .grid && state.layouts[source]?.order == .title)
        #expect((1...3).map { state.read[source].state(of: ItemID(rawValue: $0)) } == [.unread, .read, .new])
    }

    // MARK: - Bad files

    @Test(arguments: [
        "", "not JSON", "[]", "{\"version\":1}",
        "{\"version\":1,\"positions\":3,\"layouts\":[],\"pictures\":[],\"read\":[]}",
        "{\"version\":1,\"positions\":[],\"layouts\":[],\"pictures\":[],\"read\":[{\"source\":\"zz\",\"read\":\"\"}]}",
        "\u{0}\u{1}",
    ])
    func `a damaged file is named and set aside`(damaged: String) throws {
        write(damaged)
        #expect(try file.read() == nil && text() == damaged)
        let (state, message) = file.load()
        #expect(state == StoredState())
        #expect(message == "\(file.path): damaged; it is now state.json.damaged")
        #expect(text("state.json.damaged") == damaged)
        #expect(file.load().message == nil, "said once")
        // and if it is found only at the end
        write(damaged)
        #expect(try add(2, "a") == message)
        #expect(file.load().state.positions["a"] == position(2) && text("state.json.damaged") == damaged)
    }

    @Test func `a file larger than any that is written is damaged`() throws {
        try add(1, "a")
        write(text() + String(repeating: " ", count: 1 << 25))
        #expect(file.load().message?.contains("damaged") == true)
    }

    @Test func `a file of a later version is named and stays as it is`() throws {
        let later = "{\"version\":2,\"positions\":\"elsewhere\"}"
        write(later)
        #expect(file.load().message == "\(file.path): written by a later version; nothing is remembered")
        #expect(throws: Failure("\(file.path): written by a later version")) { try add(1, "a") }
        #expect(text() == later)
    }

    @Test func `a file that cannot be read is not replaced`() throws {
        let long = StateFile(folder: folder.path + "/" + String(repeating: "x", count: 300))
        #expect(long.load().message?.contains("File name too long") == true)
        #expect(throws: Failure.self) { try add(1, "a", to: long) }
    }

    @Test func `what is no file is left alone, and waiting for it does not hang`() throws {
        FileSaving.makeFolder(file.folder)
        mkfifo(file.path, 0o666)
        #expect(throws: Failure("\(file.path): not a file")) { try add(1, "a") }
        #expect(file.load().message?.contains("not a file") == true)
        unlink(file.path)
        FileSaving.makeFolder(file.path + "/in-the-way")
        #expect(throws: Failure("\(file.path): not a file")) { try add(1, "a") }
        #expect(try names() == ["state.json"], "nothing else is left")
    }

    @Test func `a folder that cannot be created is named with the reason`() throws {
        folder.write([1], to: "state")
        #expect(throws: Failure("\(file.folder): Not a directory")) { try add(1, "a") }
        #expect(file.load().message == nil && folder.read("state") == [1])
    }

    // MARK: - Links

    @Test(arguments: [true, false])
    func `a link is followed, and the file behind it replaced`(isRelative: Bool) throws {
        FileSaving.makeFolder(file.folder)
        FileSaving.makeFolder(folder.path + "/elsewhere")
        symlink(isRelative ? "../../elsewhere/kept" : folder.path + "/elsewhere/kept", file.path)
        try add(1, "a")  // the link leads nowhere yet
        try add(2, "b")
        var status = stat()
        #expect(lstat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK, "the link is still one")
        let positions = file.load().state.positions
        #expect(positions["a"] == position(1) && positions["b"] == position(2))
        #expect(folder.read("elsewhere/kept").count > 10 && permissions(folder.path + "/elsewhere/kept") == 0o600)
        folder.write(Array("damaged".utf8), to: "elsewhere/kept")
        #expect(file.load().message?.contains("kept.damaged") == true)
        #expect(folder.read("elsewhere/kept.damaged") == Array("damaged".utf8))
    }

    @Test func `links that lead to each other or to a device are reported`() throws {
        FileSaving.makeFolder(file.folder)
        symlink("other", file.path)
        symlink("state.json", file.folder + "/other")
        #expect(throws: Failure("\(file.path): Too many levels of symbolic links")) { try add(1, "a") }
        unlink(file.path)
        symlink("/dev/null", file.path)
        #expect(file.load().message?.contains("not a file") == true)
        #expect(throws: Failure("\(file.path): not a file")) { try add(1, "a") }
    }

    // MARK: - The lock

    /// Takes the lock as another program does, by its own description.
    private func takeLock() -> Int32 {
        FileSaving.makeFolder(file.folder)
        let lock = open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock
    }

    @Test func `a lock that another program keeps is reported`() throws {
        try add(1, "a")
        let before = text()
        let lock = takeLock()
        var impatient = file
        impatient.timeout = .milliseconds(1)
        #expect(throws: Failure("\(file.path): locked by another program")) { try add(2, "a", to: impatient) }
        #expect(text() == before && file.load().state.positions["a"] == position(1), "reading needs no lock")
        close(lock)
        #expect(try add(2, "a") == nil, "what had waited does not keep the lock")
    }

    @Test func `a lock is waited for`() async throws {
        let lock = takeLock()
        var patient = file
        patient.timeout = .seconds(60)
        async let message = blocking { [patient] in try add(2, "a", to: patient) }
        #expect(access(file.path, F_OK) != 0)
        close(lock)
        #expect(try await message == nil)
        #expect(file.load().state.positions["a"] == position(2))
    }

    @Test func `a program that died keeps no lock`() throws {
        let lock = takeLock()
        let child = try #require(Self.child(holding: lock))
        close(lock)
        var impatient = file
        impatient.timeout = .milliseconds(1)
        #expect(throws: Failure.self) { try add(1, "a", to: impatient) }
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        #expect(try add(1, "a") == nil)
    }

    /// Starts a program that keeps a descriptor until it is killed. Returns its process.
    private static func child(holding descriptor: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptor, 9)
        var arguments = [strdup("sleep"), strdup("3600"), nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        return posix_spawnp(&child, "sleep", &actions, nil, &arguments, nil) == 0 ? child : nil
    }
}
