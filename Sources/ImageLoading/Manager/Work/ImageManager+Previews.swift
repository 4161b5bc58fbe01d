import HalftoneCore
import ImageCoding

/// Previews of arriving images: ``ImageOptions/progressiveLoad``. An animation shows its first frame and then, for
/// loads that play it, the frames that have arrived.
///
/// The final image is decoded from all bytes like any other, so previews can be skipped at any moment: if no load wants
/// them, the format does not allow them, a decode needs their memory, or the pool is busy.
extension ImageManager {
    /// Maximum number of bytes examined for the image size: nearly every header is shorter.
    private static let maximumHeaderBytes = 16 << 10
    /// The number of bytes that a late decoder reads at once of those that it missed.
    private static let catchUpPieceBytes = 64 << 10

    // MARK: - From the loader

    func feedPreviews(of job: JobGraph.JobID, _ bytes: [UInt8]) {
        state.withLock { $0.previews[job, default: ProgressiveDecodeSession()].add(bytes) }
        advancePreviews(of: job)
    }

    /// Starts a session for the bytes delivered from now on; the loader has the first `count`.
    func beginPreviews(of job: JobGraph.JobID, after count: Int) {
        change { state in
            state.retire(previewsOf: job)
            state.previews[job] = ProgressiveDecodeSession(after: count)
        }
        advancePreviews(of: job)
    }

    /// Opens previews for a load that coalesced with a running fetch.
    func openPreviews(of job: JobGraph.JobID) {
        let task = state.withLock { state in
            state.previews[job]?.noteNewLoad()
            return state.graph.jobs[job]?.task  // `nil`: `fetch` is starting it, and checks for previews afterwards
        }
        task?.startDeliveringBytes()
        advancePreviews(of: job)
    }

    private func advancePreviews(of job: JobGraph.JobID) {
        let now = time.now
        let work = state.withLock { $0.nextPreviews(of: job, now) }
        if let work { decodeExecutor.run { [self] in run(work, job) } }
    }

    // MARK: - Decoders

    /// Makes the decoders that loads need and the session lacks. Coders are called without the lock; meanwhile the
    /// bytes may have restarted.
    private func makeDecoders(
        for work: ProgressiveDecodeSession.Work, _ job: JobGraph.JobID, _ source: (any ImageLoaderTask)?
    ) -> [ProgressiveDecodeSession.Decoder] {
        let wanted = state.withLock { $0.graph.previewsWanted(of: job) }.filter { key, _ in
            !work.steps.contains { $0.decoder.key == key }
        }
        guard !wanted.isEmpty else { return [] }
        // Passed on bytes are still at the loader.
        let head =
            work.start == 0
            ? work.pieces.reduce([], +) : source?.bytes(in: 0..<min(work.end, Self.maximumHeaderBytes)) ?? []
        guard !head.isEmpty else { return [] }
        let made = wanted.compactMap { decoder(for: $0.key, $0.plan, head, work.token) }
        return state.withLock { state in
            guard state.previews[job]?.owns(work) == true else { return [] }
            let kept = made.filter { state.graph.budget.reserveForPreviews($0.bytes, for: job) }.map(\.decoder)
            state.previews[job]?.decoders += kept
            return kept
        }
    }

    private func decoder(
        for key: ImageKey, _ plan: LoadPlan, _ head: [UInt8], _ token: CancellationToken
    ) -> (decoder: ProgressiveDecodeSession.Decoder, bytes: Int)? {
        let anyCoder = plan.coders.coder(for: head, hint: plan.hint)
        guard let coder = anyCoder as? any ProgressiveImageCoder else { return nil }
        var options = plan.decodeOptions(isVariant: false)
        if options.animation == .preloaded { options.animation = .frames }  // more frames may arrive
        options.cancellation = token
        let header = try? coder.header(of: head, limits: options.limits)
        // An incomplete header counts as that of a large image.
        let bytes = header.map { coder.workingBytes(for: $0, options: options) } ?? options.limits.workingBytes / 8
        let box = IncrementalDecoderBox(coder.makeIncrementalDecoder(options: options), previewAllowance)
        return (ProgressiveDecodeSession.Decoder(key: key, plan: plan, box: box), bytes)
    }

    // MARK: - Work

    /// Runs one unit of work on a pool thread.
    private func run(_ work: ProgressiveDecodeSession.Work, _ job: JobGraph.JobID) {
        let (source, isWanted) = state.withLock { ($0.graph.jobs[job]?.task, $0.previews[job]?.owns(work) == true) }
        guard isWanted else { return }  // the final decode began before
        var previews: [(ImageKey, Image)] = []
        var hasFailed = false
        let made = work.makesDecoders ? makeDecoders(for: work, job, source) : []
        for (decoder, shows) in work.steps + made.map({ ($0, true) }) {
            do throws(ImageCodingError) {
                guard try feed(decoder.box, work, source), shows, let image = try decoder.box.preview(),
                    let preview = preview(image, decoder.plan)
                else { continue }
                previews.append((decoder.key, preview))
            } catch {
                hasFailed = true  // the final decode reports the error
            }
        }
        let now = time.now
        var next: ProgressiveDecodeSession.Work?
        change { state in
            guard state.previews[job]?.owns(work) == true else { return }  // ended or dropped
            state.previews[job]?.didWork(work, made, now: now)
            if hasFailed { return state.abandonPreviews(of: job) }
            next = state.nextPreviews(of: job, now)
            for (key, image) in previews { state.graph.didPreview(job, of: key, image) }
        }
        if let next { decodeExecutor.run { [self] in run(next, job) } }
    }

    /// Appends the missed bytes, then the new ones. Returns `false` if the missed bytes are gone, because the image is
    /// complete or restarts.
    private func feed(
        _ decoder: IncrementalDecoderBox, _ work: ProgressiveDecodeSession.Work, _ source: (any ImageLoaderTask)?
    ) throws(ImageCodingError) -> Bool {
        while decoder.position < work.start {
            let end = min(work.start, decoder.position + Self.catchUpPieceBytes)
            guard let piece = source?.bytes(in: decoder.position..<end), !piece.isEmpty else { return false }
            try decoder.append(piece)
        }
        for piece in work.pieces { try decoder.append(piece) }
        return true
    }

    /// Returns the preview to show; `nil` if it cannot be transformed.
    private func preview(_ image: Image, _ plan: LoadPlan) -> Image? {
        guard let transformer = plan.transformer else { return image }
        return transformer.transform(image, of: plan.origin, cancellation: nil)
    }

    // MARK: - Embedded thumbnails

    /// Delivers the embedded thumbnail, on a pool thread before the decode, to loads that request previews and have had
    /// none because the bytes arrived together.
    func showThumbnail(_ id: JobGraph.JobID, of bytes: EncodedData, _ options: DecodeOptions, _ plan: LoadPlan) {
        let wanted = state.withLock { $0.graph.previewsWanted(of: id, isFirst: true) }
        guard !wanted.isEmpty,
            let image = plan.coders.thumbnail(of: bytes.body.head(EncodedData.maximumHeaderBytes), options: options)
        else { return }
        let thumbnails = wanted.compactMap { key, plan in preview(image, plan).map { (key, $0) } }
        change { state in for (key, image) in thumbnails { state.graph.didPreview(id, of: key, image, isFirst: true) } }
    }

    // MARK: - The end

    func endPreviews(of job: JobGraph.JobID) { change { $0.retire(previewsOf: job) } }

    /// Drops the previews of jobs because a decode needs their memory.
    func dropPreviews(of jobs: [JobGraph.JobID]) {
        change { for job in jobs { $0.abandonPreviews(of: job) } }
    }
}
