import Glibc
import TerminalScreen
import TestSupport
import Testing

/// Signals that end the process while the main thread does long work.
@Suite(.endsInTime) struct EndAtOnceTests {
    /// Sends SIGTERM to this thread, on which the exit test may have blocked it.
    private static func terminate() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(SIGTERM)
    }

    /// Regression: Ctrl-C waited for a frame to be decoded.
    @Test func `an ending signal does not wait for long work`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            try await MainActor.run {
                try ProcessSignals().endAtOnce { Self.terminate() }
                exit(EXIT_SUCCESS)
            }
        }
    }

    @Test func `a signal that arrived before long work ends it`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            try await MainActor.run {
                let signals = try ProcessSignals()
                Self.terminate()
                signals.endAtOnce { exit(EXIT_SUCCESS) }
            }
        }
    }

    @Test func `after long work an ending signal is read`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let signals = try ProcessSignals()
                signals.endAtOnce {}
                Self.terminate()
                exit(signals.read() == [.end(SIGTERM)] ? EXIT_SUCCESS : EXIT_FAILURE)
            }
        }
    }
}
