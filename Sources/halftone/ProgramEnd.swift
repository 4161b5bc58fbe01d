import Glibc
import TerminalScreen

/// The one place where the program ends itself.
@MainActor
enum ProgramEnd {
    /// Ends the process with an exit status. Everything that is to be written must be written by then.
    ///
    /// No exit handlers run: libraries free in them what their own threads may still use, such as a thread of libcurl
    /// that is resolving a name and that nothing can wait for.
    static func exit(_ status: Int32) -> Never { _exit(status) }

    /// Ends the process by a signal, so that a shell sees how it died. Give the terminal back before.
    static func terminate(bySignal signal: Int32) -> Never { ProcessSignals.terminate(bySignal: signal) }
}
