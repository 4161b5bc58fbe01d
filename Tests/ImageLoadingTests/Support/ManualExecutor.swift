import Basis

@testable import ImageLoading

/// An executor that holds work until the test lets it run, on the test's own thread.
final class ManualExecutor: WorkExecutor {
    private let works = Lock<[@Sendable () -> Void]>([])

    func run(_ work: @escaping @Sendable () -> Void) { works.withLock { $0.append(work) } }

    var count: Int { works.withLock { $0.count } }

    /// Runs the work at `index`, counted in order of arrival; `false` if there is none.
    @discardableResult
    func runNext(at index: Int = 0) -> Bool {
        let work = works.withLock { $0.indices.contains(index) ? $0.remove(at: index) : nil }
        work?()
        return work != nil
    }

    func runAll() { while runNext() {} }
}

/// An executor for work that a test does not need to hold.
struct InlineExecutor: WorkExecutor {
    func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// A time that moves only when the test moves it.
final class FakeTime: TimeSource {
    private let time = Lock(Duration.zero)
    private let start = 1_700_000_000.0

    var now: Duration { time.withLock { $0 } }
    var secondsSince1970: Double { start + now.seconds }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
