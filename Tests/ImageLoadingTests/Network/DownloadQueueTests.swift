import TestSupport
import Testing

@testable import ImageLoading

/// The order in which the queue starts downloads, as a value without I/O: as a simple model does, a list that is searched
/// from its start.
@Suite(.endsInTime) struct DownloadQueueTests {
    private struct Model {
        struct Entry {
            let id: Int
            let continues: Bool
            var priority: ImagePriority
            var place: Int
            var isRunning = false
        }

        var limits: ImageDownloader.QueueLimits
        var entries: [Entry] = []
        var isSuspended = false
        var isInBackground = false

        func mayStart(_ entry: Entry) -> Bool {
            let running = entries.filter(\.isRunning)
            guard !entry.isRunning, !isInBackground || entry.continues else { return false }
            guard running.count < limits.total else { return false }
            guard entry.priority == .low else { return true }
            return running.filter { $0.priority == .low }.count < max(1, limits.total - 2)
        }

        mutating func next() -> Int? {
            guard !isSuspended else { return nil }
            let candidates = entries.indices.filter { mayStart(entries[$0]) }
            let best = candidates.min { left, right in
                entries[left].priority != entries[right].priority
                    ? entries[left].priority > entries[right].priority
                    : (entries[left].place < entries[right].place) == (limits.order == .firstInFirstOut)
            }
            guard let best else { return nil }
            entries[best].isRunning = true
            return entries[best].id
        }
    }

    @Test(arguments: 0..<40)
    func `any history starts the downloads that a search of the whole list would start`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model = Model(limits: Self.limits(&random))
        var queue = DownloadQueue(model.limits)
        var arrivals = 0
        func place() -> Int {
            arrivals += 1
            return arrivals
        }
        for step in 0..<400 {
            let priority = ImagePriority.allCases.randomElement(using: &random) ?? .normal
            let index = model.entries.indices.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let continues = Bool.random(using: &random)
                model.entries.append(.init(id: step, continues: continues, priority: priority, place: place()))
                queue.enter(step, priority: priority, continuesInBackground: continues)
            case 4..<7:
                guard let index else { continue }
                let id = model.entries.remove(at: index).id
                queue.leave(id)
                if Bool.random(using: &random) {  // one that is unknown changes nothing
                    queue.leave(id)
                    queue.setPriority(priority, of: id)
                }
            case 7, 8:
                guard let index, model.entries[index].priority != priority else { continue }
                queue.setPriority(priority, of: model.entries[index].id)
                model.entries[index].priority = priority
                if !model.entries[index].isRunning { model.entries[index].place = place() }
            default:
                switch Int.random(in: 0..<3, using: &random) {
                case 0: model.isSuspended.toggle()
                case 1: model.isInBackground.toggle()
                default: model.limits = Self.limits(&random)
                }
                (queue.isSuspended, queue.isInBackground) = (model.isSuspended, model.isInBackground)
                queue.limits = model.limits
            }
            while true {
                let expected = model.next()
                let next = queue.next()
                guard next == expected else {
                    func name(_ id: Int?) -> String { id.map { "\($0)" } ?? "none" }
                    Issue.record("seed \(seed), step \(step): \(name(next)) in place of \(name(expected))")
                    return
                }
                if expected == nil { break }
            }
            #expect(queue.runningCount == model.entries.count(where: \.isRunning))
            #expect(queue.runningCount + queue.waitingCount == model.entries.count)
        }
    }

    private static func limits(_ random: inout SeededGenerator) -> ImageDownloader.QueueLimits {
        ImageDownloader.QueueLimits(
            total: Int.random(in: 1...5, using: &random),
            order: Bool.random(using: &random) ? .firstInFirstOut : .lastInFirstOut)
    }

    // MARK: - Examples

    private typealias Limits = ImageDownloader.QueueLimits

    /// Starts every download that may start now, and returns them in order.
    private func start(_ queue: inout DownloadQueue) -> [Int] {
        var started: [Int] = []
        while let id = queue.next() { started.append(id) }
        return started
    }

    private func enter(_ ids: some Sequence<Int>, into queue: inout DownloadQueue) {
        for id in ids { queue.enter(id, priority: .normal, continuesInBackground: false) }
    }

    /// D15 and H21: downloads added while others run start before those that wait, latest first.
    @Test func `last-in first-out runs in reverse order, also when more arrive meanwhile`() {
        // 1 began before the others were added
        var order: [Int] = []
        var queue = DownloadQueue(Limits(total: 1, order: .lastInFirstOut))
        enter(1...1, into: &queue)
        order += start(&queue)
        enter(2...7, into: &queue)
        while let running = order.last {
            queue.leave(running)
            let started = start(&queue)
            if started == [7] { enter(8...14, into: &queue) }
            guard let next = started.first else { break }
            order.append(next)
        }
        #expect(order == [1, 7, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2])
    }

    @Test func `downloads that are cancelled while all slots are taken leave nothing behind`() {
        var queue = DownloadQueue(Limits(total: 1))
        enter([0], into: &queue)
        #expect(start(&queue) == [0])
        for id in 1...10_000 {
            enter([id], into: &queue)
            if id % 2 == 0 { queue.setPriority(.high, of: id) }
            queue.leave(id)
        }
        #expect(queue.ticketCount < 200)
    }
}
