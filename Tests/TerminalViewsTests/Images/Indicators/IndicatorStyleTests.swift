import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The indicators alone, as text and over time.
@Suite(.endsInTime) @MainActor struct IndicatorStyleTests {
    private static let styles: [ActivityIndicator.Style] = [.dots, .line, .bounce, .pulse, .wave]

    private func window(
        _ view: View, columns: Int = 20, rows: Int = 1
    ) -> Stage {
        let stage = Stage(columns: columns, rows: rows)
        view.frame = stage.window.bounds
        stage.host.addSubview(view)
        stage.turn()
        return stage
    }

    @Test func `the characters of a style are equally wide`() {
        for style in Self.styles {
            for frames in [style.frames, style.plainFrames] {
                #expect(Set(frames.map { Canvas.columns(of: $0) }).count == 1)
            }
        }
    }

    @Test func `without Unicode every indicator is ASCII`() {
        for indicator in ImageIndicator.all {
            guard let view = indicator.makeView(isASCII: true) else { continue }
            let stage = window(view, columns: 12, rows: 6)
            for fraction in [nil, 0, 0.33, 0.99, 1] as [Double?] {
                view.fraction = fraction
                for _ in 0..<20 {
                    let canvas = stage.frame(after: .milliseconds(70))
                    #expect(canvas.cells.allSatisfy { $0.glyph < 0x7F }, "\(indicator.name)")
                }
            }
        }
    }

    @Test func `no indicator draws outside of its view or fails in a small one`() {
        for indicator in ImageIndicator.all {
            for size in [CellSize(columns: 1, rows: 1), CellSize(columns: 2, rows: 5), CellSize(columns: 40, rows: 2)] {
                guard let view = indicator.makeView(isASCII: false) else { continue }
                let stage = Stage(columns: 50, rows: 12)
                view.frame = CellRect(origin: CellPoint(column: 3, row: 2), size: size)
                stage.host.addSubview(view)
                for fraction in [nil, 0.5] as [Double?] {
                    view.fraction = fraction
                    let canvas = stage.frame(after: .milliseconds(90))
                    for row in 0..<12 {
                        for column in 0..<50 where !view.frame.contains(CellPoint(column: column, row: row)) {
                            #expect(canvas[column, row] == .blank, "\(indicator.name) in \(size)")
                        }
                    }
                }
            }
        }
    }

    @Test func `an indicator that is hidden costs no frame`() {
        for indicator in ImageIndicator.all {
            guard let view = indicator.makeView(isASCII: false) else { continue }
            let stage = window(view, columns: 12, rows: 6)
            stage.frame()
            view.isHidden = true
            stage.frame()
            stage.turn(after: .seconds(1))
            #expect(!stage.window.needsFrame && stage.window.nextDeadline == nil, "\(indicator.name)")
        }
    }

    @Test(arguments: ["progress", "ring", "percentage"])
    func `an indicator that has arrived costs no frame`(_ name: String) {
        guard let view = ImageIndicator.named(name)?.makeView(isASCII: false) else {
            Issue.record("there is no indicator \(name)")
            return
        }
        let stage = window(view, columns: 12, rows: 6)
        view.fraction = 0.5
        stage.frame(after: .milliseconds(10))
        stage.frame(after: .seconds(2))
        stage.turn(after: .seconds(1))
        #expect(!stage.window.needsFrame && stage.window.nextDeadline == nil)
    }

    // MARK: - Ring

    @Test func `a ring closes clockwise from the top`() {
        let size = CellSize(columns: 8, rows: 4)
        func dots(_ length: Double, from start: Double = 0) -> [[Bool]] {
            let lines = ProgressRing.ring(size, from: start, length: length).map { Array($0.unicodeScalars) }
            return (0..<16).map { y in
                (0..<16).map { x in
                    let bit: UInt32 = y % 4 < 3 ? 1 << UInt32(3 * (x % 2) + y % 4) : 0x40 << UInt32(x % 2)
                    return (lines[y / 4][x / 2].value - 0x2800) & bit != 0
                }
            }
        }
        #expect(dots(0).joined().allSatisfy { !$0 })
        let whole = dots(1)
        #expect(whole == whole.reversed() && whole == whole.map { $0.reversed() })
        #expect(whole[0][8] && whole[8][0] && whole[15][7] && !whole[8][8] && !whole[0][0])
        let quarter = dots(0.25)
        for y in 0..<16 { for x in 0..<16 { #expect(quarter[y][x] == (whole[y][x] && x >= 8 && y < 8)) } }
        let half = dots(0.5, from: 0.5)
        for y in 0..<16 { for x in 0..<16 { #expect(half[y][x] == (whole[y][x] && x < 8)) } }
    }

    @Test func `a ring shows the percentage in its middle`() {
        let ring = ProgressRing()
        let stage = window(ring, columns: 20, rows: 6)
        ring.fraction = 0.42
        let canvas = stage.frame(after: .milliseconds(10))
        #expect((0..<6).contains { canvas.text(row: $0).contains("42%") })
    }

    @Test func `a ring without room is its percentage`() {
        #expect(ProgressRing.size(in: CellSize(columns: 3, rows: 1)) == nil)
        let ring = ProgressRing()
        ring.fraction = 0.42
        #expect(window(ring, columns: 6, rows: 1).frame().text(row: 0).contains("42%"))
    }

    // MARK: - Percentage

    @Test(arguments: [(0.0, "0%"), (0.999, "99%"), (1.0, "100%"), (-1, "0%"), (3, "100%")])
    func `a percentage is rounded down`(_ fraction: Double, _ text: String) {
        #expect(PercentageIndicator.text(fraction) == text)
    }

    @Test func `a percentage schedules a frame only when its text changes`() {
        let view = PercentageIndicator()
        let stage = window(view)
        view.fraction = 0.501
        stage.frame()
        view.fraction = 0.508
        #expect(!stage.window.needsFrame)
        view.fraction = 0.51
        #expect(stage.window.needsFrame)
    }

    // MARK: - Smoothness

    @Test func `a fraction follows smoothly, however often it is read`() {
        var (often, rarely) = (EasedProgress(), EasedProgress())
        for target in [0.3, 0.9] {
            (often.target, rarely.target) = (target, target)
            _ = often.advance(to: .zero)
            _ = rarely.advance(to: .zero)
            for step in 1...40 {
                _ = often.advance(to: .milliseconds(5 * step))
                #expect(often.shown ?? 0 <= target)
            }
            _ = rarely.advance(to: .milliseconds(200))
            #expect(abs((often.shown ?? 0) - (rarely.shown ?? 1)) < 1e-9)
            for fraction in [often, rarely] { #expect(fraction.shown ?? 0 > 0.8 * target) }
            (often, rarely) = (EasedProgress(), EasedProgress())
        }
    }

    @Test func `a fraction reaches its value and stays there`() {
        var fraction = EasedProgress()
        fraction.target = 1
        var now = Duration.zero
        var looks = 0
        while let next = fraction.advance(to: now) {
            now = next
            looks += 1
            if looks > 100 { break }
        }
        #expect(fraction.shown == 1 && looks > 5 && looks < 30)
    }

    @Test func `a fraction falls at once`() {
        var fraction = EasedProgress()
        fraction.target = 0.8
        _ = fraction.advance(to: .zero)
        _ = fraction.advance(to: .seconds(2))
        fraction.target = 0.1
        #expect(fraction.shown == 0.1)
        fraction.target = nil
        #expect(fraction.shown == nil)
    }
}
