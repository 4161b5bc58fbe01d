/// The user's positions of earlier runs and of this one, and their file: `places.json` among the state files.
///
/// The file is read at the start, and read again and replaced at the end, so that positions of another gallery are
/// kept. Its addresses may contain secrets in their queries.
@MainActor
final class PositionMemory {
    private let file: StateFile
    private let loading = LatestTask()
    /// The positions at the start of the program.
    private var remembered = ReadingPositions()
    /// The positions on closed pages.
    private var noted = ReadingPositions()

    init(folder: String) { file = Self.file(in: folder) }

    nonisolated static func file(in folder: String) -> StateFile {
        StateFile(folder: folder, name: "places.json", maxBytes: 1 << 20)
    }

    /// Reads the file on another thread, so that a slow disk does not delay key input. A file that cannot be read is
    /// reported by ``save()``, if there is a position to save.
    func load(then done: @escaping @MainActor () -> Void) {
        loading.run(isLong: true) { [file] _ in
            (try? ReadingPositions(of: file)) ?? ReadingPositions()
        } then: { [weak self] positions in
            self?.remembered = positions
            done()
        }
    }

    subscript(page: Page) -> ReadingPosition? { page.name.flatMap { noted[$0] ?? remembered[$0] } }

    /// Notes the position on a page.
    func note(_ page: Page) {
        if let name = page.name, let position = page.positionToRemember { noted.remember(position, in: name) }
    }

    /// Writes the noted positions. Returns the error, or `nil`.
    func save() -> String? {
        guard noted != ReadingPositions() else { return nil }
        do throws(Failure) {
            try noted.add(to: file)
            return nil
        } catch {
            return "reading position not saved: \(error) (--no-resume turns it off)"
        }
    }
}
