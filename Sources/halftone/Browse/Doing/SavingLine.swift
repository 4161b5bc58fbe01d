import ImageFeeds

/// The pictures that are being saved, one after the other, whoever asked for them.
///
/// What stands in the line is not taken in once more. Main actor; the saving itself is done elsewhere.
@MainActor
final class SavingLine {
    /// How far it is.
    struct Progress: Hashable {
        /// From 1.
        let number: Int
        /// All that stood in the line since it was empty.
        let count: Int
        let title: String

        var words: String { count == 1 ? "saving \(title) …" : "saving \(number) of \(count) …" }
    }

    /// What became of them.
    struct Outcome: Hashable {
        /// The names of the files.
        var saved: [String] = []
        /// A line each.
        var failures: [String] = []
    }

    private let save: @MainActor (FeedItem, SavingPermit) async throws -> String
    private var line: [FeedItem] = []
    /// How many of them are over.
    private var done = 0
    private var outcome = Outcome()
    private var permit = SavingPermit()
    private var task: Task<Void, Never>?
    /// The next one is about to be saved, or there are more.
    var didAdvance: @MainActor (Progress) -> Void = { _ in }
    /// The line is empty.
    var didEnd: @MainActor (Outcome) -> Void = { _ in }

    /// `save` saves a picture and returns the name of its file.
    init(_ save: @escaping @MainActor (FeedItem, SavingPermit) async throws -> String) { self.save = save }

    var isSaving: Bool { task != nil }

    /// `nil`: nothing is being saved.
    var progress: Progress? {
        isSaving && done < line.count ? Progress(number: done + 1, count: line.count, title: line[done].title) : nil
    }

    /// Puts pictures at the end of the line. `false`: all of them stand in it already.
    func add(_ items: [FeedItem]) -> Bool {
        var known = Set(line[done...].map(\.picture))
        let new = items.filter { $0.picture == .missing || known.insert($0.picture).inserted }
        guard !new.isEmpty else { return false }
        line += new
        guard task == nil else {
            progress.map(didAdvance)
            return true
        }
        task = Task { await run() }
        progress.map(didAdvance)
        return true
    }

    private func run() async {
        while !Task.isCancelled, done < line.count {
            let item = line[done]
            do {
                let name = try await save(item, permit)
                guard !Task.isCancelled else { return }
                outcome.saved.append(name)
            } catch {
                guard !Task.isCancelled else { return }  // it was given up
                outcome.failures.append("\(item.title): \(error)")
            }
            done += 1
            permit = SavingPermit()
            progress.map(didAdvance)
        }
        guard !Task.isCancelled else { return }
        let outcome = outcome
        task = nil
        (line, done, self.outcome) = ([], 0, Outcome())
        didEnd(outcome)
    }

    /// Ends at once. Returns what was not saved, and will not be.
    func giveUp() -> [FeedItem] {
        guard isSaving else { return [] }
        task?.cancel()
        task = nil
        let rest = Array(line[(done + (permit.withdraw() ? 1 : 0))...])
        (line, done, outcome) = ([], 0, Outcome())
        return rest
    }
}
