import CBaseline
import Glibc
import TerminalScreen

extension Benchmark {
    static func drawing(_ session: BenchmarkSession) throws -> [Finding] {
        try fullFrame(session) + [scrolledRow()]
    }

    private static func fullFrame(_ session: BenchmarkSession) throws -> [Finding] {
        let frames = [Frames.noise(1), Frames.noise(2)]
        var subjects = [
            Subject(name: "halftone", sample: presenting(frames)),
            Subject(name: "a loop in C", sample: encoding(frames)),
        ]
        defer { baseline_curses_close() }
        if setlocale(LC_CTYPE, "C.UTF-8") != nil, baseline_curses_open("xterm-direct", 200, 60) {
            subjects.append(Subject(name: "ncurses", sample: putting(frames)))
        } else {
            session.note("drawing: not compared with ncurses: no locale C.UTF-8, or no terminfo for xterm-direct")
        }
        let times = try Rounds.times(session.rounds, subjects)
        return zip(subjects, times).dropFirst().map { subject, time in
            Finding(
                work: "200x60 frame, processor time", ours: times[0], other: (subject.name, time),
                goal: subject.name == "ncurses" ? nil : .frame)
        }
    }

    /// Returns a closure that measures the seconds per frame of Halftone's presenter.
    private static func presenting(_ frames: [Canvas]) -> @MainActor () -> Double {
        let presenter = DirectColorPresenter(size: Frames.size)
        return {
            Clock.thread.seconds(repeating: 20) { consume(presenter.present(frames[$0 % 2])) }
        }
    }

    /// Returns a closure that measures the seconds per frame of the loop in C.
    private static func encoding(_ frames: [Canvas]) -> @MainActor () -> Double {
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
    private static func putting(_ frames: [Canvas]) -> @MainActor () -> Double {
        let cells = frames.map(Frames.cells)
        return { Clock.thread.seconds(repeating: 2) { baseline_curses_frame(cells[$0], 200, 60) } }
    }

    private static func scrolledRow() -> Finding {
        let pictures = Frames.noise(5, size: CellSize(columns: 200, rows: 80))
        let presenter = DirectColorPresenter(size: Frames.size)
        let full = Double(presenter.present(Frames.table(scrolledTo: 5, pictures: pictures)).count)
        let scrolled = Double(presenter.present(Frames.table(scrolledTo: 6, pictures: pictures)).count)
        return Finding(
            work: "a row's scroll at 200x60", ours: Measurement([scrolled], .bytes),
            other: ("a full repaint", Measurement([full], .bytes)), goal: .scroll)
    }
}
