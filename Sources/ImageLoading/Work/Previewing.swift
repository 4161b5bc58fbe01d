import HalftoneCore
import ImageCoding

/// Previews of arriving images: ``ImageOptions/progressiveLoad``. An animation shows its first frame and then, for
/// loads that play it, the frames that have arrived.
///
/// The final image is decoded from all bytes like any other, so previews can be skipped at any moment: if no load wants
/// them, the format does not allow them, a decode needs their memory, or all bytes are there before they have a
/// processor slot. They wait for one like a decode, with the priority of the fetch.
extension ImageManager {
    /// Maximum number of bytes examined for the image size: nearly every header is shorter.
    private static let maxHeaderBytes = 16 << 10
    /// The number of bytes that are read from the loader at once.
    private static let pieceBytes = 64 << 10

    // MARK: - Decoders

    /// Makes the decoders that loads need and the session lacks. Coders are called without the lock; meanwhile the
    /// bytes may have restarted.
    private func makeDecoders(
        for work: ProgressiveDecodeSession.Work, _ job: JobGraph.JobID, _ source: any ImageLoaderTask
    ) -> [ProgressiveDecodeSession.Decoder] {
        let wanted = state.withLock { $0.graph.previewsWanted(of: job) }.filter { key, _ in
            !work.steps.contains { $0.decoder.key == key }
        }
        guard !wanted.isEmpty else { return [] }
        let head = source.bytes(in: 0..<min(work.count, Self.maxHeaderBytes))
        guard !head.isEmpty else { return [] }
        let made = wanted.compactMap { decoder(for: $0.key, $0.plan, head, work.token) }
        return state.withLock { state in
            guard state.graph.jobs[job]?.previews?.owns(work) == true else { return [] }
            let kept = made.filter { state.graph.budget.reserveForPreviews($0.workingBytes, for: job) }
            state.graph.jobs[job]?.previews?.decoders += kept
            return kept
        }
    }

    private func decoder(
        for key: ImageKey, _ plan: LoadPlan, _ head: [UInt8], _ token: CancellationToken
    ) -> ProgressiveDecodeSession.Decoder? {
        let anyCoder = plan.coders.coder(for: head, hint: plan.hint)
        guard let coder = anyCoder as? any ProgressiveImageCoder else { return nil }
        var options = plan.decodeOptions(isVariant: false)
        if options.animation == .preloaded { options.animation = .frames }  // more frames may arrive
        options.cancellation = token
        let header = try? coder.header(of: head, limits: options.limits)
        // An incomplete header counts as that of a large image.
        let bytes = header.map { coder.workingBytes(for: $0, options: options) } ?? options.limits.workingBytes / 8
        let box = IncrementalDecoderBox(coder.makeIncrementalDecoder(options: options), previewAllowance)
        return ProgressiveDecodeSession.Decoder(key: key, plan: plan, box: box, workingBytes: bytes)
    }

    /// Drops the previews that hold memory, which is short.
    func dropPreviews() { change { $0.graph.dropPreviews() } }

    // MARK: - Work

    /// Makes previews on a pool thread with a processor slot.
    func makePreviews(
        _ job: JobGraph.JobID, _ work: ProgressiveDecodeSession.Work, of source: any ImageLoaderTask
    ) {
        var previews: [(ImageKey, Image)] = []
        var hasFailed = false
        // A cancelled session has ended: its image is complete, or something else needs the memory.
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
        change { $0.graph.didMakePreviews(job, work, made, hasFailed ? nil : previews) }
    }

    /// Appends the bytes that the decoder lacks. Returns `false` if the loader does not have them any more, because the
    /// image is complete or restarts.
    private func feed(
        _ decoder: IncrementalDecoderBox, _ work: ProgressiveDecodeSession.Work, _ source: any ImageLoaderTask
    ) throws(ImageCodingError) -> Bool {
        while decoder.position < work.count {
            let end = min(work.count, decoder.position + Self.pieceBytes)
            let piece = source.bytes(in: decoder.position..<end)
            guard !piece.isEmpty else { return false }
            try decoder.append(piece)
        }
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
            let image = plan.coders.thumbnail(of: bytes.body.head(EncodedData.maxHeaderBytes), options: options)
        else { return }
        let thumbnails = wanted.compactMap { key, plan in preview(image, plan).map { (key, $0) } }
        change { state in for (key, image) in thumbnails { state.graph.didPreview(id, of: key, image, isFirst: true) } }
    }
}

// MARK: - Under the lock

extension JobGraph {
    /// Has the previews of a fetch made of the bytes that the loader has, if a load wants some. Not before the loader's
    /// task is there, from which they are read: `fetch` comes back to it.
    mutating func feedPreviews(of id: JobID) {
        guard let job = jobs[id], job.bytes == nil, job.task != nil else { return }
        if job.previews == nil {
            guard !previewsWanted(of: id).isEmpty else { return }
            let interval = job.plan.defaults.configuration.previewInterval
            jobs[id]?.previews = ProgressiveDecodeSession(interval: interval)
        }
        jobs[id]?.previews?.noteBytes(job.received)
        enqueuePreviews(of: id)
    }

    /// Makes previews for a load that has coalesced with a running fetch, which may need a decoder of its own.
    mutating func openPreviews(of id: JobID) {
        jobs[id]?.previews?.noteNewLoad()
        feedPreviews(of: id)
    }

    /// Releases the decoders of images of which no load wants previews any more; other loads may keep the fetch.
    mutating func dropUnwantedDecoders(of id: JobID) {
        guard let decoders = jobs[id]?.previews?.decoders, !decoders.isEmpty else { return }
        let wanted = Set(previewsWanted(of: id).map(\.key))
        let kept = decoders.filter { wanted.contains($0.key) }
        guard kept.count < decoders.count else { return }
        retire(decoders as [any Sendable])
        jobs[id]?.previews?.decoders = kept
        guard !kept.isEmpty else { return budget.release(id) }
        budget.reserveUnchecked(kept.reduce(0) { $0 + $1.workingBytes }, for: id)
    }

    /// Ends the previews of a fetch, which has its bytes, starts over or is removed.
    mutating func endPreviews(of id: JobID) {
        abandonPreviews(of: id)
        jobs[id]?.previews = nil
    }

    /// Releases the preview decoders of a fetch, which gets no further previews.
    private mutating func abandonPreviews(of id: JobID) {
        guard let previews = jobs[id]?.previews else { return }
        retire(previews)
        jobs[id]?.previews?.abandon()
        budget.release(id)
        processors.withdraw(id)
    }

    /// Abandons the previews that hold memory, because something else needs it.
    mutating func dropPreviews() { for fetch in budget.jobsHoldingPreviews { abandonPreviews(of: fetch) } }

    /// Has the previews of a fetch wait for a processor slot if there is something to do: without one they would keep a
    /// decode that has one from its thread.
    private mutating func enqueuePreviews(of id: JobID) {
        // Work for bytes from before a restart may still have the slot.
        guard let priority = jobs[id]?.priority, !processors.isRunning(id), jobs[id]?.previews?.request() == true
        else { return }
        processors.enqueue(id, priority: priority)
    }

    /// Starts the next work for the previews of a fetch, which has its slot.
    mutating func startPreviews(of id: JobID) {
        guard let task = jobs[id]?.task, let work = jobs[id]?.previews?.next(now: time.now) else {
            return processors.freeSlot(of: id)
        }
        effects.append(.preview(id, work, of: task))
    }

    /// Delivers the previews that a work has made; `nil` if it has failed, which ends the previews.
    fileprivate mutating func didMakePreviews(
        _ id: JobID, _ work: ProgressiveDecodeSession.Work, _ made: [ProgressiveDecodeSession.Decoder],
        _ previews: [(ImageKey, Image)]?
    ) {
        processors.freeSlot(of: id)
        defer { enqueuePreviews(of: id) }
        guard jobs[id]?.previews?.owns(work) == true else { return }  // ended or dropped
        jobs[id]?.previews?.didWork(work, made, now: time.now)
        dropUnwantedDecoders(of: id)  // a load may have left while its decoder was made
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
