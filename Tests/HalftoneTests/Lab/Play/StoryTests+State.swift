import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// The Lab's state while a story is stopped, when it starts and after it was closed.
extension StoryTests {
    @Test func `a wait does not time out while the story is stopped`() async throws {
        defer { stage.lab.close() }
        try await tell("limit 5\nwait for switch transition is none")
        _ = try #require(time { stage.screen.story?.line == 2 })
        run(for: .seconds(2))
        stage.press(.character("P"))
        run(for: .seconds(30))
        #expect(stage.screen.story?.state == .paused)
        stage.press(.character("P"))
        run(for: .seconds(2))
        #expect(stage.screen.story?.state == .playing)
        try stage.lab.set("transition", to: "none")
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(screen.contains("passed, 1 check"))
    }
}
