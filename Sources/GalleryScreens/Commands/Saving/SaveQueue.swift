import ImageFeeds

/// The queue of pictures to be saved, one after the other.
///
/// A picture that is in the queue is not added again. Main actor; the saving itself is done elsewhere.
@MainActor
final class SaveQueue {
    struct Progress: Hashable {
        /// The number of the current picture, from 1.
        let number: Int
        /// The number of pictures added since the queue was empty.
        let count: Int
        let title: String

        var words: String { count == 1 ? "saving \(title) …" : "saving \(number) of \(count) …" }
    }

    struct Outcome: Hashable {
        /// The names of the new files.
        var saved: [String] = []
        /// The names of files that existed before with the same bytes.
        var existing: [String] = []
        /// The failures, a line each.
        var failures: [String] = []
    }

    private let save: @MainActor (FeedItem, CommitToken) async throws -> SavedFile
    private var queue: [FeedItem] = []
    /// The number of pictures that are done.
    private var done = 0
    private var outcome = Outcome()
    private var token = CommitToken()
    /// The pictures that could not be saved, and were not added again, with a line each.
    private(set) var failures: [(picture: PictureSource, line: String)] = []
    /// The saving; `nil` if nothing is being saved.
    private(set) var task: Task<Void, Never>?
    /// Called when the next picture is about to be saved, or pictures were added.
    var didAdvance: @MainActor (Progress) -> Void = { _ in }
    /// Called when the queue is empty.
    var didEnd: @MainActor (Outcome) -> Void = { _ in }

    /// Creates a queue. `save` saves a picture and returns its file.
    init(_ save: @escaping @MainActor (FeedItem, CommitToken) async throws -> SavedFile) { self.save = save }

    var isSaving: Bool { task != nil }

    /// The progress; `nil` if nothing is being saved.
    var progress: Progress? {
        isSaving && done < queue.count ? Progress(number: done + 1, count: queue.count, title: queue[done].title) : nil
    }

    /// Appends the pictures that are not in the queue already.
    func add(_ items: [FeedItem]) {
        var known = Set(queue[done...].map(\.picture))
        let new = items.filter { $0.picture == .missing || known.insert($0.picture).inserted }
        guard !new.isEmpty else { return }
        queue += new
        let again = Set(new.map(\.picture))
        failures.removeAll { $0.picture.isPicture && again.contains($0.picture) }
        if task == nil { task = Task { await run() } }
        progress.map(didAdvance)
    }

    private func run() async {
        while !Task.isCancelled, done < queue.count {
            let item = queue[done]
            do {
                let file = try await save(item, token)
                guard !Task.isCancelled else { return }
                if file.existed { outcome.existing.append(file.name) } else { outcome.saved.append(file.name) }
            } catch {
                guard !Task.isCancelled else { return }  // it was cancelled
                let line = "\(item.title): \(error)"
                outcome.failures.append(line)
                failures.append((item.picture, line))
            }
            done += 1
            token = CommitToken()
            progress.map(didAdvance)
        }
        guard !Task.isCancelled else { return }
        let outcome = outcome
        task = nil
        (queue, done, self.outcome) = ([], 0, Outcome())
        didEnd(outcome)
    }

    /// Cancels saving. Returns the pictures that are not saved.
    func cancel() -> [FeedItem] {
        guard isSaving else { return [] }
        task?.cancel()
        task = nil
        let rest = Array(queue[(done + (token.revoke() ? 1 : 0))...])
        (queue, done, outcome) = ([], 0, Outcome())
        return rest
    }
}
