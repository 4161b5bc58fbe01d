import Transfer

extension DownloadJob {
    /// The step that follows the end of a transfer.
    enum Next {
        /// The download already ended and reported it.
        case nothing
        /// Request the whole at once in the same slot: the stored bytes are useless.
        case restart
        /// The download was interrupted.
        case requeue
        case success(Download)
        case failure(ImageError, failures: Int, TransferResponse?)
    }
}

extension DownloadJob.State {
    /// Ends the transfer and returns the next step. `error` is the transport's.
    mutating func conclude(_ error: TransferError?, at now: Duration) -> DownloadJob.Next {
        let ended = transfer
        transfer = nil
        guard phase == .transferring else { return .nothing }
        if ended?.asksForWhole == true {
            phase = .preparing
            return .restart
        }
        if isInterrupted, error == .cancelled {
            wait(since: now)
            return .requeue
        }
        isInterrupted = false
        switch body.end(error) {
        case .success(let download):
            return .success(download)
        case .failure(let error):
            failures += 1
            return .failure(error, failures: failures, body.response)
        }
    }

    /// Puts the download back into the waiting phase.
    mutating func wait(since now: Duration) {
        phase = .waiting
        isInterrupted = false
        enqueued = now
    }

    /// Returns the transfer to cancel. A transfer that is not known yet is cancelled as soon as it is.
    mutating func takeTransfer() -> (any TransferTask)? {
        if transfer?.task == nil { transfer?.mustStop = true }
        return transfer?.task
    }

    /// Returns the events to deliver and their callback. The callback is `nil` if there are none, while another thread
    /// delivers, and after the end.
    mutating func takeBatch() -> ([ImageLoaderEvent], (@Sendable (ImageLoaderEvent) -> Void)?) {
        guard !isDelivering, !outbox.isEmpty, let events else { return ([], nil) }
        isDelivering = true
        defer { outbox = [] }
        if case .finished? = outbox.last { self.events = nil }  // its captures may retain this job
        return (outbox, events)
    }

    mutating func post(_ events: [ImageLoaderEvent]) { outbox += events }
}

extension DownloadBody.Rules {
    init(_ request: ImageRequest, _ configuration: ImageDownloader.Configuration) {
        self.init(
            maximumBytes: configuration.limits.bytes, acceptableStatuses: configuration.acceptableStatusCodes,
            acceptableContentTypes: configuration.acceptableContentTypes,
            minimumProgressInterval: configuration.minimumProgressInterval,
            isConditional: !request.validators.isEmpty, wantsBytes: request.wantsBytes,
            minimumPartialBytes: configuration.minimumPartialBytes)
    }
}

extension Validators {
    /// The headers of a conditional request.
    var headers: [(name: String, value: String)] {
        [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            value.map { (name: name, value: $0) }
        }
    }
}
