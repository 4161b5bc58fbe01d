import Basis
import ImageCoding

/// The push decoders of one picture that is arriving, and the bytes that they have not yet had. A value; the decoders run
/// on a pool thread, one work at a time, and no thread ever waits for bytes.
struct PreviewFeed {
    /// A decoder for one size. Its reference is handed to one work at a time: `isBusy` says whether one has it.
    struct Decoder {
        let key: ImageKey
        let request: LoadRequest
        let box: IncrementalDecoderBox
    }

    /// What a work does: the bytes that have come since the last, for every decoder that wants them.
    struct Work {
        let decoders: [Decoder]
        let chunks: [[UInt8]]
        /// Whether enough time has passed to show something.
        let shows: Bool
    }

    private(set) var decoders: [Decoder] = []
    private var chunks: [[UInt8]] = []
    private var isBusy = false
    private var lastPreview: Duration?
    /// Bytes that came while there was no decoder yet: its format is told by them.
    private(set) var head: [UInt8] = []
    /// No previews of this picture: unknown format, no budget, or a decoder failed.
    private(set) var isOver = false

    mutating func add(_ bytes: [UInt8]) {
        guard !isOver else { return }
        if decoders.isEmpty { head += bytes } else { chunks.append(bytes) }
    }

    mutating func begin(_ decoders: [Decoder]) {
        self.decoders = decoders
        chunks = [head]
        head = []
    }

    mutating func giveUp() { self = PreviewFeed(isOver: true) }

    init(isOver: Bool = false) { self.isOver = isOver }

    /// The next work; `nil` while one runs, or when there is nothing to do. Bytes that come meanwhile wait for the next.
    mutating func next(now: Duration, interval: Duration) -> Work? {
        guard !isBusy, !decoders.isEmpty, !chunks.isEmpty else { return nil }
        let shows = lastPreview.map { now - $0 >= interval } ?? true
        defer { (chunks, isBusy) = ([], true) }
        return Work(decoders: decoders, chunks: chunks, shows: shows)
    }

    /// Whether a work is of these decoders, and not of those before the bytes began anew.
    func owns(_ work: Work) -> Bool { decoders.first?.box === work.decoders.first?.box }

    /// Whether it is time to make decoders.
    func isReady(headBytes: Int) -> Bool { !isOver && decoders.isEmpty && head.count >= headBytes }

    /// A work is done. `true`: what it has to show is shown.
    mutating func didWork(_ work: Work, now: Duration) -> Bool {
        isBusy = false
        guard work.shows, !isOver else { return false }
        lastPreview = now
        return true
    }
}

/// Carries a push decoder from one work to the next.
final class IncrementalDecoderBox: @unchecked Sendable {
    // Unchecked because a decoder belongs to one thread at a time: only the work that a feed handed out touches it, and
    // the feed hands out one at a time, under the manager's lock.
    let decoder: any IncrementalDecoder
    init(_ decoder: any IncrementalDecoder) { self.decoder = decoder }
}
