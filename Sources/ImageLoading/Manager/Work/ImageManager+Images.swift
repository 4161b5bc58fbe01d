import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Decodes and transforms, on a pool thread with a processor slot, if the budget has the bytes; otherwise the graph
    /// repeats the effect when it has.
    func decode(_ id: JobGraph.JobID, _ bytes: EncodedData, _ job: JobGraph.ImageWork) {
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
    private func transform(_ image: Image, for id: JobGraph.JobID, isTransformed: Bool, _ job: JobGraph.ImageWork) {
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

    /// Returns the header and the bytes that the decode and its transform will hold; `nil` and 0 if an unreadable header prevents a
    /// decode.
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

    // MARK: - Encoding

    /// Encodes what goes to disk, on a pool thread with a processor slot.
    func encode(_ id: JobGraph.JobID, _ work: EncodeWork) {
        let entries = encodedEntries(work)
        change { $0.graph.didEncode(id, entries) }
    }

    /// Returns the bytes to write, and where.
    private func encodedEntries(_ work: EncodeWork) -> [EncodeWork.Entry] {
        let plan = work.plan
        var entries: [EncodeWork.Entry] = []
        for entryID in work.originals {
            let made = plan.serializer.flatMap { $0(work.image, work.bytes.bytes, plan.url) }
            entries.append((entryID, made.map { StoredBytes($0) } ?? work.bytes.body))
        }
        if !work.images.isEmpty, let bytes = encodedImage(work) {
            entries += work.images.map { ($0, StoredBytes(bytes)) }
        }
        return entries
    }

    /// Returns the serializer's bytes, else the encoder's; `nil` if the image cannot be encoded and must be made each
    /// time.
    private func encodedImage(_ work: EncodeWork) -> [UInt8]? {
        let plan = work.plan
        if let bytes = plan.serializer?(work.image, nil, plan.url) { return bytes }
        return try? plan.defaults.coders.encode(work.image, as: nil, options: plan.context.encodeOptions)
    }
}
