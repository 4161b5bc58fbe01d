import Basis
import Glibc
import Testing

/// Fails a test that is still running after a minute, and ends the test process where the test does not end even then.
///
/// Swift Testing's own time limit waits for ever for a test that ignores its cancellation.
public struct EndsInTime: SuiteTrait, TestTrait, TestScoping {
    let limit: Duration
    public var isRecursive: Bool { true }

    /// How long an ended test has for its last steps.
    private static let grace = Duration.seconds(20)

    /// Each case of a parameterized test has a limit of its own.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let limit = limit * Wait.patience
        let overdue = "\(test.name) was still running after \(Int(limit.seconds)) s"
        let alarm = Alarm(after: limit)
        let lastAlarm = Alarm(after: limit + Self.grace)
        defer { lastAlarm.cancel() }
        let end = Task.detached(executorPreference: OwnThread("time limit")) {
            guard await lastAlarm.hasRung() else { return }
            let line = Array("\(overdue) and did not end when it was cancelled: the tests stop here\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            _exit(1)
        }
        defer { end.cancel() }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await function() }
                group.addTask(executorPreference: OwnThread("time limit")) {
                    if await alarm.hasRung() { Issue.record("\(overdue) and was cancelled") }
                }
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == EndsInTime {
    /// A minute for each test, or case of a test, of the suite.
    public static var endsInTime: Self { EndsInTime(limit: .seconds(60)) }

    /// Another limit, where a reason stands beside it.
    public static func ends(within limit: Duration) -> Self { EndsInTime(limit: limit) }
}
