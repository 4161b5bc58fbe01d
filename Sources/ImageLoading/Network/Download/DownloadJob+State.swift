import Transfer

extension DownloadJob {
    /// What follows the end of a transfer.
    enum Next {
        /// It was cancelled before; everybody knows.
        case nothing
        /// At once and on the same place: what was kept is of no use, the whole is wanted.
        case transmitAgain
        /// It was interrupted.
        case waitAgain
        case success(Download)
        case failure(ImageError, failures: Int, TransferResponse?)
    }
}

extension DownloadJob.State {
    /// The transfer is over. `error` is the transport's.
    mutating func conclude(_ error: TransferError?, at now: Duration) -> DownloadJob.Next {
        transfer = nil
        isTransferOpen = false
        guard phase == .transferring else { return .nothing }
        if asksForWhole {
            asksForWhole = false
            phase = .preparing
            return .transmitAgain
        }
        if isInterrupted, error == .cancelled {
            wait(since: now)
            return .waitAgain
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

    /// Back to the queue.
    mutating func wait(since now: Duration) {
        phase = .waiting
        isInterrupted = false
        enqueued = now
    }

    /// The transfer to be cancelled; if it is not known yet, it will be cancelled when it is.
    mutating func takeTransfer() -> (any TransferTask)? {
        guard isTransferOpen else { return nil }
        mustStop = transfer == nil
        return transfer
    }

    /// What to tell, and whom: nobody while somebody else tells, and nobody after the end.
    mutating func takeBatch() -> ([DownloadJob.Parcel], (@Sendable (ImageLoaderEvent) -> Void)?) {
        guard !isDelivering, !outbox.isEmpty, let events else { return ([], nil) }
        isDelivering = true
        defer { outbox = [] }
        if case .event(.finished)? = outbox.last { self.events = nil }  // what it holds may hold us
        return (outbox, events)
    }

    mutating func post(_ events: [ImageLoaderEvent]) { outbox += events.map(DownloadJob.Parcel.event) }
}

extension DownloadBody.Rules {
    init(_ request: ImageRequest, _ configuration: ImageDownloader.Configuration) {
        let isEncrypted = request.decryptor != nil || configuration.decryptor != nil
        self.init(
            maximumBytes: configuration.limits.bytes, acceptableStatuses: configuration.acceptableStatusCodes,
            acceptableContentTypes: configuration.acceptableContentTypes,
            minimumProgressInterval: configuration.minimumProgressInterval,
            isConditional: !request.validators.isEmpty, mayTellBytes: !isEncrypted, wantsBytes: request.wantsBytes,
            minimumPartialBytes: configuration.minimumPartialBytes)
    }
}

extension Validators {
    /// What asks a server whether the picture changed.
    var headers: [(name: String, value: String)] {
        [("If-None-Match", entityTag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            value.map { (name: name, value: $0) }
        }
    }
}
