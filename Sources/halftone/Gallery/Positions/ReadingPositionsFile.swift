import HalftoneCore

/// The file of ``ReadingPositions``: `places.json` among the state files.
///
/// Addresses in it may have secrets in their queries. It is read at the beginning, and read and written at the end, so that
/// positions of another gallery that ran meanwhile stay.
struct ReadingPositionsFile {
    private let file: StateFile
    var folder: String { file.folder }

    /// `nil` if there is no home folder.
    init?() {
        guard let folder = StateFile.userFolder else { return nil }
        self.init(folder: folder)
    }

    /// In another folder, which is made when there is something to remember.
    init(folder: String) { file = StateFile(folder: folder, name: "places.json", maxBytes: 1 << 20) }

    /// Returns the remembered positions; none if the file is missing, not ours, or cannot be read, which
    /// ``remember(_:)`` then reports.
    func read() -> ReadingPositions { (try? load()) ?? ReadingPositions() }

    /// Returns the remembered positions. Afterwards passwords that an earlier version has written are gone.
    private func load() throws(FileSavingError) -> ReadingPositions {
        let bytes = try file.read() ?? []
        guard let positions = ReadingPositions(bytes) else { return ReadingPositions() }
        if ReadingPositions.holdCredentials(bytes) { try? file.write(positions.bytes) }
        return positions
    }

    /// Adds positions to the file.
    func remember(_ others: ReadingPositions) throws(FileSavingError) {
        var positions = try load()
        positions.remember(others)
        try file.write(positions.bytes)
    }
}
