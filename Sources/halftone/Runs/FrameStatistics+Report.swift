import HalftoneCore
import TerminalScreen
import TerminalViews

extension FrameStatistics {
    /// Returns the lines for `--verbose`.
    func lines(of session: TerminalSession) -> [String] {
        let name = session.facts.name.map { " (\(TextSanitizer.clean($0)))" } ?? ""
        let depth = "\(session.colors.rawValue) colors, because \(session.detection.reason)"
        func milliseconds(_ time: Duration) -> String { "\(Int((time.seconds * 1000).rounded())) ms" }
        return [
            "terminal\(name): \(session.size) cells, \(depth)",
            "frames: \(presented), \(dropped) dropped, \(ByteSize(bytes)) written",
            "time: \(milliseconds(encoding)) encoding, \(milliseconds(writing)) until the terminal had it",
        ]
    }
}
