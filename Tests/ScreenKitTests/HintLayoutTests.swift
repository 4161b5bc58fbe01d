import Testing

@testable import ScreenKit

/// Which hints fit on a line.
@Suite(.endsInTime) struct HintLayoutTests {
    private func shown(_ widths: [Int], keeping kept: [Int], in columns: Int) -> [Int] {
        HintLayout(widths: widths, kept: kept).shown(in: columns)
    }

    @Test func `all hints are in their order where they fit`() {
        #expect(shown([5, 5, 5, 5], keeping: [3, 2], in: 29) == [0, 1, 2, 3])
    }

    /// Regression: with 80 columns the hint for the Lab's help was missing.
    @Test func `essential hints stay, and others are dropped from the end`() {
        #expect(shown([5, 5, 5, 5], keeping: [3, 2], in: 28) == [0, 2, 3])
        #expect(shown([5, 9, 1, 5, 5], keeping: [4], in: 24) == [0, 4], "no hint is skipped for a shorter one")
        #expect(shown([5, 5, 5, 5], keeping: [3, 2], in: 12) == [3])
        #expect(shown([5, 5, 5, 5], keeping: [3, 2], in: 4) == [])
        #expect(shown([], keeping: [], in: 80) == [])
    }
}
