import HalftoneCore
import ImageCoding

/// The incremental decoders of one arriving image. A value; the decoders run on a pool thread, one ``Work`` at a time.
/// They read the bytes from the loader, which has them: no thread ever waits for bytes, and none are held twice.
struct ProgressiveDecodeSession {
    /// A decoder for one size. Only one work at a time uses its `box`; `isBusy` says whether one does.
    struct Decoder {
        let key: ImageKey
        let plan: LoadPlan
        let box: IncrementalDecoderBox
        /// The bytes that it has reserved in the budget of decodes.
        let workingBytes: Int
        fileprivate(set) var lastPreview: Duration?
    }

    /// A unit of decoding: the bytes that a decoder lacks, for every decoder.
    struct Work {
        let token: CancellationToken
        /// Whether to make decoders first, because a load may need one that does not exist.
        let makesDecoders: Bool
        /// `shows`: enough time has passed since the decoder's last preview.
        let steps: [(decoder: Decoder, shows: Bool)]
        /// The number of bytes that the loader has.
        let count: Int
    }

    /// Cancelled when the decoders are no longer needed. Also identifies the session: restarted bytes get a new one.
    let token = CancellationToken()
    var decoders: [Decoder] = []
    /// The number of bytes that the loader has, and of those that a work was made for.
    private var count = 0
    private var worked = 0
    /// Whether a work waits for its slot or runs.
    private var isBusy = false
    /// Whether a load may need a decoder that does not exist yet.
    private var mayLackDecoders = true
    /// Whether previews have ended: a decoder failed, or a decode needed the memory.
    private var isOver: Bool { token.isCancelled }

    /// Minimum time between two previews of one decoder.
    private let interval: Duration

    init(interval: Duration) { self.interval = interval }

    /// Notes how many bytes the loader has.
    mutating func noteBytes(_ count: Int) { self.count = count }

    mutating func noteNewLoad() { mayLackDecoders = true }

    /// Releases the decoders, and stops running work.
    mutating func abandon() {
        token.cancel()
        decoders = []
    }

    // MARK: - Work

    /// The number of bytes that suffice to detect a format; more do not help.
    private static let formatDetectionBytes = 64

    private var makesDecoders: Bool { mayLackDecoders && count >= Self.formatDetectionBytes }

    /// Returns whether a work must wait for a slot from now on; `false` while one waits or runs, or nothing is to do.
    mutating func request() -> Bool {
        guard !isBusy, !isOver, makesDecoders || !decoders.isEmpty && worked < count else { return false }
        isBusy = true
        return true
    }

    /// Returns the work for which ``request()`` has asked. Bytes that arrive meanwhile wait for the next.
    mutating func next(now: Duration) -> Work? {
        guard isBusy, !isOver else { return nil }
        let steps = decoders.map { decoder in
            (decoder: decoder, shows: decoder.lastPreview.map { now - $0 >= interval } ?? true)
        }
        let work = Work(token: token, makesDecoders: makesDecoders, steps: steps, count: count)
        if work.makesDecoders { mayLackDecoders = false }
        worked = count
        return work
    }

    /// Returns whether the work belongs to this session and its previews are still needed.
    func owns(_ work: Work) -> Bool { work.token === token && !isOver }

    /// Notes that a work is done, and that its previews and those of new decoders are shown now.
    mutating func didWork(_ work: Work, _ made: [Decoder], now: Duration) {
        isBusy = false
        for decoder in work.steps.filter(\.shows).map(\.decoder) + made {
            guard let index = decoders.firstIndex(where: { $0.box === decoder.box }) else { continue }
            decoders[index].lastPreview = now
        }
    }
}

/// A box that carries an incremental decoder from one work to the next.
final class IncrementalDecoderBox: @unchecked Sendable {
    // Unchecked because a decoder belongs to one thread at a time: only the current work uses it, and the session hands
    // out one work at a time, under the manager's lock.
    private let decoder: any IncrementalDecoder
    /// The number of bytes that the decoder has received and may hold.
    private(set) var position = 0
    private let share: MemoryAllowance.Share

    init(_ decoder: any IncrementalDecoder, _ allowance: MemoryAllowance) {
        self.decoder = decoder
        share = MemoryAllowance.Share(of: allowance)
    }

    /// Appends bytes. Throws `.cancelled` if there is no memory for them, because previews are optional.
    func append(_ bytes: [UInt8]) throws(ImageCodingError) {
        guard share.grow(to: position + bytes.count) else { throw .cancelled }
        try decoder.append(bytes[...])
        position += bytes.count
    }

    func preview() throws(ImageCodingError) -> Image? { try decoder.preview() }
}
