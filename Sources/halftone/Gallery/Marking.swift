import ImageFeeds

/// The marks of a browser, and the changes that keys make to them, one after the other.
///
/// Changes of few marks are made immediately, others on another thread. Main actor.
@MainActor
final class Marking {
    enum Change: Sendable {
        case toggle(FeedItem, of: [FeedSource])
        /// Marks all rows, or unmarks them if all are marked; without a filter also items that are gone from the
        /// sources.
        case toggleAll(ArrangedItems, of: [FeedSource])
        case undo
    }

    private(set) var marks = Marks()
    private typealias Done = @MainActor (_ change: Change, _ isDone: Bool) -> Void
    /// The changes that are not applied to ``marks`` yet.
    private var pending: [(change: Change, done: Done)] = []
    private let changing = LatestTask()
    private let counting = LatestTask()
    /// The number of marked pictures among the items of a page.
    private var counted: (page: ObjectIdentifier, version: Int, count: Int)?

    /// Whether work is in progress on another thread.
    var isBusy: Bool { changing.isRunning || counting.isRunning }
    var isChanging: Bool { changing.isRunning }

    // MARK: - Changing

    /// Makes a change. `done` is called for each change, in order, with `false` if there was nothing to undo.
    func perform(_ change: Change, then done: @escaping @MainActor (_ change: Change, _ isDone: Bool) -> Void) {
        pending.append((change, done))
        if !changing.isRunning { performPending() }
    }

    private func performPending() {
        guard !pending.isEmpty else { return }
        let (marks, changes) = (marks, pending.map(\.change))
        // An undo may change many marks even if few are set.
        let isLong =
            max(marks.count, marks.lastChangeCount) > ArrangedItems.shortCount || changes.contains { $0.isLong }
        changing.run(isLong: isLong) { _ in
            Self.apply(changes, to: marks)
        } then: { [weak self] result in
            self?.take(result)
            self?.performPending()
        }
    }

    /// Applies all pending changes now, before marks are saved or printed.
    func finish() {
        changing.cancel()
        take(Self.apply(pending.map(\.change), to: marks))
    }

    /// Takes the marks after the first of the pending changes.
    private func take(_ result: (marks: Marks, areDone: [Bool])) {
        marks = result.marks
        let made = pending.prefix(result.areDone.count)
        pending.removeFirst(made.count)
        for ((change, done), isDone) in zip(made, result.areDone) { done(change, isDone) }
    }

    private nonisolated static func apply(_ changes: [Change], to marks: Marks) -> (marks: Marks, areDone: [Bool]) {
        var marks = marks
        let areDone = changes.map { change in
            switch change {
            case .toggle(let item, let sources): marks.toggle(item, of: sources)
            case .toggleAll(let list, let sources):
                marks.toggleAll(
                    (0..<list.count).lazy.map { list.item(inRow: $0) }.filter { !$0.isFolder }, of: sources,
                    includesGone: !list.arrangement.isFiltered)
            case .undo: return marks.undo()
            }
            return true
        }
        return (marks, areDone)
    }

    // MARK: - Counting

    /// The number of marked pictures.
    struct Tally: Hashable, Sendable {
        let count: Int
        /// The number of marked pictures that are not on the page.
        let hidden: Int

        var words: String {
            if hidden == 0 { return "\(count) marked" }
            return hidden == count ? "\(count) marked, not shown" : "\(count) marked, \(hidden) not shown"
        }
    }

    var tally: Tally { Tally(count: marks.count, hidden: counted.map { max(0, marks.count - $0.count) } ?? 0) }

    /// Counts the marks on a page unless the count is known: immediately if it has few items, otherwise on another
    /// thread. `done` is called after the count.
    func count(on page: Page, since change: Change? = nil, then done: @escaping @MainActor () -> Void = {}) {
        let (marks, list, key) = (marks, page.list, ObjectIdentifier(page))
        guard !marks.isEmpty else {
            counting.cancel()
            counted = nil
            return done()
        }
        if let known = counted, known.page == key, known.version == list.version, !counting.isRunning {
            switch change {
            case nil: return done()
            case .toggle(let item, _):
                counted?.count += marks.contains(item.id) ? 1 : -1
                return done()
            case .toggleAll, .undo: break
            }
        }
        counting.run(isLong: list.isLong) { isCancelled in
            var found = Set<FeedItem.ID>()
            for (number, item) in list.items.enumerated() {
                if number % 1024 == 0, isCancelled() || found.count == marks.count { break }
                if marks.contains(item.id) { found.insert(item.id) }
            }
            return found.count
        } then: { [weak self] (count: Int) in
            self?.counted = (key, list.version, count)
            done()
        }
    }
}

extension Marking.Change {
    fileprivate var isLong: Bool {
        if case .toggleAll(let list, _) = self { list.isLong } else { false }
    }
}
