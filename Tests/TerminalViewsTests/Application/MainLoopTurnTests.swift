import EngineTestSupport
import ImageLoading
import LoopTestSupport
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

/// The events that wake the main loop, the order of work in a turn, and its sleep, with a simulated clock.
@Suite(.endsInTime) @MainActor struct MainLoopTurnTests {
    private let stage = LoopStage()

    /// The recorded events, without those of the view that is called every turn.
    private var rung: [String] { stage.root.log.filter { $0 != "draw" && !$0.hasPrefix("advance") } }

    private func start() {
        stage.start()
        stage.run(until: .milliseconds(1))
        stage.root.forget()
    }

    // MARK: - Time

    @Test func `views are called at their times, the earliest first`() {
        // given three alarms that are added in another order than that of their times
        for (name, times) in [("c", [50, 90]), ("a", [10, 80]), ("b", [30, 31])] {
            stage.root.addSubview(Alarm(name, at: times.map { .milliseconds($0) }, probe: stage.root))
        }
        start()
        // when time passes
        stage.run(until: .seconds(1))
        // then each is called to the millisecond
        #expect(rung.filter { !$0.hasPrefix("draw") } == ["a 10", "b 30", "b 31", "c 50", "a 80", "c 90"])
    }

    @Test func `a late turn calls all due views once, with the same time`() {
        stage.root.addSubview(Alarm("a", at: [10, 20, 30].map { .milliseconds($0) }, probe: stage.root))
        stage.root.addSubview(Alarm("b", at: [.milliseconds(25)], probe: stage.root))
        start()
        stage.engine.time.advance(by: .milliseconds(99))  // the process was busy
        stage.run(until: .seconds(1))
        #expect(rung == ["a 100", "b 100"])
    }

    @Test func `an idle loop is not woken at all`() {
        start()
        let (wakes, draws) = (stage.wakes, stage.root.draws)
        stage.run(until: .seconds(86_400))
        #expect(stage.wakes == wakes && stage.root.draws == draws)
        #expect(stage.wakeups.dueAt == nil)
    }

    @Test func `a loop that waits for a deadline is woken once for it`() {
        stage.root.addSubview(Alarm("a", at: [.seconds(3000)], probe: stage.root))
        start()
        let wakes = stage.wakes
        stage.run(until: .seconds(7000))
        #expect(rung == ["a 3000000"])
        #expect(stage.wakes == wakes + 1)
    }

    @Test func `slow motion slows the views, and neither external events nor the observer of turns`() {
        stage.root.addSubview(Alarm("a", at: [.milliseconds(100)], probe: stage.root))
        stage.loop.pace.set(rate: 0.1, at: .zero)
        var turns: [Duration] = []
        stage.loop.didTurn = { now in
            turns.append(now)
            return now < .milliseconds(300) ? now + .milliseconds(150) : nil
        }
        start()
        stage.at(.milliseconds(500)) { stage.terminal.type("k") }
        stage.run(until: .seconds(2))
        #expect(rung.filter { !$0.hasPrefix("draw") } == ["key k 500", "a 1000"])
        #expect(turns == [0, 150, 300, 500, 1000].map { .milliseconds($0) })
    }

    @Test func `a turn that is requested by the end of another begins in time`() {
        var turns: [Duration] = []
        stage.loop.didTurn = { now in
            turns.append(now)
            return now < .milliseconds(60) ? now + .milliseconds(20) : nil
        }
        stage.start()
        stage.run(until: .seconds(1))
        #expect(turns == [0, 20, 40, 60].map { .milliseconds($0) })
    }

    // MARK: - Order

    @Test func `a turn handles input, then time, draws, and then calls the observer`() {
        stage.root.addSubview(Alarm("alarm", at: [.milliseconds(100)], probe: stage.root))
        start()
        stage.loop.didTurn = { _ in
            stage.root.note("turn")
            return nil
        }
        stage.at(.milliseconds(100)) { stage.terminal.type("k") }
        stage.run(until: .milliseconds(100))
        #expect(stage.root.log == ["key k 100", "advance 100", "alarm 100", "draw 100", "turn 100"])
    }

    @Test(arguments: [LoopStage.Ready.input, .signals, .time])
    func `in any order of events one frame shows all that happened by its time`(_ first: LoopStage.Ready) {
        // given a key, a new size and an alarm at the same moment, less than a frame after as many as may follow at
        // once
        stage.firstReady = first
        let alarm = Alarm("alarm", at: [.milliseconds(10)], probe: stage.root)
        alarm.didRing = { stage.root.text.append("!") }
        stage.root.addSubview(alarm)
        start()
        for frame in 1..<FramePacer.burst { stage.at(.milliseconds(frame)) { stage.root.text = "\(frame)" } }
        stage.run(until: .milliseconds(FramePacer.burst))
        stage.root.text = ""
        let frames = stage.frames.presented
        stage.at(.milliseconds(10)) {
            stage.terminal.type("k")
            stage.terminal.resize(to: CellSize(columns: 30, rows: 5))
        }
        stage.run(until: .seconds(1))
        #expect(stage.frames.presented == frames + 1)
        #expect(Set(stage.firstRow) == ["k", "!"])
        #expect(stage.fault == nil)
    }

    // MARK: - Other programs

    @Test func `another program has the terminal between two turns, and the whole screen is drawn after it`() {
        stage.root.text = "before"
        start()
        stage.at(.milliseconds(100)) {
            stage.loop.perform(
                .lend { [stage] in
                    stage.root.note("lent")
                    stage.root.text = "after"
                })
            #expect(!stage.terminal.calls.contains("lend"), "not in the middle of the input")
        }
        stage.loop.willSuspend = { [stage] in stage.root.note("will") }
        stage.loop.didContinue = { [stage] in stage.root.note("did") }
        stage.run(until: .seconds(1))
        #expect(stage.terminal.calls == ["lend"])
        let words = stage.root.log.map { $0.prefix { $0 != " " } }
        #expect(words.filter { ["will", "lent", "did"].contains($0) } == ["will", "lent", "did"])
        #expect(stage.firstRow.hasPrefix("after") && stage.fault == nil)
    }

    // MARK: - Deliveries

    private func showPicture(_ number: Int) -> ImageView {
        let view = ImageView(environment: stage.window.environment)
        view.indicator = .none
        view.frame = CellRect(column: 0, row: 2, columns: 4, rows: 2)
        stage.root.addSubview(view)
        view.setImage(url: Stage.url(number))
        return view
    }

    private func deliver() { stage.engine.answerAll { _ in FakePicture(number: 7) } }

    @Test func `a delivered picture wakes the loop and is drawn`() {
        let view = showPicture(7)
        start()
        let (wakes, frames) = (stage.wakes, stage.frames.presented)
        stage.at(.seconds(5)) { deliver() }
        stage.run(until: .seconds(5))
        #expect(view.image != nil)
        #expect(stage.frameTimes.last == .seconds(5), "in the same instant")
        #expect(stage.frames.presented == frames + 1 && stage.wakes == wakes + 1)
        #expect(stage.terminal.emulator[0, 2].background == FakePicture(number: 7).color)
    }

    @Test func `a picture delivered just before a deadline is in the frame of that time`() {
        _ = showPicture(7)
        let alarm = Alarm("alarm", at: [.milliseconds(100)], probe: stage.root)
        alarm.didRing = { stage.root.text = "alarm" }
        stage.root.addSubview(alarm)
        start()
        let frames = stage.frames.presented
        stage.at(.milliseconds(100)) { deliver() }  // before the loop is woken
        stage.run(until: .seconds(1))
        #expect(stage.frames.presented == frames + 1)
        #expect(stage.frameTimes.last == .milliseconds(100))
        #expect(stage.fault == nil)
    }

    @Test func `a picture delivered just after a frame is drawn at once`() {
        _ = showPicture(7)
        let alarm = Alarm("alarm", at: [.milliseconds(100)], probe: stage.root)
        alarm.didRing = { stage.root.text = "alarm" }
        stage.root.addSubview(alarm)
        start()
        stage.at(.milliseconds(101)) { deliver() }
        stage.run(until: .seconds(1))
        #expect(stage.frameTimes.suffix(2) == [.milliseconds(100), .milliseconds(101)])
        #expect(stage.terminal.emulator[0, 2].background == FakePicture(number: 7).color)
    }

    @Test func `many deliveries at one instant cause one turn`() {
        for row in 0..<8 {
            let view = ImageView(environment: stage.window.environment)
            view.indicator = .none
            view.frame = CellRect(column: 4 * row, row: 2, columns: 4, rows: 2)
            stage.root.addSubview(view)
            view.setImage(url: Stage.url(row))
        }
        start()
        let (wakes, frames) = (stage.wakes, stage.frames.presented)
        stage.at(.seconds(1)) { deliver() }
        stage.run(until: .seconds(2))
        #expect(stage.wakes == wakes + 1 && stage.frames.presented == frames + 1)
        #expect(stage.fault == nil)
    }

    // MARK: - Incomplete key sequences

    @Test func `a lone escape is a key after its timeout`() {
        start()
        stage.at(.milliseconds(100)) { stage.terminal.type("\u{1B}") }
        stage.run(until: .seconds(1))
        #expect(rung.filter { $0.hasPrefix("key") } == ["key escape 125"])
    }

    @Test func `the rest of a key that arrives in time completes it`() {
        start()
        stage.at(.milliseconds(100)) { stage.terminal.type("\u{1B}") }
        stage.at(.milliseconds(120)) { stage.terminal.type("[A") }
        stage.run(until: .seconds(1))
        #expect(rung.filter { $0.hasPrefix("key") } == ["key up 120"])
    }

    @Test func `the rest of a key that arrived while the process was busy completes it`() {
        stage.firstReady = .time
        start()
        // given an ESC, and a turn that takes long
        stage.at(.milliseconds(100)) { stage.terminal.type("\u{1B}") }
        stage.at(.milliseconds(110)) {
            stage.terminal.type("[A")
            stage.engine.time.advance(by: .milliseconds(500))
        }
        stage.run(until: .seconds(2))
        // then it is not read as Escape and two letters
        #expect(rung.filter { $0.hasPrefix("key") } == ["key up 610"])
    }
}
