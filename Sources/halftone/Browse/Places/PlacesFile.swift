import Basis
import Glibc

/// The file that places are remembered in: `$XDG_STATE_HOME/halftone/places.json`, else in `~/.local/state`.
///
/// The user alone may read it: addresses may have secrets in their queries. It is read at the beginning and written at
/// the end. Another gallery that ran meanwhile is not overwritten as a whole: the file is read once more before, and only
/// our places put in.
struct PlacesFile {
    let folder: String
    private static let name = "places.json"
    /// Larger than ever written by us: another program's, or damaged.
    private static let mostBytes = 1 << 20
    private static let rights: mode_t = 0o600

    /// `nil` for somebody without a home.
    init?() {
        if let base = Engine.environment("XDG_STATE_HOME"), base.hasPrefix("/") {
            folder = base + "/halftone"
        } else if let home = Engine.environment("HOME"), home.hasPrefix("/") {
            folder = home + "/.local/state/halftone"
        } else {
            return nil
        }
    }

    /// In another folder, which is made when there is something to remember.
    init(folder: String) { self.folder = folder }

    /// What is remembered; nothing if the file is missing or not ours, such as a link or a pipe. Only this user may read it
    /// afterwards, and the passwords are gone that an earlier version has written.
    func read() -> Places {
        let bytes = readBytes()
        guard let places = Places(bytes) else { return Places() }
        if Places.holdCredentials(bytes) { try? write(places) }
        return places
    }

    private func readBytes() -> [UInt8] {
        let file = open(folder + "/" + Self.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
        if status.st_mode & 0o7777 != Self.rights { fchmod(file, Self.rights) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Self.mostBytes {
            let count = Glibc.read(file, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes.count > Self.mostBytes ? [] : bytes
    }

    /// Remembers these places too.
    func remember(_ others: Places) throws(FileSavingError) {
        var places = read()
        places.remember(others)
        try write(places)
    }

    private func write(_ places: Places) throws(FileSavingError) {
        FileSaving.makeFolder(folder)
        try FileSaving(folder: folder, rights: Self.rights).replace(Self.name, by: StoredBytes(places.bytes))
    }
}
