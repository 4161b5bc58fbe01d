import Glibc

/// The line discipline's settings as we found them, and as we need them.
///
/// ncurses cannot do this: its output is a file in memory.
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

    /// Every byte at once and unechoed. Ctrl-C, Ctrl-Z and Ctrl-\ stay signals; Ctrl-S, Ctrl-V and Ctrl-O become keys.
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
        return tcsetattr(descriptor, TCSANOW, &modes) == 0
    }

    /// Also forgets what was typed and not read: reports of the mouse, mostly.
    func restore(_ descriptor: Int32) {
        var modes = original
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &modes)
    }
}
