import HalftoneCore
import Glibc
import ImageLab
import TerminalScreen
import TerminalViews

/// Records the frames of the selected row's picture, and writes them at the end.
@MainActor
final class FrameRecorder {
    private(set) var strip = FrameStrip()
    private let path: String
    /// The file, opened at the start, so that errors of the path are reported before the run.
    private let descriptor: Int32

    /// Creates the file, or empties it.
    ///
    /// - Throws: If it cannot be written.
    init(path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(Self.failure(path)) }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// Records the last drawn frame, if it is current and no panel covers the picture.
    func look(at canvas: Canvas, _ screen: LabScreen, _ time: Duration) {
        guard screen.window?.needsFrame == false, screen.help.isHidden, screen.details.isHidden,
            screen.scenarios.isHidden, let cell = screen.table.selectedCell
        else { return }
        let frame = cell.convert(cell.pictureFrame, to: nil)
        let area = CellRect(canvas.size).intersection(frame)
        guard !area.isEmpty else { return }
        let canvas = canvas.inHalfBlocks()
        let cells = (area.minRow..<area.maxRow).flatMap { row in
            (area.minColumn..<area.maxColumn).map { canvas[$0, row] }
        }
        strip.add(cells, columns: area.size.columns, cell.facts, at: time)
    }

    /// Writes the strip. Returns the error, or `nil`.
    func write() -> String? {
        guard let file = fdopen(dup(descriptor), "w") else { return Self.failure(path) }
        let text = Array((["halftone frames 1"] + strip.lines).joined(separator: "\n").utf8) + [0x0A]
        let written = fwrite(text, 1, text.count, file)
        // A full disk may be noticed only when the file is closed.
        guard fclose(file) == 0, written == text.count else { return Self.failure(path) }
        return nil
    }

    private static func failure(_ path: String) -> String {
        "\(TextSanitizer.clean(path)): frames not written: \(String(cString: strerror(errno)))"
    }
}
