import Basis
import ImageCoding

extension ImageManager {
    /// The image of what the disk has, read, decoded and transformed on the caller's thread:
    /// ``ImageOptions/queryDiskDataSync``. `nil`: it has nothing that is good, and the load goes its usual way.
    func readNow(_ request: LoadRequest, _ id: JobGraph.LoadID) -> Hit? {
        for way in request.ways {
            let (shelf, isFinal): (Shelf, Bool)
            switch way {
            case .keptImage(let place): (shelf, isFinal) = (place, true)
            case .original(let place): (shelf, isFinal) = (place, false)
            case .loader: return nil
            }
            let begunAt = shelf.cache.beginRead()
            guard let bytes = read(shelf, begunAt: begunAt), bytes.answers(request.headers) else { continue }
            guard isGood(bytes, for: request) else { return nil }
            trace.record(TraceEvent(.hit, load: id, url: request.url, tier: .disk))
            guard let image = makeNow(bytes, request, isFinal, id) else { continue }
            if request.mustPlay, image.animation == nil { return nil }
            keep(image, of: bytes, from: shelf, readAt: begunAt, request)
            let isWhole = request.image.isOriginal && !image.isThumbnail
            return Hit(image: image, cacheType: .disk, data: isWhole ? bytes.body : nil)
        }
        return nil
    }

    /// Keeps an image in memory, unless other bytes than its own have come since they were read.
    private func keep(
        _ image: Image, of bytes: Encoded, from shelf: Shelf, readAt begunAt: Int, _ request: LoadRequest
    ) {
        change { state in
            var effects: [JobGraph.Effect] = []
            for cache in request.caches {
                state.graph.admit(
                    bytes, .read(shelf), in: cache, isWhole: image.hasAllPixels, of: request.source, &effects)
            }
            if request.stores.contains(.memory) {
                state.retire(images: request.cache.keep(image, for: request.image, begunAt: begunAt) ?? [])
            }
            return effects
        }
    }

    private func isGood(_ bytes: Encoded, for request: LoadRequest) -> Bool {
        switch request.refresh {
        case .never, .always: true
        case .whenStale, .behindWhenStale: bytes.freshness == .fresh
        }
    }

    /// Its bytes count in the budget, but it does not wait for them: somebody's thread waits for the image.
    private func makeNow(_ bytes: Encoded, _ request: LoadRequest, _ isFinal: Bool, _ id: JobGraph.LoadID) -> Image? {
        let key = isFinal ? request.image : request.images[0]
        let options = request.crew.decodeOptions(for: key, isFinal: isFinal)
        let (header, working) = outlook(of: bytes, options, request.crew)
        state.withLock { $0.graph.budget.force(working, for: -id) }  // jobs count upwards from 1
        defer {
            change { state in
                state.graph.budget.release(-id)
                return state.graph.startNext()
            }
        }
        trace.record(TraceEvent(.decode, load: id, url: key.source))
        guard var image = try? bytes.decoded(by: request.crew.coders, options) else { return nil }
        trace.record(TraceEvent(.decoded, load: id, url: key.source, bytes: image.cost))
        image = image.with(isFinal ? nil : bytes.facts(header), revision: bytes.label(isWhole: image.hasAllPixels))
        if isFinal { return request.image.transformer == nil ? image : image.transformed(to: image.bitmap) }
        for transformer in request.crew.transformers where image.animation == nil {
            trace.record(TraceEvent(.transform, load: id, url: key.source))
            image = transformer.transform(image, cancellation: nil)?.labelled(as: image) ?? image
        }
        return image
    }
}
