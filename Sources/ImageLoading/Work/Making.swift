import HalftoneCore
import ImageCoding

/// The making of an image from bytes: a decode and its transform, which loads of the same image share.
extension ImageManager {
    /// Decodes and transforms, on a pool thread with a processor slot, if the budget has the bytes; otherwise the graph
    /// repeats the effect when it has.
    func decode(_ id: JobGraph.JobID, _ bytes: EncodedData, _ job: JobGraph.Job) {
        guard !job.token.isCancelled else { return fail(id, .cancelled) }
        let plan = job.plan
        var options = plan.decodeOptions(isVariant: bytes.isVariant)
        options.cancellation = job.token
        let (header, working) = decodeEstimate(of: bytes, options, plan)
        var mayDecode = false
        change { mayDecode = $0.graph.reserve(working, for: id) }
        guard mayDecode else { return }
        // No bytes are reserved if the loads were cancelled meanwhile.
        guard !job.token.isCancelled else { return fail(id, .cancelled) }
        trace.record(TraceEvent(.decode, load: job.firstLoad, url: plan.source))
        if !bytes.isVariant { showThumbnail(id, of: bytes, options, plan) }
        do throws(ImageCodingError) {
            let image = try image(from: bytes, header, plan, options, job.firstLoad)
            transform(image, for: id, isTransformed: bytes.isVariant, job)
        } catch {
            // A failure of a request's own coder or limits says nothing about the URL.
            let usesRequestCoderOrLimits = plan.context.imageCoder != nil || plan.context.decodeLimits != nil
            fail(
                id, error,
                mayBlockURL: !usesRequestCoderOrLimits && shouldBlockFailedURL(for: .badImageData(error), plan))
        }
    }

    /// Transforms a decoded image, unless it was transformed before it was stored.
    private func transform(_ image: Image, for id: JobGraph.JobID, isTransformed: Bool, _ job: JobGraph.Job) {
        guard !job.token.isCancelled else { return fail(id, .cancelled) }
        guard !isTransformed, job.plan.transforms(image) else {
            return change { $0.graph.didMake(id, .success(image)) }
        }
        change { $0.graph.didDecode(id, image) }
        let result = transformed(image, job.plan, job.firstLoad, job.token)
        guard !job.token.isCancelled else { return fail(id, .cancelled) }
        change { $0.graph.didMake(id, result.map { .success($0) } ?? .failure(.transformFailed), mayBlockURL: false) }
    }

    private func fail(_ id: JobGraph.JobID, _ error: ImageCodingError, mayBlockURL: Bool = true) {
        change { $0.graph.didMake(id, .failure(.badImageData(error)), mayBlockURL: mayBlockURL) }
    }

    /// Decodes an image and describes it.
    func image(
        from bytes: EncodedData, _ header: ImageHeader?, _ plan: LoadPlan, _ options: DecodeOptions,
        _ load: JobGraph.LoadID
    ) throws(ImageCodingError) -> Image {
        var image = try bytes.decoded(by: plan.coders, options)
        let metadata = bytes.isVariant ? nil : bytes.imageMetadata(header)
        image = image.with(metadata, revision: bytes.label(isWhole: image.hasAllPixels))
        if bytes.isVariant { image = image.with(pixelAspect: plan.variant.pixelAspect) }
        // A transformed image from disk still counts as one.
        if bytes.isVariant, plan.image.transformer != nil { image = image.transformed(to: image.bitmap) }
        trace.record(TraceEvent(.decoded, load: load, url: plan.source, bytes: image.cost))
        return image
    }

    /// Returns the header and the bytes that the decode and its transform will hold; `nil` and 0 if an unreadable header
    /// prevents a decode.
    func decodeEstimate(
        of bytes: EncodedData, _ options: DecodeOptions, _ plan: LoadPlan
    ) -> (header: ImageHeader?, workingBytes: Int) {
        let source = ByteSource(bytes.body)
        let head = bytes.body.head(ImageCodersManager.longestSignature)
        guard let coder = plan.coders.coder(for: head, hint: options.hint),
            let header = try? coder.header(of: source, limits: options.limits)
        else { return (nil, 0) }
        // Bytes in a file count too, unless the coder reads them piece by piece.
        let isHeld = bytes.body.inMemory == nil && !coder.readsInPieces
        let working = coder.workingBytes(for: header, options: options) + (isHeld ? bytes.body.count : 0)
        guard !bytes.isVariant, plan.transformer != nil else { return (header, working) }
        let area = options.box.map { min($0.area, header.pixelSize.area) } ?? header.pixelSize.area
        return (header, working + 4 * area)
    }

    /// Returns the transformed image, `nil` if that fails. The result has the revision of its source, which a
    /// transformer need not set.
    func transformed(
        _ source: Image, _ plan: LoadPlan, _ load: JobGraph.LoadID, _ token: CancellationToken? = nil
    ) -> Image? {
        guard let transformer = plan.transformer else { return source }
        trace.record(TraceEvent(.transform, load: load, url: plan.source))
        guard let image = transformer.transform(source, of: plan.origin, cancellation: token) else { return nil }
        guard image.revision == nil, let revision = source.revision else { return image }
        return image.with(revision: revision)
    }
}

// MARK: - Under the lock

extension JobGraph {
    /// Reserves memory for a decode. On failure the previews release theirs, and the decode its slot; it restarts when
    /// memory is free.
    mutating func reserve(_ bytes: Int, for id: JobID) -> Bool {
        guard let job = jobs[id], !budget.holds(id) else { return true }
        if budget.reserve(bytes, for: id, priority: job.priority) { return true }
        processors.freeSlot(of: id)
        dropPreviews()
        return false
    }

    /// Stores a decoded image whose transform begins now.
    mutating func didDecode(_ id: JobID, _ image: Image) {
        guard let job = jobs[id] else { return }
        store(image, as: job.plan.decodedImage, madeBy: id)
    }

    /// Handles the end of a decode and its transform. `mayBlockURL`: whether a failure may put the URL on the failed
    /// list.
    ///
    /// Storing the image and ending the job is one critical section: a new load finds either the job or the image.
    mutating func didMake(_ id: JobID, _ result: Result<Image, ImageError>, mayBlockURL: Bool = true) {
        processors.freeSlot(of: id)
        budget.release(id)
        if let job = jobs[id] {
            switch result {
            case .success(let image):
                store(image, as: job.plan.image, madeBy: id)
                succeed(id, job, image)
            case .failure(let error):
                fail(id, job, error, mayBlockURL)
            }
        }
    }
}

// MARK: - Ending image jobs

extension JobGraph {
    private mutating func succeed(_ id: JobID, _ job: Job, _ image: Image) {
        guard let bytes = job.input.flatMap({ jobs[$0]?.bytes }) else { return }
        // Detached first, so that removing the job stops nothing that its loads wait for next.
        jobs[id]?.loads = []
        let encoding = encodingJob(for: image, job, bytes)
        for load in job.loads { proceed(load, with: image, bytes, encoding) }
        remove(id)
    }

    /// Continues a load that has its image: the load ends, waits for its encoding, or revalidates.
    private mutating func proceed(
        _ id: LoadID, with image: Image, _ bytes: EncodedData, _ encoding: JobID?
    ) {
        guard let load = loads[id] else { return }
        let type: CacheType = bytes.payload.origin == .disk ? .disk : .none
        if load.plan.requiresAnimation, image.animation == nil {
            return end(id, .finished(.failure(.badImageData(.unsupported(image.format ?? .gif, "it does not move")))))
        }
        if let entry = load.entry, case .read = bytes.receipt {
            effects.append(.deliver(id, .cached(load.plan.loaded(image, type, of: bytes, isFinal: false))))
            loads[id]?.shown = .image(image.revision)
            return revalidate(id, entry)
        }
        let loaded = load.plan.loaded(image, type, of: bytes)
        if load.plan.waitsForStore, let encoding {
            return subscribe(id, toEncoding: encoding, .finished(.success(loaded)))
        }
        let isQuery = if case .query = load.route { true } else { false }
        endStored(id, .finished(.success(loaded)), isQuery ? bytes : nil)
    }

    private mutating func fail(_ id: JobID, _ job: Job, _ error: ImageError, _ mayBlockURL: Bool) {
        forget(id)
        guard let input = job.input, let source = jobs[input] else { return }
        if !source.kind.isFetch, case .badImageData(let reason) = error, !reason.mayBeImage {
            // The disk entry is no image: discard it, unless only the request's coder says so, then try the next
            // source.
            if job.plan.context.imageCoder == nil { discard(input, source) }
            for load in job.loads { askNextSource(load, error) }
        } else {
            if case .badImageData(.decoderUnavailable) = error { storeUndecoded(input, for: job.loads) }
            if mayBlockURL { record(error, of: source, for: job.loads) }
            for load in job.loads { end(load, .finished(.failure(error))) }
        }
        dropIfUnwanted(input)
    }

    /// Discards a disk entry that is no image, unless it was replaced; new loads do not coalesce with its read.
    private mutating func discard(_ id: JobID, _ job: Job) {
        guard let entryID = job.entryID, index[job.kind] == id else { return }
        index[job.kind] = nil
        guard entryID.cache.discard(entryID.key, readAt: job.logicalTime) else { return }
        effects += [.trace(TraceEvent(.evict, url: entryID.key.source, tier: .disk)), .write(entryID.cache)]
    }

    /// Returns the loads that wait for this job, or for an image made of its bytes.
    func waitingLoads(of id: JobID) -> [LoadID] {
        guard let job = jobs[id] else { return [] }
        return job.loads + job.dependents.flatMap { waitingLoads(of: $0) }
    }
}

extension ImageCodingError {
    /// Whether the bytes may be an image, which exceeds our limits or lacks its decoder.
    fileprivate var mayBeImage: Bool {
        switch self {
        case .tooLarge, .tooSlow, .decoderUnavailable: true
        case .empty, .unknownFormat, .damaged, .unsupported, .cannotEncode, .cancelled: false
        }
    }
}
