import Glibc

/// The checks before a session starts.
extension TerminalSession {
    static func open(_ path: String) throws(TerminalError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0, isatty(descriptor) == 1 { return descriptor }
        if descriptor >= 0 { close(descriptor) }
        throw .noTerminal
    }

    static func usableName(_ environment: TerminalEnvironment) throws(TerminalError) -> String {
        if environment.term.isEmpty { throw .noTerminalType }
        if environment.term == "dumb" { throw .dumbTerminal(environment.term) }
        return TerminfoCapabilities.entry(for: environment.term)
    }

    static func measure(_ descriptor: Int32) -> TerminalWindow {
        TerminalWindow(of: descriptor) ?? .vt100  // a serial line
    }
}
