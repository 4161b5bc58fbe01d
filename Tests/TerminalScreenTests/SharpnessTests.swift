import Pixels
import SamplePhotos
import TestSupport
import Testing

@testable import TerminalScreen

/// Pictures in characters, seen from a distance at which the eye mixes neighboring pixels.
@Suite(.endsInTime) struct SharpnessTests {
    private static let grid = CellSize(columns: 60, rows: 20)
    private static let cell = PixelSize(width: 8, height: 16)
    /// A photo with one pixel for each pixel of the terminal.
    private let photo: Bitmap

    init() {
        let size = PixelSize(
            width: Self.grid.columns * Self.cell.width, height: Self.grid.rows * Self.cell.height)
        let pixels = CameraPhoto(width: size.width, height: size.height, seed: 13, grain: 1).pixels()
        photo = .drawn(size.width, size.height) { x, y in
            let place = 3 * (y * size.width + x)
            return RGB(pixels[place], pixels[place + 1], pixels[place + 2])
        }
    }

    @Test func `blocks show a photo 3 dB sharper than half blocks`() throws {
        let gain = try decibels(.blocks) - decibels(.halfBlocks)
        #expect(gain >= 3)
    }

    /// Returns the fidelity of the photo in characters, with both blurred by two pixels.
    private func decibels(_ glyphs: GlyphSet) throws -> Double {
        let samples = glyphs.sampling.samples
        let size = PixelSize(width: Self.grid.columns * samples.width, height: Self.grid.rows * samples.height)
        let cells = PictureRenderer(colors: .direct, glyphs: glyphs)
            .cells(for: photo.resized(to: size), background: .terminal)
        #expect(cells.size == Self.grid)
        let seen = try #require(painted(cells).blurred(radius: 2))
        return seen.likeness(to: try #require(photo.blurred(radius: 2)))
    }

    /// Returns the cells as a terminal paints them.
    private func painted(_ cells: PictureCells) -> Bitmap {
        .drawn(photo.size.width, photo.size.height) { x, y in
            let cell = cells.cells[y / Self.cell.height * cells.size.columns + x / Self.cell.width]
            let sample = y % Self.cell.height * 8 / Self.cell.height * 8 + x % Self.cell.width
            let mask = GlyphSet.octants.shape(of: cell.glyph)?.mask ?? 0
            let color = mask >> UInt64(sample) & 1 == 1 ? cell.foreground : cell.background
            return color.rgb ?? RGB(0, 0, 0)
        }
    }
}
