import Basis
import Transfer

/// One download from its wait for a place to its end, over all its attempts.
///
/// Everything that changes is behind one lock, and every event and every piece for the store of partial downloads is put
/// into the outbox under that lock: so they leave in the order of the changes, one at a time, whichever threads bring them
/// about. Code of others never runs under it.
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

    /// What leaves the outbox.
    enum Parcel {
        case event(ImageLoaderEvent)
        /// For the store of partial downloads.
        case keep(PartialDownload, offset: Int)
        case forgetKept
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
        var outbox: [Parcel] = []
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
        let body = DownloadBody(DownloadBody.Rules(request, downloader.configuration), downloader.allowance)
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

    func startDeliveringBytes() {
        state.withLock { state in
            var told: [ImageLoaderEvent] = []
            state.body.startDeliveringBytes { told.append($0) }
            state.post(told)
        }
        deliver()
    }

    func bytes(in range: Range<Int>) -> [UInt8] { state.withLock { $0.body.bytes(in: range) } }

    /// Says that it has to wait, if it still has to.
    func noteWaiting() {
        state.withLock { if $0.phase == .waiting { $0.post([.queued]) } }
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
        let hasReceived = state.withLock { $0.body.receivedInAll > 0 }
        let metrics = metrics ?? (hasReceived ? finished(nil) : nil)
        let (isNews, transfer, isPlaceFree): (Bool, (any TransferTask)?, Bool) = state.withLock { state in
            guard state.phase != .ended else { return (false, nil, false) }
            switch result {
            case .success: if state.hasKept { state.outbox.append(.forgetKept) }
            case .failure(.cancelled): keep(&state, atLeast: 1)
            case .failure(let error): if RetryPolicy.isWorthRetrying(error) { keep(&state, atLeast: 1) }
            }
            // Who prepares finds that it ended, and gives the place back there.
            let isPlaceFree = !state.isTransferOpen && state.phase != .preparing
            state.phase = .ended
            state.body.clear()
            return (true, state.takeTransfer(), isPlaceFree)
        }
        guard isNews else { return }
        transfer?.cancel()
        deliver()  // what is to be kept, before another download of the same picture has this one's place
        if isPlaceFree { downloader.leave(self) }
        state.withLock { $0.post([.finished(result, metrics)]) }
        deliver()
    }

    /// Has bytes handed to the store of partial downloads, if there are as many new ones.
    func keep(_ state: inout State, atLeast count: Int) {
        guard downloader.partials != nil, request.partialKey != nil else { return }
        state.kept = min(state.kept, state.body.count)  // it may have begun anew
        guard state.body.count >= state.kept + count, let part = state.body.keepable(from: state.kept) else {
            return
        }
        state.outbox.append(.keep(part, offset: state.kept))
        state.kept = state.body.count
        state.hasKept = true
    }

    // MARK: - The outbox

    /// Empties the outbox, unless somebody is at it: he looks again before he stops.
    func deliver() {
        while true {
            let (batch, events) = state.withLock { state in state.takeBatch() }
            guard let events else { return }
            for parcel in batch { deliver(parcel, events) }
            state.withLock { $0.isDelivering = false }
        }
    }

    private func deliver(_ parcel: Parcel, _ events: @Sendable (ImageLoaderEvent) -> Void) {
        switch parcel {
        case .event(let event): events(event)
        case .keep(let part, let offset):
            guard let key = request.partialKey else { return }
            downloader.partials?.storePartial(
                part.bytes, at: offset, of: key, validators: part.validators, total: part.total)
        case .forgetKept:
            guard let key = request.partialKey else { return }
            downloader.partials?.removePartial(for: key)
        }
    }
}
