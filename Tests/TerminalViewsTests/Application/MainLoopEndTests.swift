import Glibc
import LoopTestSupport
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

/// Signals, stops and ends in the main loop.
@Suite(.endsInTime) @MainActor struct MainLoopEndTests {
    private let stage = LoopStage()

    init() {
        stage.root.text = "hello"
        stage.start()
        stage.run(until: .seconds(1))
    }

    /// Regression: the program could be ended only by a signal.
    @Test func `a loop that is ended before its start ends at once`() {
        let stage = LoopStage()
        stage.loop.perform(.quit)
        #expect(stage.ends.isEmpty)
        stage.start()
        #expect(stage.ends == ["quit"])
    }

    @Test func `a new size is drawn at once, as a whole`() {
        stage.at(.seconds(2)) { stage.terminal.resize(to: CellSize(columns: 100, rows: 30)) }
        stage.run(until: .seconds(2))
        #expect(stage.frameTimes.last == .seconds(2))
        #expect(stage.loop.canvas?.size == CellSize(columns: 100, rows: 30))
        #expect(stage.fault == nil)
    }

    @Test func `many size changes end in the last one and cause sixty frames a second`() {
        let before = stage.frames.presented
        for index in 0..<1000 {
            let size = CellSize(columns: 1 + index * 7 % 60, rows: 1 + index * 13 % 20)
            stage.at(.seconds(2) + .milliseconds(index)) { stage.terminal.resize(to: size) }
        }
        stage.at(.seconds(3)) { stage.terminal.resize(to: CellSize(columns: 33, rows: 9)) }
        stage.run(until: .seconds(4))
        #expect(stage.frames.presented - before <= 64)
        #expect(stage.loop.canvas?.size == CellSize(columns: 33, rows: 9))
        #expect(stage.fault == nil)
    }

    @Test func `a stop restores the terminal, and continuing draws the whole screen`() {
        var log: [String] = []
        stage.loop.willSuspend = { log.append("will \(stage.terminal.stops)") }
        stage.loop.didContinue = { log.append("did \(stage.terminal.stops)") }
        stage.at(.seconds(2)) {
            stage.root.text = "typed while it stops"
            stage.terminal.send(.suspend)
        }
        stage.run(until: .seconds(63))
        #expect(log == ["will 0", "did 1"])
        #expect(stage.frameTimes.last.map { $0 >= .seconds(62) } == true, "no frame is drawn during the stop")
        #expect(stage.firstRow == "typed while it stops")
        #expect(stage.fault == nil)
    }

    @Test func `a process that is continued takes the terminal anew and draws the whole screen`() {
        stage.at(.seconds(2)) { stage.terminal.send(.continued) }
        stage.run(until: .seconds(3))
        #expect(stage.terminal.calls == ["resume"])
        #expect(stage.fault == nil)
    }

    @Test func `a loop whose terminal belongs to the shell neither draws nor spins`() {
        // given a terminal that could not be taken again, because the process is about to end
        stage.terminal.isActive = false
        let (wakes, frames) = (stage.wakes, stage.frames.presented)
        stage.at(.seconds(2)) { stage.root.text = "nobody sees this" }
        stage.run(until: .seconds(3))
        #expect(stage.wakes <= wakes + 1 && stage.frames.presented == frames)
        // when it is taken again after all
        stage.terminal.isActive = true
        stage.at(.seconds(4)) { stage.terminal.send(.continued) }
        stage.run(until: .seconds(5))
        #expect(stage.firstRow == "nobody sees this")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func `a signal ends it once`(_ signal: Int32) {
        stage.at(.seconds(2)) {
            stage.terminal.send(.end(signal))
            stage.terminal.send(.end(signal))
            stage.root.text = "too late"
        }
        stage.run(until: .seconds(3))
        #expect(stage.ends == ["signal \(signal)"])
        #expect(stage.wakeups.isCancelled)
        #expect(stage.firstRow == "hello")
    }

    @Test func `requests after the end do nothing`() {
        stage.root.didAsk(.quit)
        stage.root.didAsk(.quit)
        stage.root.didAsk(.redraw)
        stage.loop.turn()
        stage.loop.end(.signal(SIGTERM))
        stage.run(until: .seconds(3))
        #expect(stage.ends == ["quit"])
    }

    @Test func `a terminal that closes ends it`() {
        stage.at(.seconds(2)) { stage.terminal.hangUp() }
        stage.run(until: .seconds(3))
        #expect(stage.ends == ["the terminal went away"])
    }

    @Test func `a terminal that closes during a frame ends it`() {
        stage.firstReady = .time
        stage.at(.seconds(2)) {
            stage.terminal.hangUp()
            stage.root.text = "into nothing"
        }
        stage.run(until: .seconds(3))
        #expect(stage.ends == ["the terminal went away"])
    }

    @Test func `where half blocks are two columns wide none are drawn any more`() {
        stage.root.noise = 1
        stage.run(until: .seconds(2))
        #expect(stage.terminal.emulator[3, 3].text == "▀")
        stage.at(.seconds(3)) { stage.terminal.type("\u{1B}[2;3R") }
        stage.run(until: .seconds(4))
        let size = stage.terminal.size
        let shown = (1..<size.rows).flatMap { row in (0..<size.columns).map { stage.terminal.emulator[$0, row] } }
        #expect(shown.allSatisfy { $0.text == " " && $0.background != nil })
    }

    @Test func `a sequence is sent once, with the next frame`() {
        stage.at(.seconds(2)) { stage.root.didAsk(.send(.clipboard(Array("copied".utf8)))) }
        stage.run(until: .seconds(3))
        let text = String(decoding: stage.terminal.output, as: UTF8.self)
        let sent = String(decoding: TerminalSequence.clipboard(Array("copied".utf8)).bytes, as: UTF8.self)
        #expect(text.split(separator: sent, omittingEmptySubsequences: false).count == 2)
    }
}
