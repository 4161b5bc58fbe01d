import Glibc
import TerminalScreen
import TestSupport
import Testing

/// Every fatal signal at any time: before the terminal is taken, in the middle of a frame, while pictures arrive.
@Suite(.serialized, .endsInTime) struct RandomSignalTests {
    /// Signals of users and of crashes.
    private static let usual = [
        SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS,
    ]
    /// Realtime signals differ only in their numbers: all of them are tested only with all schedules.
    private static let others =
        ProcessSignals.ending.filter { $0 < SIGRTMIN && !usual.contains($0) }
        + SeededSchedules.share(of: ProcessSignals.ending.filter { $0 >= SIGRTMIN })
    private static let SIGRTMIN: Int32 = 34

    @Test(arguments: usual + others)
    func `at any moment a signal leaves the screen and the terminal modes as before`(signal: Int32) async throws {
        let seed = UInt64(signal)
        var random = SeededGenerator(seed: seed)
        // The signal is sent after this many bytes: the first frames of the demo feed are some 100 KB, fewer on a busy
        // machine. The other signals are sent once.
        let moments = [0, 1, Int.random(in: 2...400, using: &random), Int.random(in: 400...15_000, using: &random)]
        for moment in moments.suffix(Self.usual.contains(signal) ? 4 : 1) {
            let quiet = ["SWIFT_BACKTRACE": "enable=no"]
            try await Halftone.run(["--no-cache", "--load-delay", "0"], environment: quiet) {
                halftone in
                let emulator = halftone.emulator
                emulator.feed("$ halftone\u{1B}[5;8H")
                try halftone.terminal.wait(for: "\(moment) bytes") { $0.output.count >= moment }
                halftone.process.signal(signal)
                #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(signal))
                let comment = "seed \(seed), after \(moment) bytes"
                #expect(halftone.isTerminalGivenBack, "\(comment)")
                #expect(emulator.text(row: 0) == "$ halftone", "\(comment)")
                #expect(emulator.cursor == CellPoint(column: 7, row: 4), "\(comment)")
                // Text written now is plain: no color, link or margins are left.
                emulator.feed("x")
                #expect(emulator[7, 4].foreground == nil && emulator[7, 4].background == nil, "\(comment)")
            }
        }
    }
}
