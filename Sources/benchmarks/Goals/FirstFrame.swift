import CSystem
import Glibc

extension Benchmark {
    static let firstFrame = Benchmark(
        name: "P14", summary: "from the start of the gallery to its first frame on a pseudo-terminal", runs: 21
    ) { sitting in
        let halftone = try sitting.programs.halftone()
        let command = Command(halftone, ["--no-cache"])
        let samples = try Rounds.times(
            sitting.runs, [Subject(name: "halftone") { try secondsToFirstFrame(command) }])
        return [
            Finding(name: "P14", work: "first frame of the demo feed, wall", ours: samples[0], goal: .within(0.030))
        ]
    }

    /// Starts the gallery on a terminal that answers nothing, and reads until a frame that shows something is whole.
    private static func secondsToFirstFrame(_ command: Command) throws -> Double {
        var (master, terminal) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &terminal, nil, nil, nil) == 0, ttyname_r(terminal, &name, name.count) == 0 else {
            throw Failure("no pseudo-terminal: \(Failure.system)")
        }
        defer {
            close(master)
            close(terminal)
        }
        for descriptor in [master, terminal] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var size = winsize(ws_row: 60, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        _ = halftone_set_window_size(master, &size)
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let start = Clock.wall.now
        let process = try ChildProcess(command, terminal: path, master: master)
        defer { withExtendedLifetime(process) {} }
        var screen = Screen()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !screen.showsSomething {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { throw Failure("the gallery ended before its first frame") }
            screen.feed(buffer.prefix(count))
        }
        return Clock.wall.now - start
    }
}

/// As much of a terminal as it takes to tell that something visible was written.
private struct Screen {
    private enum State {
        case text
        case escape
        case sequence
        case string
    }

    private var state = State.text
    private(set) var showsSomething = false

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch (state, byte) {
            case (.text, 0x1B): state = .escape
            case (.text, 0x21...): showsSomething = true
            case (.text, _): break
            case (.escape, UInt8(ascii: "[")): state = .sequence
            case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")): state = .string
            case (.escape, 0x20...0x2F): break
            case (.escape, _): state = .text
            case (.sequence, 0x40...0x7E): state = .text
            case (.sequence, _): break
            case (.string, 0x07): state = .text
            case (.string, 0x1B): state = .escape
            case (.string, _): break
            }
        }
    }
}
