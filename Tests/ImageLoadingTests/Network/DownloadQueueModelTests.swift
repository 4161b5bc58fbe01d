import TestSupport
import Testing

@testable import ImageLoading

/// Compares the queue with a simple model: a list that is searched from its start.
@Suite(.endsInTime) struct DownloadQueueModelTests {
    private struct Model {
        struct Entry {
            let id: Int
            let host: String
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
            let here = running.filter { $0.host == entry.host }
            guard !entry.isRunning, !isInBackground || entry.continues else { return false }
            guard running.count < limits.total, here.count < limits.perHost else { return false }
            guard entry.priority == .low else { return true }
            return running.filter { $0.priority == .low }.count < max(1, limits.total - limits.reserved)
                && here.filter { $0.priority == .low }.count < max(1, limits.perHost - limits.reserved)
        }

        mutating func next() -> Int? {
            guard !isSuspended else { return nil }
            let candidates = entries.indices.filter { mayStart(entries[$0]) }
            let best = candidates.min { left, right in
                entries[left].priority != entries[right].priority
                    ? entries[left].priority > entries[right].priority : entries[left].place < entries[right].place
            }
            guard let best else { return nil }
            entries[best].isRunning = true
            return entries[best].id
        }
    }

    @Test(arguments: 0..<40)
    func `any history starts the downloads that a search of the whole list would start`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limits = ImageDownloader.QueueLimits(
            total: Int.random(in: 1...5, using: &random), perHost: Int.random(in: 1...4, using: &random),
            reserved: Int.random(in: 0...3, using: &random),
            order: Bool.random(using: &random) ? .firstInFirstOut : .lastInFirstOut)
        var queue = DownloadQueue(limits)
        var model = Model(limits: limits)
        var arrivals = 0
        func place() -> Int {
            arrivals += 1
            return limits.order == .firstInFirstOut ? arrivals : -arrivals
        }
        for step in 0..<400 {
            let priority = ImagePriority.allCases.randomElement(using: &random) ?? .normal
            let index = model.entries.indices.randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let host = "h\(Int.random(in: 0..<3, using: &random))"
                let continues = Bool.random(using: &random)
                model.entries.append(
                    .init(id: step, host: host, continues: continues, priority: priority, place: place()))
                queue.enter(step, host: host, priority: priority, continuesInBackground: continues)
            case 4..<7:
                guard let index else { continue }
                queue.leave(model.entries[index].id)
                model.entries.remove(at: index)
            case 7, 8:
                guard let index, model.entries[index].priority != priority else { continue }
                queue.setPriority(priority, of: model.entries[index].id)
                model.entries[index].priority = priority
                if !model.entries[index].isRunning { model.entries[index].place = place() }
            default:
                if Bool.random(using: &random) {
                    model.isSuspended.toggle()
                    queue.isSuspended = model.isSuspended
                } else {
                    model.isInBackground.toggle()
                    queue.isInBackground = model.isInBackground
                }
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
        }
    }
}
