import TestSupport
import Testing

@testable import ImageLoading

/// The eviction order of the memory cache.
@Suite(.endsInTime) struct S3FIFOPolicyTests {
    /// A model of the policy, written to be read and not to be fast.
    private struct Model {
        struct Member: Equatable {
            let name: Int
            var cost: Int
            var uses = 0
        }

        let capacity: Int
        var probation: [Member] = []  // the oldest first, as in all queues here
        var main: [Member] = []

        var names: [Int] { (probation + main).map(\.name) }

        mutating func insert(_ name: Int, cost: Int) {
            probation.append(Member(name: name, cost: cost))
        }

        mutating func use(_ name: Int) {
            for index in probation.indices where probation[index].name == name { probation[index].uses += 1 }
            for index in main.indices where main[index].name == name { main[index].uses += 1 }
        }

        mutating func setCost(_ cost: Int, of name: Int) {
            for index in probation.indices where probation[index].name == name { probation[index].cost = cost }
            for index in main.indices where main[index].name == name { main[index].cost = cost }
        }

        mutating func remove(_ name: Int) {
            probation.removeAll { $0.name == name }
            main.removeAll { $0.name == name }
        }

        mutating func evict() -> Int? {
            while true {
                let isFull = Double(probation.reduce(0) { $0 + $1.cost }) > Double(capacity) * 0.2
                if !probation.isEmpty, isFull || main.isEmpty {
                    let oldest = probation.removeFirst()
                    if oldest.uses >= 2 {
                        main.append(Member(name: oldest.name, cost: oldest.cost))
                        continue
                    }
                    return oldest.name
                }
                guard !main.isEmpty else { return nil }
                var oldest = main.removeFirst()
                oldest.uses = min(3, oldest.uses)
                guard oldest.uses > 0 else { return oldest.name }
                oldest.uses -= 1
                main.append(oldest)
            }
        }
    }

    @Test(arguments: UInt64(0)..<30) func `any use follows the model`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 5...60, using: &random)
        var model = Model(capacity: capacity)
        var order = S3FIFOPolicy(capacity: capacity)
        var slots: [Int: Int] = [:]
        for step in 0..<4000 {
            let name = Int.random(in: 0..<40, using: &random)
            switch (Int.random(in: 0..<10, using: &random), slots[name]) {
            case (0, let slot?):
                order.remove(slot)
                model.remove(name)
                slots[name] = nil
            case (1, let slot?):
                let cost = Int.random(in: 0...4, using: &random)
                order.setCost(cost, of: slot)
                model.setCost(cost, of: name)
            case (_, let slot?):
                order.use(slot)
                model.use(name)
            case (0..<8, nil):
                let cost = Int.random(in: 0...4, using: &random)
                slots[name] = order.insert(cost: cost)
                model.insert(name, cost: cost)
            default:
                let expected = model.evict()
                let slot = order.evict()
                guard slot.flatMap({ slot in slots.first { $0.value == slot }?.key }) == expected else {
                    Issue.record("seed \(seed), step \(step): not \(expected.map(String.init) ?? "none")")
                    return
                }
                if let expected { slots[expected] = nil }
            }
            let cost = (model.probation + model.main).reduce(0) { $0 + $1.cost }
            guard order.cost == cost, Set(slots.keys) == Set(model.names) else {
                Issue.record("seed \(seed), step \(step): \(order.cost) bytes for \(cost)")
                return
            }
        }
    }

    @Test func `a scan does not evict entries that are used again`() {
        // given a working set that was used more than once
        var order = S3FIFOPolicy(capacity: 100)
        let wanted = (0..<50).map { _ in order.insert(cost: 1) }
        for slot in wanted + wanted { order.use(slot) }
        // when ten thousand other entries pass, each used once as a row is
        for _ in 0..<10_000 {
            while order.cost >= 100 { #expect(order.evict().map(wanted.contains) == false) }
            order.use(order.insert(cost: 1))
        }
        // then the whole working set is still there
        #expect(order.cost == 100)
    }

    @Test func `free slots are used again`() {
        var order = S3FIFOPolicy(capacity: 10)
        for _ in 0..<1000 {
            let slot = order.insert(cost: 1)
            #expect(slot == 0)
            order.remove(slot)
        }
        #expect(order.cost == 0)
    }
}
