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
        advancePreviews(of: job) { $0.feedPreviews(of: job, bytes) }
    }

    /// Starts a session for the bytes delivered from now on; the loader has the first `count`.
    func beginPreviews(of job: JobGraph.JobID, after count: Int) {
        advancePreviews(of: job) { $0.beginPreviews(of: job, after: count) }
    }

    /// Opens previews for a load that coalesced with a running fetch.
    func openPreviews(of job: JobGraph.JobID) {
        // `nil`: `fetch` is starting it, and checks for previews afterwards
        state.withLock { $0.graph.jobs[job]?.task }?.startDeliveringBytes()
        advancePreviews(of: job) { $0.jobs[job]?.previews?.noteNewLoad() }
    }

    /// Changes the previews of a fetch, then runs their next work, if there is some.
    private func advancePreviews(of job: JobGraph.JobID, _ body: (inout JobGraph) -> Void) {
        var work: ProgressiveDecodeSession.Work?
        change { state in
            body(&state.graph)
            work = state.graph.nextPreviews(of: job)
        }
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
            guard state.graph.jobs[job]?.previews?.owns(work) == true else { return [] }
            let kept = made.filter { state.graph.budget.reserveForPreviews($0.bytes, for: job) }.map(\.decoder)
            state.graph.jobs[job]?.previews?.decoders += kept
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

    /// Drops the previews that hold memory, which is short.
    func dropPreviews() { change { $0.graph.dropPreviews() } }

    // MARK: - Work

    /// Runs one unit of work on a pool thread.
    private func run(_ work: ProgressiveDecodeSession.Work, _ job: JobGraph.JobID) {
        let source = state.withLock { $0.graph.jobs[job]?.task }
        var previews: [(ImageKey, Image)] = []
        var hasFailed = false
        // Otherwise the final decode began before.
        let isWanted = !work.token.isCancelled
        let made = isWanted && work.makesDecoders ? makeDecoders(for: work, job, source) : []
        for (decoder, shows) in isWanted ? work.steps + made.map({ ($0, true) }) : [] {
            do throws(ImageCodingError) {
                guard try feed(decoder.box, work, source), shows, let image = try decoder.box.preview(),
                    let preview = preview(image, decoder.plan)
                else { continue }
                previews.append((decoder.key, preview))
            } catch {
                hasFailed = true  // the final decode reports the error
            }
        }
        advancePreviews(of: job) { $0.didWork(work, of: job, made, hasFailed ? nil : previews) }
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
}

// MARK: - Under the lock

extension JobGraph {
    fileprivate mutating func feedPreviews(of id: JobID, _ bytes: [UInt8]) {
        if jobs[id]?.previews == nil { beginPreviews(of: id, after: 0) }
        jobs[id]?.previews?.add(bytes)
    }

    /// Begins the previews of a fetch, anew if it has some; not after its end.
    fileprivate mutating func beginPreviews(of id: JobID, after count: Int) {
        endPreviews(of: id)
        guard jobs[id]?.bytes == nil, let configuration = jobs[id]?.plan.defaults.configuration else { return }
        jobs[id]?.previews = ProgressiveDecodeSession(after: count, interval: configuration.previewInterval)
    }

    /// Ends the previews of a fetch, which has its bytes, starts over or is removed.
    mutating func endPreviews(of id: JobID) {
        abandonPreviews(of: id)
        jobs[id]?.previews = nil
    }

    /// Releases the preview decoders and bytes of a fetch, which gets no further previews.
    private mutating func abandonPreviews(of id: JobID) {
        guard let previews = jobs[id]?.previews else { return }
        retire(previews)
        jobs[id]?.previews?.abandon()
        budget.release(id)
    }

    /// Abandons the previews that hold memory, because something else needs it.
    mutating func dropPreviews() { for fetch in budget.jobsHoldingPreviews { abandonPreviews(of: fetch) } }

    /// Returns the next work for the previews of a fetch, with a processor slot: it must not keep a decode that has one
    /// from its thread. `nil` if there is none, or no free slot; the next bytes ask again.
    fileprivate mutating func nextPreviews(of id: JobID) -> ProgressiveDecodeSession.Work? {
        let slot = makeJobID()
        guard processors.startIfFree(slot) else { return nil }
        if let work = jobs[id]?.previews?.next(in: slot, now: time.now) { return work }
        processors.freeSlot(of: slot)
        return nil
    }

    /// Delivers the previews that a work has made; `nil` if it has failed, which ends the previews.
    fileprivate mutating func didWork(
        _ work: ProgressiveDecodeSession.Work, of id: JobID, _ made: [ProgressiveDecodeSession.Decoder],
        _ previews: [(ImageKey, Image)]?
    ) {
        processors.freeSlot(of: work.slot)
        guard jobs[id]?.previews?.owns(work) == true else { return }  // ended or dropped
        jobs[id]?.previews?.didWork(work, made, now: time.now)
        guard let previews else { return abandonPreviews(of: id) }
        for (key, image) in previews { didPreview(id, of: key, image) }
    }

    /// Delivers a preview of an image that is being fetched or decoded. `isFirst`: only to loads that show nothing.
    fileprivate mutating func didPreview(_ id: JobID, of key: ImageKey, _ image: Image, isFirst: Bool = false) {
        for load in waitingLoads(of: id) where loads[load]?.wantsPreviews(isFirst) == true {
            guard loads[load]?.plan.image == key else { continue }
            loads[load]?.shown = .preview
            effects.append(.deliver(load, .preview(image)))
        }
    }

    /// Returns whether a load requests previews of a fetch.
    func wantsPreviews(of id: JobID) -> Bool { !previewsWanted(of: id).isEmpty }

    /// Returns the images of which previews are requested, each with the plan of a load. `isFirst`: by loads
    /// that show nothing.
    fileprivate func previewsWanted(of id: JobID, isFirst: Bool = false) -> [(key: ImageKey, plan: LoadPlan)] {
        var wanted: [(key: ImageKey, plan: LoadPlan)] = []
        for load in waitingLoads(of: id).compactMap({ loads[$0] }) where load.wantsPreviews(isFirst) {
            let key = load.plan.image
            if !wanted.contains(where: { $0.key == key }) { wanted.append((key, load.plan)) }
        }
        return wanted
    }
}

extension JobGraph.Load {
    /// Returns whether the load needs previews, until it shows a complete image.
    func wantsPreviews(_ isFirst: Bool = false) -> Bool {
        switch shown {
        case .nothing: plan.wantsPreviews
        case .preview: plan.wantsPreviews && !isFirst
        case .image: false
        }
    }
}
