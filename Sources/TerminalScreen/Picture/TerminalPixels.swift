import Pixels

/// A terminal's pixels: how they are sent, and how many a cell has.
public struct TerminalPixels: Hashable, Sendable {
    /// The protocol that pictures are sent in.
    public let method: PixelProtocol
    /// The size of a cell in pixels; at least 1x2, at most 128x256.
    public let cell: PixelSize
    /// Whether animations play in pixels, because their frames go by shared memory.
    public let playsAnimations: Bool

    /// Creates the pixels of a terminal; `nil` if its cells have no size, or one that no font has.
    public init?(_ method: PixelProtocol, cell: PixelSize, playsAnimations: Bool = false) {
        guard (1...128).contains(cell.width), (2...256).contains(cell.height) else { return nil }
        (self.method, self.cell, self.playsAnimations) = (method, cell, playsAnimations)
    }

    /// Maximum number of pixels of the frames of an animation that plays: larger ones take too long to prepare.
    private static let maximumPlayedPixels = 1 << 20

    /// Returns whether a picture of that many cells can be shown: frames of an animation that plays perhaps not.
    func canShow(_ source: ScaledPicture, in size: CellSize) -> Bool {
        source.animation?.isPlaying != true
            || playsAnimations && PictureSampling(samples: cell).pixels(in: size).area <= Self.maximumPlayedPixels
    }
}
