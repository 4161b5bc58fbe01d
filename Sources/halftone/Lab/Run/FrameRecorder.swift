import Basis
import Glibc
import ImageLab
import TerminalScreen
import TerminalViews

/// Takes the frames of the selected row's picture from the screen, and writes them at the end.
@MainActor
final class FrameRecorder {
    private(set) var strip = FrameStrip()

    /// Looks at a frame that was drawn.
    func look(at canvas: Canvas, _ table: LabTable, _ time: Duration) {
        guard let cell = table.selectedCell else { return }
        let frame = cell.convert(cell.imageView.frame, to: nil)
        let area = CellRect(canvas.size).intersection(frame)
        guard !area.isEmpty else { return }
        let cells = (area.minRow..<area.maxRow).flatMap { row in
            (area.minColumn..<area.maxColumn).map { canvas[$0, row] }
        }
        strip.add(cells, columns: area.size.columns, cell.facts, at: time)
    }

    /// Writes the strip. Returns why that failed; `nil` if it did not.
    func write(to path: String) -> String? {
        guard let file = fopen(path, "we") else { return failure(path) }
        let text = Array((["halftone frames 1"] + strip.lines).joined(separator: "\n").utf8) + [0x0A]
        let written = fwrite(text, 1, text.count, file)
        // What a full disk refuses may be noticed only when the file is closed.
        guard fclose(file) == 0, written == text.count else { return failure(path) }
        return nil
    }

    private func failure(_ path: String) -> String {
        "the frames are not written: \(TextSanitizer.clean(path)): \(String(cString: strerror(errno)))"
    }
}
