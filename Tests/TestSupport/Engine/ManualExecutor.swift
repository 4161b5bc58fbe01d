import Basis
import ImageLoading

/// Work that waits until a test runs it, in an order of the test's choosing. Safe from any thread.
public final class ManualExecutor: WorkExecutor {
    private let works = Lock<[@Sendable () -> Void]>([])

    /// What has not run when the test ends is dropped: it may hold what holds the executor.
    public init() {
        AfterTest.run { [weak self] in
            let works = self?.works.withLock { works in
                defer { works = [] }
                return works
            }
            withExtendedLifetime(works) {}
        }
    }

    public func run(_ work: @escaping @Sendable () -> Void) { works.withLock { $0.append(work) } }

    /// Works that have not run yet.
    public var count: Int { works.withLock { $0.count } }

    /// Runs one waiting work, the oldest by default, on the caller's thread. `false` if there is none.
    @discardableResult
    public func runOne(at index: Int = 0) -> Bool {
        let work = works.withLock { works in works.indices.contains(index) ? works.remove(at: index) : nil }
        work?()
        return work != nil
    }

    /// Runs everything, also what is added meanwhile. Returns how many works that were.
    @discardableResult
    public func runAll() -> Int {
        var count = 0
        while runOne() { count += 1 }
        return count
    }
}

/// An executor for work that a test does not need to hold: it runs at once, on the caller's thread.
public struct InlineExecutor: WorkExecutor {
    public init() {}
    public func run(_ work: @escaping @Sendable () -> Void) { work() }
}
