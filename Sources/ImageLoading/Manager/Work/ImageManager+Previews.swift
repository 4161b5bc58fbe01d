import Basis
import ImageCoding

/// What is shown of a picture that is still arriving: ``ImageOptions/progressiveLoad``. Of an animation that is first its
/// first frame, and then the frames that are there, for those who play it.
///
/// The image of the end is decoded from all bytes like any other, so that previews can be left out at any moment: when
/// nobody wants them, when their format cannot do it, when a decode needs their memory, when the pool is busy.
extension ImageManager {
    /// Formats that are told by fewer bytes than these are not told by more.
    private static let headBytes = 64
    /// What is looked at for the size of a picture, at most: nearly every header ends before.
    private static let largestHead = 16 << 10
    /// What a decoder that comes late reads at once of the bytes that it missed.
    private static let missedPiece = 64 << 10

    // MARK: - From the loader

    func feedPreviews(of job: JobGraph.JobID, _ bytes: [UInt8]) {
        state.withLock { $0.previews[job, default: ProgressiveDecodeSession()].add(bytes) }
        advancePreviews(of: job)
    }

    /// Bytes are told from now on; those before are the loader's.
    func beginPreviews(of job: JobGraph.JobID, after count: Int) {
        state.withLock { state in
            _ = state.retire(previewsOf: job)
            state.previews[job] = ProgressiveDecodeSession(after: count)
        }
        advancePreviews(of: job)
    }

    /// Somebody wants to see what arrives, and joined when others had begun.
    func openPreviews(of job: JobGraph.JobID) {
        let task = state.withLock { state in
            state.previews[job]?.noteNewcomer()
            return state.task(of: job)  // `nil`: it is being started, and whoever does that looks who wants bytes
        }
        task?.startDeliveringBytes()
        advancePreviews(of: job)
    }

    // MARK: - Decoders

    private func advancePreviews(of job: JobGraph.JobID) {
        if let opening = state.withLock({ takeOpening(of: job, &$0) }) { open(job, opening) }
        let now = time.now
        let work = state.withLock { $0.previews[job]?.next(now: now, interval: configuration.previewInterval) }
        if let work { decodeExecutor.run { [self] in run(work, job) } }
    }

    private struct Opening {
        let feed: ProgressiveDecodeSession
        let wanted: [(key: ImageKey, plan: LoadPlan)]
        let source: (any ImageLoaderTask)?
    }

    private func takeOpening(of job: JobGraph.JobID, _ state: inout State) -> Opening? {
        guard state.previews[job]?.takeOpening(headBytes: Self.headBytes) == true, let feed = state.previews[job] else {
            return nil
        }
        let wanted = state.graph.previewsWanted(of: job).filter { !feed.hasDecoder(for: $0.key) }
        return Opening(feed: feed, wanted: wanted, source: state.task(of: job))
    }

    /// Coders are asked unlocked; meanwhile the bytes may have begun anew, or another thread may have done the same.
    private func open(_ job: JobGraph.JobID, _ opening: Opening) {
        let head = opening.wanted.isEmpty ? [] : head(of: opening)
        let made =
            head.isEmpty ? [] : opening.wanted.compactMap { decoder(for: $0.key, $0.plan, head, opening.feed.token) }
        state.withLock { state in
            guard state.previews[job]?.continues(opening.feed) == true else { return }
            for (decoder, bytes) in made where state.previews[job]?.hasDecoder(for: decoder.key) == false {
                guard state.graph.budget.takeLuxury(bytes, for: job) else { continue }
                state.previews[job]?.add(decoder)
            }
            state.previews[job]?.endOpening()
        }
    }

    /// Of a feed that begins in the middle, and of bytes that were handed on, the loader has the first.
    private func head(of opening: Opening) -> [UInt8] {
        let head = opening.feed.head
        guard head.isEmpty else { return head }
        return opening.source?.bytes(in: 0..<min(opening.feed.end, Self.largestHead)) ?? []
    }

    private func decoder(
        for key: ImageKey, _ plan: LoadPlan, _ head: [UInt8], _ token: CancellationToken
    ) -> (decoder: ProgressiveDecodeSession.Decoder, bytes: Int)? {
        let coder = plan.context.imageCoder ?? plan.coders.coder(for: head)
        guard let coder = coder as? any ProgressiveImageCoder else { return nil }
        var options = plan.decodeOptions(for: plan.image(at: 0), isFinal: false)
        if options.animation == .preloaded { options.animation = .frames }  // more frames than are there may come
        options.cancellation = token
        let header = try? coder.header(of: head, limits: options.limits)
        // A header that is not there yet is taken for that of a large picture.
        let bytes = header.map { coder.workingBytes(for: $0, options: options) } ?? options.limits.workingBytes / 8
        let box = IncrementalDecoderBox(coder.makeIncrementalDecoder(options: options), previewAllowance)
        return (ProgressiveDecodeSession.Decoder(key: key, plan: plan, box: box), bytes)
    }

    // MARK: - Work

    /// On a pool thread.
    private func run(_ work: ProgressiveDecodeSession.Work, _ job: JobGraph.JobID) {
        let source = state.withLock { $0.task(of: job) }
        var previews: [(ImageKey, Image)] = []
        var hasFailed = false
        for (decoder, shows) in work.steps {
            do throws(ImageCodingError) {
                guard try feed(decoder.box, work, source), shows, let image = try decoder.box.preview() else {
                    continue
                }
                previews.append((decoder.key, transformed(image, decoder.plan)))
            } catch {
                hasFailed = true  // the end will say what is wrong with it
            }
        }
        let now = time.now
        var next: ProgressiveDecodeSession.Work?
        change { state in
            guard state.previews[job]?.owns(work) == true else { return [] }  // it is over, or was dropped
            state.previews[job]?.didWork(work, now: now)
            if hasFailed {
                state.giveUpPreviews(of: job)
                state.graph.budget.releaseLuxury(job)
                return state.graph.startNext()
            }
            next = state.previews[job]?.next(now: now, interval: configuration.previewInterval)
            return previews.flatMap { state.graph.didPreview(job, of: $0.0, $0.1) }
        }
        if let next { decodeExecutor.run { [self] in run(next, job) } }
    }

    /// First what it missed, then what is new. `false`: what it missed cannot be read any more, because the picture is
    /// complete or begins anew.
    private func feed(
        _ decoder: IncrementalDecoderBox, _ work: ProgressiveDecodeSession.Work, _ source: (any ImageLoaderTask)?
    ) throws(ImageCodingError) -> Bool {
        while decoder.position < work.start {
            let end = min(work.start, decoder.position + Self.missedPiece)
            guard let piece = source?.bytes(in: decoder.position..<end), !piece.isEmpty else { return false }
            try decoder.append(piece)
        }
        for piece in work.pieces { try decoder.append(piece) }
        return true
    }

    private func transformed(_ image: Image, _ plan: LoadPlan) -> Image {
        plan.transformers.reduce(image) { $1.transform($0, cancellation: nil) ?? $0 }
    }

    // MARK: - What is there at once

    /// On a pool thread, before a decode: shows the small picture that the bytes bring with them, to those who want previews
    /// and have seen none, because the bytes came at once.
    func showThumbnail(_ id: JobGraph.JobID, of bytes: EncodedData, _ options: DecodeOptions, _ plan: LoadPlan) {
        let wanted = state.withLock { $0.graph.thumbnailsWanted(of: id) }
        guard !wanted.isEmpty,
            let image = plan.coders.thumbnail(of: bytes.body.head(EncodedData.longestHead), options: options)
        else { return }
        let thumbnails = wanted.map { ($0.key, transformed(image, $0.plan)) }
        change { state in thumbnails.flatMap { state.graph.didThumbnail(id, of: $0.0, $0.1) } }
    }

    // MARK: - The end

    /// The bytes begin anew; so do the decoders.
    func restartPreviews(of job: JobGraph.JobID) { endPreviews(of: job) }

    func endPreviews(of job: JobGraph.JobID) {
        change { state in
            guard state.retire(previewsOf: job) else { return [] }
            state.graph.budget.releaseLuxury(job)
            return state.graph.startNext()
        }
    }

    /// A decode needs the memory.
    func dropPreviews(of jobs: [JobGraph.JobID]) {
        change { state in
            for job in jobs {
                state.giveUpPreviews(of: job)
                state.graph.budget.releaseLuxury(job)
            }
            return state.graph.startNext()
        }
    }
}

extension ImageManager.State {
    /// Who fetches these bytes, if it is under way.
    fileprivate func task(of job: JobGraph.JobID) -> (any ImageLoaderTask)? {
        if case .running(let task) = transfers[job] { task } else { nil }
    }
}
