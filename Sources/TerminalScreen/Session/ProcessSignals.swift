import CSystem
import Glibc

/// What the system told the process about its terminal or its life.
public enum ProcessSignal: Hashable, Sendable {
    /// A signal whose default action ends the process, such as SIGTERM: end cleanly, then ``ProcessSignals/die(of:)``.
    case end(Int32)
    /// Ctrl-Z: call ``TerminalSession/suspend()``.
    case suspend
    /// Continued after a stop that was not our own: call ``TerminalSession/resume()``.
    case continued
    /// SIGWINCH: call ``TerminalSession/resized()``.
    case resized
}

/// The signals that the main loop answers, as bytes on a descriptor.
///
/// Main thread. A second signal to end, while the first has not ended the process, gives the terminal back and kills
/// it: a stuck main loop can always be left.
@MainActor
public final class ProcessSignals {
    /// Readable when there is something to ``read()``.
    public let descriptor: Int32

    /// Starts catching, for the process: all instances share one descriptor, so read from one of them. Signals that the
    /// process was started to ignore (`nohup`) stay ignored.
    public init() throws(TerminalError) {
        descriptor = halftone_signals_watch()
        guard descriptor >= 0 else { throw .system(call: "pipe", errno: errno) }
    }

    /// The signals whose default action ends the process, and that a program may handle.
    public nonisolated static let ending = (1...halftone_last_signal()).filter {
        halftone_kind_of_signal($0) == HALFTONE_SIGNAL_END
    }

    /// What has come since the last call, in order; never waits. Equal signals that follow one another are one.
    public func read() -> [ProcessSignal] {
        var signals: [ProcessSignal] = []
        var numbers = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &numbers, numbers.count)
        for number in numbers.prefix(max(0, count)) {
            let signal = ProcessSignal(number: Int32(number))
            if signal != signals.last { signals.append(signal) }
        }
        return signals
    }

    /// Stops catching, for the process: from now on signals do what they did before. Returns what came until then and was
    /// not read, which is the last that this instance reads.
    public func unwatch() -> [ProcessSignal] {
        halftone_signals_unwatch()
        return read()
    }

    /// Ends the process by the signal itself, so that the shell sees how it died. Give the terminal back before.
    public static func die(of signal: Int32) -> Never { halftone_die_of(signal) }
}

extension ProcessSignal {
    fileprivate init(number: Int32) {
        switch number {
        case SIGTSTP: self = .suspend
        case SIGCONT: self = .continued
        case SIGWINCH: self = .resized
        default: self = .end(number)
        }
    }
}
