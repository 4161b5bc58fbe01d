import LoopTestSupport
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The times at which the main loop draws, and frames that the terminal does not accept.
@Suite(.endsInTime) @MainActor struct MainLoopFrameTests {
    private let stage = LoopStage()
    private static let interval = FramePacer.interval

    @Test func `the first frame is drawn at the start`() {
        stage.root.text = "hello"
        stage.start()
        #expect(stage.frameTimes == [.zero])
        stage.run(until: .zero)
        #expect(stage.firstRow == "hello")
        #expect(stage.fault == nil)
    }

    @Test func `sixty frames a second are drawn, and the last shows everything`() {
        // given a change every millisecond
        for index in 1...1000 { stage.at(.milliseconds(index)) { stage.root.text = "change \(index)" } }
        stage.start()
        stage.run(until: .seconds(2))
        // then after the first ones there is a frame every sixtieth of a second
        let times = stage.frameTimes
        #expect(times.prefix(4) == [.zero, .milliseconds(1), .milliseconds(2), Self.interval])
        #expect((62...63).contains(times.count))
        for (one, next) in zip(times.dropFirst(3), times.dropFirst(4)) {
            #expect(next - one >= Self.interval && next - one < Self.interval + .milliseconds(1))
        }
        #expect(stage.firstRow == "change 1000")
        #expect(stage.frames.dropped == 0)
    }

    @Test func `a change soon after three frames is drawn later, without another event`() {
        stage.start()
        for (time, text) in [(1, "one"), (2, "two"), (5, "soon")] {
            stage.at(.milliseconds(time)) { stage.root.text = text }
        }
        stage.run(until: .seconds(1))
        #expect(stage.frameTimes == [.zero, .milliseconds(1), .milliseconds(2), Self.interval])
        #expect(stage.firstRow == "soon")
    }

    @Test func `nothing is drawn or written when nothing changed`() {
        stage.root.echoes = false
        let times = (1...100).map { Duration.milliseconds($0 * 20) }
        stage.root.addSubview(Alarm("alarm", at: times, probe: stage.root))
        stage.start()
        stage.run(until: .milliseconds(1))
        let (draws, bytes) = (stage.root.draws, stage.terminal.output.count)
        // when keys that change nothing and deadlines without effect arrive
        for index in 1...50 { stage.at(.milliseconds(index * 30)) { stage.terminal.type("x") } }
        stage.run(until: .seconds(3))
        #expect(stage.root.log.count { $0.hasPrefix("key") } == 50)
        #expect(stage.root.draws == draws)
        #expect(stage.terminal.output.count == bytes)
        #expect(stage.frames.presented == 1 && stage.frames.dropped == 0)
    }

    @Test func `a change without a visible effect is drawn and not written`() {
        stage.root.text = "same"
        stage.start()
        stage.run(until: .milliseconds(1))
        let bytes = stage.terminal.output.count
        stage.at(.milliseconds(100)) { stage.root.text = "same" }
        stage.run(until: .seconds(1))
        #expect(stage.root.draws == 2)
        #expect(stage.terminal.output.count == bytes)
        #expect(stage.frames.presented == 1)
    }

    // MARK: - A slow terminal

    /// Fills the buffers between the program and the terminal: from now on a frame is pending.
    private func clog() {
        stage.isReading = false
        stage.root.noise = 1
    }

    @Test func `while a frame is pending keys are handled and no other frame is begun`() {
        stage.start()
        stage.run(until: .seconds(1))
        // given a terminal that stops reading
        stage.at(.seconds(1)) { clog() }
        stage.run(until: .seconds(2))
        let (wakes, frames) = (stage.wakes, stage.frames.presented)
        // when a hundred keys are typed
        for index in 1...100 { stage.at(.seconds(2) + .milliseconds(40 * index)) { stage.terminal.type("k") } }
        stage.run(until: .seconds(10))
        // then each was handled in its own turn, and nothing else happened
        #expect(stage.root.text.count == 100)
        #expect(stage.frames.presented == frames)
        #expect(stage.wakes - wakes <= 200, "a turn for each key, and one to test whether there is room")
        #expect(stage.frames.dropped == 100)
        // and when the terminal reads again, one more frame shows all of them
        stage.isReading = true
        stage.run(until: .seconds(11))
        #expect(stage.frames.presented == frames + 1)
        #expect(stage.firstRow.hasPrefix(String(repeating: "k", count: 39)))
        #expect(stage.fault == nil)
    }

    @Test func `a terminal that does not read causes no turns`() {
        stage.start()
        stage.run(until: .seconds(1))
        stage.at(.seconds(1)) { clog() }
        stage.at(.seconds(2)) { stage.root.noise = 2 }
        stage.run(until: .seconds(3))
        let wakes = stage.wakes
        stage.run(until: .seconds(86_400))
        #expect(stage.wakes == wakes)
        #expect(stage.frames.dropped > 0)
    }

    @Test func `a terminal that turns out to have other colors is drawn anew with them`() {
        let stage = LoopStage(colors: .palette16)
        stage.start()
        #expect(stage.window.environment.renderer.colors == .palette16)
        stage.at(.seconds(1)) { stage.root.noise = 1 }
        stage.run(until: .seconds(2))
        let output = stage.terminal.output.count
        stage.at(.seconds(3)) {
            stage.terminal.colors = .direct
            stage.terminal.type("\u{1B}[?62c")
        }
        stage.run(until: .seconds(4))
        #expect(stage.window.environment.renderer.colors == .direct)
        let sent = stage.terminal.output.dropFirst(output)
        let prologue = stage.terminal.presenterModes
        #expect(sent.starts(with: prologue) && sent.count > prologue.count + 40 * 10)
        #expect(stage.fault == nil)
        let count = stage.terminal.output.count
        stage.at(.seconds(5)) { stage.terminal.type("\u{1B}[?62c") }
        stage.run(until: .seconds(6))
        #expect(stage.terminal.output.count == count, "the same reply again draws nothing")
    }

    @Test func `views learn the background that the terminal reports`() {
        let stage = LoopStage()
        stage.start()
        #expect(stage.window.environment.terminalBackground == nil)
        stage.at(.seconds(1)) { stage.terminal.type("\u{1B}]11;rgb:ffff/ffff/f0f0\u{1B}\\") }
        stage.run(until: .seconds(2))
        #expect(stage.window.environment.terminalBackground == RGB(255, 255, 240))
    }

    // MARK: - Any order

    @Test(arguments: UInt64(1)...7)
    func `after any events in any order the screen shows the views`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        stage.order = SeededGenerator(seed: seed &+ 1000)
        var (time, events) = (Duration.zero, 0)
        stage.start()
        for _ in 0..<300 {
            time += .microseconds(Int.random(in: 0...40_000, using: &random))
            events += 1
            let (kind, number) = (Int.random(in: 0..<12, using: &random), random.next())
            stage.at(time) { happen(kind, number) }
        }
        stage.at(time + .seconds(1)) { stage.isReading = true }
        stage.run(until: time + .seconds(2))
        #expect(stage.ends.isEmpty, "seed \(seed)")
        let frames = stage.frameTimes
        for first in frames.indices {
            for other in frames.indices.dropFirst(first + FramePacer.burst) {
                let least = Self.interval * (other - first - FramePacer.burst + 1)
                #expect(frames[other] - frames[first] >= least, "seed \(seed): frames \(first) and \(other)")
            }
        }
        #expect(stage.wakes < 4 * events + 2 * stage.frameTimes.count, "seed \(seed)")
        #expect(stage.wakeups.dueAt == nil && stage.wakeups.output == nil, "seed \(seed): the loop sleeps")
        #expect(stage.fault == nil, "seed \(seed)")
    }

    private func happen(_ kind: Int, _ number: UInt64) {
        switch kind {
        case 0...2: stage.terminal.type("k")
        case 3: stage.terminal.type("\u{1B}[")
        case 4, 5: stage.root.noise = number
        case 6: stage.root.text = "\(number)"
        case 7: stage.isReading.toggle()
        case 8:
            // A terminal keeps its picture when its window changes; this one is drawn again.
            stage.terminal.resize(
                to: CellSize(columns: 1 + Int(number % 60), rows: 1 + Int(number / 60 % 12)))
        case 9: stage.terminal.send(.continued)
        case 10: stage.root.didAsk(.redraw)
        default: stage.root.addSubview(Alarm("a", at: [stage.now + .milliseconds(7)], probe: stage.root))
        }
    }
}
