import HalftoneCore
import LoopTestSupport
import Pixels
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens

/// The microscope during the transition of the selected cell, with a clock that the test advances.
@MainActor @Suite(.endsInTime) struct MicroscopeTests {
    private let stage: LabStage
    private let wakeups: ManualWakeups
    private let loop: MainLoop

    init() throws {
        stage = try LabStage(columns: 160, rows: 48)
        wakeups = ManualWakeups(time: stage.time)
        loop = stage.makeLoop()
        loop.watch(stage.screen)
        loop.start(on: wakeups) { _ in }
    }

    private var screen: String { (loop.canvas?.textLines ?? []).joined(separator: "\n") }

    /// The frame in the microscope, and the number of recorded ones.
    private var frame: (number: Int, count: Int)? {
        screen.firstMatch(of: /frame (\d+) of (\d+)  \+\d+ ms/).flatMap { found in
            Int(found.1).flatMap { number in Int(found.2).map { (number, $0) } }
        }
    }

    /// Advances the clock until the selected cell is in a stage, and a little more, so that the microscope shows it.
    private func run(until what: String, _ isReached: (FrameHistory.Stage?) -> Bool) async {
        await until(what) {
            stage.run(wakeups, for: .milliseconds(16))
            return isReached(stage.screen.table.selectedCell?.stage)
        }
        stage.run(wakeups, for: .milliseconds(64))
    }

    private func runIntoTransition() async {
        await run(until: "a transition") { if case .transition = $0 { true } else { false } }
    }

    @Test func `a transition can be followed frame by frame`() async throws {
        defer { stage.lab.close() }
        await runIntoTransition()
        #expect(screen.contains("microscope: cell 1, row 1"))
        #expect(screen.contains(/placeholder ─ spinner ─ fade ▮*▯+ ─ shown/), "\(screen)")
        #expect(screen.contains(/fade \d+ %/), "the cell says so too: \(screen)")
        let newest = try #require(frame)
        #expect(newest.number == newest.count && newest.count > 2)
        var numbers: [Int] = []
        for _ in 0..<2 {
            stage.press(.character(","))
            stage.run(wakeups, for: .milliseconds(32))
            numbers.append(try #require(frame).number)
        }
        #expect(numbers[0] < (frame?.count ?? 0) && numbers[1] == numbers[0] - 1, "\(screen)")
        stage.press(.character("."))
        stage.run(wakeups, for: .milliseconds(32))
        #expect(frame?.number == numbers[0])
    }

    private nonisolated static let magenta = RGB(255, 0, 255)

    /// A transition of an app's own, by public declarations alone. Its first frame past 40 % is wrong: all magenta.
    private static func broken(at wrong: Lock<Double?>) -> ImageTransition {
        ImageTransition(
            name: "broken",
            effect: .mixing { old, new, fraction in
                let isWrong = wrong.withLock { first in
                    if first == nil, fraction > 0.4 { first = fraction }
                    return first == fraction
                }
                if isWrong { return Bitmap(size: old.size, filledWith: RGBA(magenta)) }
                return fraction < 0.5 ? old : new
            })
    }

    private static func isMagenta(_ cell: Cell) -> Bool {
        let (upper, lower) = cell.halves ?? (cell.background, cell.background)
        return upper == CellColor(magenta) && lower == CellColor(magenta)
    }

    /// The number of magenta cells on the screen.
    private var magentaCells: Int {
        guard let canvas = loop.canvas else { return 0 }
        return (0..<canvas.size.rows).map { row in
            (0..<canvas.size.columns).count { Self.isMagenta(canvas[$0, row]) }
        }.reduce(0, +)
    }

    @Test func `a wrong frame of an app's own transition is found by its number and its pixels`() async throws {
        defer { stage.lab.close() }
        let wrong = Lock<Double?>(nil)
        stage.run(wakeups, for: .milliseconds(16))
        try #require(stage.screen.table.selectedCell).imageView.transition = Self.broken(at: wrong)
        await run(until: "the picture") { $0 == .shown }
        let percent = Int(try #require(wrong.withLock { $0 }) * 100)
        let frames = stage.screen.microscope.history.frames
        let index = try #require(frames.firstIndex { $0.cells.allSatisfy(Self.isMagenta) })
        var found: [Int] = []
        for _ in 1..<min(frames.count, 80) {
            stage.press(.character(","))
            stage.run(wakeups, for: .milliseconds(32))
            guard magentaCells > 0 else { continue }
            found.append(try #require(frame).number)
            #expect(magentaCells == 9 * frames[index].cells.count, "every cell is enlarged to 3x3: \(screen)")
            #expect(screen.contains("ms  \(percent) %") && screen.contains("broken ▮▮▯▯▯▯"), "\(screen)")
        }
        #expect(found == [index + 1])
    }

    /// Lets the Lab's switches and keys set the time of the views, and freezes it in the transition.
    private func freezeInTransition() async {
        stage.lab.setSpeed = { [loop, time = stage.time] in loop.pace.set(rate: $0, at: time.now) }
        stage.screen.didStepFrame = { [loop] in loop.pace.advance(by: .milliseconds(1000) / 60) }
        await runIntoTransition()
        stage.press(.character("."))
        stage.run(wakeups, for: .milliseconds(64))
    }

    /// Regression: the time of the views crept, and every turn recorded another frame.
    @Test func `in frozen time no frame is added, whatever is pressed`() async throws {
        defer { stage.lab.close() }
        await freezeInTransition()
        let (before, cell) = (try #require(frame), try #require(stage.screen.table.selectedCell?.stage))
        for key in [Key.character(","), .character(","), .character("e"), .escape] {
            stage.press(key)
            stage.run(wakeups, for: .seconds(2))
        }
        #expect(frame?.count == before.count && frame?.number == before.number - 2, "\(screen)")
        #expect(stage.screen.table.selectedCell?.stage == cell)
    }

    /// Regression: recorded frames were labelled with the present switches, and no placeholder as `placeholder`.
    @Test func `a recording keeps the names that it was made with`() async throws {
        defer { stage.lab.close() }
        try stage.lab.set("placeholder", to: "none")
        await runIntoTransition()
        try stage.lab.set("transition", to: "flipFromBottom")
        stage.run(wakeups, for: .milliseconds(32))
        #expect(screen.contains(/none ─ spinner ─ fade ▮*▯+ ─ shown/) && screen.contains(/fade \d+ %/), "\(screen)")
        await run(until: "the picture") { $0 == .shown }
        try stage.lab.set("placeholder", to: "surface")
        stage.press(.character(","))
        stage.run(wakeups, for: .milliseconds(32))
        #expect(screen.contains(/none ─ spinner ─ fade ▮+▯* ─ shown/), "\(screen)")
    }

    @Test func `a small screen says what the microscope needs, also during a transition`() async throws {
        defer { stage.lab.close() }
        await runIntoTransition()
        stage.window.resize(to: CellSize(columns: 80, rows: 24))
        stage.run(wakeups, for: .milliseconds(32))
        stage.press(.character(","))
        stage.run(wakeups, for: .milliseconds(64))
        #expect(!screen.contains("microscope: cell"))
        #expect(screen.contains("the microscope needs 106 columns beside the switches (s) and 12 rows"), "\(screen)")
        stage.window.resize(to: CellSize(columns: 160, rows: 48))
        await run(until: "the picture") { $0 == .shown }
        #expect(screen.contains("microscope: cell 1, row 1") && frame != nil, "\(screen)")
        #expect(stage.screen.counters["stalePaints"] == 0)
    }
}
