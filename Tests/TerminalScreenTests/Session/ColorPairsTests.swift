import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct ColorPairsTests {
    private typealias Colors = ColorPairs.Colors

    @Test func `the terminal's default colors are pair zero`() {
        var pairs = ColorPairs(limit: 64, colors: 8)
        #expect(pairs.choose(Colors(foreground: -1, background: -1)) == ColorPairs.Choice(pair: 0))
    }

    @Test func `the pairs of the Linux console suffice for all its colors`() {
        var pairs = ColorPairs(limit: 64, colors: 8)
        for foreground in -1..<8 as Range<Int16> {
            for background in -1..<8 as Range<Int16> {
                #expect(pairs.choose(Colors(foreground: foreground, background: background)) != nil)
            }
        }
    }

    @Test func `where pairs are few one is used for both orders of its colors`() {
        var pairs = ColorPairs(limit: 64, colors: 8)
        let first = pairs.choose(Colors(foreground: 1, background: 2))
        #expect(first == ColorPairs.Choice(pair: 1, isNew: true))
        #expect(pairs.choose(Colors(foreground: 2, background: 1)) == ColorPairs.Choice(pair: 1, isReversed: true))
        // but not with the terminal's own colors
        _ = pairs.choose(Colors(foreground: -1, background: 2))
        #expect(pairs.choose(Colors(foreground: 2, background: -1))?.isReversed == false)
    }

    @Test func `where pairs are many each order has its own`() {
        var pairs = ColorPairs(limit: 65536, colors: 256)
        _ = pairs.choose(Colors(foreground: 1, background: 2))
        #expect(pairs.choose(Colors(foreground: 2, background: 1)) == ColorPairs.Choice(pair: 2, isNew: true))
    }

    @Test func `only unused pairs are released`() {
        var pairs = ColorPairs(limit: 4, colors: 256)
        for number in 1...3 as ClosedRange<Int16> { _ = pairs.choose(Colors(foreground: number, background: -1)) }
        #expect(pairs.choose(Colors(foreground: 9, background: -1)) == nil)
        pairs.keepOnly([Colors(foreground: 1, background: -1), Colors(foreground: 3, background: -1)])
        #expect(pairs.choose(Colors(foreground: 9, background: -1)) == ColorPairs.Choice(pair: 2, isNew: true))
        #expect(pairs.choose(Colors(foreground: 3, background: -1)) == ColorPairs.Choice(pair: 3))
    }
}
