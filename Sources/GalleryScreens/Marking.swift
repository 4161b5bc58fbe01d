import ImageFeeds

/// The marks of a browser, and the changes that keys make to them, one after the other.
///
/// Changes of few marks are made immediately, others on another thread. Main actor.
@MainActor
package final class Marking {
    enum Change: Sendable {
        case toggle(FeedItem, of: [FeedSource])
        /// Marks all rows, or unmarks them if all are marked; without a filter also items that are gone from the
        /// sources.
        ///
        /// The guardian trusts their pictures as far as it trusts their sources: they may be saved before they are
        /// shown.
        case toggleAll(ArrangedItems, of: [FeedSource], guardian: GuardedTransport?)
        case undo
    }

    private(set) var marks = Marks()
    private typealias Done = @MainActor (_ change: Change, _ isDone: Bool) -> Void
    /// The changes that are not applied to ``marks`` yet.
    private var pending: [(change: Change, done: Done)] = []
    private let changing = LatestTask()

    /// The number of marks, as text.
    var words: String { "\(marks.count) marked" }

    /// Whether work is in progress on another thread.
    var isChanging: Bool { changing.isRunning }

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
    package func finish() {
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
            case .toggleAll(let list, let sources, let guardian):
                guardian?.trust(list)
                marks.toggleAll(
                    (0..<list.count).lazy.map { list.item(inRow: $0) }.filter { !$0.isFolder }, of: sources,
                    includesGone: !list.arrangement.isFiltered)
            case .undo: return marks.undo()
            }
            return true
        }
        return (marks, areDone)
    }
}

extension GuardedTransport {
    fileprivate func trust(_ list: ArrangedItems) {
        for row in 0..<list.count {
            let index = list.index(ofRow: row)
            guard let source = list.items.source(ofItemAt: index),
                case .remote(let address) = list.items[index].picture
            else {
                continue
            }
            trust(address, namedBy: source)
        }
    }
}

extension Marking.Change {
    fileprivate var isLong: Bool {
        if case .toggleAll(let list, _, _) = self { list.isLong } else { false }
    }
}
