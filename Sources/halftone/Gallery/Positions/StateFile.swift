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
    func read() throws(Failure) -> [UInt8]? {
        guard let file = ReadableFile(FilePath(path), flags: O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else {
            if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return [] }
            throw .system(path)
        }
        guard file.isRegular else { return [] }
        file.restrict(to: Self.rights)
        guard let bytes = file.rest(upTo: maxBytes + 1) else { throw .system(path) }
        return bytes.count <= maxBytes ? bytes : nil
    }

    /// Replaces the file, and creates its folder if necessary.
    func write(_ bytes: [UInt8]) throws(Failure) {
        FileSaving.makeFolder(folder)
        try FileSaving(folder: folder, rights: Self.rights).replace(name, by: StoredBytes(bytes))
    }
}
