/// The assignment of ncurses' numbered color pairs to combinations of two colors. A value: the caller defines the pairs
/// in ncurses.
///
/// Terminals have few (64 on the Linux console) or many pairs (65536), but not always as many as there are
/// combinations. Where they are few, a combination and its reverse share one pair and the reverse attribute. If they
/// still run out, pairs that are not on the screen are freed.
struct ColorPairs {
    /// The representation of two colors.
    struct Choice: Equatable {
        var pair: Int32
        /// Whether the pair has the two colors in reverse order.
        var isReversed = false
        /// Whether the pair was not in use: its colors must be defined in ncurses.
        var isNew = false
    }

    /// Two palette indices; -1 is the terminal's default color.
    struct Colors: Hashable {
        var foreground: Int16
        var background: Int16

        /// Whether the reverse can be expressed by a pair: a default foreground cannot become a background.
        var canBeReversed: Bool { foreground >= 0 && background >= 0 }
        var reversed: Colors { Colors(foreground: background, background: foreground) }
    }

    private let limit: Int32
    private let shares: Bool
    private var pairs: [Colors: Int32] = [:]
    private var free: [Int32] = []
    private var next: Int32 = 1

    /// - Parameters:
    ///   - limit: ncurses' COLOR_PAIRS; pair 0 has the terminal's two default colors and never changes.
    ///   - colors: the number of the terminal's colors.
    init(limit: Int, colors: Int) {
        self.limit = Int32(clamping: max(1, limit))
        // above this limit a screen has fewer cells than there are pairs
        shares = limit <= 32766 && limit - 1 < (colors + 1) * (colors + 1)
    }

    /// Returns the pair for two colors; `nil` when all pairs are taken, until ``keepOnly(_:)`` frees some.
    mutating func choose(_ colors: Colors) -> Choice? {
        if colors == Colors(foreground: -1, background: -1) { return Choice(pair: 0) }
        if let pair = pairs[colors] { return Choice(pair: pair) }
        if shares, colors.canBeReversed, let pair = pairs[colors.reversed] {
            return Choice(pair: pair, isReversed: true)
        }
        guard let pair = takeUnused() else { return nil }
        pairs[colors] = pair
        return Choice(pair: pair, isNew: true)
    }

    /// Frees all pairs except those of the given colors.
    mutating func keepOnly(_ used: Set<Colors>) {
        for (colors, pair) in pairs where !used.contains(colors) {
            if shares, colors.canBeReversed, used.contains(colors.reversed) { continue }
            pairs[colors] = nil
            free.append(pair)
        }
    }

    private mutating func takeUnused() -> Int32? {
        if let pair = free.popLast() { return pair }
        guard next < limit else { return nil }
        next += 1
        return next - 1
    }
}
