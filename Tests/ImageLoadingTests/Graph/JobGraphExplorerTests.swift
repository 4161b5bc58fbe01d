import TestSupport
import Testing

@testable import ImageLoading

/// In whatever order loads begin, are cancelled and are answered, each ends once and no work is left.
@Suite(.endsInTime, .slow) struct JobGraphExplorerTests {
    @Test(arguments: SeededSchedules.share(of: 0..<20))
    func `any schedule ends every load once and leaves nothing`(block: Int) {
        // Two thousand schedules in all the blocks.
        for seed in UInt64(block * 100)..<UInt64(block * 100 + 100) {
            var explorer = GraphExplorer(seed: seed)
            explorer.run(steps: 120)
            if let complaint = explorer.complaint {
                Issue.record("seed \(seed): \(complaint)")
                return
            }
            #expect(explorer.loads > 10 && explorer.downloads > 0, "seed \(seed) explores nothing")
        }
    }
}
