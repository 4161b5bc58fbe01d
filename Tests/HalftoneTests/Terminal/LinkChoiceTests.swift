import TerminalViews
import Testing

@testable import halftone

/// The detection of a slow connection to the terminal, and its consequences.
@Suite(.endsInTime) struct LinkChoiceTests {
    /// Returns the connection after frames were dropped at these times, in milliseconds.
    private func link(_ choice: LinkChoice, drops: [Int] = []) -> Link {
        var link = Link(choice)
        for drop in drops { link.didDropFrame(at: .milliseconds(drop)) }
        return link
    }

    @Test func `every choice has its name on the command line`() {
        #expect(LinkChoice.allCases.map(\.rawValue) == ["auto", "fast", "slow"])
    }

    @Test func `slow rounds colors from the beginning, and fast never`() {
        let many = Array(stride(from: 0, to: 1_000, by: 10))
        for drops in [[], many] {
            let (slow, fast) = (link(.slow, drops: drops), link(.fast, drops: drops))
            #expect(slow.isSlow && slow.colorTolerance == 4 && slow.name == "slow")
            #expect(!fast.isSlow && fast.colorTolerance == 0 && fast.name == "fast")
        }
    }

    @Test func `auto is fast until the terminal falls behind`() {
        #expect(link(.auto).name == "auto" && link(.auto).colorTolerance == 0)
        #expect(!link(.auto, drops: [0, 1_000]).isSlow)
        let slow = link(.auto, drops: [0, 1_000, 1_900])
        #expect(slow.isSlow && slow.name == "slow" && slow.colorTolerance == 4)
    }

    @Test func `an occasional dropped frame does not make a terminal slow`() {
        #expect(!link(.auto, drops: [0, 1_500, 3_000, 4_500, 6_000]).isSlow)
    }

    @Test func `a slow terminal stays slow`() {
        #expect(link(.auto, drops: [0, 10, 20, 1_000_000]).isSlow)
    }
}
