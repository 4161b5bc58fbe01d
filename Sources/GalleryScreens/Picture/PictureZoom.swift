import Pixels
import TerminalScreen

/// The scale and visible part of the open picture. A value; lengths are screen pixels, whose number per cell depends on
/// the sampling.
struct PictureZoom: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        /// The whole picture, not enlarged.
        case fit
        /// The screen is filled, and the picture cropped.
        case fill
        /// A multiple of the size at which each of its pixels is as wide as a cell and half as high.
        case times(Double)
    }

    var mode = Mode.fit
    /// The point of the picture in the middle of the screen, from 0 to 1.
    private(set) var center = Point(x: 0.5, y: 0.5)

    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    /// The layout of a picture on a screen.
    struct Placement: Hashable, Sendable {
        let size: PixelSize
        let visible: PixelRect
        /// The position of the visible part on the screen.
        let origin: CellPoint
    }

    /// The factor of a step; two steps double the size.
    private static let step = 2.0.squareRoot()
    private var largest: Double { max(8 * original, fillScale) }

    let picture: PixelSize
    let screen: PixelSize
    let halfCellAspect: Double
    /// The pixels of a cell.
    private let cell: PixelSize
    /// The scale at which the picture has its own size.
    private let original: Double

    /// Creates the zoom of a picture.
    ///
    /// - Parameters:
    ///   - screen: the cells available for the picture.
    ///   - halfCellAspect: width divided by height of half a cell.
    ///   - sampling: the pixels of a cell.
    ///   - isInPixels: whether those are the screen's own, so that a picture in its own size has one of them for each of
    ///     its pixels.
    ///   - zoom: the zoom whose scale and visible part are kept; `nil`: the whole picture is shown.
    init(
        picture: PixelSize, screen: CellSize, halfCellAspect: Double, sampling: PictureSampling = .halves,
        isInPixels: Bool = false, keeping zoom: PictureZoom? = nil
    ) {
        self.picture = PixelSize(width: max(1, picture.width), height: max(1, picture.height))
        self.screen = sampling.pixels(in: CellSize(columns: max(1, screen.columns), rows: max(1, screen.rows)))
        self.halfCellAspect = halfCellAspect
        cell = sampling.samples
        original = isInPixels ? 1 / (Double(cell.width) * min(1, 1 / halfCellAspect)) : 1
        if let zoom { (mode, center) = (zoom.mode, zoom.center) }
    }

    /// Returns whether an image of the given size has all visible detail, or all that exists. The image's stated
    /// original size is not used: a transformed image that was stored states its own size.
    func isSharp(at size: PixelSize) -> Bool { size.width >= min(placement.size.width, picture.width) }

    // MARK: - Size

    /// The picture in its own size, reduced along one side if the pixels of the screen are not square.
    private var full: (width: Double, height: Double) {
        (
            Double(picture.width * cell.width) * min(1, 1 / halfCellAspect),
            Double(picture.height * cell.height) / 2 * min(1, halfCellAspect)
        )
    }

    private var fitScale: Double {
        min(1, Double(screen.width) / full.width, Double(screen.height) / full.height)
    }

    private var fillScale: Double { max(Double(screen.width) / full.width, Double(screen.height) / full.height) }

    var scale: Double {
        switch mode {
        case .fit: fitScale
        case .fill: fillScale
        case .times(let times): times
        }
    }

    /// The size in percent of the picture's own.
    var percent: Int { Int((scale / original * 100).rounded()) }

    private var size: PixelSize {
        PixelSize(
            width: max(1, Int((full.width * scale).rounded())), height: max(1, Int((full.height * scale).rounded())))
    }

    /// Whether the picture is larger than the screen, horizontally and vertically.
    var isWider: Bool { size.width > screen.width }
    var isHigher: Bool { size.height > screen.height }

    // MARK: - Changing it

    /// Changes to the next of fit, fill and original size.
    mutating func cycle() {
        switch mode {
        case .fit: mode = .fill
        case .fill: mode = .times(original)
        case .times: reset()
        }
    }

    mutating func reset() { (mode, center) = (.fit, Point(x: 0.5, y: 0.5)) }

    mutating func enlarge() { mode = .times(min(largest, scale * Self.step)) }

    /// Zooms out, at most to the whole picture.
    mutating func reduce() {
        let smaller = scale / Self.step
        if smaller <= fitScale { reset() } else { mode = .times(smaller) }
    }

    /// Pans by fractions of the screen. Returns `false` at the edge.
    mutating func pan(right: Double, down: Double) -> Bool {
        let before = visible
        center = middle(
            x: center.x + right * Double(screen.width) / Double(size.width),
            y: center.y + down * Double(screen.height) / Double(size.height))
        return visible != before
    }

    /// Returns the nearest center at which the screen shows only the picture.
    private func middle(x: Double, y: Double) -> Point {
        func clamped(_ value: Double, _ shown: Int, _ whole: Int) -> Double {
            guard shown < whole else { return 0.5 }
            let half = Double(shown) / Double(whole) / 2
            return min(max(half, value), 1 - half)
        }
        return Point(x: clamped(x, screen.width, size.width), y: clamped(y, screen.height, size.height))
    }

    // MARK: - Position

    private var visible: PixelRect {
        let size = size
        let middle = middle(x: center.x, y: center.y)
        func start(_ middle: Double, _ shown: Int, _ whole: Int) -> Int {
            min(max(0, Int((middle * Double(whole) - Double(shown) / 2).rounded())), max(0, whole - shown))
        }
        // whole cells, so that dithering and glyph shapes do not change
        let x = start(middle.x, screen.width, size.width) / cell.width * cell.width
        let y = start(middle.y, screen.height, size.height) / cell.height * cell.height
        return PixelRect(
            x: x, y: y,
            size: PixelSize(width: min(screen.width, size.width - x), height: min(screen.height, size.height - y)))
    }

    var placement: Placement {
        let visible = visible
        let cells = CellSize(
            columns: (visible.size.width + cell.width - 1) / cell.width,
            rows: (visible.size.height + cell.height - 1) / cell.height)
        let room = CellSize(columns: screen.width / cell.width, rows: screen.height / cell.height)
        return Placement(
            size: size, visible: visible,
            origin: CellPoint(
                column: max(0, (room.columns - cells.columns) / 2), row: max(0, (room.rows - cells.rows) / 2)))
    }
}
