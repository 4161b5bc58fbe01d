import Pixels
import TerminalScreen

/// How large the open picture is shown, and which part of it. A value; lengths are pixels of the screen, as many to a cell
/// as the characters have that pictures are drawn with.
struct PictureZoom: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        /// All of it, no larger than it is.
        case fit
        /// The whole screen, whatever has to be left out.
        case fill
        /// So many times its own size; at 1 each of its pixels is as wide as a cell and half as high.
        case times(Double)
    }

    var mode = Mode.fit
    /// The point of the picture in the middle of the screen, from 0 to 1.
    private(set) var center = Point(x: 0.5, y: 0.5)

    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    /// What is to be shown of a picture on a screen.
    struct Placement: Hashable, Sendable {
        /// The whole picture, as large as it is shown.
        let size: PixelSize
        /// What is seen of it.
        let visible: PixelRect
        /// Where that stands on the screen.
        let origin: CellPoint
        /// Times the picture's own size.
        let scale: Double
    }

    /// Each step enlarges by so much; two double it.
    private static let step = 2.0.squareRoot()
    /// The largest scale: more would show single pixels as needlessly large blocks.
    private var largest: Double { max(8, fillScale) }

    let picture: PixelSize
    let screen: PixelSize
    let halfCellAspect: Double
    /// The pixels of a cell.
    private let cell: PixelSize

    /// - Parameters:
    ///   - screen: the cells there are for the picture.
    ///   - halfCellAspect: width divided by height of half a cell.
    ///   - glyphs: the characters that the picture is drawn with.
    init(picture: PixelSize, screen: CellSize, halfCellAspect: Double, glyphs: GlyphSet = .halfBlocks) {
        self.picture = PixelSize(width: max(1, picture.width), height: max(1, picture.height))
        self.screen = glyphs.pixels(in: CellSize(columns: max(1, screen.columns), rows: max(1, screen.rows)))
        self.halfCellAspect = halfCellAspect
        cell = glyphs.samples
    }

    /// Whether pixels of that size are as many as can be seen, or as many as there are. What they say of the picture they
    /// were made of is not asked for: of what was encoded in a size of its own that is that size.
    func isSharp(at size: PixelSize) -> Bool { size.width >= min(placement.size.width, picture.width) }

    /// Returns the zoom adapted to another picture or screen.
    func adapted(
        to picture: PixelSize, screen: CellSize, halfCellAspect: Double, glyphs: GlyphSet = .halfBlocks
    ) -> PictureZoom {
        var zoom = PictureZoom(picture: picture, screen: screen, halfCellAspect: halfCellAspect, glyphs: glyphs)
        (zoom.mode, zoom.center) = (mode, center)
        return zoom
    }

    // MARK: - Size

    /// The picture as large as it is: on pixels that are not square it gives up some along the longer side.
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

    private var size: PixelSize {
        PixelSize(
            width: max(1, Int((full.width * scale).rounded())), height: max(1, Int((full.height * scale).rounded())))
    }

    /// Whether there is more of it to the left or right, and above or below, than the screen shows.
    var isWider: Bool { size.width > screen.width }
    var isHigher: Bool { size.height > screen.height }

    // MARK: - Changing it

    /// Fit, fill, pixel by pixel, and around.
    mutating func cycle() {
        switch mode {
        case .fit: mode = .fill
        case .fill: mode = .times(1)
        case .times: reset()
        }
    }

    mutating func reset() { (mode, center) = (.fit, Point(x: 0.5, y: 0.5)) }

    mutating func enlarge() { mode = .times(min(largest, scale * Self.step)) }

    /// Down to all of it.
    mutating func reduce() {
        let smaller = scale / Self.step
        if smaller <= fitScale { reset() } else { mode = .times(smaller) }
    }

    /// Shows it so many times larger, and leaves what is at a point of the screen where it is, as far as there is picture
    /// to fill the screen. Down to all of it.
    mutating func enlarge(by factor: Double, at point: CellPoint) {
        let wanted = min(scale * factor, largest)
        guard wanted > fitScale * 1.001 else { return reset() }  // what is left of turning it back and forth
        keep(point) { $0.mode = .times(wanted) }
    }

    /// All of it, if it is enlarged; else pixel by pixel around a point of the screen, or as large as that, if it is a
    /// small picture.
    mutating func toggle(at point: CellPoint) {
        guard mode == .fit else { return reset() }
        keep(point) { $0.mode = $0.fitScale < 1 ? .times(1) : .fill }
    }

    /// Changes the size, and leaves what is at a point of the screen where it is.
    private mutating func keep(_ point: CellPoint, _ change: (inout PictureZoom) -> Void) {
        let at = (
            x: (Double(point.column) + 0.5) * Double(cell.width), y: (Double(point.row) + 0.5) * Double(cell.height)
        )
        let before = placement
        func part(_ at: Double, _ origin: Int, _ start: Int, _ whole: Int) -> Double {
            min(max(0, (at - Double(origin) + Double(start)) / Double(whole)), 1)
        }
        let x = part(at.x, cell.width * before.origin.column, before.visible.x, before.size.width)
        let y = part(at.y, cell.height * before.origin.row, before.visible.y, before.size.height)
        change(&self)
        center = middle(
            x: x + (Double(screen.width) / 2 - at.x) / Double(size.width),
            y: y + (Double(screen.height) / 2 - at.y) / Double(size.height))
    }

    /// Looks further by parts of the screen: 1 is as far as it is wide or high. `false` if there is no more that way.
    mutating func pan(right: Double, down: Double) -> Bool {
        let before = visible
        center = middle(
            x: center.x + right * Double(screen.width) / Double(size.width),
            y: center.y + down * Double(screen.height) / Double(size.height))
        return visible != before
    }

    /// The nearest point at which nothing beside the picture is shown.
    private func middle(x: Double, y: Double) -> Point {
        func clamped(_ value: Double, _ shown: Int, _ whole: Int) -> Double {
            guard shown < whole else { return 0.5 }
            let half = Double(shown) / Double(whole) / 2
            return min(max(half, value), 1 - half)
        }
        return Point(x: clamped(x, screen.width, size.width), y: clamped(y, screen.height, size.height))
    }

    // MARK: - Place

    private var visible: PixelRect {
        let size = size
        let middle = middle(x: center.x, y: center.y)
        func start(_ middle: Double, _ shown: Int, _ whole: Int) -> Int {
            min(max(0, Int((middle * Double(whole) - Double(shown) / 2).rounded())), max(0, whole - shown))
        }
        // whole cells, so that a dither and the shapes in the cells stay where they are
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
                column: max(0, (room.columns - cells.columns) / 2), row: max(0, (room.rows - cells.rows) / 2)),
            scale: scale)
    }
}

extension Bitmap {
    /// A part of the picture as it would be at another size; pixels are repeated or left out.
    func part(_ rect: PixelRect, ofSize whole: PixelSize) -> Bitmap {
        if whole == size { return cropped(to: rect) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * rect.size.area)
        let columns = (0..<rect.size.width).map { min(size.width - 1, (rect.x + $0) * size.width / whole.width) }
        self.bytes.withUnsafeBytes { source in
            for y in rect.y..<rect.y + rect.size.height {
                let row = min(size.height - 1, y * size.height / whole.height) * size.width
                for x in columns {
                    withUnsafeBytes(of: source.loadUnaligned(fromByteOffset: 4 * (row + x), as: UInt32.self)) {
                        bytes.append(contentsOf: $0)
                    }
                }
            }
        }
        return Bitmap(size: rect.size, bytes: bytes, hasAlpha: hasAlpha)
    }
}
