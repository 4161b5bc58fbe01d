import EngineTestSupport
import Glibc
import HalftoneCore
import Testing

@testable import TestSupport

/// Tests that do not end.
@Suite(.endsInTime) struct EndsInTimeTests {
    @Test func `a test that takes too long is cancelled and fails`() async throws {
        try await withKnownIssue {
            try await EndsInTime.run("a slow test", limit: .milliseconds(1)) { await Latch("a miracle").opened() }
        } matching: {
            $0.description.contains("a slow test was still running after 0 s and was cancelled")
        }
    }

    @Test func `a test that ignores its cancellation ends the process and every program that it started`()
        async throws
    {
        let folder = TemporaryDirectory()
        let pipe = try NamedPipe(folder.path + "/pipe")
        let reader = try pipe.openReader()
        defer { close(reader) }
        let end = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            [path = pipe.path as String] in
            try await EndsInTime.run("a stuck test", limit: .seconds(100), end: .seconds(1)) {
                let shell = try ChildProcess(["sh", "-c", "echo started; sleep 1000"], on: nil, output: .file(path))
                // not only until the shell ends, shortly before the process
                while true { _ = withExtendedLifetime(shell) { poll(nil, 0, 10) } }
            }
        }
        let said = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("a stuck test was still running after 100 s and did not end when it was cancelled"))
        // the pipe stays open until the shell and its child end
        #expect(try await blocking { try NamedPipe.read(reader, for: "the end of the shell") } == "started\n")
    }

    @Test func `a process of an exit test has less time than its test`() async {
        await #expect(processExitsWith: .success) {
            var timer = itimerval()
            #expect(getitimer(Int32(ITIMER_REAL.rawValue), &timer) == 0)
            #expect((1...50 * Wait.patience).contains(timer.it_value.tv_sec))
        }
    }

    @Test func `work registered for the end of a test runs after it, also after an error, in reverse order`() async {
        let done = Lock<[Int]>([])
        await #expect(throws: CancellationError.self) {
            try await EndsInTime.run("a test", limit: .seconds(10)) {
                for number in 1...2 { AfterTest.run { done.withLock { $0.append(number) } } }
                #expect(done.withLock(\.self) == [])
                throw CancellationError()
            }
        }
        #expect(done.withLock(\.self) == [2, 1])
    }

    /// Reference cycles of executors and their work kept descriptors open until the process ended.
    @Test func `blocking work that is pending when a test ends is dropped`() async throws {
        final class Witness: Sendable {
            let onDeinit: @Sendable () -> Void
            init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
            deinit { onDeinit() }
        }
        let isGone = Lock(false)
        try await EndsInTime.run("a test", limit: .seconds(10)) {
            let (executor, witness) = (ManualExecutor(), Witness { isGone.withLock { $0 = true } })
            executor.run { withExtendedLifetime((executor, witness)) {} }
        }
        #expect(isGone.withLock(\.self) == true)
    }
}
