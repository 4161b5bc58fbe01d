import HalftoneCore
import TestSupport
import Transfer

@testable import ImageLoading

/// A loader that the test controls: it decides what arrives, and when.
final class HeldLoader: ImageLoader {
    final class Task: ImageLoaderTask {
        let request: ImageRequest
        let number: Int
        private let answersCancel: Bool
        private let events: Lock<(@Sendable (ImageLoaderEvent) -> Void)?>
        private let state = Lock((isCancelled: false, isStarting: true))

        init(
            _ request: ImageRequest, number: Int, answersCancel: Bool,
            _ events: @escaping @Sendable (ImageLoaderEvent) -> Void
        ) {
            self.request = request
            self.number = number
            self.answersCancel = answersCancel
            self.events = Lock(events)
        }

        var isOver: Bool { events.withLock { $0 == nil } }
        var isCancelled: Bool { state.withLock { $0.isCancelled } }
        /// Whether the manager does not have the task yet.
        var isStarting: Bool { state.withLock { $0.isStarting } }
        fileprivate func didStart() { state.withLock { $0.isStarting = false } }

        func cancel() {
            state.withLock { $0.isCancelled = true }
            if answersCancel { finish(.failure(.cancelled)) }
        }

        func setPriority(_ priority: ImagePriority) { priorities.withLock { $0.append(priority) } }
        /// The priorities that were set after its start.
        let priorities = Lock<[ImagePriority]>([])
        func send(_ event: ImageLoaderEvent) {
            if case .restarted = event { received.withLock { $0 = [] } }
            events.withLock { $0 }?(event)
        }

        private let received = Lock<[UInt8]>([])
        func bytes(in range: Range<Int>) -> [UInt8] { received.withLock { Array($0[range.clamped(to: 0..<$0.count)]) } }

        /// Has the next bytes arrive.
        func receive(_ bytes: [UInt8]) {
            let count = received.withLock { received in
                received += bytes
                return received.count
            }
            send(.progress(received: count, expected: nil))
        }

        /// Releases the handler, which may hold the loader, when the test has ended.
        fileprivate func abandon() {
            let left = events.withLock { events in
                defer { events = nil }
                return events
            }
            withExtendedLifetime(left) {}
        }

        func finish(_ result: Result<Download, ImageError>, _ metrics: TransferMetrics? = nil) {
            let events = events.withLock { events in
                defer { events = nil }
                return events
            }
            events?(.finished(result, metrics))
        }

        /// Sends a complete response.
        func respond(_ body: String, headers: TransferHeaders = [:], metrics: TransferMetrics? = nil) {
            respond(Array(body.utf8), headers: headers, metrics: metrics)
        }

        func respond(_ bytes: [UInt8], headers: TransferHeaders = [:], metrics: TransferMetrics? = nil) {
            let validators = Validators(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
            let head = TransferResponse(url: request.urlText, status: 200, headers: headers)
            finish(
                .success(
                    .fresh(
                        Payload(bytes: bytes, validators: validators, origin: .network, response: head))), metrics)
        }
    }

    private let started = Lock<[Task]>([])
    let answersCancel: Bool
    private let whileStarting: @Sendable () -> Void

    /// `answersCancel`: a cancelled load ends at once, and not on a call of the test. `whileStarting` is called when a
    /// load has begun, before the manager has its task.
    init(answersCancel: Bool = true, whileStarting: @escaping @Sendable () -> Void = {}) {
        self.answersCancel = answersCancel
        self.whileStarting = whileStarting
        AfterTest.run { [weak self] in self?.open.forEach { $0.abandon() } }
    }

    /// The loads that have not ended, in order.
    var open: [Task] {
        started.withLock { tasks in
            tasks.removeAll { $0.isOver }
            return tasks
        }
    }

    /// How many loads there were.
    let count = Counter()

    func canLoad(_ request: ImageRequest) -> Bool { true }
    func shouldBlockFailedURL(for error: ImageError) -> Bool { false }

    func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let task = started.withLock { tasks in
            let task = Task(request, number: tasks.count, answersCancel: answersCancel, events)
            tasks.append(task)
            return task
        }
        count.add()
        task.send(.started)
        whileStarting()
        task.didStart()
        return task
    }
}
