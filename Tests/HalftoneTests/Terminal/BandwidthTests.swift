import TerminalViews
import Testing

@testable import halftone

/// The detection of a slow connection to the terminal, and its consequences.
@Suite(.endsInTime) struct BandwidthTests {
    /// Returns the connection after frames were dropped at these times, in milliseconds.
    private func bandwidth(_ choice: BandwidthChoice, drops: [Int] = []) -> Bandwidth {
        var bandwidth = Bandwidth(choice)
        for drop in drops { bandwidth.didDropFrame(at: .milliseconds(drop)) }
        return bandwidth
    }

    @Test func `every choice has its name on the command line`() {
        #expect(BandwidthChoice.allCases.map(\.rawValue) == ["auto", "fast", "slow"])
    }

    @Test func `slow rounds colors from the beginning, and fast never`() {
        let many = Array(stride(from: 0, to: 1_000, by: 10))
        for drops in [[], many] {
            let (slow, fast) = (bandwidth(.slow, drops: drops), bandwidth(.fast, drops: drops))
            #expect(slow.isSlow && slow.colorTolerance == 4 && slow.name == "slow")
            #expect(!fast.isSlow && fast.colorTolerance == 0 && fast.name == "fast")
        }
    }

    @Test func `auto is fast until the terminal falls behind`() {
        #expect(bandwidth(.auto).name == "auto" && bandwidth(.auto).colorTolerance == 0)
        #expect(!bandwidth(.auto, drops: [0, 1_000]).isSlow)
        let slow = bandwidth(.auto, drops: [0, 1_000, 1_900])
        #expect(slow.isSlow && slow.name == "slow" && slow.colorTolerance == 4)
    }

    @Test func `an occasional dropped frame does not make a terminal slow`() {
        #expect(!bandwidth(.auto, drops: [0, 1_500, 3_000, 4_500, 6_000]).isSlow)
    }

    @Test func `a slow terminal stays slow`() {
        #expect(bandwidth(.auto, drops: [0, 10, 20, 1_000_000]).isSlow)
    }
}
