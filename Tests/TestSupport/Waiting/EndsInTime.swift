import HalftoneCore
import Glibc
import Testing

/// A trait of every suite that cancels a test after a minute, which fails it, and ends the test process if the test
/// still does not end.
///
/// Swift Testing's time limit waits forever for a test that ignores cancellation.
public struct EndsInTime: SuiteTrait, TestTrait, TestScoping {
    /// The limit of a test or of a case of a test, before multiplication by ``Wait/patience``.
    private static let limit = Duration.seconds(60)
    /// The time that a cancelled test has to end.
    private static let grace = Duration.seconds(20)
    public var isRecursive: Bool { true }

    /// The limit applies to each case of a parameterized test.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let limit = Self.limit * Wait.patience
        guard test.traits.contains(where: { $0 is OpensMany }) else {
            return try await Self.run(test.name, limit: limit, end: limit + Self.grace, performing: function)
        }
        try await OpensMany.inTurn(test.name) {
            try await Self.run(test.name, limit: limit, end: limit + Self.grace, performing: function)
        }
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
    /// A time limit of a minute for each test, or case of a test, of the suite.
    public static var endsInTime: Self { EndsInTime() }
}
