/// Somebody who scrolls through a long list: reads a stretch row by row with steps back, flings across hundreds of rows, and
/// returns to a few places. The same seed makes the same walk.
struct ScrollingModel {
    private var random: SplitMix64
    private let rows: Int
    private let screen: Int
    private let places: [Int]
    private var top = 0
    private var shown = 0..<0
    private(set) var binds: [Int] = []

    /// The rows in the order in which they were bound to a cell: once each time they come into view.
    static func binds(seed: UInt64, rows: Int, screen: Int = 12, visits: Int = 400) -> [Int] {
        var model = ScrollingModel(seed: seed, rows: rows, screen: screen)
        for _ in 0..<visits { model.visit() }
        return model.binds
    }

    private init(seed: UInt64, rows: Int, screen: Int) {
        var random = SplitMix64(state: seed)
        (self.rows, self.screen) = (rows, screen)
        places = [0] + (0..<5).map { _ in Int.random(in: 0..<rows, using: &random) }
        self.random = random
    }

    private mutating func visit() {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: fling()
        case 1:
            // The first places are returned to most.
            let place = min(places.count - 1, Int.random(in: 0..<8, using: &random) / 2)
            show(places[place])
            read(steps: Int.random(in: 5..<40, using: &random), [1, 1, 1, -1, 3, -2])
        default: read(steps: Int.random(in: 10..<80, using: &random), [1, 1, 1, 1, -1, 2, -3])
        }
    }

    private mutating func fling() {
        let direction = Bool.random(using: &random) ? 1.0 : -1.0
        var speed = direction * Double.random(in: 20...120, using: &random)
        while abs(speed) > 1 {
            show(top + Int(speed))
            speed *= 0.93
        }
    }

    private mutating func read(steps: Int, _ moves: [Int]) {
        for _ in 0..<steps { show(top + (moves.randomElement(using: &random) ?? 1)) }
    }

    private mutating func show(_ row: Int) {
        top = min(max(0, row), rows - screen)
        let now = top..<(top + screen)
        binds += now.filter { !shown.contains($0) }
        shown = now
    }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
