import TerminalViews
import Testing

@testable import halftone

/// When a connection to the terminal is taken for slow, and the consequences.
@Suite(.endsInTime) struct BandwidthTests {
    /// Returns the connection after frames were dropped at these times, in milliseconds.
    private func bandwidth(_ choice: BandwidthChoice, drops: [Int] = []) -> Bandwidth {
        var bandwidth = Bandwidth(choice)
        for drop in drops { bandwidth.didDropFrame(at: .milliseconds(drop)) }
        return bandwidth
    }

    @Test func everyChoiceHasTheNameThatTheCommandLineTakes() {
        #expect(BandwidthChoice.allCases.map(\.rawValue) == ["auto", "fast", "slow"])
    }

    @Test func slowRoundsFromTheBeginningAndFastNever() {
        let many = Array(stride(from: 0, to: 1_000, by: 10))
        for drops in [[], many] {
            let (slow, fast) = (bandwidth(.slow, drops: drops), bandwidth(.fast, drops: drops))
            #expect(slow.isSlow && slow.colorTolerance == 4 && slow.name == "slow")
            #expect(!fast.isSlow && fast.colorTolerance == 0 && fast.name == "fast")
        }
    }

    @Test func autoIsFastUntilTheTerminalDoesNotKeepUp() {
        #expect(bandwidth(.auto).name == "auto" && bandwidth(.auto).colorTolerance == 0)
        #expect(!bandwidth(.auto, drops: [0, 1_000]).isSlow)
        let slow = bandwidth(.auto, drops: [0, 1_000, 1_900])
        #expect(slow.isSlow && slow.name == "slow" && slow.colorTolerance == 4)
    }

    @Test func aFrameThatIsDroppedNowAndThenIsNoSlowTerminal() {
        #expect(!bandwidth(.auto, drops: [0, 1_500, 3_000, 4_500, 6_000]).isSlow)
    }

    @Test func whatWasSlowStaysSlow() {
        #expect(bandwidth(.auto, drops: [0, 10, 20, 1_000_000]).isSlow)
    }
}
