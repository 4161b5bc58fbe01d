import Glibc
import ScreenKit
import TerminalScreen
import TerminalViews

/// The only function that ends the program, except by a signal.
@MainActor
enum ProgramEnd {
    /// Ends the process with an exit status. All output must be written before.
    ///
    /// No exit handlers run, because libraries free memory in them that their threads may still use, such as a thread
    /// of libcurl that resolves a name and cannot be joined.
    static func exit(_ status: Int32) -> Never { _exit(status) }
}

extension ScreenRun {
    /// Ends the process according to the loop's end, with `status` after quitting.
    func exit(_ end: TerminalApplication.End, status: Int32) -> Never {
        switch end {
        case .quit: ProgramEnd.exit(status)
        case .signal(let number): ProcessSignals.terminate(bySignal: number)
        case .failure(let error):
            Output.printError("\(error)")
            ProgramEnd.exit(1)
        }
    }
}
