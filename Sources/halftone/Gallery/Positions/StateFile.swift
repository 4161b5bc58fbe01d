import HalftoneCore
import Glibc

/// A state file that persists between runs, in `$XDG_STATE_HOME/halftone` or `~/.local/state/halftone`.
///
/// Only the user may read it. It is replaced atomically. Its calls block.
struct StateFile: Sendable {
    let folder: String
    let name: String
    /// Maximum size; a larger file is of another program, or damaged.
    let maxBytes: Int
    private static let rights: mode_t = 0o600

    /// The folder of all state files; `nil` if there is no home folder.
    static var userFolder: String? {
        if let base = Engine.environment("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/halftone" }
        guard let home = Engine.environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/state/halftone"
    }

    var path: String { folder + "/" + name }

    /// Returns the bytes, none if the file is missing or not ours, such as a link or a pipe; `nil` if it is too large.
    /// Throws if it exists and cannot be read: then it must not be replaced. Restricts its permissions to the user.
    func read() throws(FileSavingError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return [] }
            throw .system(path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
        if status.st_mode & 0o7777 != Self.rights { fchmod(file, Self.rights) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= maxBytes {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// Replaces the file, and creates its folder if necessary.
    func write(_ bytes: [UInt8]) throws(FileSavingError) {
        FileSaving.makeFolder(folder)
        try FileSaving(folder: folder, rights: Self.rights).replace(name, by: StoredBytes(bytes))
    }
}
