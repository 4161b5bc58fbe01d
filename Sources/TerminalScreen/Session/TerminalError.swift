import HalftoneCore
import Glibc

/// An error that leaves no terminal to draw on.
public enum TerminalError: DescribedError, Hashable, Sendable {
    /// The process has no controlling terminal.
    case noTerminal
    /// `TERM` is not set.
    case noTerminalType
    /// The terminal cannot move its cursor (`dumb`, a printer).
    case dumbTerminal(String)
    /// terminfo has no entry for the terminal.
    case unknownTerminal(String)
    /// A system call failed.
    case system(call: String, errno: Int32)
    /// The terminal is gone: its window was closed or the connection lost.
    case hangup

    public var description: String {
        switch self {
        case .noTerminal:
            "there is no terminal to draw on"
        case .noTerminalType:
            "TERM is not set, so this terminal's abilities are unknown; try TERM=xterm-256color"
        case .dumbTerminal(let name):
            "a terminal of type '\(name)' cannot move its cursor"
        case .unknownTerminal(let name):
            "no terminfo entry for the terminal '\(name)'; try TERM=xterm-256color, or install ncurses-term"
        case .system(let call, let code):
            "the terminal failed: \(call): \(String(cString: strerror(code)))"
        case .hangup:
            "the terminal went away"
        }
    }
}
