import ImageLab
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// Scenarios on a screen: how they are played, stopped, stepped through and played again, with a clock that the test
/// advances.
@MainActor @Suite(.endsInTime) struct TourTests: ScenarioWords {
    let stage: LabStage
    private let wakeups: ManualWakeups
    private let loop: MainLoop
    let player: ScenarioPlayer
    let ends = Ends()

    @MainActor final class Ends { var count = 0 }

    /// A Lab in which no load ever runs: only the scenario takes time.
    init() throws {
        stage = try LabStage(columns: 120, rows: 40)
        wakeups = ManualWakeups(time: stage.time)
        loop = MainLoop(
            terminal: OffscreenTerminal(size: stage.window.bounds.size, signals: nil), window: stage.window,
            root: stage.screen, frames: FrameStatistics(), time: stage.time)
        player = ScenarioPlayer(screen: stage.screen, window: stage.window, loop: loop)
        loop.watch(stage.screen, with: player)
        loop.start(on: wakeups) { [ends] _ in ends.count += 1 }
    }

    static let sample = LabScenario("sample", "a sample") {
        say("the first part")
        press("j")
        check(selectedCell.has(row == 2))
        say("the second part")
        press("j", "j")
        check(selectedCell.has(row == 9))
    }

    func play(_ scenario: LabScenario = Self.sample) async throws {
        player.play(scenario)
        await begin()
    }

    func play(@LabStepBuilder _ steps: () -> [LabStep]) async throws {
        try await play(LabScenario("sample", "a sample", steps))
    }

    /// Waits until pending work has ended, and starts the scenario. From then on nothing is delivered: the test keeps the
    /// main actor.
    func begin() async {
        await until("the Lab to be quiet") { stage.lab.isQuiet }
        loop.turn()
    }

    /// Runs the loop for this duration of the clock, at each of its deadlines.
    func run(for duration: Duration) {
        let end = stage.time.now + duration
        while let due = wakeups.dueAt, due <= end {
            stage.time.advance(by: max(.zero, due - stage.time.now))
            wakeups.fire()
        }
        stage.time.advance(by: max(.zero, end - stage.time.now))
    }

    /// Runs until a condition holds, and returns the time that took on the clock; `nil`: it did not hold within forty
    /// seconds.
    func time(until condition: () -> Bool) -> Duration? {
        let start = stage.time.now
        while stage.time.now - start < .seconds(40) {
            if condition() { return stage.time.now - start }
            run(for: .milliseconds(50))
        }
        return nil
    }

    var selected: Int { (stage.screen.table.selectedRow ?? -1) + 1 }
    var screen: String { (loop.canvas?.textLines ?? []).joined(separator: "\n") }

    @Test func `a caption and its first step come together, and the caption stays as long as it takes to read`()
        async throws
    {
        defer { stage.lab.close() }
        try await play()
        let step = try #require(time { selected == 2 })
        #expect(step <= .milliseconds(100) && screen.contains(" 1/2 the first part"), "\(step)")
        let check = try #require(time { screen.contains("ok: ") })
        #expect((Duration.milliseconds(800)...(.milliseconds(1000))).contains(check), "\(check)")
        #expect(screen.contains(" the selected cell has row == 2"))
        let next = try #require(time { screen.contains("the second part") })
        #expect((Duration.milliseconds(900)...(.milliseconds(1300))).contains(next), "\(next)")
    }

    @Test func `a tour stays open at its end with its verdict`() async throws {
        defer { stage.lab.close() }
        try await play()
        _ = try #require(time { stage.screen.tour?.state == .over })
        run(for: .seconds(20))
        #expect(screen.contains("failed, 1 of 2 checks") && screen.contains("the selected cell has row == 9: "))
        #expect(screen.contains("T again, others") && ends.count == 0)
        stage.press(.escape)
        run(for: .milliseconds(50))
        #expect(stage.screen.tour == nil && !screen.contains("failed, 1 of 2") && ends.count == 0)
    }

    @Test func `a paused tour continues one step at a time`() async throws {
        defer { stage.lab.close() }
        try await play()
        stage.press(.character("P"))
        run(for: .seconds(10))
        #expect(selected == 1 && screen.contains("P go on") && !screen.contains("the first part"))
        stage.press(.character("N"))
        run(for: .seconds(10))
        #expect(selected == 1 && screen.contains("the first part"))
        stage.press(.character("N"))
        run(for: .seconds(10))
        #expect(selected == 2 && !screen.contains("ok:"))
        stage.press(.character("N"))
        run(for: .seconds(1))
        #expect(screen.contains(" the selected cell has row == 2") && screen.contains("ok:"))
        stage.press(.character("P"))
        #expect(time { selected == 4 } != nil)
    }

    @Test func `the next step is played at once by a key`() async throws {
        defer { stage.lab.close() }
        try await play()
        run(for: .milliseconds(100))
        for _ in 0..<3 {
            stage.press(.character("N"))
            run(for: .milliseconds(20))
        }
        #expect(selected == 4)
    }

    @Test func `an overlay that the user opens pauses the tour`() async throws {
        defer { stage.lab.close() }
        try await play()
        stage.press(.character("?"))
        run(for: .seconds(10))
        #expect(selected == 1 && stage.screen.tour?.state == .paused && !stage.screen.help.isHidden)
    }

    @Test(arguments: ["s", "w", "e"] as [Character])
    func `a panel that the user focuses pauses the tour`(key: Character) async throws {
        defer { stage.lab.close() }
        try await play {
            Self.press("j")
            Self.check(Self.selectedCell.has(Self.row == 2))
            Self.press("j")
            Self.check(Self.selectedCell.has(Self.row == 3))
        }
        _ = try #require(time { selected == 2 })
        stage.press(.character(key))
        run(for: .seconds(10))
        #expect(selected == 2 && stage.screen.tour?.state == .paused && stage.screen.context != .table)
        stage.press(.character("P"))
        #expect(stage.screen.context == .table)
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(screen.contains("passed, 2 checks"))
    }

    @Test func `the details of a load and a search pause the tour`() async throws {
        defer { stage.lab.close() }
        try await play {
            Self.press("j")
            Self.press("j")
            Self.check(Self.selectedCell.has(Self.row == 3))
        }
        stage.happen(700, .query, .miss, .request)
        stage.screen.openDetails(of: try #require(stage.lab.model.recording.loads.last { $0.number == 700 }))
        #expect(stage.screen.tour?.state == .paused)
        stage.press(.character("P"))
        #expect(stage.screen.details.isHidden && stage.screen.tour?.state == .playing)
        stage.press(.character("/"), .character("x"))
        run(for: .seconds(10))
        #expect(selected == 1 && stage.screen.tour?.state == .paused && screen.contains("switches with: x"))
        stage.press(.enter, .character("P"))
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(screen.contains("passed, 1 check") && !screen.contains("switches with"))
    }

    @Test func `a scenario continues in the panel that it had focused`() async throws {
        defer { stage.lab.close() }
        try await play {
            Self.press("s")
            Self.press("l")
            Self.check(Self.switchIs("placeholder", "none"))
        }
        _ = try #require(time { stage.screen.focus == .switchboard })
        #expect(stage.screen.tour?.state == .playing)
        stage.press(.escape)
        #expect(stage.screen.focus == .table && stage.screen.tour?.state == .paused)
        stage.press(.character("P"))
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(screen.contains("passed, 1 check"))
    }

    @Test func `a tour that is being prepared is not closed`() async throws {
        defer { stage.lab.close() }
        player.play(Self.sample)
        stage.press(.escape)
        #expect(stage.screen.tour?.state == .preparing)
        await begin()
        #expect(time { selected == 2 } != nil && !stage.screen.table.visibleCells.isEmpty)
    }

    @Test func `a tour is replayed in a Lab that is reset to its initial state`() async throws {
        defer { stage.lab.close() }
        try await play {
            Self.check(Self.switchIs("transition", "fade"))
            Self.set("transition", "none")
            Self.press("j")
            Self.resetCounters
            Self.say("now")
            Self.check(Self.selectedCell.has(Self.row == 2))
        }
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(stage.lab.settings.picture.transition.name == "none" && screen.contains("passed, 2 checks"))
        player.play(try #require(stage.screen.tour?.scenario))
        await begin()
        _ = try #require(time { stage.screen.tour?.state == .playing })
        run(for: .milliseconds(50))
        #expect(stage.lab.settings.picture.transition.name == "fade" && selected == 1)
        let numbers = stage.screen.table.visibleCells.map(\.number)
        #expect(numbers == Array(1...numbers.count), "cells are counted from 1 again")
        #expect(stage.lab.cellNumbers.count == 2 * stage.screen.table.cellCount, "numbers of removed cells are dropped")
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(screen.contains("passed, 2 checks"))
    }

    @Test func `the tour begins at once with what reuse cancels`() async throws {
        defer { stage.lab.close() }
        stage.press(.character("t"))
        await begin()
        #expect(stage.screen.tour?.scenario.name == "cancellation" && stage.screen.tour?.state == .playing)
    }

    @Test func `a scenario is chosen from the list`() throws {
        defer { stage.lab.close() }
        stage.press(.character("T"))
        run(for: .milliseconds(50))
        #expect(screen.contains("scenarios") && screen.contains("sharing"))
        stage.press(.down)
        stage.press(.enter)
        run(for: .milliseconds(50))
        #expect(stage.screen.tour?.scenario.name == "reuse" && stage.screen.scenarios.isHidden)
        stage.press(.character("T"))
        #expect(!stage.screen.scenarios.isHidden)
        stage.press(.escape)
        #expect(stage.screen.scenarios.isHidden && stage.screen.tour != nil)
    }

    @Test func `a scenario that cannot be played is not begun, with the reason`() throws {
        defer { stage.lab.close() }
        stage.press(.character("T"))
        for _ in 0..<3 { stage.press(.down) }
        run(for: .milliseconds(50))
        #expect(screen.contains("scenario transition needs the disk cache"))
        stage.press(.enter)
        #expect(stage.screen.tour == nil && !stage.screen.scenarios.isHidden)
    }

    @Test func `without a tour its keys name the key for scenarios`() throws {
        defer { stage.lab.close() }
        for key in "PN" {
            stage.press(.character(key))
            run(for: .milliseconds(20))
            #expect(screen.contains("no scenario is running; T lists them"), "\(key)")
        }
    }

    @Test func `a scenario presses the default keys, whatever keys the user has`() async throws {
        defer { stage.lab.close() }
        try await play {
            Self.press("j")
            Self.check(Self.selectedCell.has(Self.row == 2))
        }
        let own = try KeyBindings<LabAction>(changing: ["down": ["x"], "cancel": ["j"]])
        stage.window.environment[KeyBindings<LabAction>.self] = own
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(screen.contains("passed, 1 check"))
        #expect(stage.screen.keyName(LabAction.down) == "x")
    }
}
