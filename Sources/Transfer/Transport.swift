/// An HTTP client that fetches the bytes of a URL. The program uses ``CurlTransport``; tests use fakes that they
/// control.
public protocol Transport: Sendable {
    /// Starts a transfer and returns at once.
    ///
    /// The handler receives at most one `.response`, then any number of `.bytes`, then exactly one `.finished`.
    /// It is called on one thread of the transport, never twice at the same time, and perhaps before `start` has
    /// returned. It must return soon: every other transfer waits for it. It may start and cancel transfers.
    @discardableResult
    func start(_ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void) -> any TransferTask
}

/// A transfer that was started. Releasing the task does not stop the transfer.
public protocol TransferTask: Sendable {
    /// Stops the transfer. Safe from any thread, also from inside a handler; never waits.
    ///
    /// The handler then receives `.finished(.failure(.cancelled))` and nothing else. An event that the transport had
    /// begun to deliver on its own thread before this call may still be running when the call returns. After
    /// `.finished`, and when called again, it does nothing.
    func cancel()
}

/// An event of a transfer, listed in the order of delivery.
public enum TransferEvent: Sendable {
    /// The status and headers of the final response; redirects are not reported. An HTTP error status is not an error
    /// here.
    case response(TransferResponse)

    /// The next bytes of the body, as they arrived (about 16 KB at most). Never empty.
    case bytes([UInt8])

    /// The end; exactly one for every transfer.
    case finished(Result<TransferMetrics, TransferError>)
}
