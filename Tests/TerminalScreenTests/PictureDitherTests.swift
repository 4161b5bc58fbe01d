import Pixels
import TerminalScreen
import TestSupport
import Testing

/// What dithering preserves of a picture with few colors, and which changes do not affect other pixels.
@Suite(.endsInTime) struct PictureDitherTests {
    private let reduced: [ColorDepth] = [.palette256, .palette16, .palette8, .mono]

    /// A sky: a slope from dark blue to pale orange, with a disc.
    private static func scene(width: Int = 64, height: Int = 48) -> Bitmap {
        Bitmap.drawn(width, height) { x, y in
            let part = Double(y) / Double(height)
            let (dx, dy) = (Double(x) - 0.7 * Double(width), Double(y) - 0.3 * Double(height))
            let isDisc = (dx * dx + dy * dy).squareRoot() < 0.15 * Double(width)
            return isDisc
                ? RGB(250, 240, 190) : RGB(UInt8(30 + 190 * part), UInt8(40 + 120 * part), UInt8(90 + 40 * part))
        }
    }

    private func cells(_ bitmap: Bitmap, _ colors: ColorDepth, isMoving: Bool = false) -> PictureCells {
        let renderer = PictureRenderer(colors: colors)
        return (isMoving ? renderer.moving : renderer).cells(for: bitmap, background: .color(RGB(0, 0, 0)))
    }

    /// Returns the bitmap with the nearest color in each pixel; without colors, black or white.
    private func plain(_ bitmap: Bitmap, _ colors: ColorDepth) -> Bitmap {
        let palette = TerminalPalette.of(colors)
        return Bitmap.drawn(bitmap.size.width, bitmap.size.height) { x, y in
            let color = bitmap[x, y].opaque
            let white: UInt8 = Oklab(color).lightness > 0.5 ? 255 : 0
            return palette?.nearest(to: color) ?? RGB(white, white, white)
        }
    }

    // MARK: - Fidelity

    @Test(arguments: [
        (ColorDepth.palette256, true), (.palette256, false), (.palette16, true), (.palette16, false), (.palette8, true),
        (.palette8, false), (.mono, true),
    ])
    func `a dithered picture has the average light of the original`(_ colors: ColorDepth, isMoving: Bool) {
        let scene = Self.scene()
        let seen = Seen(cells(scene, colors, isMoving: isMoving), isMono: colors == .mono)
        let original = Seen(scene, limit: colors == .palette8 ? 205 : 255, isMono: colors == .mono)
        // Averages of areas of eight by eight pixels, as seen from a distance.
        let dithered = original.difference(to: seen, area: 8)
        let plain = original.difference(to: Seen(plain(scene, colors), limit: 255, isMono: colors == .mono), area: 8)
        #expect(dithered < (colors == .palette8 ? 0.06 : 0.03), "\(colors): \(dithered), without dither \(plain)")
        #expect(dithered < plain * 0.7, "\(colors): \(dithered), without dither \(plain)")
    }

    @Test func `a color of the palette stays as it is`() throws {
        var colors = 0
        for (depth, palette) in [
            (ColorDepth.palette256, TerminalPalette.xterm256), (.palette16, .ansi16), (.palette8, .ansi8),
        ] {
            for index in [1, 4, 7, 84, 228] where palette.colors.indices.contains(index) {
                let color = palette.colors[index]
                colors += 1
                let flat = Bitmap(size: PixelSize(width: 9, height: 8), filledWith: RGBA(color))
                for isMoving in [false, true] {
                    let picture = cells(flat, depth, isMoving: isMoving)
                    #expect(picture.cells.allSatisfy { $0.glyph == 0x20 && $0.background == CellColor(color) })
                }
            }
        }
        #expect(colors == 11)
    }

    @Test func `transparent pixels do not diffuse errors`() {
        // given a gray picture with a transparent column in its middle, and its two sides alone
        let picture = Bitmap.drawn(9, 8, hasAlpha: true) { x, _ in
            x == 4 ? RGBA(0, 0, 0, 0) : RGBA(100, 100, 100)
        }
        for colors in reduced {
            let cells = PictureRenderer(colors: colors).cells(for: picture, background: .terminal)
            for row in 0..<4 { #expect(cells.cells[9 * row + 4] == .blank) }
        }
    }

    @Test func `monochrome tones distinguish dark pictures as well as bright ones`() {
        // given a disc on a background, both of them dark, and the same disc and background far brighter
        for (ground, disc) in [(UInt8(8), UInt8(70)), (170, 250)] {
            let bitmap = Bitmap.drawn(24, 24) { x, y in
                let value = (x - 12) * (x - 12) + (y - 12) * (y - 12) < 64 ? disc : ground
                return RGB(value, value, value)
            }
            let seen = Seen(cells(bitmap, .mono), isMono: true)
            // then far more of the disc is foreground
            func ink(_ x: Range<Int>, _ y: Range<Int>) -> Double {
                y.flatMap { y in x.map { seen.light[y * 24 + $0][0] } }.reduce(0, +) / Double(x.count * y.count)
            }
            #expect(ink(8..<16, 8..<16) > ink(0..<24, 0..<3) + 0.2, "\(ground) and \(disc)")
        }
    }

    @Test(arguments: [(188, 0.5), (0, 0), (255, 1)])
    func `a gray area is dithered by its tone`(_ grey: UInt8, _ light: Double) {
        let flat = Bitmap(size: PixelSize(width: 32, height: 32), filledWith: RGBA(grey, grey, grey))
        let seen = Seen(cells(flat, .mono), isMono: true)
        let ink = seen.light.map { $0[0] }.reduce(0, +) / 1024
        #expect(abs(ink - light) < 0.03)
    }

    // MARK: - Stability

    @Test(arguments: [ColorDepth.palette256, .palette16, .palette8, .mono], [false, true])
    func `a scrolled and clipped picture shows the same cells`(_ colors: ColorDepth, isMoving: Bool) {
        // given a picture's cells
        let picture = cells(Self.scene(width: 20, height: 15), colors, isMoving: isMoving)
        // when it is drawn at every position that leaves a part of it on the screen
        for row in -7...5 {
            for column in [-13, 0, 4] {
                var canvas = Canvas(size: CellSize(columns: 12, rows: 6))
                canvas.draw(picture, at: CellPoint(column: column, row: row), clip: canvas.bounds)
                // then the visible cells are those of that part
                for y in max(0, row)..<min(6, row + picture.size.rows) {
                    for x in max(0, column)..<min(12, column + picture.size.columns) {
                        #expect(canvas[x, y] == picture.cells[(y - row) * picture.size.columns + x - column])
                    }
                }
            }
        }
    }

    @Test(arguments: [ColorDepth.palette256, .palette16, .palette8, .mono])
    func `a moving picture does not change beside a change`(_ colors: ColorDepth) {
        // given two frames of an animation that differ in one pixel
        let first = Self.scene(width: 16, height: 16)
        var bytes = first.bytes
        let changed = 4 * (7 * 16 + 9)
        (bytes[changed], bytes[changed + 1], bytes[changed + 2]) = (255, 0, 128)
        let second = Bitmap(size: first.size, bytes: bytes, hasAlpha: false)
        // then only the cell of that pixel differs
        let before = cells(first, colors, isMoving: true)
        let after = cells(second, colors, isMoving: true)
        for index in before.cells.indices where index != 3 * 16 + 9 {
            #expect(before.cells[index] == after.cells[index])
        }
    }

    @Test func `the same picture is always rendered alike`() {
        for colors in reduced {
            for isMoving in [false, true] {
                #expect(
                    cells(Self.scene(), colors, isMoving: isMoving) == cells(Self.scene(), colors, isMoving: isMoving))
            }
        }
    }
}

/// The light of a picture's pixels as a terminal shows them.
private struct Seen {
    let width: Int
    let height: Int
    var light: [[Double]] = []

    init(_ bitmap: Bitmap, limit: UInt8, isMono: Bool) {
        (width, height) = (bitmap.size.width, bitmap.size.height)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = bitmap[x, y]
                add(RGB(min(limit, pixel.red), min(limit, pixel.green), min(limit, pixel.blue)), isMono)
            }
        }
    }

    init(_ picture: PictureCells, isMono: Bool) {
        (width, height) = (picture.size.columns, 2 * picture.size.rows)
        let white = RGB(255, 255, 255)
        for y in 0..<height {
            for x in 0..<width {
                let cell = picture.cells[y / 2 * width + x]
                let isInk =
                    cell.glyph == 0x2588 || cell.glyph == 0x2580 && y % 2 == 0 || cell.glyph == 0x2584 && y % 2 == 1
                let color =
                    isInk ? cell.foreground.rgb ?? white : cell.background.rgb ?? RGB(0, 0, 0)
                add(color, isMono)
            }
        }
    }

    private mutating func add(_ color: RGB, _ isMono: Bool) {
        let channels = [color.red, color.green, color.blue].map { Double(LinearLight.light(of: $0)) / 65_535 }
        let luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
        light.append(isMono ? [luminance] : channels)
    }

    /// The mean difference of the light of areas.
    func difference(to other: Seen, area: Int) -> Double {
        var sum = 0.0
        var count = 0.0
        for top in stride(from: 0, to: height - area + 1, by: area) {
            for left in stride(from: 0, to: width - area + 1, by: area) {
                for channel in light[0].indices {
                    var difference = 0.0
                    for y in top..<top + area {
                        for x in left..<left + area {
                            difference += light[y * width + x][channel] - other.light[y * width + x][channel]
                        }
                    }
                    sum += abs(difference) / Double(area * area)
                    count += 1
                }
            }
        }
        return sum / count
    }
}
