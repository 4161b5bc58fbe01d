import HalftoneCore

/// The file of ``ReadingPositions``: `places.json` among the state files.
///
/// Its addresses may contain secrets in their queries. It is read at the start, and read and replaced at the end, so
/// that positions of another gallery that ran meanwhile are kept.
struct ReadingPositionsFile {
    private let file: StateFile
    var folder: String { file.folder }

    /// Creates the file in the folder of the user; `nil` if there is no home folder.
    init?() {
        guard let folder = StateFile.userFolder else { return nil }
        self.init(folder: folder)
    }

    /// Creates the file in another folder, which is made by the first write.
    init(folder: String) { file = StateFile(folder: folder, name: "places.json", maxBytes: 1 << 20) }

    /// Returns the saved positions; none if the file is missing, of another program, or unreadable, which
    /// ``remember(_:)`` then reports.
    func read() -> ReadingPositions { (try? load()) ?? ReadingPositions() }

    private func load() throws(FileSavingError) -> ReadingPositions {
        try file.read().flatMap { ReadingPositions($0) } ?? ReadingPositions()
    }

    /// Adds positions to the file.
    func remember(_ others: ReadingPositions) throws(FileSavingError) {
        var positions = try load()
        positions.remember(others)
        try file.write(positions.bytes)
    }
}
