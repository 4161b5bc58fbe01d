import Glibc
import TerminalScreen

/// The only functions that end the program.
@MainActor
enum ProgramEnd {
    /// Ends the process with an exit status. All output must be written before.
    ///
    /// No exit handlers run, because libraries free memory in them that their threads may still use, such as a thread
    /// of libcurl that resolves a name and cannot be joined.
    static func exit(_ status: Int32) -> Never { _exit(status) }

    /// Ends the process by a signal, so that a shell sees that signal. Restore the terminal before.
    static func terminate(bySignal signal: Int32) -> Never { ProcessSignals.terminate(bySignal: signal) }
}
