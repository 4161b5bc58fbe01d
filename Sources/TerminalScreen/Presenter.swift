/// An encoder of the differences between the screen and a canvas as bytes for the terminal.
///
/// A presenter keeps the canvas it presented last; it writes nothing itself. The caller writes every frame whole and in
/// order, and requests the next one only when ``TerminalWriter`` has written the last. Main actor only, because ncurses
/// keeps its state in globals.
@MainActor
public protocol Presenter: AnyObject {
    /// Returns the bytes that turn the screen into `canvas`; empty if nothing differs.
    func present(_ canvas: Canvas) -> [UInt8]

    /// Discards the known content of the screen: the next frame repaints it whole. Called after a resize, a suspension
    /// and `^L`.
    func invalidate()
}

/// An event of a picture that is shown pixel by pixel.
public enum PictureEvent: Hashable, Sendable {
    /// The picture, or a part of it, was sent, in a number of bytes.
    case uploaded(bytes: Int)
    /// The picture was to be sent, and left the screen or moved before.
    case cancelled
    /// The terminal was told to forget the picture, of a number of bytes, to make room.
    case evicted(bytes: Int)
}
