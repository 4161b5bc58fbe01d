import TestSupport
import Testing

@testable import LabScreens

/// The repeated load of one cell: when it begins again.
@Suite(.endsInTime) struct CellReplayTests {
    @Test func `a round is the load, the transition and a rest`() {
        var (replay, begins, began) = (CellReplay(), [Int](), 0)
        for now in stride(from: 0, through: 1_800, by: 10) {
            let next = replay.advance(
                to: .milliseconds(now), hasEnded: now - began >= 50, transition: .milliseconds(200))
            guard next.begins else { continue }
            began = now
            begins.append(now)
        }
        #expect(begins == [0, 850, 1700])
    }

    /// Regression: the replay of a row whose URL is known to fail stopped.
    @Test func `a load that ends at once is followed by the next one`() {
        var (replay, now, begun) = (CellReplay(), Duration.zero, 0)
        for _ in 0..<10 {
            let next = replay.advance(to: now, hasEnded: true, transition: .zero)
            if next.begins { begun += 1 }
            guard let wakesAt = next.wakesAt else { break }
            now = wakesAt
        }
        #expect(begun == 5)
    }

    @Test func `a replay waits for a load that does not end`() {
        var replay = CellReplay()
        #expect(replay.advance(to: .zero, hasEnded: true, transition: .zero).begins)
        let waiting = replay.advance(to: .seconds(100), hasEnded: false, transition: .zero)
        #expect(!waiting.begins && waiting.wakesAt == nil)
    }
}
