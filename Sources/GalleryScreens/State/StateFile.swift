import HalftoneCore
import FoundationEssentials
import Glibc
import ScreenKit

/// The file of the user's state, `state.json` in ``UserFolder/state``.
///
/// Only the user may read it. It is replaced atomically, under a lock that other galleries respect; if it is a link, the
/// file that it leads to is replaced. Its calls block.
package struct StateFile: Sendable {
    let folder: String
    /// How long another program may hold the lock.
    var timeout = Duration.seconds(2)
    /// Maximum size: five times what the largest state takes.
    private static let maxBytes = 1 << 25
    private static let rights: mode_t = 0o600

    init(folder: String) { self.folder = folder }

    /// The file of the user; `nil` if there is no home folder.
    static var ofUser: StateFile? { UserFolder.state.place.map { StateFile(folder: $0.path) } }

    /// Returns the user's choices of the key `P`, by the names of terminals; `nil` if nothing can be read.
    package static func rememberedPictures() -> [String: PictureMethods.Choice]? {
        try? ofUser?.read()?.pictures.values
    }

    var path: String { folder + "/state.json" }

    /// Returns the state, which is empty if the file is missing, and a message if it was damaged or cannot be used. A
    /// damaged file is set aside.
    func load() -> (state: StoredState, message: String?) {
        do throws(Failure) {
            if let state = try read() { return (state, nil) }
            return try locked { target throws(Failure) in try readOrSetAside(target) }
        } catch {
            return (StoredState(), "\(error); nothing is remembered")
        }
    }

    /// Returns the state, or `nil` if the file is damaged, which stays where it is.
    func read() throws(Failure) -> StoredState? { try read(target) }

    /// Changes the state in the file, and creates its folder if necessary. Returns a message if it was damaged.
    func update(_ change: (inout StoredState) -> Void) throws(Failure) -> String? {
        try locked { target throws(Failure) in
            let found = try readOrSetAside(target)
            var state = found.state
            change(&state)
            guard let data = try? JSONEncoder().encode(state) else { throw Failure("\(path): not written") }
            let (folder, name) = Self.parts(of: target)
            try FileSaving(folder: folder, rights: Self.rights).replace(name, by: StoredBytes([UInt8](data)))
            return found.message
        }
    }

    // MARK: - Reading

    /// Returns the state, or `nil` if the file is damaged. Restricts its permissions to the user.
    private func read(_ target: String) throws(Failure) -> StoredState? {
        guard let file = ReadableFile(FilePath(target), flags: O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else {
            if [ENOENT, ENOTDIR].contains(errno) { return StoredState() }
            throw .system(path)
        }
        guard file.isRegular else { throw notAFile }
        file.restrict(to: Self.rights)
        guard let bytes = file.rest(upTo: Self.maxBytes + 1) else { throw .system(path) }
        struct Head: Decodable { let version: Int }
        let (data, decoder) = (Data(bytes), JSONDecoder())
        guard bytes.count <= Self.maxBytes, let head = try? decoder.decode(Head.self, from: data) else { return nil }
        guard head.version <= StoredState.version else { throw Failure("\(path): written by a later version") }
        return try? decoder.decode(StoredState.self, from: data)
    }

    /// Perhaps it is a link to /dev/null.
    private var notAFile: Failure { Failure("\(path): not a file") }

    private func readOrSetAside(_ target: String) throws(Failure) -> (state: StoredState, message: String?) {
        if let state = try read(target) { return (state, nil) }
        guard rename(target, target + ".damaged") == 0 else { throw .system(path) }
        return (StoredState(), "\(path): damaged; it is now \(Self.parts(of: target).name).damaged")
    }

    // MARK: - Links and locks

    /// The path of the file itself, behind links. It may be missing.
    private var target: String {
        var path = path
        for _ in 0..<40 {  // Linux follows as many
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { break }
            let link = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = link.hasPrefix("/") ? link : Self.parts(of: path).folder + "/" + link
        }
        return path
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Runs `body` with the path of the file itself, while no other gallery does.
    private func locked<Result>(
        _ body: (_ target: String) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let target = target
        var status = stat()
        guard stat(target, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else { throw notAFile }
        let folder = Self.parts(of: target).folder
        FileSaving.makeFolder(folder)
        let lock = open(target + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, Self.rights)
        guard lock >= 0 else { throw .system(folder) }
        defer { close(lock) }
        guard Self.lock(lock, within: timeout) else { throw Failure("\(path): locked by another program") }
        return try body(target)
    }

    /// Returns `false` if the file was not unlocked in time. A file system without locks counts as unlocked.
    ///
    /// Polls, because neither `flock` nor `F_OFD_SETLKW` has a timeout, and a signal that ends the wait would interrupt
    /// other system calls too. A lock is held for milliseconds.
    private static func lock(_ file: Int32, within timeout: Duration) -> Bool {
        let end = ContinuousClock.now + timeout
        while flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            guard ContinuousClock.now < end else { return false }
            usleep(10_000)
        }
        return true
    }
}
