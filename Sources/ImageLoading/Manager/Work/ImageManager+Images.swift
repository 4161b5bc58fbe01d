import Basis
import ImageCoding

extension ImageManager {
    /// Decodes, on a pool thread with a processor slot, if the budget has the bytes; otherwise the graph repeats the
    /// effect when it has.
    func decode(_ id: JobGraph.JobID, _ bytes: EncodedData, _ job: JobGraph.ImageWork) {
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        let isFinal = job.isFinal
        let plan = job.plan
        var options = plan.decodeOptions(for: job.image, isFinal: isFinal)
        options.cancellation = job.token
        let (header, working) = decodeEstimate(of: bytes, options, plan)
        var mayDecode = false
        change { mayDecode = $0.graph.reserve(working, for: id) }
        guard mayDecode else { return }
        // No bytes are reserved if the loads were cancelled meanwhile.
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        trace.record(TraceEvent(.decode, load: job.firstLoad, url: job.image.source))
        if !isFinal { showThumbnail(id, of: bytes, options, plan) }
        do throws(ImageCodingError) {
            var image = try bytes.decoded(by: plan.coders, options)
            image = image.with(isFinal ? nil : bytes.facts(header), revision: bytes.label(isWhole: image.hasAllPixels))
            if isFinal, job.image.transformer != nil {
                image = image.transformed(to: image.bitmap)  // a transformed image from disk still counts as one
            }
            trace.record(
                TraceEvent(.decoded, load: job.firstLoad, url: job.image.source, bytes: image.cost))
            change { [image] in $0.graph.didMake(id, .success(image)) }
        } catch {
            // A failure of a request's own coder or limits says nothing about the URL.
            let usesRequestCoderOrLimits = plan.context.imageCoder != nil || plan.context.decodeLimits != nil
            let mayBlockURL = !usesRequestCoderOrLimits && shouldBlockFailedURL(for: .badImageData(error), plan)
            change { $0.graph.didMake(id, .failure(error), mayBlockURL: mayBlockURL) }
        }
    }

    /// Returns the header and the bytes that the decode will hold; `nil` and 0 if an unreadable header prevents a
    /// decode.
    func decodeEstimate(
        of bytes: EncodedData, _ options: DecodeOptions, _ plan: LoadPlan
    ) -> (header: ImageHeader?, workingBytes: Int) {
        let head = bytes.body.head(EncodedData.maximumHeaderBytes)
        guard let coder = plan.coders.coder(for: head),
            let header = try? coder.header(of: head, limits: options.limits)
        else { return (nil, 0) }
        // JPEG and PNG are decoded while a file is read; other formats need all its bytes in memory.
        let isHeld = bytes.body.inMemory == nil && header.format != .jpeg && header.format != .png
        return (header, coder.workingBytes(for: header, options: options) + (isHeld ? bytes.body.count : 0))
    }

    func transform(_ id: JobGraph.JobID, _ source: Image, _ job: JobGraph.ImageWork) {
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        // Animations are not transformed, and a transform that fails leaves the image as it is.
        guard source.animation == nil, let transformer = job.plan.transformer(making: job.image) else {
            return change { $0.graph.didMake(id, .success(source)) }
        }
        trace.record(TraceEvent(.transform, load: job.firstLoad, url: job.image.source))
        let image = transformer.transform(source, cancellation: job.token)
        guard !job.token.isCancelled else { return change { $0.graph.didMake(id, .failure(.cancelled)) } }
        let made = image?.labeled(as: source) ?? source
        change { $0.graph.didMake(id, .success(made)) }
    }
}

extension Image {
    /// Returns the image with its source's revision, which a transformer need not set.
    func labeled(as source: Image) -> Image {
        guard revision == nil, let revision = source.revision else { return self }
        return with(revision: revision)
    }
}
