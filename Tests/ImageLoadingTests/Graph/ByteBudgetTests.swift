import TestSupport
import Testing

@testable import ImageLoading

/// The shared byte budget of all decodes in flight.
@Suite(.endsInTime) struct ByteBudgetTests {
    /// A budget that an expectation may change.
    private final class Box {
        private var budget: ByteBudget<Int>
        init(_ capacity: Int) { budget = ByteBudget<Int>(capacity: capacity) }

        var used: Int { budget.used }
        var isIdle: Bool { budget.isIdle }
        var jobsHoldingPreviews: [Int] { budget.jobsHoldingPreviews }
        func reserve(_ bytes: Int, for job: Int, priority: ImagePriority) -> Bool {
            budget.reserve(bytes, for: job, priority: priority)
        }
        func release(_ job: Int) { budget.release(job) }
        func next() -> Int? { budget.next() }
        func move(_ job: Int, to priority: ImagePriority) { budget.move(job, to: priority) }
        func reserveUnchecked(_ bytes: Int, for job: Int) { budget.reserveUnchecked(bytes, for: job) }
        func reserveForPreviews(_ bytes: Int, for job: Int) -> Bool { budget.reserveForPreviews(bytes, for: job) }
    }

    @Test func `decodes that fit run, and the rest wait`() {
        let budget = Box(10)
        #expect(budget.reserve(6, for: 1, priority: .normal))
        #expect(budget.reserve(4, for: 2, priority: .normal))
        let third = budget.reserve(1, for: 3, priority: .normal)
        #expect(!third && budget.next() == nil && budget.used == 10)
        budget.release(2)
        #expect(budget.next() == 3 && budget.used == 7)
    }

    @Test func `a large decode is not starved by small ones`() {
        let budget = Box(10)
        #expect(budget.reserve(5, for: 1, priority: .normal))
        let large = budget.reserve(8, for: 2, priority: .normal)
        let small = budget.reserve(1, for: 3, priority: .normal)
        #expect(!large && !small)  // it would fit, but came later
        budget.release(1)
        #expect(budget.next() == 2 && budget.next() == 3 && budget.next() == nil)
    }

    @Test func `urgent decodes overtake others, and a priority can be raised`() {
        let budget = Box(10)
        #expect(budget.reserve(9, for: 1, priority: .normal))
        for job in 2...4 {
            let isTaken = budget.reserve(5, for: job, priority: .low)
            #expect(!isTaken)
        }
        #expect(budget.reserve(1, for: 5, priority: .high))
        budget.move(4, to: .high)
        budget.release(1)
        #expect(budget.next() == 4 && budget.next() == nil)
        budget.release(5)
        budget.release(4)
        #expect(budget.next() == 2 && budget.next() == 3)
    }

    @Test func `a released reservation frees its slot`() {
        let budget = Box(1)
        #expect(budget.reserve(1, for: 1, priority: .normal))
        let isTaken = budget.reserve(1, for: 2, priority: .normal)
        #expect(!isTaken)
        budget.release(2)
        budget.release(1)
        #expect(budget.next() == nil && budget.isIdle)
    }

    @Test func `previews take only memory that no decode needs`() {
        let budget = Box(10)
        #expect(budget.reserveForPreviews(6, for: 1))
        #expect(!budget.reserveForPreviews(6, for: 2))
        let decode = budget.reserve(6, for: 3, priority: .normal)
        #expect(!decode && budget.jobsHoldingPreviews == [1])
        #expect(!budget.reserveForPreviews(1, for: 2))  // a decode waits
        budget.release(1)
        #expect(budget.next() == 3)
    }

    @Test func `a synchronous decode reserves memory without waiting`() {
        let budget = Box(10)
        #expect(budget.reserve(10, for: 1, priority: .normal))
        budget.reserveUnchecked(5, for: -1)
        #expect(budget.used == 15)
        budget.release(-1)
        budget.release(1)
        #expect(budget.isIdle)
    }

    /// Under a random sequence the budget is kept, or one decode exceeds it alone, and in the end every decode has run.
    @Test(arguments: 0..<50) func `any sequence keeps the budget and runs every decode`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let budget = Box(20)
        var (held, waiting): ([Int: Int], [Int: Int]) = ([:], [:])
        for job in 1...200 {
            let bytes = Int.random(in: 0...30, using: &random)
            if budget.reserve(bytes, for: job, priority: .allCases.randomElement(using: &random) ?? .low) {
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
