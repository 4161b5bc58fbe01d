import CBaseline
import Glibc
import TerminalScreen

extension Benchmark {
    static let fullFrame = Benchmark(
        name: "P7", summary: "a 24-bit frame of 200x60, every cell changed, compared with a loop in C and ncurses",
        runs: 25
    ) { session in
        let frames = [Frames.noise(1), Frames.noise(2)]
        let (ours, work) = (presenting(frames), "200x60 frame, processor time")
        let floor = try Rounds.times(
            session.runs, [Subject(name: "halftone", sample: ours), Subject(name: "C", sample: encoding(frames))])
        var findings = [
            Finding(name: "P7", work: work, ours: floor[0], other: ("a loop in C", floor[1]), goal: .atMost(1.1))
        ]
        for (term, colors) in [("xterm-256color", "256 colors"), ("xterm-direct", "24 bits")] {
            guard setlocale(LC_CTYPE, "C.UTF-8") != nil, baseline_curses_open(term, 200, 60) else {
                session.note(
                    "P7: not compared with ncurses in \(colors): no locale C.UTF-8, or no terminfo for \(term)")
                baseline_curses_close()
                continue
            }
            defer { baseline_curses_close() }
            let times = try Rounds.times(
                session.runs,
                [Subject(name: "halftone", sample: ours), Subject(name: "ncurses", sample: putting(frames))])
            findings.append(
                Finding(
                    name: "P7", work: work, ours: times[0], other: ("ncurses, \(colors)", times[1]),
                    goal: .timesCheaper(20)))
        }
        return findings
    }

    /// Returns a closure that measures the seconds per frame of Halftone's presenter.
    private static func presenting(_ frames: [Canvas]) -> @MainActor () throws -> Double {
        let presenter = DirectColorPresenter(size: Frames.size)
        return {
            Clock.thread.seconds(repeating: 20) { consume(presenter.present(frames[$0 % 2])) }
        }
    }

    /// Returns a closure that measures the seconds per frame of the loop in C.
    private static func encoding(_ frames: [Canvas]) -> @MainActor () throws -> Double {
        baseline_prepare()
        let cells = frames.map(Frames.cells)
        return {
            var room = [CChar](repeating: 0, count: cells[0].count * Int(FLOOR_CELL_BYTES))
            return Clock.thread.seconds(repeating: 20) { index in
                consume(baseline_encode(cells[index % 2], cells[(index + 1) % 2], 200, 60, &room))
            }
        }
    }

    /// Returns a closure that measures the seconds per frame of ncurses.
    private static func putting(_ frames: [Canvas]) -> @MainActor () throws -> Double {
        let cells = frames.map(Frames.cells)
        return { Clock.thread.seconds(repeating: 2) { baseline_curses_frame(cells[$0], 200, 60) } }
    }
}
