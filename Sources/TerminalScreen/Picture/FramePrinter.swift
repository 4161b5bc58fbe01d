import Pixels

/// A printer of animation frames on a terminal's normal screen, each over the preceding one: of characters only the
/// changes, in pixels whole frames.
///
/// Before and after each frame the cursor is at the left edge below the picture and its caption; both together must fit
/// the screen with a row to spare. A value: the caller writes the bytes.
public struct FramePrinter: Sendable {
    /// A line below the picture, sanitized and no wider than the screen; empty for none. A change takes effect with the
    /// next frame that is printed whole.
    public var caption = ""

    private let printer: PicturePrinter
    /// The frame on the screen; `nil` before the first frame.
    private var shown: PictureCells?
    /// The numbers of its pictures that the terminal keeps.
    private var kept: [UInt32] = []
    /// Number of lines below the picture on the screen.
    private var captionRows = 0

    /// Creates a printer of frames that were made for the color depth and the pixels of `printer`.
    public init(_ printer: PicturePrinter) { self.printer = printer }

    /// Returns the bytes that show the next frame, and free the present one in the terminal; none if they are equal. The
    /// first frame, and one of another size, is printed below the existing content.
    public mutating func bytes(for frame: PictureCells) -> [UInt8] {
        defer { shown = frame }
        guard let shown, shown.size == frame.size else {
            let freed = printer.deletion(of: kept)
            captionRows = caption.isEmpty ? 0 : 1
            return freed + whole(frame) + Array((caption.isEmpty ? "" : caption + "\n").utf8)
        }
        guard shown != frame else { return [] }
        let up = Array("\u{1B}[\(frame.size.rows + captionRows)A".utf8)  // CUU
        let down = Array(String(repeating: "\r\n", count: captionRows).utf8)
        if printer.showsPixels(of: frame) || printer.showsPixels(of: shown) {
            let old = kept
            return up + whole(frame) + down + printer.deletion(of: old)
        }
        return TerminalSequence.synchronizedUpdate(true).bytes + up + changes(from: shown, to: frame) + down
            + TerminalSequence.synchronizedUpdate(false).bytes
    }

    private mutating func whole(_ frame: PictureCells) -> [UInt8] {
        let lines = printer.printed(frame)
        kept = lines.kept
        return lines.bytes
    }

    /// Discards the frame on the screen, after other output was written: the next frame is printed whole. A picture that
    /// the terminal keeps stays in its memory, as the rows above show it.
    public mutating func forget() { (shown, kept) = (nil, []) }

    /// Returns the bytes that erase the picture and its caption; the cursor is then at its first line. None if there is
    /// no picture.
    public mutating func erase() -> [UInt8] {
        guard let rows = shown?.size.rows else { return [] }
        defer { forget() }
        return Array("\u{1B}[\(rows + captionRows)A\u{1B}[J".utf8) + printer.deletion(of: kept)  // CUU, ED
    }

    private func changes(from old: PictureCells, to new: PictureCells) -> [UInt8] {
        let columns = new.size.columns
        // between two runs of changed cells there is a movement (at most 12 bytes), so at most one for every cell
        let capacity = new.size.rows * (columns * (PicturePrinter.bytesPerCell + 12) + 16) + 16
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return count = 0 }
            var out = ByteCursor(start)
            for row in 0..<new.size.rows {
                let line = (row * columns)..<((row + 1) * columns)
                var cursor = line.lowerBound
                var next = line.lowerBound
                while next < line.upperBound {
                    guard old.cells[next] != new.cells[next] else {
                        next += 1
                        continue
                    }
                    var end = next + 1
                    while end < line.upperBound, old.cells[end] != new.cells[end] { end += 1 }
                    out.putForward(next - cursor)
                    printer.put(new.cells[next..<end], to: &out)
                    (cursor, next) = (end, end)
                }
                out.put(0x0A0D, count: 2)
            }
            count = UnsafeMutableRawPointer(start).distance(to: out.next)
        }
    }
}
