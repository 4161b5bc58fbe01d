import TestSupport
import Testing

@testable import ImageLoading

/// The hit rate of the memory cache's policy under flings, compared with least-recently-used of equal capacity.
@Suite(.endsInTime, .slow) struct HitRateTests {
    /// The share of lookups that find their row; a miss inserts it.
    private func share(of trace: [Int], room: Int) -> Double {
        var order = S3FIFOPolicy(capacity: room)
        var slots: [Int: Int] = [:]
        var rows: [Int: Int] = [:]
        var hits = 0
        for row in trace {
            if let slot = slots[row] {
                hits += 1
                order.use(slot)
                continue
            }
            while order.cost >= room, let left = order.evict() {
                if let row = rows[left] { slots[row] = nil }
            }
            let slot = order.insert(cost: 1)
            (slots[row], rows[slot]) = (slot, row)
        }
        return Double(hits) / Double(trace.count)
    }

    @Test(arguments: [100, 200, 300, 400])
    func `in a short scroll the policy has clearly more hits than LRU`(room: Int) {
        let binds = ScrollingModel.binds(tops: ScrollingModel.tops(seed: 7, rows: 3000, visits: 60))
        let (ours, theirs) = (share(of: binds, room: room), LeastRecentlyUsed.share(of: binds, room: room))
        #expect(ours > theirs + 0.015, "\(ours) beside \(theirs)")
    }

    @Test(arguments: UInt64(0)..<20)
    func `the policy finds more in every generated scroll`(seed: UInt64) {
        let binds = ScrollingModel.binds(tops: ScrollingModel.tops(seed: seed, rows: 3000))
        for room in [200, 300, 400] {
            let (ours, theirs) = (share(of: binds, room: room), LeastRecentlyUsed.share(of: binds, room: room))
            #expect(ours > theirs, "seed \(seed), room for \(room): \(ours) beside \(theirs)")
        }
    }
}
