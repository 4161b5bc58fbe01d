import TestSupport
import Testing

@testable import ImageLoading

/// The bytes of all decodes in flight.
@Suite(.endsInTime) struct ByteBudgetTests {
    /// A budget that an expectation may change.
    private final class Box {
        private var budget: ByteBudget
        init(_ capacity: Int) { budget = ByteBudget(capacity: capacity) }

        var used: Int { budget.used }
        var isIdle: Bool { budget.isIdle }
        var luxuries: [Int] { budget.luxuries }
        func take(_ bytes: Int, for job: Int, priority: ImagePriority) -> Bool {
            budget.take(bytes, for: job, priority: priority)
        }
        func release(_ job: Int) { budget.release(job) }
        func next() -> Int? { budget.next() }
        func move(_ job: Int, to priority: ImagePriority) { budget.move(job, to: priority) }
        func force(_ bytes: Int, for job: Int) { budget.force(bytes, for: job) }
        func takeLuxury(_ bytes: Int, for job: Int) -> Bool { budget.takeLuxury(bytes, for: job) }
        func releaseLuxury(_ job: Int) { budget.releaseLuxury(job) }
    }

    @Test func whatFitsGoesAndTheRestWaits() {
        let budget = Box(10)
        #expect(budget.take(6, for: 1, priority: .normal))
        #expect(budget.take(4, for: 2, priority: .normal))
        let third = budget.take(1, for: 3, priority: .normal)
        #expect(!third && budget.next() == nil && budget.used == 10)
        budget.release(2)
        #expect(budget.next() == 3 && budget.used == 7)
    }

    @Test func whatIsLargerThanTheBudgetRunsAlone() {
        let budget = Box(10)
        #expect(budget.take(1, for: 1, priority: .normal))
        let large = budget.take(100, for: 2, priority: .normal)
        #expect(!large && budget.next() == nil)
        budget.release(1)
        #expect(budget.next() == 2)
        let small = budget.take(1, for: 3, priority: .high)
        #expect(!small)
        budget.release(2)
        #expect(budget.next() == 3)
    }

    @Test func aLargeDecodeIsNotStarvedBySmallOnes() {
        let budget = Box(10)
        #expect(budget.take(5, for: 1, priority: .normal))
        let large = budget.take(8, for: 2, priority: .normal)
        let small = budget.take(1, for: 3, priority: .normal)
        #expect(!large && !small)  // it would fit, but came later
        budget.release(1)
        #expect(budget.next() == 2 && budget.next() == 3 && budget.next() == nil)
    }

    @Test func theUrgentOvertakeAndMayBecomeSo() {
        let budget = Box(10)
        #expect(budget.take(9, for: 1, priority: .normal))
        for job in 2...4 {
            let isTaken = budget.take(5, for: job, priority: .low)
            #expect(!isTaken)
        }
        #expect(budget.take(1, for: 5, priority: .high))
        budget.move(4, to: .high)
        budget.release(1)
        #expect(budget.next() == 4 && budget.next() == nil)
        budget.release(5)
        budget.release(4)
        #expect(budget.next() == 2 && budget.next() == 3)
    }

    @Test func whoLeavesGivesUpItsPlace() {
        let budget = Box(1)
        #expect(budget.take(1, for: 1, priority: .normal))
        let isTaken = budget.take(1, for: 2, priority: .normal)
        #expect(!isTaken)
        budget.release(2)
        budget.release(1)
        #expect(budget.next() == nil && budget.isIdle)
    }

    @Test func previewsTakeOnlyWhatNobodyNeeds() {
        let budget = Box(10)
        #expect(budget.takeLuxury(6, for: 1))
        #expect(!budget.takeLuxury(6, for: 2))
        let decode = budget.take(6, for: 3, priority: .normal)
        #expect(!decode && budget.luxuries == [1])
        #expect(!budget.takeLuxury(1, for: 2))  // somebody waits
        budget.releaseLuxury(1)
        #expect(budget.next() == 3)
    }

    @Test func whoIsWaitedForWithAThreadDoesNotWait() {
        let budget = Box(10)
        #expect(budget.take(10, for: 1, priority: .normal))
        budget.force(5, for: -1)
        #expect(budget.used == 15)
        budget.release(-1)
        budget.release(1)
        #expect(budget.isIdle)
    }

    /// Whatever comes and goes, the budget is kept, or its holder is alone, and in the end everybody had theirs.
    @Test(arguments: 0..<50) func anySequenceKeepsTheBudgetAndServesEverybody(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let budget = Box(20)
        var (held, waiting): ([Int: Int], [Int: Int]) = ([:], [:])
        for job in 1...200 {
            let bytes = Int.random(in: 0...30, using: &random)
            if budget.take(bytes, for: job, priority: .allCases.randomElement(using: &random) ?? .low) {
                held[job] = bytes
            } else {
                waiting[job] = bytes
            }
            if Bool.random(using: &random), let done = held.keys.sorted().randomElement(using: &random) {
                held[done] = nil
                budget.release(done)
            }
            while let next = budget.next() { held[next] = waiting.removeValue(forKey: next) }
            let total = held.values.reduce(0, +)
            #expect(total == budget.used && (total <= 20 || held.values.filter { $0 > 0 }.count == 1), "seed \(seed)")
        }
        while !held.isEmpty {
            for job in held.keys { budget.release(job) }
            held = [:]
            while let next = budget.next() { held[next] = waiting.removeValue(forKey: next) }
        }
        #expect(waiting.isEmpty && budget.isIdle, "seed \(seed)")
    }
}
