import Dispatch
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) struct ApplicationStartTests {
    @Test func `an application is not run inside a task`() async throws {
        #expect(TerminalApplication.isInsideTask)
        let isInside = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: TerminalApplication.isInsideTask) }
        }
        #expect(!isInside)
    }
}
