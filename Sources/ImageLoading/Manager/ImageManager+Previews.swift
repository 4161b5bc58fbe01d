import Basis
import ImageCoding

/// What is shown of a picture that is still arriving: ``ImageOptions/progressiveLoad``.
///
/// The image of the end is decoded from all bytes like any other, so that previews can be left out at any moment: when
/// nobody wants them, when their format cannot do it, when a decode needs their memory, when the pool is busy.
extension ImageManager {
    /// Formats that are told by fewer bytes than these are not told by more.
    private static let headBytes = 64

    func feedPreviews(of job: JobGraph.JobID, _ bytes: [UInt8]) {
        let now = time.now
        let opening: (head: [UInt8], wanted: [(key: ImageKey, request: LoadRequest)])? = state.withLock { state in
            state.previews[job, default: PreviewFeed()].add(bytes)
            guard let feed = state.previews[job], feed.isReady(headBytes: Self.headBytes) else { return nil }
            return (feed.head, state.graph.previewsWanted(of: job))
        }
        // Coders are asked unlocked. The bytes of one fetch come one after another, so nobody else opens this feed.
        let made = opening.map { opening in opening.wanted.compactMap { decoder(for: $0.key, $0.request, opening.head) }
        }
        let work: PreviewFeed.Work? = state.withLock { state in
            if let made { open(job, made, &state) }
            return state.previews[job]?.next(now: now, interval: configuration.previewInterval)
        }
        if let work { decodeExecutor.run { [self] in run(work, job) } }
    }

    private func open(
        _ job: JobGraph.JobID, _ made: [(decoder: PreviewFeed.Decoder, bytes: Int)], _ state: inout State
    ) {
        let bytes = made.reduce(0) { $0 + $1.bytes }
        guard !made.isEmpty, state.graph.budget.takeLuxury(bytes, for: job) else {
            state.previews[job]?.giveUp()
            return
        }
        state.previews[job]?.begin(made.map(\.decoder))
    }

    private func decoder(
        for key: ImageKey, _ request: LoadRequest, _ head: [UInt8]
    ) -> (decoder: PreviewFeed.Decoder, bytes: Int)? {
        let crew = request.crew
        let coder = crew.context.imageCoder ?? crew.coders.coder(for: head)
        guard let coder = coder as? any ProgressiveImageCoder else { return nil }
        var options = crew.decodeOptions(for: request.images[0], isFinal: false)
        options.animation = .firstFrame
        let header = try? coder.header(of: head, limits: options.limits)
        // A header that is not there yet is taken for that of a large picture.
        let bytes = header.map { coder.workingBytes(for: $0, options: options) } ?? options.limits.workingBytes / 8
        let box = IncrementalDecoderBox(coder.makeIncrementalDecoder(options: options))
        return (PreviewFeed.Decoder(key: key, request: request, box: box), bytes)
    }

    /// On a pool thread.
    private func run(_ work: PreviewFeed.Work, _ job: JobGraph.JobID) {
        var previews: [(ImageKey, Image)] = []
        var hasFailed = false
        for decoder in work.decoders {
            do throws(ImageCodingError) {
                for chunk in work.chunks { try decoder.box.decoder.append(chunk[...]) }
                if work.shows, let image = try decoder.box.decoder.preview() {
                    previews.append((decoder.key, transformed(image, decoder.request)))
                }
            } catch {
                hasFailed = true  // the end will say what is wrong with it
            }
        }
        let now = time.now
        var next: PreviewFeed.Work?
        change { state in
            guard state.previews[job]?.owns(work) == true else { return [] }  // it is over, or was dropped
            let shows = state.previews[job]?.didWork(work, now: now) ?? false
            if hasFailed {
                state.previews[job]?.giveUp()
                state.graph.budget.releaseLuxury(job)
                return state.graph.didFreeBytes()
            }
            next = state.previews[job]?.next(now: now, interval: configuration.previewInterval)
            return shows ? previews.flatMap { state.graph.didPreview(job, of: $0.0, $0.1) } : []
        }
        if let next { decodeExecutor.run { [self] in run(next, job) } }
    }

    private func transformed(_ image: Image, _ request: LoadRequest) -> Image {
        request.crew.transformers.reduce(image) { $1.transform($0, cancellation: nil) ?? $0 }
    }

    // MARK: - The end

    /// The bytes begin anew; so do the decoders.
    func restartPreviews(of job: JobGraph.JobID) { endPreviews(of: job) }

    func endPreviews(of job: JobGraph.JobID) {
        change { state in
            guard state.previews.removeValue(forKey: job) != nil else { return [] }
            state.graph.budget.releaseLuxury(job)
            return state.graph.didFreeBytes()
        }
    }

    /// A decode needs the memory.
    func dropPreviews(of jobs: [JobGraph.JobID]) {
        change { state in
            for job in jobs {
                state.previews[job]?.giveUp()
                state.graph.budget.releaseLuxury(job)
            }
            return state.graph.didFreeBytes()
        }
    }
}
