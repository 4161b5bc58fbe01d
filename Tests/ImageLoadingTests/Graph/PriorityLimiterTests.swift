import TestSupport
import Testing

@testable import ImageLoading

/// A priority limiter that an expectation may change.
private final class LaneBox {
    private var lane = PriorityLimiter<Int>(capacity: 2)
    var runningCount: Int { lane.runningCount }
    var waitingCount: Int { lane.waitingCount }
    func enqueue(_ job: Int, priority: ImagePriority) { lane.enqueue(job, priority: priority) }
    func move(_ job: Int, to priority: ImagePriority) { lane.move(job, to: priority) }
    func withdraw(_ job: Int) { lane.withdraw(job) }
    func freeSlot(of job: Int) { lane.freeSlot(of: job) }
    func isRunning(_ job: Int) -> Bool { lane.isRunning(job) }
    func next() -> Int? { lane.next() }
}

/// Slots for one kind of work.
@Suite(.endsInTime) struct LaneTests {
    private let lane = LaneBox()

    @Test func `withdrawing a running job keeps its slot`() {
        lane.enqueue(1, priority: .normal)
        #expect(lane.next() == 1)
        lane.withdraw(1)
        #expect(lane.isRunning(1))
    }

    @Test func `finishing twice frees one slot`() {
        for job in 1...4 { lane.enqueue(job, priority: .normal) }
        #expect(lane.next() == 1 && lane.next() == 2)
        lane.freeSlot(of: 1)
        lane.freeSlot(of: 1)
        #expect(lane.next() == 3 && lane.next() == nil)
    }

    @Test func `withdrawn jobs of a full queue are removed`() {
        var queue = PriorityQueue<Int>()
        for job in 3...10_000 {
            queue.append(job, .normal)
            queue.remove(job)
        }
        #expect(queue.entryCount <= 66)
    }

    @Test(arguments: UInt64(0)..<20) func `any schedule follows the model`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var waiting: [(job: Int, priority: ImagePriority)] = []
        var running: [Int] = []
        for job in 0..<2000 {
            let priority = ImagePriority.allCases.randomElement(using: &random) ?? .low
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                lane.enqueue(job, priority: priority)
                waiting.append((job, priority))
            case 2:
                guard let index = waiting.indices.randomElement(using: &random) else { continue }
                lane.move(waiting[index].job, to: priority)
                if waiting[index].priority != priority { waiting.append((waiting.remove(at: index).job, priority)) }
            case 3:
                guard let index = waiting.indices.randomElement(using: &random) else { continue }
                lane.withdraw(waiting.remove(at: index).job)
            default:
                let ended = Bool.random(using: &random) ? running.indices.randomElement(using: &random) : nil
                if let ended { lane.freeSlot(of: running.remove(at: ended)) }
                let highest = waiting.map(\.priority).max()
                let expected = running.count < 2 ? waiting.firstIndex { $0.priority == highest } : nil
                #expect(lane.next() == expected.map { waiting[$0].job }, "seed \(seed)")
                if let expected { running.append(waiting.remove(at: expected).job) }
            }
            guard lane.waitingCount == waiting.count, lane.runningCount == running.count else {
                Issue.record("seed \(seed): \(lane.waitingCount) wait and \(lane.runningCount) run after \(job) steps")
                return
            }
        }
    }
}
