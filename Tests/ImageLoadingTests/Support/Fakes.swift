// The clock and the executors that every test of the engine uses.
@_exported import TestSupport

typealias FakeTime = ManualTime

extension ManualExecutor {
    /// The same as `runOne(at:)`.
    @discardableResult
    func runNext(at index: Int = 0) -> Bool { runOne(at: index) }
}
