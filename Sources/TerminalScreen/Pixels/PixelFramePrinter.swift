import Pixels

/// A printer of animation frames in pixels on a terminal's normal screen, each over the preceding one.
///
/// Like ``FramePrinter``: before and after each frame the cursor is at the left edge below the picture and its caption;
/// both together must fit the screen with a row to spare. A value: the caller writes the bytes.
public struct PixelFramePrinter: Sendable {
    /// A line below the picture, sanitized and no wider than the screen; empty for none. A change takes effect with the
    /// next frame of another size.
    public var caption = ""

    private let printer: PixelPrinter
    /// The frame on the screen; `nil` before the first frame.
    private var shown: EncodedPicture?
    private var captionRows = 0

    /// Creates a printer of frames that `printer` has made.
    public init(_ printer: PixelPrinter) { self.printer = printer }

    /// Returns the bytes that show the next frame, and free the present one in the terminal. The first frame, and one of
    /// another size, is printed below the existing content.
    public mutating func bytes(for frame: EncodedPicture) -> [UInt8] {
        defer { shown = frame }
        guard let shown, shown.size == frame.size else {
            let freed = shown?.deletion ?? []
            captionRows = caption.isEmpty ? 0 : 1
            return freed + printer.lines(of: frame) + Array((caption.isEmpty ? "" : caption + "\n").utf8)
        }
        let up = Array("\u{1B}[\(frame.size.rows + captionRows)A".utf8)  // CUU
        let down = Array(String(repeating: "\r\n", count: captionRows).utf8)
        return up + printer.lines(of: frame) + down + shown.deletion
    }

    /// Discards the frame on the screen, after other output was written: the next frame is printed whole. A picture that
    /// the terminal keeps stays in its memory, as the rows above show it.
    public mutating func forget() { shown = nil }

    /// Returns the bytes that erase the picture and its caption; the cursor is then at its first line. None if there is
    /// no picture.
    public mutating func erase() -> [UInt8] {
        guard let shown else { return [] }
        self.shown = nil
        return Array("\u{1B}[\(shown.size.rows + captionRows)A\u{1B}[J".utf8) + shown.deletion  // CUU, ED
    }
}
