/// The marks of a browser, and the changes that keys make to them, one after the other.
///
/// Changes of few marks are made immediately, others on another thread. Main actor.
@MainActor
final class Marking {
    typealias Change = @Sendable (inout Marks) -> Void

    private(set) var marks = Marks()
    /// The changes that are not applied to ``marks`` yet.
    private var pending: [Change] = []
    private let changing = LatestTask()
    var didChange: @MainActor () -> Void = {}

    /// The number of marks, as text.
    var words: String { "\(marks.count) marked" }

    /// Whether work is in progress on another thread.
    var isChanging: Bool { changing.isRunning }

    /// Makes a change, after those in progress. `isLong`: whether it would delay key input.
    func perform(isLong: Bool = false, _ change: @escaping Change) {
        pending.append(change)
        guard isLong || isChanging else { return finish() }
        changing.run(isLong: true) { [marks, pending] _ in
            var marks = marks
            for change in pending { change(&marks) }
            return marks
        } then: { [weak self] marks in
            guard let self else { return }
            (self.marks, pending) = (marks, [])
            didChange()
        }
    }

    /// Applies all pending changes now, before marks are saved or printed.
    func finish() {
        guard !pending.isEmpty else { return }
        changing.cancel()
        for change in pending { change(&marks) }
        pending = []
        didChange()
    }
}
