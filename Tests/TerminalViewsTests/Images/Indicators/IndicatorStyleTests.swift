import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The indicators alone, as text and over time.
@Suite(.endsInTime) @MainActor struct IndicatorStyleTests {
    /// Returns a new view of each indicator, all of which but `none` have one.
    private func views() throws -> [(name: String, view: any ImageIndicatorView)] {
        let views = ImageIndicator.all.compactMap { indicator in
            indicator.makeView().map { (indicator.name, $0) }
        }
        try #require(!views.isEmpty && views.count == ImageIndicator.all.count - 1)
        return views
    }

    @Test func `no indicator draws outside of its view or fails in a small one`() throws {
        for size in [CellSize(columns: 1, rows: 1), CellSize(columns: 2, rows: 5), CellSize(columns: 40, rows: 2)] {
            for (name, view) in try views() {
                let stage = Stage(columns: 50, rows: 12)
                view.frame = CellRect(origin: CellPoint(column: 3, row: 2), size: size)
                stage.host.addSubview(view)
                for fraction in [nil, 0.5] as [Double?] {
                    view.fraction = fraction
                    let canvas = stage.frame(after: .milliseconds(90))
                    for row in 0..<12 {
                        for column in 0..<50 where !view.frame.contains(CellPoint(column: column, row: row)) {
                            #expect(canvas[column, row] == .blank, "\(name) in \(size)")
                        }
                    }
                }
            }
        }
    }

    @Test func `an indicator that is hidden costs no frame`() throws {
        for (name, view) in try views() {
            let stage = Stage(showing: view, columns: 12, rows: 6)
            stage.frame()
            view.isHidden = true
            stage.frame()
            stage.turn(after: .seconds(1))
            #expect(!stage.window.needsFrame && stage.window.nextDeadline == nil, "\(name)")
        }
    }

    @Test(arguments: [ImageIndicator.spinner, .bar])
    func `an indicator that has arrived costs no frame`(_ indicator: ImageIndicator) throws {
        let view = try #require(indicator.makeView())
        let stage = Stage(showing: view, columns: 12, rows: 6)
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
            let lines = Spinner.ring(size, from: start, length: length).map { Array($0.unicodeScalars) }
            return (0..<16).map { y in
                (0..<16).map { x in
                    let bit: UInt32 = y % 4 < 3 ? 1 << UInt32(3 * (x % 2) + y % 4) : 0x40 << UInt32(x % 2)
                    let pattern = lines[y / 4][x / 2].value
                    return pattern >= 0x2800 && (pattern - 0x2800) & bit != 0
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

    // MARK: - Spinner

    @Test(arguments: [
        (CellSize(columns: 1, rows: 1), 1, 1), (CellSize(columns: 80, rows: 1), 1, 1),
        (CellSize(columns: 6, rows: 3), 3, 1),
        (CellSize(columns: 18, rows: 6), 5, 3), (CellSize(columns: 15, rows: 5), 5, 3),
        (CellSize(columns: 80, rows: 23), 7, 3),
        (CellSize(columns: 0, rows: 0), 1, 1),
    ])
    func `a spinner is as large as its view suggests`(box: CellSize, columns: Int, rows: Int) {
        #expect(Spinner.size(in: box) == CellSize(columns: columns, rows: rows))
    }

    @Test(arguments: [(12, 6, "42%"), (30, 10, "42%"), (6, 3, "⣿⣇⣀"), (1, 1, "▄"), (40, 1, "▄")])
    func `a spinner fills, and shows the percentage where there is room`(columns: Int, rows: Int, text: String) {
        let spinner = Spinner()
        let stage = Stage(showing: spinner, columns: columns, rows: rows)
        spinner.fraction = 0.429
        stage.frame(after: .milliseconds(10))
        let canvas = stage.frame(after: .seconds(2))
        #expect(canvas.lines.contains { $0.contains(text) }, "\(canvas.lines)")
    }

    @Test(arguments: [(nil, nil), (0.0, "0%"), (0.999, "99%"), (1.0, "100"), (-1, "0%"), (3, "100")])
    func `a percentage is rounded down`(_ fraction: Double?, _ text: String?) {
        #expect(Spinner.percentage(fraction) == text)
    }

    @Test(arguments: [(-1.0, "▁", "⣀⣀⣀"), (0.5, "▅", "⣿⣇⣀"), (0.99, "█", "⣿⣿⣿"), (2, "█", "⣿⣿⣿")])
    func `a small spinner is never empty and never more than full`(fraction: Double, level: String, track: String) {
        #expect(Spinner.level(fraction) == level && Spinner.track(fraction) == track)
    }

    @Test(arguments: [(RGB(10, 20, 30), 0xE8E8E8), (RGB(250, 250, 240), 0x202020)] as [(RGB, UInt32)])
    func `a spinner has the color behind it as its background`(ground: RGB, ink: UInt32) {
        let stage = Stage(columns: 12, rows: 6)
        let view = stage.makeImageView()
        view.showPlaceholder(.plain(ground))
        view.indicator = .spinner
        view.startIndicator()
        stage.frame()
        let canvas = stage.frame(after: .milliseconds(150))
        let drawn = canvas.cells.filter { $0.glyph != 0x20 }
        #expect(!drawn.isEmpty && canvas.cells.allSatisfy { $0.background == CellColor(ground) })
        let colors = Set(drawn.map(\.foreground))
        #expect(colors.contains(CellColor(hex: ink)) && colors.count == 2, "the arc, and the rest of the ring")
    }

    // MARK: - Smoothness

    @Test func `a fraction follows smoothly, however often it is advanced`() {
        for target in [0.3, 0.9] {
            let (often, rarely) = (ProgressIndicator(), ProgressIndicator())
            for indicator in [often, rarely] {
                indicator.fraction = target
                _ = indicator.advance(to: .zero)
            }
            for step in 1...40 {
                _ = often.advance(to: .milliseconds(5 * step))
                #expect(often.shown ?? 0 <= target)
            }
            _ = rarely.advance(to: .milliseconds(200))
            #expect(abs((often.shown ?? 0) - (rarely.shown ?? 1)) < 1e-9)
            for indicator in [often, rarely] { #expect(indicator.shown ?? 0 > 0.8 * target) }
        }
    }

    @Test func `a fraction that rises with every frame is followed`() {
        let indicator = ProgressIndicator()
        for frame in 0..<10 {
            indicator.fraction = 0.1 * Double(frame)
            _ = indicator.advance(to: .milliseconds(33 * frame))
        }
        #expect(indicator.shown ?? 0 > 0.6)
    }

    @Test func `a fraction reaches its value and stays there`() {
        let indicator = ProgressIndicator()
        indicator.fraction = 1
        var now = Duration.zero
        var looks = 0
        while let next = indicator.advance(to: now) {
            now = next
            looks += 1
            if looks > 100 { break }
        }
        #expect(indicator.shown == 1 && looks > 5 && looks < 30)
    }

    @Test func `a fraction falls at once`() {
        let indicator = ProgressIndicator()
        indicator.fraction = 0.8
        _ = indicator.advance(to: .zero)
        _ = indicator.advance(to: .seconds(2))
        indicator.fraction = 0.1
        #expect(indicator.shown == 0.1)
        indicator.fraction = .nan
        #expect(indicator.fraction == nil && indicator.shown == nil)
    }
}
