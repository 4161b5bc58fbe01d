import HalftoneCore
import Transfer

extension DownloadJob {
    /// Starts the download in its slot.
    func begin() {
        let now = downloader.time.now
        let isFirst = state.withLock { $0.attempts == 0 }
        let partial = isFirst ? downloader.takePartial(of: request) : nil
        let isWanted = state.withLock { state in
            guard state.phase == .waiting else { return false }
            state.phase = .preparing
            if let partial { state.body.resume(from: partial) }
            state.queueTime += now - state.enqueued
            state.post([.started])
            return true
        }
        guard isWanted else {  // cancelled meanwhile
            if let partial { downloader.keep(partial, of: request) }
            return downloader.leave(self)
        }
        deliver()
        spill()
        transmit()
    }

    // MARK: - The request

    private func transmit() {
        let configuration = downloader.configuration
        let date = downloader.time.secondsSince1970
        let (attempt, resumption) = state.withLock { state in
            state.attempts += 1
            state.decryptor = request.decryptor ?? configuration.decryptor
            return (state.attempts, state.body.begin(date: date, isEncrypted: state.decryptor != nil))
        }
        let modifier = request.requestModifier ?? configuration.requestModifier
        let plain = transferRequest(configuration, resumption)
        guard let request = modifier.map({ $0.modify(plain) }) ?? plain else {
            finish(.failure(.invalidRequest))
            return downloader.leave(self)
        }
        guard openTransfer(attempt) else { return }
        let task = downloader.transport.start(request) { [self] in receive($0) }
        let mustStop = state.withLock { state in
            // It may have ended already, and the next one been opened.
            guard let open = state.transfer, open.attempt == attempt else { return false }
            state.transfer?.task = task
            return open.mustStop
        }
        if mustStop { task.cancel() }
    }

    /// Opens the transfer. Returns `false` if the download was cancelled or interrupted meanwhile.
    private func openTransfer(_ attempt: Int) -> Bool {
        let now = downloader.time.now
        let wasInterrupted = state.withLock { state -> Bool? in
            guard state.phase == .preparing else { return false }
            guard !state.isInterrupted else {
                state.wait(since: now)
                return true
            }
            state.phase = .transferring
            state.transfer = OpenTransfer(attempt: attempt)
            state.began = now
            return nil
        }
        guard let wasInterrupted else { return true }
        downloader.leave(self)
        if wasInterrupted { downloader.enqueue(self) }
        return false
    }

    private func transferRequest(
        _ configuration: ImageDownloader.Configuration, _ resumption: [(name: String, value: String)]
    ) -> TransferRequest {
        var result = TransferRequest(url: request.urlText)
        let own = request.headers + request.validators.headers + resumption
        let names = Set(own.map { $0.name.lowercased() })
        result.headers = downloader.defaultHeaders.filter { !names.contains($0.name.lowercased()) } + own
        result.limits.connectTimeout = configuration.timeout
        result.limits.stallTimeout = configuration.timeout
        result.limits.totalTimeout = configuration.totalTimeout
        result.limits.maximumBytes = configuration.limits.bytes
        result.credential = request.credential ?? (request.url.user == nil ? configuration.credentials[host] : nil)
        result.usesCookies = request.options.contains(.handleCookies)
        result.allowsInvalidCertificates = request.options.contains(.allowInvalidSSLCertificates)
        return result
    }

    // MARK: - The response

    private func receive(_ event: TransferEvent) {
        switch event {
        case .response(let response):
            let modifier = request.responseModifier ?? downloader.configuration.responseModifier
            let modified = modifier.map { $0.modify(response) } ?? response
            take { body, tell in body.receive(modified, tell) }
        case .bytes(let bytes):
            take { body, tell in body.receive(bytes, tell) }
        case .finished(.success(let metrics)): conclude(nil, metrics)
        case .finished(.failure(let error)): conclude(error, nil)
        }
    }

    /// Passes input to the body and performs the step that it returns.
    private func take(_ receive: (inout DownloadBody, (ImageLoaderEvent) -> Void) -> DownloadBody.Step) {
        let transfer = state.withLock { state -> (any TransferTask)? in
            // Also during an interruption: the transfer may end before the cancellation reaches it.
            guard state.phase == .transferring else { return nil }
            var told: [ImageLoaderEvent] = []
            let step = receive(&state.body) { told.append($0) }
            state.post(told)
            if step == .restart { state.transfer?.asksForWhole = true }
            return step == .go ? nil : state.takeTransfer()
        }
        transfer?.cancel()
        spill()
        deliver()
    }

    /// Writes bytes beyond the memory allowance to a file. Outside the lock, because a disk may be slow, and on the
    /// thread that delivers the bytes, so that they are written in order.
    private func spill() {
        guard let spill = state.withLock({ $0.body.takeSpill() }) else { return }
        let result = spill.write(in: downloader.temporaryDirectories)
        let transfer = state.withLock { state -> (any TransferTask)? in
            state.body.finish(spill, result) == .stop ? state.takeTransfer() : nil
        }
        transfer?.cancel()
    }

    /// Handles the end of the transfer. The slot is freed, or used again.
    private func conclude(_ error: TransferError?, _ metrics: TransferMetrics?) {
        let next = state.withLock { state in state.conclude(error, at: downloader.time.now) }
        switch next {
        case .nothing: downloader.leave(self)
        case .restart: transmit()
        case .requeue:
            downloader.leave(self)
            downloader.enqueue(self)
        case .success(let download): succeed(download, finished(metrics))
        case .failure(let error, let failures, let response):
            fail(error, failures, response, finished(metrics))
        }
    }

    private func succeed(_ download: Download, _ metrics: TransferMetrics) {
        guard case .fresh(let payload) = download else { return finish(.success(download), metrics) }
        guard let decryptor = state.withLock({ $0.decryptor }), let response = payload.response else {
            return finish(.success(.fresh(payload)), metrics)
        }
        downloader.leave(self)  // decrypting needs no network
        downloader.executor.run { [self] in
            guard !isEnded else { return }
            finish(decryptor.decrypted(payload, response).map(Download.fresh), metrics)
        }
    }

    private func fail(_ error: ImageError, _ failures: Int, _ response: TransferResponse?, _ metrics: TransferMetrics) {
        guard let delay = downloader.pause(after: error, failures: failures, response: response) else {
            return finish(.failure(error), metrics)
        }
        let isWanted = state.withLock { state in
            guard state.phase == .transferring else { return false }
            state.phase = .pausing
            state.post([.retrying(error, attempt: failures, after: delay)])
            return true
        }
        downloader.leave(self)
        guard isWanted else { return }
        deliver()
        downloader.timers.run(after: delay) { [self] in tryAgain() }
    }

    private func tryAgain() {
        let now = downloader.time.now
        let isWanted = state.withLock { state in
            guard state.phase == .pausing else { return false }
            state.wait(since: now)
            return true
        }
        guard isWanted else { return }
        downloader.enqueue(self)
        noteWaiting()
    }

    /// Returns the transport's metrics, or those known without them, completed with this job's.
    func finished(_ metrics: TransferMetrics?) -> TransferMetrics {
        let now = downloader.time.now
        return state.withLock { state in
            var result = metrics ?? TransferMetrics()
            if metrics == nil { result.total = now - state.began }
            result.bytes = state.body.received
            result.bytesOfAllAttempts = state.body.receivedInAll
            result.queue = state.queueTime
            return result
        }
    }
}
