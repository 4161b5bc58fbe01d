import TestSupport
import Testing

@testable import LabScreens

/// The repeated life of one cell: its steps and their times.
@Suite(.endsInTime) struct CellReplayTests {
    private static let transition = Duration.milliseconds(200)

    /// Returns the steps of a period, in milliseconds; each load takes 50.
    private func steps(_ way: CellReplay.Way, until end: Int) -> [String] {
        var (replay, steps, began) = (CellReplay(way), [String](), 0)
        for now in stride(from: 0, through: end, by: 10) {
            let (step, _) = replay.advance(
                to: .milliseconds(now), hasEnded: now - began >= 50, transition: Self.transition)
            guard let step else { continue }
            began = now
            steps.append("\(step) \(now)")
        }
        return steps
    }

    @Test(arguments: [CellReplay.Way.miss, .hit]) func `a round is the load, the transition and a rest`(
        way: CellReplay.Way
    ) {
        #expect(steps(way, until: 1_800) == ["begin 0", "begin 850", "begin 1700"])
    }

    @Test func `a reused cell leaves in the middle of the transition, and rests at the other picture`() {
        #expect(steps(.reused, until: 1_200) == ["begin 0", "leave 150", "begin 1000", "leave 1150"])
    }

    @Test func `without a replay no step is played`() { #expect(steps(.off, until: 2_000).isEmpty) }

    @Test func `a replay waits for a load that does not end`() {
        var replay = CellReplay(.miss)
        #expect(replay.advance(to: .zero, hasEnded: true, transition: .zero).step == .begin)
        let waiting = replay.advance(to: .seconds(100), hasEnded: false, transition: .zero)
        #expect(waiting.step == nil && waiting.wakesAt == nil)
    }
}
