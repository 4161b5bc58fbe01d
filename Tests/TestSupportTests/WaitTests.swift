import TestSupport
import Testing

/// Waits of tests end, with a message about what they waited for.
@Suite(.endsInTime) struct WaitTests {
    @Test func `a wait whose time is over reports its condition and the actual state`() {
        let wait = Wait("the end of a program", seconds: 0)
        let error = #expect(throws: Wait.TimedOut.self) { try wait.check("last output: none") }
        #expect(error?.description == "waited for 0 s for the end of a program; last output: none")
    }

    @Test func `a wait of a test that has ended does not continue`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try Wait("anything").check()
        }
        await #expect(throws: Wait.TimedOut.self) { try await task.value }
    }

    @Test func `a latch that is not opened fails its test with the awaited event`() async {
        await withKnownIssue {
            await Latch("a miracle", seconds: 0).wait()
        } matching: {
            $0.description.contains("waited for a miracle")
        }
    }

    @Test func `a wait of a test that was cancelled resumes, and no other task's`() async {
        let latch = Latch("the test to open it")
        let other = Task { await latch.opened() }
        await withKnownIssue {
            let task = Task { await latch.wait() }
            task.cancel()
            await task.value
        }
        #expect(!latch.isOpen)
        latch.open()
        await other.value
    }

    @Test func `blocking work of a test that was cancelled is cancelled too`() async {
        let wait = Wait("a miracle")
        let task = Task { try await blocking { while true { _ = try wait.check() } } }
        task.cancel()
        await #expect(throws: Wait.TimedOut.self) { try await task.value }
    }
}
