import Testing

@testable import ImageLoading

/// The order in which the queue starts downloads, as a value without I/O.
@Suite(.endsInTime) struct DownloadQueueTests {
    typealias Limits = ImageDownloader.QueueLimits

    /// Starts every download that may start now, and returns them in order.
    func start(_ queue: inout DownloadQueue) -> [Int] {
        var started: [Int] = []
        while let id = queue.next() { started.append(id) }
        return started
    }

    func enter(
        _ ids: some Sequence<Int>, into queue: inout DownloadQueue, host: String = "a",
        _ priority: ImagePriority = .normal
    ) {
        for id in ids { queue.enter(id, host: host, priority: priority, continuesInBackground: false) }
    }

    @Test func `as many downloads run at once as there are slots, and the rest in order of arrival`() {
        var queue = DownloadQueue(Limits(total: 3))
        enter(1...5, into: &queue)
        #expect(start(&queue) == [1, 2, 3])
        queue.leave(2)
        #expect(start(&queue) == [4])
        queue.leave(1)
        queue.leave(3)
        #expect(start(&queue) == [5])
    }

    /// D15 and H21: downloads added while others run start before those that wait, latest first.
    @Test func `last-in first-out runs in reverse order, also when more arrive meanwhile`() {
        var queue = DownloadQueue(Limits(total: 1, order: .lastInFirstOut))
        enter(1...7, into: &queue)
        // 1 began before the others were added
        var order: [Int] = []
        queue = DownloadQueue(Limits(total: 1, order: .lastInFirstOut))
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

    /// The order in which the waiting downloads start, one at a time, once `running` has left.
    private func drain(_ queue: inout DownloadQueue, running: Int) -> [Int] {
        var order: [Int] = []
        var running = running
        while true {
            queue.leave(running)
            guard let next = start(&queue).first else { return order }
            order.append(next)
            running = next
        }
    }

    /// Regression: a new order held only for downloads added after the change.
    @Test func `another order applies to downloads that wait already`() {
        let (first, last) = (Limits(total: 1), Limits(total: 1, order: .lastInFirstOut))
        var queue = DownloadQueue(first)
        enter(1...5, into: &queue)
        #expect(start(&queue) == [1])
        queue.limits = last
        enter([6, 7], into: &queue)
        enter([8], into: &queue, .high)
        #expect(queue.waitingCount == 7)
        var turned = queue
        #expect(drain(&queue, running: 1) == [8, 7, 6, 5, 4, 3, 2] && queue.isEmpty)
        // and back to the order of arrival, whatever order held then
        turned.limits = first
        enter([9], into: &turned)
        #expect(drain(&turned, running: 1) == [8, 2, 3, 4, 5, 6, 7, 9])
    }

    @Test func `another order applies to downloads that wait for their host or the foreground`() {
        var queue = DownloadQueue(Limits(total: 4, perHost: 1))
        enter(1...4, into: &queue, host: "a")
        enter(5...7, into: &queue, host: "b")
        #expect(start(&queue) == [1, 5])
        // 3 counts as just added, and its older ticket is stale
        queue.setPriority(.high, of: 3)
        queue.setPriority(.normal, of: 3)
        queue.isInBackground = true
        #expect(start(&queue).isEmpty)
        queue.limits = Limits(total: 4, perHost: 1, order: .lastInFirstOut)
        queue.leave(1)
        #expect(start(&queue).isEmpty, "the app is in the background")
        queue.isInBackground = false
        #expect(start(&queue) == [3])
        queue.leave(5)
        #expect(start(&queue) == [7])
        queue.leave(3)
        queue.leave(7)
        #expect(start(&queue) == [6, 4])
        queue.leave(6)
        queue.leave(4)
        #expect(start(&queue) == [2])
        #expect(queue.ticketCount == 0 && queue.runningCount == 1)
    }

    @Test func `the higher priority runs first`() {
        var queue = DownloadQueue(Limits(total: 1, reserved: 0))
        enter([1], into: &queue, .low)
        enter([2, 3], into: &queue)
        enter([4], into: &queue, .high)
        var order = start(&queue)
        for _ in 0..<3 {
            queue.leave(order.last ?? 0)
            order += start(&queue)
        }
        #expect(order == [4, 2, 3, 1])
    }

    @Test func `a priority changes while it waits and counts as a new arrival`() {
        var queue = DownloadQueue(Limits(total: 1))
        enter(0...4, into: &queue)
        #expect(start(&queue) == [0])
        queue.setPriority(.high, of: 3)
        queue.setPriority(.low, of: 1)
        queue.setPriority(.normal, of: 3)
        #expect(drain(&queue, running: 0) == [2, 4, 3, 1])
    }

    @Test func `low priority leaves slots free for visible pictures`() {
        var queue = DownloadQueue(Limits(total: 6, reserved: 2))
        enter(1...10, into: &queue, .low)
        #expect(start(&queue) == [1, 2, 3, 4])
        enter([11, 12, 13], into: &queue)
        #expect(start(&queue) == [11, 12])
        queue.leave(1)
        #expect(start(&queue) == [13])
    }

    @Test func `low priority has one slot even if all are reserved`() {
        var queue = DownloadQueue(Limits(total: 2, reserved: 5))
        enter([1, 2], into: &queue, .low)
        #expect(start(&queue) == [1])
    }

    @Test func `a running download that becomes visible frees the slot of a prefetch`() {
        var queue = DownloadQueue(Limits(total: 3, reserved: 2))
        enter([1, 2], into: &queue, .low)
        #expect(start(&queue) == [1])
        queue.setPriority(.normal, of: 1)
        #expect(start(&queue) == [2])
    }

    @Test func `a full host is skipped and continues when it has a slot`() {
        var queue = DownloadQueue(Limits(total: 4, perHost: 2))
        enter(1...4, into: &queue, host: "a")
        enter(5...7, into: &queue, host: "b")
        #expect(start(&queue) == [1, 2, 5, 6])
        queue.leave(5)
        #expect(start(&queue) == [7])
        queue.leave(1)
        queue.leave(2)
        #expect(start(&queue) == [3, 4])
    }

    @Test func `a download that waits for its host can still be raised, lowered or cancelled`() {
        var queue = DownloadQueue(Limits(total: 6, perHost: 1))
        enter(1...5, into: &queue, host: "a")
        #expect(start(&queue) == [1])
        queue.setPriority(.high, of: 4)
        queue.leave(2)
        queue.setPriority(.low, of: 3)
        #expect(drain(&queue, running: 1) == [4, 5, 3])
        #expect(queue.isEmpty)
    }

    @Test func `suspending holds back the next downloads and not running ones`() {
        var queue = DownloadQueue(Limits(total: 2))
        enter(1...3, into: &queue)
        queue.isSuspended = true
        #expect(start(&queue).isEmpty)
        queue.isSuspended = false
        #expect(start(&queue) == [1, 2])
    }

    @Test func `in the background only downloads that continue there run`() {
        var queue = DownloadQueue(Limits(total: 1))
        enter([1, 2], into: &queue)
        queue.enter(3, host: "a", priority: .low, continuesInBackground: true)
        queue.isInBackground = true
        #expect(start(&queue) == [3])
        queue.leave(3)
        #expect(start(&queue).isEmpty)
        queue.isInBackground = false
        #expect(start(&queue) == [1])
    }

    @Test func `new limits apply to the next start`() {
        var queue = DownloadQueue(Limits(total: 1, perHost: 1))
        enter(1...5, into: &queue)
        #expect(start(&queue) == [1])
        queue.limits = Limits(total: 3, perHost: 3)
        #expect(start(&queue) == [2, 3])
        queue.limits = Limits(total: 1, perHost: 3)
        queue.leave(1)
        queue.leave(2)
        #expect(start(&queue).isEmpty)
        queue.leave(3)
        #expect(start(&queue) == [4])
    }

    @Test func `downloads that are cancelled while all slots are taken leave nothing behind`() {
        var queue = DownloadQueue(Limits(total: 1, perHost: 1))
        enter([0], into: &queue)
        #expect(start(&queue) == [0])
        for id in 1...10_000 {
            enter([id], into: &queue, host: "\(id % 7)")
            if id % 2 == 0 { queue.setPriority(.high, of: id) }
            queue.leave(id)
        }
        #expect(queue.ticketCount < 200)
    }

    @Test func `cancelling twice or an unknown download changes nothing`() {
        var queue = DownloadQueue(Limits(total: 1))
        enter([1, 2], into: &queue)
        #expect(start(&queue) == [1])
        queue.leave(9)
        queue.setPriority(.high, of: 9)
        queue.leave(1)
        queue.leave(1)
        #expect(start(&queue) == [2])
        #expect(queue.runningCount == 1)
    }
}
