import Pixels

/// The number of pixels of a picture in each cell, and the sizes that follow from it.
public struct PictureSampling: Hashable, Sendable {
    /// The pixels of a cell, across and down; at least one.
    public let samples: PixelSize

    /// Creates a sampling of one pixel for each half of a cell or finer.
    public init(samples: PixelSize) {
        self.samples = PixelSize(width: max(1, samples.width), height: max(1, samples.height))
    }

    /// One pixel for each half of a cell.
    public static let halves = PictureSampling(samples: PixelSize(width: 1, height: 2))

    /// Returns the pixels that fill a box of cells; negative sides count as 0.
    public func pixels(in box: CellSize) -> PixelSize {
        PixelSize(width: max(0, box.columns) * samples.width, height: max(0, box.rows) * samples.height)
    }

    /// Returns the box to decode a picture into that is shown in a number of pixels, and width divided by height of a
    /// decoded pixel.
    ///
    /// Where a sample is about twice as high as wide, two decoded rows are averaged for each: a small picture must lose
    /// no row.
    ///
    /// - Parameters:
    ///   - pixels: the pixels that the picture is shown in.
    ///   - aspect: width divided by height of half a cell.
    public func decoding(to pixels: PixelSize, halfCellAspect aspect: Double) -> (box: PixelSize, pixelAspect: Double) {
        let rows = max(1, Int((2 * Double(samples.width) / Double(samples.height)).rounded()))
        let sampleAspect = aspect * Double(samples.height) / Double(2 * samples.width)
        return (PixelSize(width: pixels.width, height: pixels.height * rows), sampleAspect * Double(rows))
    }

    /// Returns the size in pixels of a picture that is shown in a box of cells.
    ///
    /// It is as large on the screen in every sampling: at most a half cell for each of the picture's pixels. Finer ones
    /// enlarge it.
    ///
    /// - Parameters:
    ///   - source: the picture's own size.
    ///   - box: the cells there are.
    ///   - aspect: width divided by height of half a cell.
    ///   - fit: how it is shown. With `cover` a side may be longer than the box.
    public func size(
        of source: PixelSize, in box: CellSize, halfCellAspect aspect: Double, fit: Fit = .contain
    ) -> PixelSize {
        let full = PixelSize(width: source.width * samples.width, height: source.height * samples.height / 2)
        return fit.size(of: full, in: pixels(in: box), pixelAspect: aspect)
    }
}
