import LoopTestSupport
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens

/// Slow motion slows the animations on screen, and not the tools that watch them, with a clock that the test advances.
@MainActor @Suite(.endsInTime) struct SlowMotionTests {
    private let stage: LabStage
    private let wakeups: ManualWakeups
    private let loop: MainLoop

    /// A Lab at a fiftieth of the speed, whose deliveries are held and which loads nothing.
    init() throws {
        stage = try LabStage()
        try stage.lab.set("downloads", to: "off")
        try stage.lab.set("speed", to: "1/50")
        stage.lab.gate.hold()
        wakeups = ManualWakeups(time: stage.time)
        loop = stage.makeLoop()
        loop.pace.set(rate: 1 / 50, at: .zero)
        loop.watch(stage.screen, with: nil)
        loop.start(on: wakeups) { _ in }
    }

    private func run(for duration: Duration) { stage.run(wakeups, for: duration) }

    private func line(with text: String) -> String? { loop.canvas?.textLines.first { $0.contains(text) } }

    @Test func `the instruments keep wall time in slow motion`() throws {
        defer { stage.lab.close() }
        stage.happen(700, .query, .miss, .request)
        let load = try #require(stage.lab.model.recording.loads.last { $0.number == 700 })
        stage.screen.openDetails(of: load.asOf(stage.trace.seconds))
        run(for: .milliseconds(20))
        var seen = [try #require(line(with: "under way  after"))]
        for _ in 0..<5 {
            run(for: .milliseconds(100))
            seen.append(try #require(line(with: "under way  after")))
        }
        #expect(Set(seen).count == 6, "\(seen)")
    }

    @Test func `single steps advance the views by a sixtieth of a second`() throws {
        defer { stage.lab.close() }
        stage.screen.didStepFrame = { [loop] in loop.pace.advance(by: .milliseconds(1000) / 60) }
        stage.press(.character("."))
        #expect(Switchboard.speed.text(in: stage.lab.settings) == "still")
        loop.pace.set(rate: stage.lab.settings.speed, at: stage.time.now)
        let before = loop.pace.viewTime(at: stage.time.now)
        for _ in 0..<6 { stage.press(.character(".")) }
        let after = loop.pace.viewTime(at: stage.time.now)
        #expect((Duration.milliseconds(99)...(.milliseconds(101))).contains(after - before))
        stage.time.advance(by: .seconds(1))
        #expect(loop.pace.viewTime(at: stage.time.now) - after <= .microseconds(1), "otherwise the time stands still")
    }

    @Test func `a status message stays as long in slow motion as otherwise`() {
        defer { stage.lab.close() }
        run(for: .milliseconds(20))
        stage.screen.say("a word")
        run(for: .seconds(1))
        #expect(line(with: "a word") != nil)
        run(for: .seconds(2))
        #expect(line(with: "a word") == nil)
    }
}
