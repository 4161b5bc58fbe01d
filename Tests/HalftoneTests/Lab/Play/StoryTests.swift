import ImageLab
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import halftone

/// Paced scripts on a screen: how they are played, stopped, stepped through and played again, with a clock that the
/// test advances.
@MainActor @Suite(.endsInTime) struct StoryTests {
    let stage: LabStage
    private let wakeups: ManualWakeups
    private let loop: MainLoop
    private let driver: ScriptDriver
    private let ends = Ends()

    @MainActor private final class Ends { var count = 0 }

    /// A Lab in which no load ever runs: only the script takes time.
    init() throws {
        stage = try LabStage(columns: 120, rows: 40)
        wakeups = ManualWakeups(time: stage.time)
        loop = MainLoop(
            terminal: OffscreenTerminal(size: stage.window.bounds.size, signals: nil), window: stage.window,
            root: stage.screen, frames: FrameStatistics(), time: stage.time)
        driver = ScriptDriver(screen: stage.screen, window: stage.window, loop: loop)
        loop.watch(stage.screen, with: driver)
        loop.start(on: wakeups) { [ends] _ in ends.count += 1 }
    }

    static let text = """
        say the first part
        key j
        expect selected row == 2
        say the second part
        key j
        key j
        expect selected row == 9
        """

    func tell(_ text: String = Self.text) async throws {
        let folder = TemporaryDirectory()
        let path = folder.write(Array(text.utf8), to: "script")
        driver.tell(try LoadedScript(file: path, with: Switchboard(hasDiskCache: false)))
        await begin()
    }

    /// Waits until pending work has ended, and starts the script. From then on nothing is delivered: the test keeps the
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

    @Test func `a caption stays as long as it takes to read, and a step as long as it takes to look`() async throws {
        defer { stage.lab.close() }
        try await tell()
        let caption = try #require(time { screen.contains("the first part") })
        #expect(caption >= .seconds(2), "there is time to read the caption first")
        #expect(screen.contains(" 1/2 the first part") && !screen.contains("say the first part"))
        let step = try #require(time { selected == 2 })
        #expect((Duration.milliseconds(1900)...(.milliseconds(2200))).contains(step), "\(step)")
        let check = try #require(time { screen.contains("ok: selected is") || screen.contains("ok: row of") })
        #expect((Duration.milliseconds(800)...(.milliseconds(1100))).contains(check), "\(check)")
        #expect(screen.contains("3  expect selected row == 2"))
    }

    @Test func `a story stays open at its end with its verdict`() async throws {
        defer { stage.lab.close() }
        try await tell()
        _ = try #require(time { stage.screen.story?.isOver == true })
        run(for: .seconds(20))
        #expect(screen.contains("failed, 1 of 2 checks") && screen.contains("line 7: expect selected row == 9"))
        #expect(screen.contains("A again") && ends.count == 0)
        stage.press(.escape)
        run(for: .milliseconds(50))
        #expect(stage.screen.story == nil && !screen.contains("failed, 1 of 2") && ends.count == 0)
    }

    @Test func `a paused story continues one step at a time`() async throws {
        defer { stage.lab.close() }
        try await tell()
        _ = try #require(time { screen.contains("the first part") })
        stage.press(.character("P"))
        run(for: .seconds(10))
        #expect(selected == 1 && screen.contains("P go on"))
        stage.press(.character("N"))
        run(for: .seconds(10))
        #expect(selected == 2 && !screen.contains("ok:"))
        stage.press(.character("N"))
        run(for: .seconds(1))
        #expect(screen.contains("3  expect selected row == 2") && screen.contains("ok:"))
        stage.press(.character("P"))
        #expect(time { selected == 3 } != nil)
    }

    @Test func `the next step is played at once by a key`() async throws {
        defer { stage.lab.close() }
        try await tell()
        run(for: .milliseconds(100))
        for _ in 0..<2 {
            stage.press(.character("N"))
            run(for: .milliseconds(20))
        }
        #expect(selected == 2)
    }

    @Test func `an overlay that the user opens pauses the story`() async throws {
        defer { stage.lab.close() }
        try await tell()
        stage.press(.character("?"))
        run(for: .seconds(10))
        #expect(selected == 1 && stage.screen.story?.state == .paused && !stage.screen.help.isHidden)
    }

    @Test(arguments: ["s", "w", "e"] as [Character])
    func `a panel that the user focuses pauses the story`(key: Character) async throws {
        defer { stage.lab.close() }
        try await tell("key j\nexpect selected row == 2\nkey j\nexpect selected row == 3")
        _ = try #require(time { selected == 2 })
        stage.press(.character(key))
        run(for: .seconds(10))
        #expect(selected == 2 && stage.screen.story?.state == .paused && stage.screen.focus != .table)
        stage.press(.character("P"))
        #expect(stage.screen.focus == .table)
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(screen.contains("passed, 2 checks"))
    }

    @Test func `the details of a load and a search pause the story`() async throws {
        defer { stage.lab.close() }
        try await tell("key j\nkey j\nexpect selected row == 3")
        stage.happen(700, .query, .miss, .request)
        stage.screen.openDetails(of: try #require(stage.lab.model.recording.loads.last { $0.number == 700 }))
        #expect(stage.screen.story?.state == .paused)
        stage.press(.character("P"))
        #expect(stage.screen.details.isHidden && stage.screen.story?.state == .playing)
        stage.press(.character("/"), .character("x"))
        run(for: .seconds(10))
        #expect(selected == 1 && stage.screen.story?.state == .paused && screen.contains("switches with: x"))
        stage.press(.enter, .character("P"))
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(screen.contains("passed, 1 check") && !screen.contains("switches with"))
    }

    @Test func `a script continues in the panel that it had focused`() async throws {
        defer { stage.lab.close() }
        try await tell("key s\nkey j\nkey l\nexpect switch speed is 1/4")
        _ = try #require(time { stage.screen.focus == .switchboard })
        #expect(stage.screen.story?.state == .playing)
        stage.press(.escape)
        #expect(stage.screen.focus == .table && stage.screen.story?.state == .paused)
        stage.press(.character("P"))
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(screen.contains("passed, 1 check"))
    }

    @Test func `a story that is being prepared is not closed`() async throws {
        defer { stage.lab.close() }
        let folder = TemporaryDirectory()
        let path = folder.write(Array(Self.text.utf8), to: "script")
        driver.tell(try LoadedScript(file: path, with: Switchboard(hasDiskCache: false)))
        stage.press(.escape)
        #expect(stage.screen.story?.state == .preparing)
        await begin()
        #expect(time { selected == 2 } != nil && !stage.screen.table.visibleCells.isEmpty)
    }

    @Test func `a story is replayed in a Lab that is reset to its initial state`() async throws {
        defer { stage.lab.close() }
        try await tell("set transition none\nkey j\nreset\nsay now\nexpect selected row == 2")
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(stage.lab.settings.transition.name == "none" && screen.contains("passed, 1 check"))
        stage.press(.character("A"))
        await begin()
        _ = try #require(time { stage.screen.story?.state == .playing })
        run(for: .milliseconds(50))
        #expect(stage.lab.settings.transition.name == "fade" && selected == 1)
        let numbers = stage.screen.table.visibleCells.map(\.number)
        #expect(numbers == Array(1...numbers.count), "cells are counted from 1 again")
        #expect(stage.lab.cellNumbers.count == 2 * stage.screen.table.cellCount, "numbers of removed cells are dropped")
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(screen.contains("passed, 1 check"))
    }

    @Test func `a scenario is chosen from the list`() throws {
        defer { stage.lab.close() }
        stage.press(.character("t"))
        run(for: .milliseconds(50))
        #expect(screen.contains("scenarios") && screen.contains("progressive"))
        stage.press(.down)
        stage.press(.enter)
        run(for: .milliseconds(50))
        #expect(stage.screen.story?.script.name == "cancellation" && stage.screen.scenarios.isHidden)
        stage.press(.character("t"))
        #expect(!stage.screen.scenarios.isHidden)
        stage.press(.escape)
        #expect(stage.screen.scenarios.isHidden && stage.screen.story != nil)
    }

    @Test func `a scenario that cannot be played is not begun, with the reason`() throws {
        defer { stage.lab.close() }
        stage.press(.character("t"))
        for _ in 0..<4 { stage.press(.down) }
        run(for: .milliseconds(50))
        #expect(screen.contains("scenario transition needs the disk cache"))
        stage.press(.enter)
        #expect(stage.screen.story == nil && !stage.screen.scenarios.isHidden)
    }

    @Test func `without a story its keys name the key for scenarios`() throws {
        defer { stage.lab.close() }
        for key in "PNA" {
            stage.press(.character(key))
            run(for: .milliseconds(20))
            #expect(screen.contains("no scenario is running; t lists them"), "\(key)")
        }
    }

    @Test func `a script presses the default keys, whatever keys the user has`() async throws {
        defer { stage.lab.close() }
        try await tell("key j\nexpect selected row == 2")
        let own = try KeyBindings<LabAction>(changing: ["down": ["x"], "cancel": ["j"]])
        stage.window.environment[KeyBindings<LabAction>.self] = own
        _ = try #require(time { stage.screen.story?.isOver == true })
        #expect(screen.contains("passed, 1 check"))
        #expect(stage.screen.keyName(LabAction.down) == "x")
    }

    @Test func `a script ignores the user's keys`() async throws {
        defer { stage.lab.close() }
        let bench = LabScriptBench()
        let path = bench.folder.write(
            Array("wait for idle\nkey j\nexpect selected row == 2\n".utf8), to: "script")
        var options = try bench.makeOptions(["--script", path])
        options.common.labKeys = try KeyBindings(changing: ["down": ["x"], "cancel": ["j"]])
        let labRun = try LabCommand(options: options).makeRun(isWatched: false, signals: nil)
        let played = try await bench.play(labRun)
        #expect(played.status == 0, "\(played.report)")
    }
}

/// How long each kind of step is shown.
@Suite(.endsInTime) struct StoryPaceTests {
    private func pause(_ next: ScriptRun.Next, isRepeated: Bool = false) -> Duration {
        StoryPace.pause(after: next, isRepeated: isRepeated)
    }

    @Test func `long captions stay longer, and short ones long enough`() {
        #expect(StoryPace.reading("a") == .seconds(2))
        #expect(StoryPace.reading(String(repeating: "a", count: 100)) == .milliseconds(6500))
    }

    @Test func `a failure stays longer than a success, and repeated steps are quick`() {
        let held = ScriptCondition.Verdict(holds: true, found: "")
        let failed = ScriptCondition.Verdict(holds: false, found: "")
        #expect(pause(.told(.checked(failed), line: 1)) > pause(.told(.checked(held), line: 1)))
        #expect(pause(.told(.checked(failed), line: 1), isRepeated: true) == StoryPace.failure)
        #expect(pause(.told(.checked(held), line: 1), isRepeated: true) == .zero)
        #expect(pause(.perform(.reload, line: 1), isRepeated: true) < pause(.perform(.reload, line: 1)))
        #expect(pause(.perform(.resetCounters, line: 1)) == .zero)
    }
}
