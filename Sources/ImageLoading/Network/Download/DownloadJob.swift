import HalftoneCore
import Transfer

/// A download from its wait for a slot to its end, over all its attempts.
///
/// One lock protects all mutable state. Events enter the outbox under that lock, so they leave in the order of the
/// changes, one at a time, whichever threads cause them. External code never runs under it.
final class DownloadJob: ImageLoaderTask {
    let id: DownloadQueue.ID
    let request: ImageRequest
    let downloader: ImageDownloader
    /// The settings of the downloader when the download was created.
    private let configuration: ImageDownloader.Configuration
    private let decryptor: DownloadDecryptor?
    private let state: Lock<State>

    init(
        _ id: DownloadQueue.ID, _ request: ImageRequest, on downloader: ImageDownloader,
        _ events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) {
        self.id = id
        self.request = request
        self.downloader = downloader
        configuration = downloader.configuration
        decryptor = request.decryptor ?? configuration.decryptor
        let body = DownloadBody(
            configuration, isConditional: !request.validators.isEmpty, isEncrypted: decryptor != nil,
            downloader.allowance)
        state = Lock(State(priority: request.priority, body: body, events: events))
    }

    /// The priority in the queue; `nil` after the end.
    var priority: ImagePriority? { state.withLock { $0.phase == .ended ? nil : $0.priority } }
    var isEnded: Bool { priority == nil }
    var continuesInBackground: Bool { request.options.contains(.continueInBackground) }

    // MARK: - Control

    func cancel() { finish(.failure(.cancelled)) }

    func setPriority(_ priority: ImagePriority) {
        state.withLock { $0.priority = priority }
        downloader.applyPriority(of: self)
    }

    func bytes(in range: Range<Int>) -> [UInt8] { state.withLock { $0.body.bytes(in: range) } }

    /// Cancels the transfer and lets the download wait for another turn, with the bytes received.
    func interrupt() {
        let transfer = state.withLock { state -> (any TransferTask)? in
            guard state.phase == .running else { return nil }
            state.attempt?.isInterrupted = true
            return state.takeTransfer()
        }
        transfer?.cancel()
    }

    // MARK: - An attempt

    /// Starts the download in its slot.
    func begin() {
        let now = downloader.time.now
        let isFirst = state.withLock { $0.attempts == 0 }
        let partial = isFirst ? downloader.takePartial(of: request) : nil
        let (isWanted, spill) = change { state -> (Bool, SpillBuffer.Spill?) in
            guard state.phase == .waiting else { return (false, nil) }
            if let partial { state.body.resume(from: partial) }
            state.open(at: now)
            state.outbox.append(.started)
            return (true, state.body.takeSpill())
        }
        guard isWanted else {  // cancelled meanwhile
            if let partial { downloader.keep(partial, of: request) }
            return downloader.leave(self)
        }
        _ = write(spill)  // a failure stops the attempt with its first bytes
        transmit()
    }

    private func transmit() {
        let date = downloader.time.secondsSince1970
        let resumption = state.withLock { $0.body.beginAttempt(date: date) }
        let modifier = request.requestModifier ?? configuration.requestModifier
        let plain = transferRequest(resumption)
        guard let request = modifier.map({ $0.modify(plain) }) ?? plain else {
            finish(.failure(.invalidRequest))
            return conclude(.failure(.cancelled))
        }
        let opened = state.withLock { $0.attempt?.isCancelled == false ? $0.attempt?.number : nil }
        guard let opened else { return conclude(.failure(.cancelled)) }
        let transfer = downloader.transport.start(request) { [self] in receive($0) }
        let isCancelled = state.withLock { state in
            // The attempt may have ended already, and the next one have begun.
            guard state.attempt?.number == opened else { return false }
            state.attempt?.transfer = transfer
            return state.attempt?.isCancelled == true
        }
        if isCancelled { transfer.cancel() }
    }

    private func transferRequest(_ resumption: [(name: String, value: String)]) -> TransferRequest {
        var result = TransferRequest(url: request.urlText)
        let own = request.headers + request.validators.headers + resumption
        let names = Set(own.map { $0.name.lowercased() })
        result.headers = downloader.defaultHeaders.filter { !names.contains($0.name.lowercased()) } + own
        result.limits.connectTimeout = configuration.timeout
        result.limits.stallTimeout = configuration.timeout
        result.limits.totalTimeout = configuration.totalTimeout
        result.limits.maximumBytes = configuration.limits.bytes
        let ofOrigin = request.url.user == nil ? configuration.credentials[request.origin] : nil
        result.credential = request.credential ?? ofOrigin
        result.clientCertificate = configuration.clientCertificates[request.origin]
        result.usesCookies = request.options.contains(.handleCookies)
        result.allowsInvalidCertificates = request.options.contains(.allowInvalidSSLCertificates)
        return result
    }

    private func receive(_ event: TransferEvent) {
        switch event {
        case .response(let response):
            let modifier = request.responseModifier ?? configuration.responseModifier
            let modified = modifier.map { $0.modify(response) } ?? response
            take { $0.receive(modified, &$1) }
        case .bytes(let bytes): take { $0.receive(bytes, &$1) }
        case .finished(let result): conclude(result)
        }
    }

    /// Passes input to the body and performs the step that it returns.
    private func take(_ receive: (inout DownloadBody, inout [ImageLoaderEvent]) -> DownloadBody.Step) {
        let (transfer, spill) = change { state -> ((any TransferTask)?, SpillBuffer.Spill?) in
            // Also during an interruption: the transfer may end before the cancellation reaches it.
            guard state.phase == .running else { return (nil, nil) }
            let step = receive(&state.body, &state.outbox)
            if step == .restart { state.attempt?.startsOver = true }
            return (step == .go ? nil : state.takeTransfer(), state.body.takeSpill())
        }
        transfer?.cancel()
        if write(spill) == .stop { state.withLock { $0.takeTransfer() }?.cancel() }
    }

    /// Writes bytes beyond the memory allowance to a file. Outside the lock, because a disk may be slow, and on the
    /// thread that delivers the bytes: so they are written in order, and a disk that is slower than the network slows the
    /// transfers down instead of filling the memory.
    private func write(_ spill: SpillBuffer.Spill?) -> DownloadBody.Step {
        guard let spill else { return .go }
        let result = spill.write(in: configuration.temporaryDirectories)
        return state.withLock { $0.body.didWrite(spill, result) }
    }

    // MARK: - After an attempt

    /// Handles the end of an attempt. The slot is freed, or used again.
    private func conclude(_ result: Result<TransferMetrics, TransferError>) {
        let now = downloader.time.now
        switch state.withLock({ $0.conclude(result, at: now) }) {
        case .nothing: downloader.leave(self)
        case .anotherAttempt: transmit()
        case .anotherTurn:
            downloader.leave(self)
            downloader.enqueue(self)
        case .success(let download, let metrics): succeed(download, metrics)
        case .failure(let error, let failures, let response, let metrics):
            let delay = configuration.retry.delay(
                after: error, failures: failures, response: response, date: downloader.time.secondsSince1970,
                jitter: downloader.jitter())
            if let delay {
                pause(for: delay, after: error)
            } else {
                finish(.failure(error), metrics)
            }
        }
    }

    private func succeed(_ download: Download, _ metrics: TransferMetrics) {
        guard let decryptor, case .fresh(let payload) = download, let response = payload.response else {
            return finish(.success(download), metrics)
        }
        downloader.leave(self)  // decrypting needs no network
        downloader.executor.run { [self] in
            guard !isEnded else { return }
            let decrypted = decryptor.decrypted(payload, response, within: downloader.allowance)
            finish(decrypted.map(Download.fresh), metrics)
        }
    }

    private func pause(for delay: Duration, after error: ImageError) {
        let isWanted = change { state in
            guard state.phase == .running else { return false }
            state.phase = .waiting
            state.outbox.append(.retrying(error))
            return true
        }
        downloader.leave(self)
        if isWanted { downloader.timers.run(after: delay) { [self] in downloader.enqueue(self) } }
    }

    /// The only way to end the download; later calls do nothing. The slot is freed once the transfer has ended too.
    private func finish(_ result: Result<Download, ImageError>, _ metrics: TransferMetrics? = nil) {
        let now = downloader.time.now
        let isWorthKeeping =
            switch result {
            case .success: false
            case .failure(.cancelled): true
            case .failure(let error): RetryPolicy.isWorthRetrying(error)
            }
        typealias End = (
            metrics: TransferMetrics?, partial: PartialDownload?, transfer: (any TransferTask)?, isSlotFree: Bool
        )
        let end = state.withLock { state -> End? in
            guard state.phase != .ended else { return nil }
            let metrics = metrics ?? (state.body.received > 0 ? state.metrics(nil, at: now) : nil)
            state.phase = .ended
            let partial = isWorthKeeping ? state.body.partial : nil
            state.body.clear()
            return (metrics, partial, state.takeTransfer(), state.attempt == nil)
        }
        guard let end else { return }
        if let partial = end.partial { downloader.keep(partial, of: request) }  // before another can have the slot
        end.transfer?.cancel()
        if end.isSlotFree { downloader.leave(self) }
        change { $0.outbox.append(.finished(result, end.metrics)) }
    }

    // MARK: - The outbox

    /// Changes the state, and delivers the events that the change adds to the outbox. Another thread that is delivering
    /// takes them along.
    @discardableResult
    private func change<Value>(_ change: (inout State) -> Value) -> Value {
        var (value, batch) = state.withLock { state in
            let value = change(&state)
            return (value, state.isDelivering ? nil : state.takeBatch())
        }
        while let (deliver, events) = batch {
            for event in events { deliver(event) }
            batch = state.withLock { $0.takeBatch() }
        }
        return value
    }
}

// MARK: - State

extension DownloadJob {
    fileprivate enum Phase {
        /// Waiting in the queue, or for the end of a pause, when it enters the queue again.
        case waiting
        /// From the start of an attempt until its result is decrypted, or until the pause after its failure.
        case running
        case ended
    }

    /// One transfer, from the preparation of its request to its end. It holds the slot.
    fileprivate struct Attempt {
        let number: Int
        /// `nil` before the transport has returned it.
        var transfer: (any TransferTask)?
        /// Whether the transfer is cancelled, at the latest when it is known.
        var isCancelled = false
        /// Whether the download waits for another turn once the transfer is cancelled.
        var isInterrupted = false
        /// Whether the whole is requested next, because the stored bytes are useless.
        var startsOver = false
    }

    /// The step that follows the end of an attempt.
    fileprivate enum Next {
        /// The download already ended and reported it.
        case nothing
        /// Another attempt in the same slot.
        case anotherAttempt
        case anotherTurn
        case success(Download, TransferMetrics)
        case failure(ImageError, failures: Int, TransferResponse?, TransferMetrics)
    }

    fileprivate struct State {
        var phase = Phase.waiting
        var priority: ImagePriority
        var body: DownloadBody
        /// `nil`: none is open. An ended download may still have one.
        var attempt: Attempt?
        var attempts = 0
        var failures = 0
        var began = Duration.zero
        var outbox: [ImageLoaderEvent] = []
        var isDelivering = false
        var events: (@Sendable (ImageLoaderEvent) -> Void)?

        mutating func open(at now: Duration) {
            attempts += 1
            (phase, began, attempt) = (.running, now, Attempt(number: attempts))
        }

        /// Returns the transfer to cancel. One that is not known yet is cancelled as soon as it is.
        mutating func takeTransfer() -> (any TransferTask)? {
            attempt?.isCancelled = true
            return attempt?.transfer
        }

        /// Ends the attempt and returns the next step.
        mutating func conclude(_ result: Result<TransferMetrics, TransferError>, at now: Duration) -> Next {
            let ended = attempt
            attempt = nil
            guard phase == .running, let ended else { return .nothing }
            let (transferred, error): (TransferMetrics?, TransferError?) =
                switch result {
                case .success(let metrics): (metrics, nil)
                case .failure(let error): (nil, error)
                }
            if ended.isInterrupted, ended.startsOver || error == .cancelled {
                phase = .waiting
                return .anotherTurn
            }
            if ended.startsOver {
                open(at: now)
                return .anotherAttempt
            }
            let outcome = body.endAttempt(error)
            let metrics = metrics(transferred, at: now)
            switch outcome {
            case .success(let download): return .success(download, metrics)
            case .failure(let error):
                failures += 1
                return .failure(error, failures: failures, body.response, metrics)
            }
        }

        /// Returns the transport's metrics, or those known without them, completed with the download's.
        func metrics(_ transferred: TransferMetrics?, at now: Duration) -> TransferMetrics {
            var result = transferred ?? TransferMetrics()
            if transferred == nil { result.total = now - began }
            result.bytes = body.received
            return result
        }

        /// Begins or goes on with a delivery. Returns the events to deliver and their receiver; ends the delivery and
        /// returns `nil` without any.
        mutating func takeBatch() -> ((@Sendable (ImageLoaderEvent) -> Void), [ImageLoaderEvent])? {
            guard !outbox.isEmpty, let events else {
                isDelivering = false
                return nil
            }
            isDelivering = true
            defer { outbox = [] }
            if case .finished? = outbox.last { self.events = nil }  // its captures may retain this job
            return (events, outbox)
        }
    }
}

extension Validators {
    /// The headers of a conditional request.
    fileprivate var headers: [(name: String, value: String)] {
        [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            value.map { (name: name, value: $0) }
        }
    }
}
