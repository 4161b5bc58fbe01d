import ImageLab
import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The Lab's state while a tour is stopped, when it starts and after it was closed.
extension TourTests {
    @Test func `a closed tour leaves neither its faults nor its switches behind`() async throws {
        defer { stage.lab.close() }
        try stage.lab.set("transition", to: "curlUp")
        try await play {
            Self.fault("delay", "600000")
            Self.set("transition", "none")
            Self.hold
            Self.check(Self.selectedRow == 1)
        }
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(stage.lab.settings.faults.delay == 600_000 && stage.lab.gate.isHeld)
        stage.press(.escape)
        run(for: .milliseconds(50))
        #expect(stage.screen.tour == nil && screen.contains("all switches are as before the scenario"))
        #expect(stage.lab.settings.faults == LabFaults() && stage.lab.settings.picture.transition.name == "curlUp")
        #expect(!stage.lab.gate.isHeld)
    }

    @Test func `panels and held deliveries of before do not disturb a tour`() async throws {
        defer { stage.lab.close() }
        stage.press(.character("p"), .character("T"))
        stage.press(.down, .enter, .character("?"), .character("p"))
        await begin()
        #expect(stage.screen.tour?.state == .playing && stage.screen.help.isHidden && !stage.lab.gate.isHeld)
    }

    @Test func `the end of a tour that showed two pictures shows one again`() async throws {
        defer { stage.lab.close() }
        try await play { Self.press("b") }
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(stage.screen.table.visibleCells.allSatisfy { $0.shownPictures.count == 2 })
        stage.press(.escape)
        run(for: .milliseconds(50))
        #expect(stage.screen.table.visibleCells.allSatisfy { $0.shownPictures.count == 1 })
    }

    @Test func `a scenario of the command line that needs pixels is refused where there are none`() {
        defer { stage.lab.close() }
        player.open(.pixels, isWatched: true)
        run(for: .milliseconds(1900))
        #expect(ends.count == 0 && player.refusal == nil, "the terminal may still answer")
        run(for: .milliseconds(200))
        #expect(ends.count == 1)
        #expect(player.refusal == "scenario pixels needs a terminal that shows pixels (halftone doctor)")
    }

    /// Regression: the next tour counted as that of the command line, and a screen too low for it ended the Lab.
    @Test func `a scenario of the command line that is closed before it begins leaves the Lab open`() async throws {
        defer { stage.lab.close() }
        player.open(.pixels, isWatched: true)
        run(for: .milliseconds(50))
        stage.press(.escape)
        player.play(Self.sample)
        stage.window.resize(to: CellSize(columns: 120, rows: 10))
        await begin()
        run(for: .seconds(5))
        #expect(ends.count == 0 && player.refusal == nil && stage.screen.tour != nil)
    }

    @Test func `a scenario that is no tour goes on when a panel is opened`() async throws {
        defer { stage.lab.close() }
        player.open(LabScenario("fast", "a sample") { Self.repeated(3) { Self.press("s") } }, isWatched: false)
        stage.press(.character("?"))
        run(for: .milliseconds(50))
        #expect(ends.count == 1)
    }

    /// Regression: a scenario waited for the frame of the microscope, which had another one at every turn that took longer
    /// than a step of the spinner, as on a busy machine.
    @Test func `a scenario goes on while the microscope changes at every turn`() throws {
        defer { stage.lab.close() }
        func turns(_ count: Int) {
            for _ in 0..<count {
                stage.time.advance(by: .milliseconds(100))
                loop.turn()
            }
        }
        stage.window.resize(to: CellSize(columns: 160, rows: 50))
        try stage.lab.set("downloads", to: "off")
        stage.lab.clear(.all)
        stage.screen.table.reloadVisible()
        turns(10)
        let frames = stage.screen.microscope.history.frames.count
        player.open(LabScenario("fast", "a sample") { Self.repeated(6) { Self.hold } }, isWatched: false)
        turns(12)
        #expect(stage.screen.microscope.history.frames.count > frames + 3, "it has changed meanwhile")
        #expect(ends.count == 1)
    }
}
