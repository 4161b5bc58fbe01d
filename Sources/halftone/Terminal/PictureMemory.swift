import FoundationEssentials
import TerminalScreen

/// What the key `P` has last chosen on each terminal, and its file: `pictures.json` among the state files.
///
/// The file is read at the start, and read again and replaced at the end, so that choices on other terminals are kept.
@MainActor
final class PictureMemory {
    /// Half blocks, or the best that the terminal can draw.
    enum Choice: String, Codable {
        case half, best
    }

    /// The file; `nil` if nothing is remembered.
    private let file: StateFile?
    /// Whether choices of earlier runs do not count, because an option names the method.
    private let isOverruled: Bool
    private let loading = LatestTask()
    private var remembered: [String: Choice] = [:]
    /// The choices of this run.
    private var chosen: [String: Choice] = [:]

    init(folder: String? = nil, isOverruled: Bool = false) {
        file = folder.map { Self.file(in: $0) }
        self.isOverruled = isOverruled
    }

    nonisolated static func file(in folder: String) -> StateFile {
        StateFile(folder: folder, name: "pictures.json", maxBytes: 1 << 16)
    }

    /// Reads the choices; none if the file is missing or of another program.
    ///
    /// - Throws: if the file cannot be read, and so must not be replaced.
    nonisolated static func choices(in file: StateFile) throws(Failure) -> [String: Choice] {
        try file.read().flatMap { try? JSONDecoder().decode([String: Choice].self, from: Data($0)) } ?? [:]
    }

    /// Reads the file on another thread, so that a slow disk does not delay key input.
    func load(then done: @escaping @MainActor () -> Void) {
        guard let file else { return }
        loading.run(isLong: true) { _ in
            (try? Self.choices(in: file)) ?? [:]
        } then: { [weak self] choices in
            self?.remembered = choices
            done()
        }
    }

    /// The choice that counts on a terminal; `nil` if there is none.
    subscript(terminal: String) -> Choice? { chosen[terminal] ?? (isOverruled ? nil : remembered[terminal]) }

    /// Returns whether the key was ever pressed on a terminal.
    func hasChoice(on terminal: String) -> Bool { chosen[terminal] ?? remembered[terminal] != nil }

    func choose(_ choice: Choice, on terminal: String) { chosen[terminal] = choice }

    /// Writes the choices of this run. Returns the error, or `nil`.
    func save() -> String? {
        guard let file, !chosen.isEmpty else { return nil }
        do throws(Failure) {
            let all = try Self.choices(in: file).merging(chosen) { _, new in new }
            try file.write((try? JSONEncoder().encode(all)).map { [UInt8]($0) } ?? [])
            return nil
        } catch {
            return "choice of pictures not saved: \(error) (--no-resume turns it off)"
        }
    }
}
