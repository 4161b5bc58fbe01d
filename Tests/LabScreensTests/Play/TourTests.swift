import ImageLab
import LoopTestSupport
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
    let loop: MainLoop
    let player: ScenarioPlayer
    let ends = Ends()

    @MainActor final class Ends { var count = 0 }

    /// A Lab in which no load ever runs: only the scenario takes time.
    init() throws {
        stage = try LabStage(columns: 120, rows: 40)
        wakeups = ManualWakeups(time: stage.time)
        loop = stage.makeLoop()
        player = ScenarioPlayer(screen: stage.screen, window: stage.window, loop: loop)
        loop.watch(stage.screen, with: player)
        loop.start(on: wakeups) { [ends] _ in ends.count += 1 }
    }

    static let sample = LabScenario("sample", "a sample") {
        say("the first part")
        press("j")
        check(selectedRow == 2)
        say("the second part")
        press("j", "j")
        check(selectedRow == 9)
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

    func run(for duration: Duration) { stage.run(wakeups, for: duration) }

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
    private var isOnTable: Bool { stage.screen.openPanel == nil && stage.screen.focus == .table }
    var screen: String { (loop.canvas?.textLines ?? []).joined(separator: "\n") }

    /// Runs to the end of the tour, with the key for the next caption wherever it waits. Returns whether it ended.
    func runToTheEnd() -> Bool {
        time {
            if stage.screen.tour?.state == .reading { stage.press(.character("t")) }
            return stage.screen.tour?.state == .over
        } != nil
    }

    @Test func `a caption and its first step come together, and the next caption waits for the reader`() async throws {
        defer { stage.lab.close() }
        try await play()
        let step = try #require(time { selected == 2 })
        #expect(step <= .milliseconds(100) && screen.contains(" 1/2 the first part"), "\(step)")
        #expect(
            screen.contains("feed steady") && !screen.contains("cancel their loads"), "the caption stands alone")
        let check = try #require(time { screen.contains("ok: ") })
        #expect((Duration.milliseconds(800)...(.milliseconds(1000))).contains(check), "\(check)")
        #expect(screen.contains(" selectedRow == 2"))
        run(for: .seconds(60))
        #expect(stage.screen.tour?.state == .reading && selected == 2 && screen.contains("t next"))
        #expect(screen.contains(" 1/2 the first part") && screen.contains("ok: "), "its last result stays")
        stage.press(.character("t"))
        let next = try #require(time { selected == 4 })
        #expect(next <= .milliseconds(100) && screen.contains(" 2/2 the second part"), "\(next)")
    }

    @Test func `a tour stays open at its end with its verdict`() async throws {
        defer { stage.lab.close() }
        try await play()
        #expect(runToTheEnd())
        run(for: .seconds(20))
        #expect(screen.contains("failed, 1 of 2 checks") && screen.contains("selectedRow == 9: "))
        #expect(screen.contains("t again") && ends.count == 0)
        stage.press(.escape)
        run(for: .milliseconds(50))
        #expect(stage.screen.tour == nil && !screen.contains("failed, 1 of 2") && ends.count == 0)
    }

    /// A tour of two parts, which passes unless the user's keys disturb it.
    private static let undisturbed = LabScenario("sample", "a sample") {
        say("one")
        press("j")
        check(selectedRow == 2)
        say("two")
        press("j")
        check(selectedRow == 3)
    }

    @Test(arguments: ["j", "s", "w", "e", "?", "/", "p", "t", "T"] as [Character])
    func `keys and clicks that would disturb the steps of a tour are refused`(key: Character) async throws {
        defer { stage.lab.close() }
        try await play(Self.undisturbed)
        _ = try #require(time { selected == 2 })
        stage.press(.character(key))
        stage.click(5, 20)
        run(for: .milliseconds(20))
        #expect(
            selected == 2 && isOnTable && screen.contains("the tour is playing; Esc closes it"))
        #expect(stage.screen.help.isHidden && !stage.lab.gate.isHeld)
        #expect(runToTheEnd() && screen.contains("passed, 2 checks"))
    }

    /// Regression: what the user did while a tour waited made it fail, without a word about why.
    @Test(arguments: Disturbance.allCases)
    func `a tour that the user disturbs while it waits ends as interrupted, and says by what`(
        what: Disturbance
    ) async throws {
        defer { stage.lab.close() }
        try await play {
            Self.say("one")
            Self.check(Self.selectedRow == 1)
            Self.say("two")
            Self.check(Self.selectedRow == 1)
        }
        _ = try #require(time { stage.screen.tour?.state == .reading })
        switch what {
        case .key: stage.press(.pageDown)
        case .click: stage.click(5, 20)
        case .wheel: for _ in 0..<5 { stage.mouse(.wheelDown, 5, 20) }
        }
        #expect(runToTheEnd())
        run(for: .milliseconds(50))
        #expect(screen.contains("not finished, ") && screen.contains("stopped: interrupted by \(what.rawValue): "))
        #expect(!screen.contains("FAIL") && !screen.contains("failed, "), "\(screen)")
        let report = try #require(player.close()).report
        #expect(!report.contains { $0.hasPrefix("FAIL") } && report.last?.hasPrefix("sample: not finished, ") == true)
    }

    enum Disturbance: String, CaseIterable {
        case key = "key PgDn"
        case click = "a click"
        case wheel = "scrolling or another size"
    }

    @Test(arguments: ["s", "w", "e", "?", "/", "T"] as [Character])
    func `what the user opens while a tour waits is closed by its next caption`(key: Character) async throws {
        defer { stage.lab.close() }
        try await play(Self.undisturbed)
        _ = try #require(time { stage.screen.tour?.state == .reading })
        stage.press(.character(key))
        run(for: .seconds(10))
        #expect(stage.screen.tour?.state == .reading && selected == 2)
        #expect(!isOnTable || !stage.screen.help.isHidden)
        // Enter ends the typing of a search, or acts in the panel
        if key == "/" { stage.press(.character("x"), .enter) }
        if key == "?" { stage.press(.character("?")) }
        stage.press(.character("t"))
        run(for: .milliseconds(20))
        #expect(isOnTable && stage.screen.help.isHidden && !screen.contains("switches with"))
        #expect(runToTheEnd() && screen.contains("passed, 2 checks"))
    }

    @Test func `the details of a load are closed by the next caption`() async throws {
        defer { stage.lab.close() }
        try await play(Self.undisturbed)
        _ = try #require(time { stage.screen.tour?.state == .reading })
        stage.happen(700, .query, .miss, .request)
        stage.screen.openDetails(of: try #require(stage.lab.model.recording.loads.last { $0.number == 700 }))
        stage.press(.character("t"))
        #expect(stage.screen.details.isHidden && runToTheEnd() && screen.contains("passed, 2 checks"))
    }

    @Test func `a tour can be closed before it has begun`() throws {
        defer { stage.lab.close() }
        try stage.lab.set("transition", to: "curlUp")
        player.play(Self.sample)
        #expect(stage.screen.tour?.state == .preparing && stage.lab.settings.picture.transition.name == "fade")
        stage.press(.escape)
        #expect(stage.screen.tour == nil && stage.lab.settings.picture.transition.name == "curlUp")
        run(for: .seconds(1))
        #expect(selected == 1)
    }

    @Test func `a tour is replayed in a Lab that is reset to its initial state`() async throws {
        defer { stage.lab.close() }
        try await play {
            Self.say("now")
            Self.check(Self.switchIs("transition", "fade"))
            Self.set("transition", "none")
            Self.press("j")
            Self.resetCounters
            Self.check(Self.selectedRow == 2)
        }
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(stage.lab.settings.picture.transition.name == "none" && screen.contains("passed, 2 checks"))
        player.play(try #require(stage.screen.tour?.scenario))
        await begin()
        _ = try #require(time { stage.screen.tour?.state == .playing })
        run(for: .milliseconds(50))
        #expect(stage.lab.settings.picture.transition.name == "fade" && selected == 1)
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

    @Test func `a scenario presses the default keys, whatever keys the user has`() async throws {
        defer { stage.lab.close() }
        try await play {
            Self.press("j")
            Self.check(Self.selectedRow == 2)
        }
        let own = try KeyBindings<LabAction>(changing: ["down": ["x"], "cancel": ["j"]])
        stage.window.environment[KeyBindings<LabAction>.self] = own
        _ = try #require(time { stage.screen.tour?.state == .over })
        #expect(screen.contains("passed, 1 check"))
        #expect(stage.screen.keyName(LabAction.down) == "x")
    }
}
