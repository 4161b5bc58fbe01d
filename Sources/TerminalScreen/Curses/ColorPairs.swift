/// Which of ncurses' numbered colour pairs stands for which two colours. A value: ncurses is told by the caller.
///
/// Terminals have few (64 on the Linux console) or many pairs (65536) but not always as many as there are
/// combinations. Where they are few, a combination and its reverse share one pair and the reverse attribute. Where they
/// run out all the same, those that are not on the screen are given up.
struct ColorPairs {
    /// How to show two colours.
    struct Choice: Equatable {
        var pair: Int32
        /// The pair has the two colours the other way round.
        var isReversed = false
        /// The pair was not in use: ncurses must be told its colours.
        var isNew = false
    }

    /// Two palette numbers; -1 is the terminal's own colour.
    struct Colors: Hashable {
        var foreground: Int16
        var background: Int16

        /// Reversed, the terminal's own foreground would become a background, which no pair of ours can say.
        var canBeReversed: Bool { foreground >= 0 && background >= 0 }
        var reversed: Colors { Colors(foreground: background, background: foreground) }
    }

    private let limit: Int32
    private let shares: Bool
    private var pairs: [Colors: Int32] = [:]
    private var free: [Int32] = []
    private var next: Int32 = 1

    /// - Parameters:
    ///   - limit: ncurses' COLOR_PAIRS; pair 0 is the terminal's own two colours and is never changed.
    ///   - colors: how many the terminal has.
    init(limit: Int, colors: Int) {
        self.limit = Int32(clamping: max(1, limit))
        // Above this a screen has fewer cells than there are pairs.
        shares = limit <= 32766 && limit - 1 < (colors + 1) * (colors + 1)
    }

    /// The pair for two colours; `nil` when all pairs are taken: ``keepOnly(_:)`` makes room.
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

    /// Gives up all pairs but those of these colours.
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
