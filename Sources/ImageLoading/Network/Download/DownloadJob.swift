import Basis
import Transfer

/// One download from its wait for a place to its end, over all its attempts.
///
/// Everything that changes is behind one lock, and every event is put into the outbox under that lock: so events leave
/// in the order of the changes, one at a time, whichever threads bring them about. User code never runs under it.
final class DownloadJob: ImageLoaderTask {
    enum Phase {
        /// In the queue.
        case waiting
        /// It has a place; what is needed for the request is being fetched.
        case preparing
        case transferring
        /// It failed and will enter the queue again.
        case pausing
        case ended
    }

    struct State {
        var phase = Phase.waiting
        var priority: ImagePriority
        var body: DownloadBody
        /// `nil` before the transport has returned it, and after its end.
        var transfer: (any TransferTask)?
        var isTransferOpen = false
        /// The transfer is to be cancelled as soon as it is known.
        var mustStop = false
        var isInterrupted = false
        var asksForWhole = false
        var attempts = 0
        var failures = 0
        var enqueued: Duration
        var began = Duration.zero
        var queueTime = Duration.zero
        /// Bytes that the store of partial downloads has.
        var kept = 0
        var hasKept = false
        var outbox: [ImageLoaderEvent] = []
        var isDelivering = false
        var events: (@Sendable (ImageLoaderEvent) -> Void)?
    }

    let id: DownloadQueue.ID
    let request: ImageRequest
    let host: String
    let downloader: ImageDownloader
    let state: Lock<State>

    init(
        _ id: DownloadQueue.ID, _ request: ImageRequest, on downloader: ImageDownloader,
        _ events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) {
        self.id = id
        self.request = request
        self.downloader = downloader
        host = request.origin
        let body = DownloadBody(DownloadBody.Rules(request, downloader.configuration))
        state = Lock(State(priority: request.priority, body: body, enqueued: downloader.time.now, events: events))
    }

    var isEnded: Bool { state.withLock { $0.phase == .ended } }
    var priority: ImagePriority { state.withLock { $0.priority } }
    var continuesInBackground: Bool { request.options.contains(.continueInBackground) }

    // MARK: - From outside

    func cancel() { finish(.failure(.cancelled)) }

    func setPriority(_ priority: ImagePriority) {
        state.withLock { $0.priority = priority }
        downloader.setPriority(priority, of: self)
    }

    func tellBytes() {
        state.withLock { state in
            var told: [ImageLoaderEvent] = []
            state.body.tellBytes { told.append($0) }
            state.outbox += told
        }
        deliver()
    }

    func bytes(in range: Range<Int>) -> [UInt8] { state.withLock { $0.body.bytes(in: range) } }

    /// Says that it has to wait, if it still has to.
    func noteWaiting() {
        state.withLock { if $0.phase == .waiting { $0.outbox.append(.queued) } }
        deliver()
    }

    /// Stops the transfer and waits for another turn, with the bytes that came.
    func interrupt() {
        let transfer = state.withLock { state -> (any TransferTask)? in
            guard state.phase == .preparing || state.phase == .transferring else { return nil }
            state.isInterrupted = true
            return state.takeTransfer()
        }
        transfer?.cancel()
    }

    // MARK: - The end

    /// The only way to the end; who comes later changes nothing. The place is given back when the transfer is over too.
    func finish(_ result: Result<Download, ImageError>, _ metrics: TransferMetrics? = nil) {
        let (isNews, transfer, isPlaceFree): (Bool, (any TransferTask)?, Bool) = state.withLock { state in
            guard state.phase != .ended else { return (false, nil, false) }
            switch result {
            case .success: forgetKept(&state)
            case .failure(.cancelled): keep(&state, atLeast: 1)
            case .failure(let error): if RetryPolicy.isWorthRetrying(error) { keep(&state, atLeast: 1) }
            }
            // Who prepares finds that it ended, and gives the place back there.
            let isPlaceFree = !state.isTransferOpen && state.phase != .preparing
            state.phase = .ended
            state.body.clear()
            state.outbox.append(.finished(result, metrics))
            return (true, state.takeTransfer(), isPlaceFree)
        }
        guard isNews else { return }
        transfer?.cancel()
        if isPlaceFree { downloader.leave(self) }
        deliver()
    }

    /// Hands bytes to the store of partial downloads, if there are as many new ones. Under the lock, because pieces must
    /// come to the store in their order.
    func keep(_ state: inout State, atLeast count: Int) {
        guard let partials = downloader.partials, let key = request.partialKey else { return }
        state.kept = min(state.kept, state.body.bytes.count)  // it may have begun anew
        guard state.body.bytes.count >= state.kept + count, let part = state.body.keepable(from: state.kept) else {
            return
        }
        partials.storePartial(part.bytes, at: state.kept, of: key, validators: part.validators, total: part.total)
        state.kept = state.body.bytes.count
        state.hasKept = true
    }

    private func forgetKept(_ state: inout State) {
        guard state.hasKept, let key = request.partialKey else { return }
        downloader.partials?.removePartial(for: key)
    }

    // MARK: - Events

    /// Empties the outbox, unless somebody is at it: he looks again before he stops.
    func deliver() {
        while true {
            let (batch, events) = state.withLock { state in state.takeBatch() }
            guard let events else { return }
            for event in batch { events(event) }
            state.withLock { $0.isDelivering = false }
        }
    }
}
