import ImageLab
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

    @Test func `the waterfall of a story begins with its own loads`() async throws {
        defer { stage.lab.close() }
        for load in 700...701 { stage.happen(load, .query, .miss) }
        stage.press(.character("w"), .character("g"), .escape)
        run(for: .milliseconds(50))
        #expect(screen.contains("at load 1"))
        try await tell()
        run(for: .milliseconds(200))
        stage.lab.takeEvents()
        let loads = stage.lab.model.recording.loads
        #expect(!loads.isEmpty && loads.count == stage.screen.figures["loads"])
        #expect(loads.allSatisfy { stage.lab.cellNumber(of: $0) != nil })
        #expect(screen.contains("waterfall: \(loads.count) load") && !screen.contains("at load"))
    }

    @Test func `a closed story leaves neither its faults nor its switches behind`() async throws {
        defer { stage.lab.close() }
        try stage.lab.set("transition", to: "curlUp")
        try await tell("fault delay 600000\nset transition none\npause\nexpect selected row == 1")
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(stage.lab.settings.faults.delay == 600_000 && stage.lab.gate.isHeld)
        stage.press(.escape)
        run(for: .milliseconds(50))
        #expect(stage.screen.story == nil && screen.contains("all switches are as before the scenario"))
        #expect(stage.lab.settings.faults == LabFaults() && stage.lab.settings.transition.name == "curlUp")
        #expect(!stage.lab.gate.isHeld)
    }
}
