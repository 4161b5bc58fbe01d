import Glibc
import TerminalScreen
import TestSupport
import Testing

/// Signals that end the process while the main thread does long work.
@Suite(.endsInTime) struct EndAtOnceTests {
    /// Regression: Ctrl-C waited for a frame to be decoded.
    @Test func `an ending signal does not wait for long work`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            try await MainActor.run {
                try ProcessSignals().endAtOnce { _ = raise(SIGTERM) }
                exit(EXIT_SUCCESS)
            }
        }
    }

    @Test func `a signal that arrived before long work ends it`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            try await MainActor.run {
                let signals = try ProcessSignals()
                raise(SIGTERM)
                signals.endAtOnce { exit(EXIT_SUCCESS) }
            }
        }
    }

    @Test func `after long work an ending signal is read`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let signals = try ProcessSignals()
                signals.endAtOnce {}
                raise(SIGTERM)
                exit(signals.read() == [.end(SIGTERM)] ? EXIT_SUCCESS : EXIT_FAILURE)
            }
        }
    }
}
