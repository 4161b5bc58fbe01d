import Basis
import ImageCoding

/// The push decoders of one picture that is arriving, and the bytes that they have not yet had. A value; the decoders run
/// on a pool thread, one work at a time, and no thread ever waits for bytes.
///
/// Bytes are handed on as they come. A decoder that is added later reads those before from the loader, piece by piece: the
/// feed keeps none that were handed on.
struct ProgressiveDecodeSession {
    /// A decoder for one size. Its reference is handed to one work at a time: `isBusy` says whether one has it.
    struct Decoder {
        let key: ImageKey
        let plan: LoadPlan
        let box: IncrementalDecoderBox
        fileprivate var lastPreview: Duration?

        init(key: ImageKey, plan: LoadPlan, box: IncrementalDecoderBox) {
            (self.key, self.plan, self.box) = (key, plan, box)
        }
    }

    /// What a work does: the bytes that have come since the last, for every decoder.
    struct Work {
        fileprivate let feed: CancellationToken
        /// `shows`: enough time has passed to show something.
        let steps: [(decoder: Decoder, shows: Bool)]
        /// Where the pieces begin. A decoder that has had less reads what is missing.
        let start: Int
        let pieces: [[UInt8]]
    }

    /// Cancelled when nothing that its decoders do is wanted any more. Also tells the feed from that before the bytes began
    /// anew.
    let token = CancellationToken()
    private(set) var decoders: [Decoder] = []
    private var pieces: [[UInt8]] = []
    /// Where the pieces begin, and end.
    private var start: Int
    private(set) var end: Int
    private var isBusy = false
    private var hasNewDecoder = false
    /// Whether somebody may want a decoder who has none.
    private var mayLackDecoders = true
    /// No previews of this picture any more: a decoder failed, or a decode needed the memory.
    private var isOver = false

    /// A feed whose first bytes come behind so many that are to be read from the loader.
    init(after count: Int = 0) { (start, end) = (count, count) }

    mutating func add(_ bytes: [UInt8]) {
        end += bytes.count
        if decoders.isEmpty, !mayLackDecoders || isOver { return start = end }
        pieces.append(bytes)
        // A decoder slower than the network reads the rest from the loader.
        if isBusy, backlog > Self.largestBacklog { (pieces, start, hasNewDecoder) = ([], end, true) }
    }

    /// Lets decoders and bytes go, and has a work that is under way stop.
    mutating func giveUp() {
        token.cancel()
        (decoders, pieces, start, isOver) = ([], [], end, true)
    }

    /// Bytes that are held until a decoder has time for them.
    var backlog: Int { end - start }

    /// What a backlog may become while a decoder works.
    private static let largestBacklog = 1 << 20

    // MARK: - Decoders

    /// Somebody has come who wants one.
    mutating func noteNewcomer() { mayLackDecoders = true }

    /// Whether it is time to make decoders; says so once, until somebody else comes.
    mutating func takeOpening(headBytes: Int) -> Bool {
        guard !isOver, mayLackDecoders, end >= headBytes else { return false }
        mayLackDecoders = false
        return true
    }

    /// The first bytes, if they are still here.
    var head: [UInt8] { start == 0 ? pieces.reduce([], +) : [] }

    func hasDecoder(for key: ImageKey) -> Bool { decoders.contains { $0.key == key } }

    mutating func add(_ decoder: Decoder) {
        decoders.append(decoder)
        hasNewDecoder = true
    }

    /// Ends an opening: if it brought no decoder, nobody needs the bytes.
    mutating func endOpening() {
        if decoders.isEmpty, !mayLackDecoders { (pieces, start) = ([], end) }
    }

    // MARK: - Work

    /// The next work; `nil` while one runs, or when there is nothing to do. Bytes that come meanwhile wait for the next.
    mutating func next(now: Duration, interval: Duration) -> Work? {
        guard !isBusy, !decoders.isEmpty, !pieces.isEmpty || hasNewDecoder else { return nil }
        let steps = decoders.map { decoder in
            (decoder: decoder, shows: decoder.lastPreview.map { now - $0 >= interval } ?? true)
        }
        defer { (pieces, start, isBusy, hasNewDecoder) = ([], end, true, false) }
        return Work(feed: token, steps: steps, start: start, pieces: pieces)
    }

    /// Whether a work is of this feed, and what it has to show is still wanted.
    func owns(_ work: Work) -> Bool { work.feed === token && !isOver }

    /// Whether these are the same feed, and it goes on.
    func continues(_ other: ProgressiveDecodeSession) -> Bool { other.token === token && !isOver }

    /// A work is done; what it has to show is shown now.
    mutating func didWork(_ work: Work, now: Duration) {
        isBusy = false
        for step in work.steps where step.shows {
            guard let index = decoders.firstIndex(where: { $0.box === step.decoder.box }) else { continue }
            decoders[index].lastPreview = now
        }
    }
}

/// Carries a push decoder from one work to the next.
final class IncrementalDecoderBox: @unchecked Sendable {
    // Unchecked because a decoder belongs to one thread at a time: only the work that a feed handed out touches it, and
    // the feed hands out one at a time, under the manager's lock.
    private let decoder: any IncrementalDecoder
    /// Bytes that it has had, and may hold.
    private(set) var position = 0
    private let share: MemoryAllowance.Share

    init(_ decoder: any IncrementalDecoder, _ allowance: MemoryAllowance) {
        self.decoder = decoder
        share = MemoryAllowance.Share(of: allowance)
    }

    /// Throws `.cancelled` where there is no memory for more: previews can be left out.
    func append(_ bytes: [UInt8]) throws(ImageCodingError) {
        guard share.grow(to: position + bytes.count) else { throw .cancelled }
        try decoder.append(bytes[...])
        position += bytes.count
    }

    func preview() throws(ImageCodingError) -> Image? { try decoder.preview() }
}
