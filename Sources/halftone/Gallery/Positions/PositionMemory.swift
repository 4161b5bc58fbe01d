/// The user's positions of earlier runs and of this one.
@MainActor
final class PositionMemory {
    private let file: ReadingPositionsFile
    private let loading = LatestTask()
    /// The positions at the start of the program.
    private var remembered = ReadingPositions()
    /// The positions on closed pages.
    private var noted = ReadingPositions()

    init(_ file: ReadingPositionsFile) { self.file = file }

    /// Reads the file on another thread, so that a slow disk does not delay key input.
    func load(then done: @escaping @MainActor () -> Void) {
        loading.run(isLong: true) { [file] _ in
            file.read()
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
        do throws(FileSavingError) {
            try file.remember(noted)
            return nil
        } catch {
            return "reading position not saved: \(error) (--no-resume turns it off)"
        }
    }
}
