import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Colors on a slow connection: fewer bytes, and no larger error than allowed.
@Suite(.endsInTime) @MainActor struct ColorCoalescerTests {
    private let size = CellSize(columns: 80, rows: 24)
    private let presenter = DirectColorPresenter(size: CellSize(columns: 80, rows: 24))
    private let emulator = TerminalEmulator(size: CellSize(columns: 80, rows: 24))

    /// An approximation of a photograph: slow gradients with a little noise, which move with `time` and by `rows`.
    private func picture(time: Int = 0, rows: Int = 0, seed: UInt64 = 1) -> Canvas {
        var random = SeededGenerator(seed: seed)
        var canvas = Canvas(size: size)
        let noise = (0..<(size.rows + 8) * size.columns * 2).map { _ in Int(random.byte() % 5) - 2 }
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                func color(_ half: Int) -> CellColor {
                    let place = (row + rows) * 2 + half
                    let value = min(250, 60 + column + place + time + noise[place * size.columns + column])
                    return CellColor(hex: UInt32(value) << 16 | UInt32(value / 2) << 8 | UInt32(255 - value))
                }
                canvas[column, row] = Cell("▀", style: CellStyle(foreground: color(0), background: color(1)))
            }
        }
        return canvas
    }

    /// The largest difference of a channel between the terminal and the canvas.
    private func largestError(_ canvas: Canvas) -> Int {
        var worst = 0
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let (cell, shown) = (canvas[column, row], emulator[column, row])
                for (wanted, got) in [(cell.foreground.rgb, shown.foreground), (cell.background.rgb, shown.background)]
                {
                    guard let wanted, let got else { return 255 }
                    for shift in [16, 8, 0] {
                        let distance = Int(wanted.hex >> UInt32(shift) & 0xFF) - Int(got.hex >> UInt32(shift) & 0xFF)
                        worst = max(worst, abs(distance))
                    }
                }
            }
        }
        return worst
    }

    @Test func `a photograph takes fewer bytes`() {
        let plain = presenter.present(picture()).count
        let other = DirectColorPresenter(size: size)
        other.options.colorTolerance = 4
        let snapped = other.present(picture())
        emulator.feed(snapped)
        #expect(Double(snapped.count) < 0.85 * Double(plain))
        #expect((1...4).contains(largestError(picture())))
    }

    @Test(arguments: [2, 4])
    func `gradual color changes never exceed the allowed difference`(_ tolerance: Int) {
        presenter.options.colorTolerance = tolerance
        for time in 0..<40 {
            let canvas = picture(time: time)
            emulator.feed(presenter.present(canvas))
            #expect(largestError(canvas) <= tolerance)
            #expect(presenter.present(canvas).isEmpty)
        }
    }

    @Test func `a picture that scrolls is still scrolled`() {
        presenter.options.colorTolerance = 4
        let full = presenter.present(picture())
        emulator.feed(full)
        let scrolled = presenter.present(picture(rows: 1))
        emulator.feed(scrolled)
        #expect(presenter.statistics.scrolls == 1)
        #expect(scrolled.count < full.count / 8)
        #expect(largestError(picture(rows: 1)) <= 4)
    }

    @Test func `on a connection that is fast again every color becomes exact`() {
        presenter.options.colorTolerance = 4
        emulator.feed(presenter.present(picture()))
        presenter.options.colorTolerance = 0
        emulator.feed(presenter.present(picture()))
        #expect(emulator.firstDifference(from: picture()) == nil)
    }

    @Test func `only colors are rounded`() {
        presenter.options.colorTolerance = 255
        var canvas = Canvas(size: size)
        canvas.draw(
            "東京 plain", at: .zero, style: CellStyle(foreground: CellColor(hex: 0x123456), attributes: .underline),
            clip: canvas.bounds)
        emulator.feed(presenter.present(canvas))
        #expect(emulator.firstDifference(from: canvas) == nil, "the terminal's own colors are not rounded to others")
        canvas.draw("東京 other", at: .zero, style: .plain, clip: canvas.bounds)
        emulator.feed(presenter.present(canvas))
        #expect(emulator.firstDifference(from: canvas) == nil)
    }

    @Test func `several dropped frames in a short time make a connection slow`() {
        var gauge = SlowOutputDetector()
        for second in 0..<10 { gauge.didDropFrame(at: .seconds(second * 3 / 2)) }
        #expect(!gauge.isSlow)
        for _ in 0..<2 { gauge.didDropFrame(at: .seconds(14)) }
        #expect(gauge.isSlow)
        gauge.didDropFrame(at: .seconds(100))
        #expect(gauge.isSlow, "it stays slow")
    }
}
