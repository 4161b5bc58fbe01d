import CSystem
import Glibc

/// A signal to the process about its terminal or its life.
public enum ProcessSignal: Hashable, Sendable {
    /// A signal whose default action ends the process, such as SIGTERM: end cleanly, then call
    /// ``ProcessSignals/terminate(bySignal:)``.
    case end(Int32)
    /// SIGTSTP (Ctrl-Z): call ``TerminalSession/suspend()``.
    case suspend
    /// SIGCONT after a stop that the program did not request: call ``TerminalSession/resume()``.
    case continued
    /// SIGWINCH: call ``TerminalSession/resized()``.
    case resized
}

/// The signals that the main loop handles, as bytes on a descriptor.
///
/// Main thread only. A second ending signal, while the first has not ended the process, restores the terminal and kills
/// the process, so that a stuck main loop can always be left.
@MainActor
public final class ProcessSignals {
    /// The descriptor that is readable when there is something to ``read()``.
    public let descriptor: Int32

    /// Starts to catch signals for the whole process: all instances share one descriptor, so read from one of them.
    /// Signals that the process was started to ignore (`nohup`) remain ignored.
    ///
    /// - Throws: `TerminalError.system` if no pipe can be created.
    public init() throws(TerminalError) {
        descriptor = halftone_signals_watch()
        guard descriptor >= 0 else { throw .system(call: "pipe", errno: errno) }
    }

    /// The signals whose default action ends the process, and that a program may handle.
    public nonisolated static let ending = (1...halftone_last_signal()).filter {
        halftone_kind_of_signal($0) == HALFTONE_SIGNAL_END
    }

    /// Returns the signals since the last call, in order; never blocks. Equal adjacent signals are merged.
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

    /// Performs long work during which no signals are read: one that ends the process restores the terminal and ends it
    /// at once.
    public func endAtOnce<Value, Failure: Error>(
        during work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        halftone_signals_end_at_once(true)
        defer { halftone_signals_end_at_once(false) }
        return try work()
    }

    /// Stops to catch signals for the whole process: they have their former effect again. Returns the signals that were
    /// caught and not read; this is the last read of this instance.
    public func unwatch() -> [ProcessSignal] {
        halftone_signals_unwatch()
        return read()
    }

    /// Ends the process by the signal itself, so that the shell sees the cause. End the ``TerminalSession`` before.
    public static func terminate(bySignal signal: Int32) -> Never { halftone_die_of(signal) }
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
