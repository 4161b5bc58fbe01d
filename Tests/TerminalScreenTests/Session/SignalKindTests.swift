import CSystem
import Glibc
import TerminalScreen
import TestSupport
import Testing

/// The list of signals, compared with the kernel's default actions.
@Suite(.endsInTime) struct SignalKindTests {
    /// Whether the default action of a signal ends a program.
    private func isDeadly(_ signal: Int32) async throws -> Bool {
        let end = try await blocking {
            try ChildProcess(["sh", "-c", "ulimit -c 0; kill -\(signal) $$; exit 7"], on: nil).waitForExit(on: nil)
        }
        return end == .signal(signal)
    }

    @Test func `every signal that ends a program by default is handled as one`() async throws {
        for signal in 1...halftone_last_signal() where signal != SIGSTOP {
            let isDeadly = try await isDeadly(signal)
            switch halftone_kind_of_signal(signal) {
            case HALFTONE_SIGNAL_CRASH, HALFTONE_SIGNAL_END, HALFTONE_SIGNAL_IGNORED:
                #expect(isDeadly, "signal \(signal)")
            case HALFTONE_SIGNAL_NEWS, HALFTONE_SIGNAL_HARMLESS: #expect(!isDeadly, "signal \(signal)")
            default: #expect(refusesHandler(signal), "signal \(signal)")
            }
        }
        #expect(halftone_kind_of_signal(SIGSTOP) == HALFTONE_SIGNAL_OUT_OF_REACH)
        #expect(halftone_last_signal() == 64)
    }

    /// Whether no program can have a handler for the signal.
    private func refusesHandler(_ signal: Int32) -> Bool {
        var action = sigaction()
        return sigaction(signal, nil, &action) != 0 || signal == SIGKILL
    }

    @Test func `numbers that are no signals are refused`() {
        for number in [Int32.min, -1, 0, 65, .max] {
            #expect(halftone_kind_of_signal(number) == HALFTONE_SIGNAL_OUT_OF_REACH)
        }
    }

    @Test func `a thread that blocks signals still receives those of its own faults`() {
        var mask = sigset_t()
        halftone_all_but_crashes(&mask)
        for signal in 1...31 as ClosedRange<Int32> {
            let isCrash = halftone_kind_of_signal(signal) == HALFTONE_SIGNAL_CRASH
            #expect((sigismember(&mask, signal) == 0) == isCrash, "signal \(signal)")
        }
    }
}
