import Basis
import TerminalScreen

/// Statistics of all frames, counted by the main loop and read by the statistics panel and the trace's summary.
@MainActor
final class FrameFigures {
    var presented = 0
    /// Number of frames dropped because the terminal was too slow.
    var dropped = 0
    /// Number of bytes written.
    var bytes = 0
    /// Number of cells that were not sent because the terminal showed them already.
    var cellsElided = 0
    /// The total time to encode frames, and until the terminal had accepted them.
    var encoding = Duration.zero
    var writing = Duration.zero
    /// The speed of the connection to the terminal.
    var link = LinkChoice.auto.rawValue
    /// The time to draw and encode the last frame, and its number of bytes.
    var lastDuration = Duration.zero
    var lastBytes = 0

    /// Returns the lines for `--verbose`.
    func lines(of session: TerminalSession) -> [String] {
        let name = session.facts.name.map { " (\(Sanitiser.clean($0)))" } ?? ""
        let depth = "\(session.colors.rawValue) colors, because \(session.detection.reason)"
        func milliseconds(_ time: Duration) -> String { "\(Int((time.seconds * 1000).rounded())) ms" }
        return [
            "terminal\(name): \(session.size) cells, \(depth); link \(link)",
            "frames: \(presented), \(dropped) dropped, \(ByteSize(bytes)) written, \(cellsElided) cells not sent",
            "time: \(milliseconds(encoding)) encoding, \(milliseconds(writing)) until the terminal had it",
        ]
    }
}
