import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Decodes, on a pool thread with a processor slot, if the budget has the bytes; otherwise the graph repeats the
    /// effect when it has.
    func decode(_ id: JobGraph.JobID, _ bytes: EncodedData, _ job: JobGraph.ImageWork) {
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        let plan = job.plan
        var options = plan.decodeOptions(for: job.image, isVariant: bytes.isVariant)
        options.cancellation = job.token
        let (header, working) = decodeEstimate(of: bytes, options, plan)
        var mayDecode = false
        change { mayDecode = $0.graph.reserve(working, for: id) }
        guard mayDecode else { return }
        // No bytes are reserved if the loads were cancelled meanwhile.
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        trace.record(TraceEvent(.decode, load: job.firstLoad, url: job.image.source))
        if !bytes.isVariant { showThumbnail(id, of: bytes, options, plan) }
        do throws(ImageCodingError) {
            let image = try image(job.image, from: bytes, header, plan, options, job.firstLoad)
            change { $0.graph.didMake(id, .success(image)) }
        } catch {
            // A failure of a request's own coder or limits says nothing about the URL.
            let usesRequestCoderOrLimits = plan.context.imageCoder != nil || plan.context.decodeLimits != nil
            let mayBlockURL = !usesRequestCoderOrLimits && shouldBlockFailedURL(for: .badImageData(error), plan)
            change { $0.graph.didMake(id, .failure(error), mayBlockURL: mayBlockURL) }
        }
    }

    /// Decodes an image and describes it.
    func image(
        _ key: ImageKey, from bytes: EncodedData, _ header: ImageHeader?, _ plan: LoadPlan, _ options: DecodeOptions,
        _ load: JobGraph.LoadID
    ) throws(ImageCodingError) -> Image {
        var image = try bytes.decoded(by: plan.coders, options)
        let metadata = bytes.isVariant ? nil : bytes.imageMetadata(header)
        image = image.with(metadata, revision: bytes.label(isWhole: image.hasAllPixels))
        if bytes.isVariant { image = image.with(pixelAspect: key.variant.pixelAspect) }
        // A transformed image from disk still counts as one.
        if bytes.isVariant, key.transformer != nil { image = image.transformed(to: image.bitmap) }
        trace.record(TraceEvent(.decoded, load: load, url: key.source, bytes: image.cost))
        return image
    }

    /// Returns the header and the bytes that the decode will hold; `nil` and 0 if an unreadable header prevents a
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
        return (header, coder.workingBytes(for: header, options: options) + (isHeld ? bytes.body.count : 0))
    }

    func transform(_ id: JobGraph.JobID, _ source: Image, _ job: JobGraph.ImageWork) {
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        // Animations are not transformed, and a transform that fails leaves the image as it is.
        guard source.animation == nil, let transformer = job.plan.transformer(making: job.image) else {
            return change { $0.graph.didMake(id, .success(source)) }
        }
        let image = transformed(source, by: transformer, of: job.plan.origin, job.firstLoad, job.token)
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        change { $0.graph.didMake(id, .success(image)) }
    }

    /// Transforms an image, or returns it as it is if that fails. The result has the revision of its source, which a
    /// transformer need not set.
    func transformed(
        _ source: Image, by transformer: any ImageTransformer, of origin: ImageOrigin, _ load: JobGraph.LoadID,
        _ token: CancellationToken? = nil
    ) -> Image {
        trace.record(TraceEvent(.transform, load: load, url: origin.key))
        guard let image = transformer.transform(source, of: origin, cancellation: token) else { return source }
        guard image.revision == nil, let revision = source.revision else { return image }
        return image.with(revision: revision)
    }
}
