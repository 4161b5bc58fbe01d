/// A protocol by which a terminal shows pictures at its own resolution.
///
/// The raw value is the name for `--pictures`.
public enum PixelProtocol: String, Hashable, Sendable, CaseIterable {
    /// kitty's graphics protocol: pictures are uploaded once and then placed by Unicode placeholders, or directly on lines.
    case kitty
    /// DEC's sixels: the palette and the pixels of each row of text are sent whenever that row is drawn.
    case sixel
    /// iTerm2's inline images (OSC 1337): a PNG for each row of text.
    case iterm
}
