import Basis
import ImageCoding

/// The incremental decoders of one arriving image, and the bytes not yet passed to them. A value; the decoders run on a
/// pool thread, one ``Work`` at a time, and no thread ever waits for bytes.
///
/// Bytes that were passed on are not kept: a decoder that is added later reads them from the loader, piece by piece.
struct ProgressiveDecodeSession {
    /// A decoder for one size. Only one work at a time uses its `box`; `isBusy` says whether one does.
    struct Decoder {
        let key: ImageKey
        let plan: LoadPlan
        let box: IncrementalDecoderBox
        fileprivate var lastPreview: Duration?

        init(key: ImageKey, plan: LoadPlan, box: IncrementalDecoderBox) {
            (self.key, self.plan, self.box) = (key, plan, box)
        }
    }

    /// A unit of decoding: the bytes that have arrived since the last one, for every decoder.
    struct Work {
        fileprivate let feed: CancellationToken
        /// `shows`: enough time has passed since the decoder's last preview.
        let steps: [(decoder: Decoder, shows: Bool)]
        /// The offset of the pieces. A decoder that has received less reads the missing bytes first.
        let start: Int
        let pieces: [[UInt8]]
    }

    /// Cancelled when the decoders are no longer wanted. Also identifies the session: restarted bytes get a new one.
    let token = CancellationToken()
    private(set) var decoders: [Decoder] = []
    private var pieces: [[UInt8]] = []
    /// The offsets at which the pieces start and end.
    private var start: Int
    private(set) var end: Int
    private var isBusy = false
    private var hasNewDecoder = false
    /// Whether a load may need a decoder that does not exist yet.
    private var mayLackDecoders = true
    /// Whether previews have ended: a decoder failed, or a decode needed the memory.
    private var isOver = false

    /// Creates a session that receives the bytes after the first `count`, which the loader has.
    init(after count: Int = 0) { (start, end) = (count, count) }

    mutating func add(_ bytes: [UInt8]) {
        end += bytes.count
        if decoders.isEmpty, !mayLackDecoders || isOver { return start = end }
        pieces.append(bytes)
        // A decoder slower than the network reads the dropped bytes from the loader.
        if isBusy, backlog > Self.largestBacklog { (pieces, start, hasNewDecoder) = ([], end, true) }
    }

    /// Releases decoders and bytes, and stops running work.
    mutating func abandon() {
        token.cancel()
        (decoders, pieces, start, isOver) = ([], [], end, true)
    }

    /// The number of bytes that wait for the decoders.
    var backlog: Int { end - start }

    /// Maximum backlog while a decoder works.
    private static let largestBacklog = 1 << 20

    // MARK: - Decoders

    /// Notes that a load may need a new decoder.
    mutating func noteNewLoad() { mayLackDecoders = true }

    /// Returns whether to make decoders now; `true` once, and again after ``noteNewLoad()``.
    mutating func takeOpening(formatDetectionBytes: Int) -> Bool {
        guard !isOver, mayLackDecoders, end >= formatDetectionBytes else { return false }
        mayLackDecoders = false
        return true
    }

    /// The first bytes; empty if they have been passed on.
    var head: [UInt8] { start == 0 ? pieces.reduce([], +) : [] }

    func hasDecoder(for key: ImageKey) -> Bool { decoders.contains { $0.key == key } }

    mutating func add(_ decoder: Decoder) {
        decoders.append(decoder)
        hasNewDecoder = true
    }

    /// Ends the making of decoders. If there are none, the bytes are dropped.
    mutating func endOpening() {
        if decoders.isEmpty, !mayLackDecoders { (pieces, start) = ([], end) }
    }

    // MARK: - Work

    /// Returns the next work; `nil` while one runs or nothing is to do. Bytes that arrive meanwhile wait for the next.
    mutating func next(now: Duration, interval: Duration) -> Work? {
        guard !isBusy, !decoders.isEmpty, !pieces.isEmpty || hasNewDecoder else { return nil }
        let steps = decoders.map { decoder in
            (decoder: decoder, shows: decoder.lastPreview.map { now - $0 >= interval } ?? true)
        }
        defer { (pieces, start, isBusy, hasNewDecoder) = ([], end, true, false) }
        return Work(feed: token, steps: steps, start: start, pieces: pieces)
    }

    /// Returns whether the work belongs to this session and its previews are still wanted.
    func owns(_ work: Work) -> Bool { work.feed === token && !isOver }

    /// Returns whether `other` is the same session and previews have not ended.
    func continues(_ other: ProgressiveDecodeSession) -> Bool { other.token === token && !isOver }

    /// Notes that a work is done and its previews are shown now.
    mutating func didWork(_ work: Work, now: Duration) {
        isBusy = false
        for step in work.steps where step.shows {
            guard let index = decoders.firstIndex(where: { $0.box === step.decoder.box }) else { continue }
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
