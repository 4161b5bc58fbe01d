import Basis
import Glibc

/// The file of ``ReadingPositions``: `$XDG_STATE_HOME/halftone/places.json`, else in `~/.local/state`.
///
/// Only the user may read it: addresses may have secrets in their queries. It is read at the beginning, and read and
/// written at the end, so that positions of another gallery that ran meanwhile stay.
struct ReadingPositionsFile {
    let folder: String
    private static let name = "places.json"
    /// A larger file is another program's, or damaged.
    private static let maxBytes = 1 << 20
    private static let rights: mode_t = 0o600

    /// `nil` if there is no home folder.
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

    /// Returns the remembered positions; none if the file is missing or not ours, such as a link or a pipe. Afterwards only
    /// this user may read it, and passwords that an earlier version has written are gone.
    func read() -> ReadingPositions {
        let bytes = readBytes()
        guard let positions = ReadingPositions(bytes) else { return ReadingPositions() }
        if ReadingPositions.holdCredentials(bytes) { try? write(positions) }
        return positions
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
        while bytes.count <= Self.maxBytes {
            let count = Glibc.read(file, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes.count > Self.maxBytes ? [] : bytes
    }

    /// Adds positions to the file.
    func remember(_ others: ReadingPositions) throws(FileSavingError) {
        var positions = read()
        positions.remember(others)
        try write(positions)
    }

    private func write(_ positions: ReadingPositions) throws(FileSavingError) {
        FileSaving.makeFolder(folder)
        try FileSaving(folder: folder, rights: Self.rights).replace(Self.name, by: StoredBytes(positions.bytes))
    }
}
