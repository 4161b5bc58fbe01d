import Basis
import Glibc
import Testing

/// Fails a test that is still running after a minute, and ends the test process where the test does not end even then.
/// Every suite has it.
///
/// Swift Testing's own time limit waits for ever for a test that ignores its cancellation.
public struct EndsInTime: SuiteTrait, TestTrait, TestScoping {
    /// For each test, or case of a test, before ``Wait/patience``.
    private static let limit = Duration.seconds(60)
    /// How long a test that was cancelled has for its last steps.
    private static let grace = Duration.seconds(20)
    public var isRecursive: Bool { true }

    /// Each case of a parameterized test has a limit of its own.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let limit = Self.limit * Wait.patience
        try await Self.run(test.name, limit: limit, end: limit + Self.grace, performing: function)
    }

    /// Runs a test: cancels it at `limit`, and ends the process at `last`.
    static func run(
        _ name: String, limit: Duration, end last: Duration = .seconds(80),
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let overdue = "\(name) was still running after \(Int(limit.seconds)) s"
        let alarm = Alarm(after: limit)
        let lastAlarm = Alarm(after: last)
        defer { lastAlarm.cancel() }
        let end = Task.detached(executorPreference: OwnThread("time limit")) {
            guard await lastAlarm.hasRung() else { return }
            let line = Array("\(overdue) and did not end when it was cancelled: the tests stop here\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            ChildProcess.endAll()
            _exit(1)
        }
        defer { end.cancel() }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await AfterTest.perform(function) }
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
    public static var endsInTime: Self { EndsInTime() }
}
