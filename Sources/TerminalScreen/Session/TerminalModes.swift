import CSystem
import Glibc

/// The terminal's line settings, original and for key input.
///
/// ncurses cannot set them, because its output is a file in memory.
struct TerminalModes {
    private let original: termios

    init(of descriptor: Int32) throws(TerminalError) {
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { throw .system(call: "tcgetattr", errno: errno) }
        original = modes
    }

    func withOriginal<Result>(_ body: (UnsafePointer<termios>) -> Result) -> Result {
        withUnsafePointer(to: original, body)
    }

    /// Sets the line to deliver every byte at once and without echo. Ctrl-C, Ctrl-Z and Ctrl-\ remain signals; Ctrl-S,
    /// Ctrl-V and Ctrl-O become keys. Returns `false` and sets `errno` on failure.
    func setForKeys(_ descriptor: Int32) -> Bool {
        var modes = original
        modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | IXOFF | ISTRIP)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        modes.c_lflag |= tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &modes.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return halftone_set_modes(descriptor, TCSANOW, &modes)
    }

    /// Restores the original settings and discards unread input, mostly mouse reports.
    func restore(_ descriptor: Int32) {
        var modes = original
        tcflush(descriptor, TCIFLUSH)
        _ = halftone_set_modes(descriptor, TCSANOW, &modes)
    }
}
