import HalftoneCore
import Transfer

/// A download from its wait for a slot to its end, over all its attempts.
///
/// One lock protects all mutable state. Events enter the outbox under that lock, so they leave in the order of the
/// changes, one at a time, whichever threads cause them. External code never runs under it.
final class DownloadJob: ImageLoaderTask {
    enum Phase {
        /// Waiting in the queue.
        case waiting
        /// Holding a slot, before the transfer.
        case preparing
        case transferring
        /// Pausing before another attempt.
        case pausing
        case ended
    }

    /// The transfer of one attempt, from its opening to its end.
    struct OpenTransfer {
        let attempt: Int
        /// `nil` before the transport has returned it.
        var task: (any TransferTask)?
        /// Whether it must be cancelled as soon as it is known.
        var mustStop = false
        /// Whether the whole is requested after it.
        var asksForWhole = false
    }

    struct State {
        var phase = Phase.waiting
        var priority: ImagePriority
        var body: DownloadBody
        /// `nil`: none is open. An ended download may still have one.
        var transfer: OpenTransfer?
        /// The decryptor of the attempt.
        var decryptor: DownloadDecryptor?
        var isInterrupted = false
        var attempts = 0
        var failures = 0
        var enqueued: Duration
        var began = Duration.zero
        var queueTime = Duration.zero
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
        let body = DownloadBody(DownloadBody.Rules(request, downloader.configuration), downloader.allowance)
        state = Lock(State(priority: request.priority, body: body, enqueued: downloader.time.now, events: events))
    }

    var isEnded: Bool { state.withLock { $0.phase == .ended } }
    var priority: ImagePriority { state.withLock { $0.priority } }
    var continuesInBackground: Bool { request.options.contains(.continueInBackground) }

    // MARK: - Control

    func cancel() { finish(.failure(.cancelled)) }

    func setPriority(_ priority: ImagePriority) {
        state.withLock { $0.priority = priority }
        downloader.applyPriority(of: self)
    }

    func startDeliveringBytes() {
        state.withLock { state in
            guard state.phase != .ended else { return }  // nothing may follow the end
            var told: [ImageLoaderEvent] = []
            state.body.startDeliveringBytes { told.append($0) }
            state.post(told)
        }
        deliver()
    }

    func bytes(in range: Range<Int>) -> [UInt8] { state.withLock { $0.body.bytes(in: range) } }

    /// Reports `.queued` if the download still waits.
    func noteWaiting() {
        state.withLock { if $0.phase == .waiting { $0.post([.queued]) } }
        deliver()
    }

    /// Cancels the transfer and lets the download wait for another turn, with the bytes received.
    func interrupt() {
        let transfer = state.withLock { state -> (any TransferTask)? in
            guard state.phase == .preparing || state.phase == .transferring else { return nil }
            state.isInterrupted = true
            return state.takeTransfer()
        }
        transfer?.cancel()
    }

    // MARK: - The end

    /// The only way to end the download; later calls do nothing. The slot is freed once the transfer has ended too.
    func finish(_ result: Result<Download, ImageError>, _ metrics: TransferMetrics? = nil) {
        let hasReceived = state.withLock { $0.body.receivedInAll > 0 }
        let metrics = metrics ?? (hasReceived ? finished(nil) : nil)
        let isWorthKeeping =
            switch result {
            case .success: false
            case .failure(.cancelled): true
            case .failure(let error): RetryPolicy.isWorthRetrying(error)
            }
        typealias End = (isNews: Bool, transfer: (any TransferTask)?, isSlotFree: Bool, partial: PartialDownload?)
        let end = state.withLock { state -> End in
            guard state.phase != .ended else { return (false, nil, false, nil) }
            // A preparing download finds that it ended, and frees the slot there.
            let isSlotFree = state.transfer == nil && state.phase != .preparing
            state.phase = .ended
            let partial = isWorthKeeping ? state.body.partial : nil
            state.body.clear()
            return (true, state.takeTransfer(), isSlotFree, partial)
        }
        guard end.isNews else { return }
        if let partial = end.partial { downloader.keep(partial, of: request) }  // before another can have the slot
        end.transfer?.cancel()
        if end.isSlotFree { downloader.leave(self) }
        state.withLock { $0.post([.finished(result, metrics)]) }
        deliver()
    }

    // MARK: - The outbox

    /// Delivers the outbox. Returns at once if another thread is delivering, because that thread checks again before it
    /// stops.
    func deliver() {
        while true {
            let (batch, events) = state.withLock { state in state.takeBatch() }
            guard let events else { return }
            for event in batch { events(event) }
            state.withLock { $0.isDelivering = false }
        }
    }
}
