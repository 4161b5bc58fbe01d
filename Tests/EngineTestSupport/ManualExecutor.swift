import HalftoneCore
import ImageLoading
import TestSupport

/// An executor whose work waits until a test runs it, in an order that the test chooses. Safe from any thread.
public final class ManualExecutor: WorkExecutor {
    private let works = Lock<[@Sendable () -> Void]>([])

    /// Creates an executor. At the end of the test, pending work is dropped, because it may be part of a reference
    /// cycle.
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

    /// Number of pending works.
    public var count: Int { works.withLock { $0.count } }

    /// Runs one pending work, the oldest by default, on the caller's thread. Returns `false` if there is none.
    @discardableResult
    public func runOne(at index: Int = 0) -> Bool {
        let work = works.withLock { works in works.indices.contains(index) ? works.remove(at: index) : nil }
        work?()
        return work != nil
    }

    /// Runs all work, including work that is added meanwhile. Returns the number of works.
    @discardableResult
    public func runAll() -> Int {
        var count = 0
        while runOne() { count += 1 }
        return count
    }
}

/// An executor that runs work synchronously on the caller's thread.
public struct InlineExecutor: WorkExecutor {
    public init() {}
    public func run(_ work: @escaping @Sendable () -> Void) { work() }
}
