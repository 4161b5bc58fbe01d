import TestSupport

/// A model of a user who scrolls through a long list: it reads row by row with steps back, flings across hundreds of
/// rows, and returns to a few rows. Deterministic: the same seed yields the same sequence in every process and release.
struct ScrollingModel {
    private var random: SeededGenerator
    private let rows: Int
    private let screen: Int
    private let places: [Int]
    private var tops = [0]

    /// Returns the first row on the screen after each change. `visits` is the number of sections that are read, flung
    /// across or returned to.
    static func tops(seed: UInt64, rows: Int, screen: Int = 12, visits: Int = 400) -> [Int] {
        var model = ScrollingModel(seed: seed, rows: rows, screen: screen)
        for _ in 0..<visits { model.visit() }
        return model.tops
    }

    /// Returns the rows in the order in which cells are bound to them: each time they scroll into view.
    static func binds(tops: [Int], screen: Int = 12) -> [Int] {
        var shown = 0..<0
        var binds: [Int] = []
        for top in tops {
            let now = top..<(top + screen)
            binds += now.filter { !shown.contains($0) }
            shown = now
        }
        return binds
    }

    private init(seed: UInt64, rows: Int, screen: Int) {
        var random = SeededGenerator(seed: seed)
        (self.rows, self.screen) = (rows, screen)
        places = [0] + (0..<5).map { _ in random.number(in: 0..<rows) }
        self.random = random
    }

    private mutating func visit() {
        switch random.number(in: 0..<4) {
        case 0: fling()
        case 1:
            // the first ones are revisited most
            show(places[min(places.count - 1, random.number(in: 0..<8) / 2)])
            read(steps: random.number(in: 5..<40), [1, 1, 1, -1, 3, -2])
        default: read(steps: random.number(in: 10..<80), [1, 1, 1, 1, -1, 2, -3])
        }
    }

    /// Flings: fast at first, and slower with each screen.
    private mutating func fling() {
        let direction = random.number(in: 0..<2) == 0 ? -1 : 1
        var speed = random.number(in: 20..<121) * 100
        while speed > 100 {
            show(top + direction * (speed / 100))
            speed = speed * 93 / 100
        }
    }

    private mutating func read(steps: Int, _ moves: [Int]) {
        for _ in 0..<steps { show(top + moves[random.number(in: 0..<moves.count)]) }
    }

    private var top: Int { tops[tops.count - 1] }

    private mutating func show(_ row: Int) {
        let next = min(max(0, row), rows - screen)
        if next != top { tops.append(next) }
    }
}

extension SeededGenerator {
    /// Returns a number in a range. The conversion of bits to numbers in the standard library may change in a later
    /// release, and hit rates would not be comparable.
    fileprivate mutating func number(in range: Range<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
