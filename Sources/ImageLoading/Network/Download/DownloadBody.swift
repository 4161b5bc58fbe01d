import HalftoneCore
import Transfer

/// The bytes of one download over all its attempts. A value: transport events go in, loader events come out.
///
/// It checks every response, appends to the stored bytes if the server confirms that the rest fits, and knows whether
/// they are worth keeping.
struct DownloadBody {
    enum Step: Equatable {
        case go
        /// Stop the transfer; `endAttempt` returns how the attempt ended.
        case stop
        /// Stop the transfer and request the whole image again.
        case restart
    }

    /// The settings when the download was created.
    private let configuration: ImageDownloader.Configuration
    private let isConditional: Bool
    /// The start of the attempt, in seconds since 1970.
    private var date = 0.0
    private let allowance: MemoryAllowance?
    private var buffer: SpillBuffer
    /// Whether the bytes have to be decrypted, which is done at the end.
    private let isEncrypted: Bool
    private(set) var response: TransferResponse?
    private(set) var total: Int?
    /// The strong validators, which a resumption requires.
    private var validators = Validators()
    private var resumed: ResumePoint?
    private var rejection: ImageError?
    private var isCollecting = false
    /// Whether a resumption may be tried; cleared when the server cannot resume, so that the whole is requested at most
    /// once.
    private var mayResume = true
    private var dropped = 0
    private var lastProgress: Int?
    /// Number of bytes that belong to the current response and may be read before its end.
    private var readable = 0
    /// Bytes received in all attempts, including discarded ones.
    private(set) var received = 0

    /// Creates an empty body. Bytes beyond the allowance go to a temporary file; without an allowance, none do.
    ///
    /// `isConditional`: whether a 304 is an answer.
    init(
        _ configuration: ImageDownloader.Configuration, isConditional: Bool, isEncrypted: Bool = false,
        _ allowance: MemoryAllowance? = nil
    ) {
        (self.configuration, self.isConditional) = (configuration, isConditional)
        (self.isEncrypted, self.allowance) = (isEncrypted, allowance)
        buffer = SpillBuffer(allowance)
    }

    /// Continues from the bytes of an earlier download, before the first attempt.
    mutating func resume(from partial: PartialDownload) {
        buffer = SpillBuffer(continuing: partial.body, allowance)
        total = partial.total
        validators = partial.validators
    }

    mutating func clear() { buffer.removeAll() }

    var count: Int { buffer.count }

    /// Returns the received bytes in this range that may be read.
    func bytes(in range: Range<Int>) -> [UInt8] {
        guard !isEncrypted else { return [] }
        return buffer.bytes(in: range.clamped(to: 0..<min(readable, count)))
    }

    // MARK: - An attempt

    /// Begins an attempt. Returns headers that request the rest, or none to request the whole.
    mutating func beginAttempt(date: Double) -> [(name: String, value: String)] {
        self.date = date
        response = nil
        rejection = nil
        isCollecting = false
        dropped = 0
        let isWorthIt = mayResume && !isConditional && count >= configuration.minPartialBytes
        resumed = isWorthIt ? ResumePoint(offset: count, validators: validators, total: total) : nil
        return resumed?.headers ?? []
    }

    /// Checks the modified response head; `nil` if the response modifier refused it.
    mutating func receive(_ response: TransferResponse?, _ events: inout [ImageLoaderEvent]) -> Step {
        guard let response else {
            rejection = .invalidResponse
            return .stop
        }
        self.response = response
        events.append(.response(response))
        if response.status == 304, isConditional { return .go }
        if let resumed {
            if response.status == 206 { return goOn(from: resumed, response, &events) }
            // A 416 rejects the stored bytes; other errors say nothing about them.
            if response.status == 416 { return discard() }
        } else if response.status == 206 {
            return reject(.transfer(.protocolError("unsolicited partial content")), response)
        }
        if let error = refusal(of: response) { return reject(error, response) }
        restart(response, &events)
        return .go
    }

    mutating func receive(_ chunk: [UInt8], _ events: inout [ImageLoaderEvent]) -> Step {
        received += chunk.count
        guard isCollecting else {  // the body of an error response is not progress
            dropped += chunk.count
            return dropped > Self.maxDropped ? .stop : .go
        }
        guard count + chunk.count <= configuration.limits.bytes else {
            rejection = .transfer(.tooLarge(limit: configuration.limits.bytes))
            return .stop
        }
        buffer.append(chunk)
        readable = count
        noteProgress(&events)
        return stepAfterStoring()
    }

    /// Returns how the attempt ended. `failure` is the transport's; a rejection here takes precedence.
    mutating func endAttempt(_ failure: TransferError?) -> Result<Download, ImageError> {
        if let rejection { return .failure(rejection) }
        if let failure { return .failure(failure == .cancelled ? .cancelled : .transfer(failure)) }
        guard let response else { return .failure(.transfer(.protocolError("no response head"))) }
        if response.status == 304, isConditional { return .success(.notModified(response.headers)) }
        if resumed != nil, let total, count != total {
            return .failure(.transfer(.connectionLost(received: count, expected: total)))
        }
        defer { clear() }
        return .success(
            .fresh(
                Payload(
                    body: buffer.stored, validators: Validators(response.headers), origin: .network,
                    response: response)))
    }

    /// The bytes so far, if a later download may continue them and they are worth it. Afterwards this body must not
    /// receive more.
    var partial: PartialDownload? {
        guard !isConditional, count >= max(1, configuration.minPartialBytes),
            ResumePoint(offset: count, validators: validators, total: total) != nil
        else { return nil }
        return PartialDownload(body: buffer.stored, validators: validators, total: total)
    }

    // MARK: - Memory

    /// Returns the bytes to write to a temporary file now, if any.
    mutating func takeSpill() -> SpillBuffer.Spill? { buffer.takeSpill() }

    /// Takes the result of a write. Stops the download if neither memory nor a file can hold more.
    mutating func didWrite(_ spill: SpillBuffer.Spill, _ result: Result<TemporaryFile, TemporaryFileError>) -> Step {
        buffer.didWrite(spill, result)
        return stepAfterStoring()
    }

    private mutating func stepAfterStoring() -> Step {
        guard let failure = buffer.failure else { return .go }
        rejection = .unreadableFile("the download is too large for memory: \(failure)")
        return .stop
    }

    // MARK: - Checking a response

    private mutating func goOn(
        from point: ResumePoint, _ response: TransferResponse, _ events: inout [ImageLoaderEvent]
    ) -> Step {
        guard point.isContinued(by: response), refusal(of: response, asWhole: true) == nil else { return discard() }
        total = total ?? ContentRange(response.headers["Content-Range"] ?? "")?.total
        guard (total ?? 0) <= configuration.limits.bytes else {
            rejection = .transfer(.tooLarge(limit: configuration.limits.bytes))
            return .stop
        }
        isCollecting = true
        readable = count
        noteProgress(&events)
        return .go
    }

    /// Discards bytes that belong to another image or that the server cannot continue.
    private mutating func discard() -> Step {
        clear()
        validators = Validators()
        total = nil
        mayResume = false
        return .restart
    }

    private mutating func restart(_ response: TransferResponse, _ events: inout [ImageLoaderEvent]) {
        if readable > 0 { events.append(.restarted) }
        readable = 0
        clear()
        lastProgress = nil
        total = response.expectedBytes.flatMap { $0 < 0 ? nil : $0 }
        isCollecting = true
        let isPlain = response.headers.contentEncodings.isEmpty  // a range would be one of the encoded bytes
        let isRanged = response.headers["Accept-Ranges"]?.lowercased() != "none"
        // By the server's clock if it sends one: the local clock may be wrong.
        let sent = response.headers["Date"].flatMap { HTTPDate($0, now: date)?.secondsSince1970 } ?? date
        validators = isPlain && isRanged ? Validators(response.headers).strong(at: sent) : Validators()
        // The announced size is untrusted: six downloads must not reserve a gigabyte. Larger bodies grow as bytes
        // arrive.
        if let total { buffer.reserve(min(max(0, total), configuration.limits.bytes, Self.maxReservation)) }
    }

    /// Returns why a response cannot be an image, or `nil`. With `asWhole`, a requested part counts as a 200.
    private func refusal(of response: TransferResponse, asWhole: Bool = false) -> ImageError? {
        let status = asWhole ? 200 : response.status
        if let statuses = configuration.acceptableStatusCodes, !statuses.contains(status) {
            return .invalidStatusCode(response.status, headers: response.headers)
        }
        guard let types = configuration.acceptableContentTypes, let type = response.headers.mediaType,
            !types.contains(where: { $0.lowercased() == type })
        else { return nil }
        return .invalidContentType(status: response.status, headers: response.headers)
    }

    /// Rejects a response. A short one is read to its end, so that the connection stays usable.
    private mutating func reject(_ error: ImageError, _ response: TransferResponse) -> Step {
        self.response = response
        rejection = error
        return response.expectedBytes ?? 0 > Self.maxDropped ? .stop : .go
    }

    // MARK: - Progress

    /// Reports progress: with the first bytes, at the end, and after every minimum interval.
    private mutating func noteProgress(_ events: inout [ImageLoaderEvent]) {
        if let last = lastProgress, let total, total > 0, count < total {
            guard Double(count - last) >= configuration.minimumProgressInterval * Double(total) else { return }
        }
        guard lastProgress != count else { return }
        lastProgress = count
        events.append(.progress(received: count, expected: total))
    }

    /// Maximum bytes read from a rejected response. Up to about here, that costs less than a new connection.
    private static let maxDropped = 64 << 10

    /// Maximum bytes reserved at once, more than nearly every image has.
    private static let maxReservation = 16_000_000
}

extension Validators {
    init(_ headers: TransferHeaders) {
        self.init(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
    }
}
