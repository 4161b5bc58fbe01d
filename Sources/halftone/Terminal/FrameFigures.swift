import Basis
import TerminalScreen

/// What is known of the frames so far: the main loop counts, the figures' panel and the trace's summary read.
@MainActor
final class FrameFigures {
    var presented = 0
    /// Frames that the terminal was too slow for.
    var dropped = 0
    var bytes = 0
    /// Cells of the frames that were not sent, because the terminal showed them already.
    var cellsElided = 0
    /// How long all frames took to become bytes, and to be taken by the terminal.
    var encoding = Duration.zero
    var writing = Duration.zero
    /// How fast the way to the terminal is taken to be.
    var link = LinkChoice.auto.rawValue
    /// How long the last frame took to be drawn and encoded, and its bytes.
    var lastDuration = Duration.zero
    var lastBytes = 0

    /// What `--verbose` says at the end.
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
