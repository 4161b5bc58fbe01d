import Basis
import ImageCoding
import Transfer

/// The bytes of one download over all its attempts. A value: what the transport says goes in, what to tell comes out.
///
/// It judges every answer, goes on behind the bytes that are there when the server confirms that the rest fits, and knows
/// which bytes can be kept for another time.
struct DownloadBody {
    struct Rules {
        var maximumBytes: Int
        /// `nil`: any status is a success.
        var acceptableStatuses: Set<Int>? = Set(200..<300)
        /// `nil`: any type is right.
        var acceptableContentTypes: Set<String>?
        var minimumProgressInterval = 0.0
        var isConditional = false
        /// Whether bytes may be told while they come, and whether somebody wanted that from the beginning.
        var mayTellBytes = true
        var wantsBytes = false
        /// Fewer are not worth going on from.
        var minimumPartialBytes = 0
    }

    /// What becomes of the transfer.
    enum Step: Equatable {
        case go
        /// Nothing more of it is wanted; `end` says how the attempt ended.
        case stop
        /// The same: ask again, for the whole.
        case askForWhole
    }

    private let rules: Rules
    /// Seconds since 1970, when the attempt began.
    private var date = 0.0
    private let allowance: MemoryAllowance?
    private var buffer: SpillBuffer
    private var tellsBytes: Bool
    private(set) var response: TransferResponse?
    private(set) var total: Int?
    /// Strong ones only: what a resumption hangs on.
    private var validators = Validators()
    private var resumed: ResumePoint?
    private var rejection: ImageError?
    private var isCollecting = false
    /// Not after the server has shown that it cannot, so that a download asks for the whole once at most.
    private var mayResume = true
    private var dropped = 0
    private var lastProgress: Int?
    /// Bytes that may be shown while more come: those that belong to the answer that is being received.
    private var handedOn = 0
    /// Bytes of the last attempt, wanted or not.
    private(set) var received = 0
    /// Bytes that came in all attempts.
    private(set) var receivedInAll = 0

    /// What does not fit into the allowance goes to a temporary file; without one everything stays in memory.
    init(_ rules: Rules, _ allowance: MemoryAllowance? = nil) {
        self.rules = rules
        self.allowance = allowance
        buffer = SpillBuffer(allowance)
        tellsBytes = rules.wantsBytes && rules.mayTellBytes
    }

    /// Goes on from bytes of another time. Before the first attempt.
    mutating func resume(from partial: PartialDownload) {
        buffer = SpillBuffer(continuing: partial.body, allowance)
        total = partial.total
        validators = partial.validators
    }

    /// Lets the bytes go.
    mutating func clear() { buffer.removeAll() }

    /// Bytes that are there.
    var count: Int { buffer.count }

    /// Tells bytes from now on, and where they begin.
    mutating func startDeliveringBytes(_ tell: (ImageLoaderEvent) -> Void) {
        guard rules.mayTellBytes, !tellsBytes else { return }
        tellsBytes = true
        if handedOn > 0 { tell(.bytesFollow(after: handedOn)) }
    }

    /// What has come of these.
    func bytes(in range: Range<Int>) -> [UInt8] {
        guard rules.mayTellBytes else { return [] }
        return buffer.bytes(in: range.clamped(to: 0..<min(handedOn, count)))
    }

    // MARK: - An attempt

    /// Begins an attempt. The headers that ask for the rest only; none to ask for the whole.
    mutating func begin(date: Double) -> [(name: String, value: String)] {
        self.date = date
        response = nil
        rejection = nil
        isCollecting = false
        dropped = 0
        received = 0
        let isWorthIt = mayResume && !rules.isConditional && count >= rules.minimumPartialBytes
        resumed = isWorthIt ? ResumePoint(offset: count, validators: validators, total: total) : nil
        return resumed?.headers ?? []
    }

    /// `response` is what the response modifier made of it; `nil`: it refused it.
    mutating func receive(_ response: TransferResponse?, _ tell: (ImageLoaderEvent) -> Void) -> Step {
        guard let response else {
            rejection = .invalidResponse
            return .stop
        }
        self.response = response
        tell(.response(response))
        if response.status == 304, rules.isConditional { return .go }
        if let resumed {
            if response.status == 206 { return goOn(from: resumed, response, tell) }
            // 416, or an error that says nothing about the bytes we have
            if response.status == 416 { return discard() }
        } else if response.status == 206 {
            return reject(.transfer(.protocolError("it sent a part that nobody asked for")), response)
        }
        if let error = refusal(of: response) { return reject(error, response) }
        beginAnew(response, tell)
        return .go
    }

    mutating func receive(_ chunk: [UInt8], _ tell: (ImageLoaderEvent) -> Void) -> Step {
        received += chunk.count
        receivedInAll += chunk.count
        guard isCollecting else {  // the page that explains an error is no progress of a picture
            dropped += chunk.count
            return dropped > Self.maximumDropped ? .stop : .go
        }
        guard count + chunk.count <= rules.maximumBytes else {
            rejection = .transfer(.tooLarge(limit: rules.maximumBytes))
            return .stop
        }
        buffer.append(chunk)
        if tellsBytes { tell(.bytes(chunk)) }
        handedOn = count
        noteProgress(tell)
        return stepAfterStoring()
    }

    /// How the attempt ended. `failure` is the transport's; a refusal of ours comes before it.
    mutating func end(_ failure: TransferError?) -> Result<Download, ImageError> {
        if let rejection { return .failure(rejection) }
        if let failure { return .failure(failure == .cancelled ? .cancelled : .transfer(failure)) }
        guard let response else { return .failure(.transfer(.protocolError("it has no head"))) }
        if response.status == 304, rules.isConditional { return .success(.notModified(response.headers)) }
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

    /// What can be kept for another time, behind the first `offset` bytes; `nil`: nothing.
    func keepable(from offset: Int) -> PartialDownload? {
        guard count >= max(rules.minimumPartialBytes, offset + 1), !isDocument,
            ResumePoint(offset: count, validators: validators, total: total) != nil
        else { return nil }
        return PartialDownload(bytes: buffer.bytes(in: offset..<count), validators: validators, total: total)
    }

    /// Whether the bytes are a page, a feed or a list and no picture: these may hold passwords. Pictures may name addresses
    /// in their metadata.
    private var isDocument: Bool {
        let start = buffer.bytes(in: 0..<min(count, Self.head))
        guard ImageFormat.detect(start) == nil else { return false }
        let head = start.filter { $0 != 0 }  // of UTF-16 as of UTF-8
        let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }  // a byte order mark
        if text.first.map({ "<{[".utf8.contains($0) }) == true || head.firstRange(of: "://".utf8) != nil { return true }
        return start.count == Self.head && head.allSatisfy(Self.isOfText)
    }

    /// Whether a byte may stand in a text. Some of the first bytes of nearly every other file may not.
    private static func isOfText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || (0x09...0x0D).contains(byte) || byte == 0x1B
    }

    /// Bytes that tell what a file is.
    private static let head = 256

    // MARK: - Memory

    /// What is to be written to a temporary file now; `nil`: nothing.
    mutating func takeSpill() -> SpillBuffer.Spill? { buffer.takeSpill() }

    /// Takes what came of writing it. Where neither memory nor a file can take more, the download ends.
    mutating func finish(_ spill: SpillBuffer.Spill, _ result: Result<TemporaryFile, TemporaryFileError>) -> Step {
        buffer.finish(spill, result)
        return stepAfterStoring()
    }

    private mutating func stepAfterStoring() -> Step {
        guard let failure = buffer.failure else { return .go }
        rejection = .unreadableFile("the download is too large for memory: \(failure)")
        return .stop
    }

    // MARK: - Judging a head

    private mutating func goOn(
        from point: ResumePoint, _ response: TransferResponse, _ tell: (ImageLoaderEvent) -> Void
    ) -> Step {
        guard point.isContinued(by: response), refusal(of: response, asWhole: true) == nil else { return discard() }
        total = total ?? ContentRange(response.headers["Content-Range"] ?? "")?.total
        guard (total ?? 0) <= rules.maximumBytes else {
            rejection = .transfer(.tooLarge(limit: rules.maximumBytes))
            return .stop
        }
        isCollecting = true
        if tellsBytes, handedOn < count { tell(.bytesFollow(after: count)) }
        handedOn = count
        noteProgress(tell)
        return .go
    }

    /// What we have belongs to another picture, or the server cannot go on from there.
    private mutating func discard() -> Step {
        clear()
        validators = Validators()
        total = nil
        mayResume = false
        return .askForWhole
    }

    private mutating func beginAnew(_ response: TransferResponse, _ tell: (ImageLoaderEvent) -> Void) {
        if handedOn > 0 { tell(.restarted) }
        handedOn = 0
        clear()
        lastProgress = nil
        total = response.expectedBytes.flatMap { $0 < 0 ? nil : $0 }
        isCollecting = true
        let isPlain = response.headers["Content-Encoding"].map { $0.lowercased() == "identity" } ?? true
        let isRanged = response.headers["Accept-Ranges"]?.lowercased() != "none"
        // By the server's clock, if it says: ours may be wrong.
        let sent = response.headers["Date"].flatMap { HTTPDate($0, now: date)?.secondsSince1970 } ?? date
        validators = isPlain && isRanged ? Validators(response.headers).strong(at: sent) : Validators()
        // The announcement is foreign: six of them must not reserve a gigabyte. What is larger grows as it comes.
        if let total { buffer.reserve(min(max(0, total), rules.maximumBytes, Self.largestReservation)) }
    }

    /// Why an answer is no picture; `nil`: it may be one. A part that was asked for counts `asWhole`.
    private func refusal(of response: TransferResponse, asWhole: Bool = false) -> ImageError? {
        let status = asWhole ? 200 : response.status
        if let statuses = rules.acceptableStatuses, !statuses.contains(status) {
            return .invalidStatusCode(response.status)
        }
        guard let types = rules.acceptableContentTypes, let field = response.headers["Content-Type"] else { return nil }
        let type = field.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        return types.contains { $0.lowercased() == type } ? nil : .invalidContentType(type)
    }

    /// A short answer is read to its end, so that the connection stays usable.
    private mutating func reject(_ error: ImageError, _ response: TransferResponse) -> Step {
        self.response = response
        rejection = error
        return response.expectedBytes ?? 0 > Self.maximumDropped ? .stop : .go
    }

    // MARK: - Progress

    /// Tells how far it is: with the first bytes, at the end, and whenever it has gone on by the least part that is worth it.
    private mutating func noteProgress(_ tell: (ImageLoaderEvent) -> Void) {
        if let last = lastProgress, let total, total > 0, count < total {
            guard Double(count - last) >= rules.minimumProgressInterval * Double(total) else { return }
        }
        guard lastProgress != count else { return }
        lastProgress = count
        tell(.progress(received: count, expected: total))
    }

    /// Of an answer that is not wanted. Reading on costs less than a new connection up to about here.
    private static let maximumDropped = 64 << 10

    /// Bytes; more than nearly every picture has.
    private static let largestReservation = 16_000_000
}

extension Validators {
    init(_ headers: TransferHeaders) {
        self.init(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
    }
}
