import HalftoneCore
import Pixels

/// The pixels of a picture that a terminal may show in place of its half blocks.
///
/// Nothing is computed before they are shown. Pictures of equal pixels have equal numbers, so that a terminal is sent
/// them once; but for frames of an animation that plays, which differ from stills in how they are sent.
final class PicturePixels: Hashable, Sendable {
    /// The number by which cells and terminals name the picture: 24 bits, not 0.
    let number: UInt32
    /// The size in cells, within ``maximumSize(by:)``.
    let size: CellSize
    /// The size of a cell in pixels.
    let cell: PixelSize
    /// What stays on the screen where frames of an animation follow one another.
    let subject: PictureSubject
    /// Whether the picture is a frame of an animation that plays.
    let isPlaying: Bool
    private let source: ScaledPicture
    private let background: PictureBackground

    /// Returns the maximum number of columns and rows: a cell names its place in 16 bits, and kitty's protocol by a
    /// diacritic each.
    static func maximumSize(by method: PixelProtocol) -> CellSize {
        method == .kitty
            ? CellSize(columns: KittyGraphics.maximumCells, rows: 128) : CellSize(columns: 512, rows: 128)
    }

    /// Maximum number of pixels of the frames of an animation that plays: larger ones take too long to prepare.
    private static let maximumPlayedPixels = 1 << 20

    /// Creates the pixels of a picture; `nil` if it takes too many cells, or is a frame of an animation that the terminal
    /// cannot play in pixels.
    init?(_ source: ScaledPicture, size: CellSize, pixels: TerminalPixels, background: PictureBackground) {
        let most = Self.maximumSize(by: pixels.method)
        guard size.columns <= most.columns, size.rows <= most.rows else { return nil }
        if source.animation?.isPlaying == true {
            guard pixels.playsAnimations,
                PictureSampling(samples: pixels.cell).pixels(in: size).area <= Self.maximumPlayedPixels
            else { return nil }
        }
        (self.source, self.size, cell, self.background) = (source, size, pixels.cell, background)
        number = PictureNumbers.number(of: source, cell: pixels.cell, background)
        subject =
            source.animation.map { .animation($0.id, source.scaled, source.visible) } ?? .picture(number)
        isPlaying = source.animation?.isPlaying == true
    }

    /// The number of bytes of the bitmap that is kept.
    var bytes: Int { source.image.bytes.count }

    /// The size of all cells in pixels.
    var pixelSize: PixelSize { PixelSize(width: size.columns * cell.width, height: size.rows * cell.height) }

    /// Returns the pixels of all cells, none of them transparent.
    ///
    /// - Parameter color: the color of the terminal's background.
    func rendered(on color: RGB) -> Bitmap {
        let colors = PixelShader(bitmap: source.bitmap(), background: background, samples: cell).colors()
        let pixels = pixelSize
        let bytes = [UInt8](unsafeUninitializedCapacity: 4 * pixels.area) { bytes, count in
            for shown in colors.prefix(pixels.area) {
                let rgb = shown.rgb ?? color
                bytes.initializeElement(at: count, to: rgb.red)
                bytes.initializeElement(at: count + 1, to: rgb.green)
                bytes.initializeElement(at: count + 2, to: rgb.blue)
                bytes.initializeElement(at: count + 3, to: 255)
                count += 4
            }
        }
        return Bitmap(size: pixels, bytes: bytes, hasAlpha: false)
    }

    static func == (one: PicturePixels, other: PicturePixels) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What stays on the screen: a picture, or a part of the animation that it is a frame of.
enum PictureSubject: Hashable {
    case picture(UInt32)
    case animation(ObjectIdentifier, PixelSize, PixelRect)
}

/// The pixels that a picture is drawn from: a part of a bitmap that is scaled as a whole.
public struct ScaledPicture: Sendable {
    let image: Bitmap
    /// The size that the whole bitmap is scaled to.
    let scaled: PixelSize
    /// The part of the scaled bitmap that is shown.
    let visible: PixelRect
    /// The animation that the picture is a frame of; `nil` for a still picture.
    let animation: Animation?

    /// An animation on the screen.
    public struct Animation: Hashable, Sendable {
        let id: ObjectIdentifier
        let isPlaying: Bool

        /// Creates an animation.
        ///
        /// - Parameters:
        ///   - id: the same for all its frames, and another one for every other animation.
        ///   - isPlaying: whether other frames follow by themselves.
        public init(id: ObjectIdentifier, isPlaying: Bool) { (self.id, self.isPlaying) = (id, isPlaying) }
    }

    /// Creates a source of a whole bitmap that is shown in a size.
    public init(_ image: Bitmap, scaledTo size: PixelSize, animation: Animation? = nil) {
        self.init(image, scaledTo: size, visible: PixelRect(x: 0, y: 0, size: size), animation: animation)
    }

    /// Creates a source of a part of a bitmap. `visible` lies within `size`, the size of the whole.
    public init(_ image: Bitmap, scaledTo size: PixelSize, visible: PixelRect, animation: Animation? = nil) {
        (self.image, scaled, self.visible, self.animation) = (image, size, visible, animation)
    }

    /// Returns the visible part in its size.
    func bitmap() -> Bitmap {
        if visible.size == scaled { return scaled == image.size ? image : image.resized(to: scaled) }
        return image.part(visible, ofSize: scaled)
    }

    /// Returns the visible part with a pixel for each half of a cell.
    ///
    /// - Parameters:
    ///   - cells: the cells that the part takes.
    ///   - cell: the size of a cell in pixels.
    func halves(in cells: CellSize, cell: PixelSize) -> Bitmap {
        let height = max(2 * cells.rows - 1, (2 * visible.size.height + cell.height / 2) / cell.height)
        let target = PixelSize(width: cells.columns, height: height)
        return (visible.size == scaled ? image : bitmap()).resized(to: target)
    }
}

/// The numbers of pictures in this process.
enum PictureNumbers {
    /// All numbers that are given. They start at a random one, because other programs in the same terminal have numbers
    /// too.
    static let all = {
        let first = UInt32.random(in: 1...(KittyGraphics.largestID - 2 - span))
        return first...first + span - 1
    }()
    private static let span: UInt32 = 1 << 20

    /// What makes pictures equal.
    private struct Key: Hashable {
        let digest: UInt64
        let scaled: PixelSize
        let visible: PixelRect
        let cell: PixelSize
        let background: PictureBackground
        /// `nil` unless it plays.
        let animation: ScaledPicture.Animation?
    }

    private struct State {
        var next = all.lowerBound
        var numbers: [Key: UInt32] = [:]
    }

    private static let state = Lock(State())
    /// Number of pictures that are remembered; when there are more, an old one gets a new number.
    private static let limit = 65_536
    /// Maximum number of bytes of a picture that is recognized when it is drawn again: more take too long to compare.
    private static let maximumBytes = 4 << 20

    static func number(of source: ScaledPicture, cell: PixelSize, _ background: PictureBackground) -> UInt32 {
        guard source.image.bytes.count <= maximumBytes else { return next() }
        let key = Key(
            digest: StoredBytes(source.image.bytes).digest, scaled: source.scaled, visible: source.visible, cell: cell,
            background: background, animation: source.animation.flatMap { $0.isPlaying ? $0 : nil })
        return state.withLock { state in
            if let number = state.numbers[key] { return number }
            if state.numbers.count >= limit { state.numbers = [:] }
            let number = newNumber(&state)
            state.numbers[key] = number
            return number
        }
    }

    /// Returns a number for a picture that is not drawn again.
    static func next() -> UInt32 { state.withLock { newNumber(&$0) } }

    private static func newNumber(_ state: inout State) -> UInt32 {
        defer { state.next = state.next == all.upperBound ? all.lowerBound : state.next + 1 }
        return state.next
    }
}
