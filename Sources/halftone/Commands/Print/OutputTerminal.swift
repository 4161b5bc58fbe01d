import Glibc
import Pixels
import TerminalScreen

/// What standard output is, for pictures: how large, in which colors, with cells of which shape.
struct OutputTerminal {
    let size: CellSize
    let colors: ColorDepth
    let pixelAspect: Double
    let isTerminal: Bool
    /// The color of its background; `nil` if it was not asked for it, or did not tell.
    var background: RGB?
    /// Whether an answer is outstanding, which may arrive after the last read.
    private var owesAnswer = false
    /// Why it has these colors, for `--verbose`.
    let reason: String

    /// A terminal says its size; else `COLUMNS` and `LINES` do; else it is as wide as the terminal that the process
    /// belongs to, or 80 columns, and twice as many rows long. A pipe gets 24-bit color, unless `colors` or `NO_COLOR`
    /// say otherwise.
    init(colors: ColorDepth?) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        let window = isTerminal ? TerminalWindow(of: STDOUT_FILENO) : nil
        if let window {
            // The last line is the prompt's.
            size = CellSize(columns: window.size.columns, rows: max(1, window.size.rows - 1))
        } else {
            // Without a terminal a picture may be as long as it is wide, four times over.
            let columns = Self.count("COLUMNS") ?? Self.columnsOfControllingTerminal ?? 80
            size = CellSize(columns: columns, rows: Self.count("LINES") ?? 2 * columns)
        }
        pixelAspect = window?.pixelAspect ?? 1
        let environment = TerminalEnvironment { Engine.environment($0) }
        if let colors {
            (self.colors, reason) = (colors, "asked for")
        } else if isTerminal {
            // Without an entry it is most likely a descendant of xterm.
            let terminfo = TerminfoCapabilities.loaded(for: environment.term) ?? TerminfoCapabilities(colors: 256)
            let detection = TerminalDetection(environment: environment, terminfo: terminfo)
            (self.colors, reason) = (detection.colors, detection.reason)
        } else {
            (self.colors, reason) = environment.wantsNoColor ? (.mono, "NO_COLOR") : (.direct, "it is no terminal")
        }
    }

    /// Asks a terminal for the color of its background. Call it before there are other threads. One that does not answer
    /// takes ``TerminalQuery/defaultTimeout``, and what is typed meanwhile is lost: only for uses that need the color.
    @MainActor
    mutating func queryBackground() {
        guard isTerminal, let path = ttyname(STDOUT_FILENO) else { return }
        let environment = TerminalEnvironment { Engine.environment($0) }
        let query = TerminalQuery.run(
            path: String(cString: path), terminfo: TerminfoCapabilities.loaded(for: environment.term), isUnicode: false,
            questions: .background)
        background = query.facts.background
        owesAnswer = query.outcome == .silent
    }

    /// At the end: of a terminal that had not answered in time, what it has said since then goes, with all that was typed.
    /// Else the shell would read it as a command.
    func dropLateAnswer() {
        // Behind the job in front this would stop the process.
        guard owesAnswer, tcgetpgrp(STDOUT_FILENO) == getpgrp() else { return }
        tcflush(STDOUT_FILENO, TCIFLUSH)
    }

    /// What shows behind pictures, with what is known of the terminal.
    func background(asked: PictureBackground) -> PictureBackground {
        guard asked == .terminal, let background else { return asked }
        return .terminalColor(background)
    }

    /// What is piped into a pager is shown by the terminal that the process belongs to.
    private static var columnsOfControllingTerminal: Int? {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        return TerminalWindow(of: terminal)?.size.columns
    }

    /// A number of columns or rows that the environment says; `nil` if it is none that can be meant.
    private static func count(_ name: String) -> Int? {
        Engine.environment(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
}
