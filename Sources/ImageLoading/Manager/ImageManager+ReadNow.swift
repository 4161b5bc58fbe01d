import Basis
import ImageCoding

extension ImageManager {
    /// The image of what the disk has, read, decoded and transformed on the caller's thread:
    /// ``ImageOptions/queryDiskDataSync``. `nil`: it has nothing that is good, and the load goes its usual way.
    func readNow(_ request: LoadRequest, _ id: JobGraph.LoadID) -> Hit? {
        state.withLock { $0.graph.beginReadingNow(id, request) }
        let (hit, key) = readWays(request, id)
        change { state in
            guard state.graph.endReadingNow(id), let hit, let key else { return [] }
            state.retire(images: request.cache.memory.keep(hit.image, for: key))
            return []
        }
        return hit
    }

    /// The image, and under which key it is to be kept.
    private func readWays(_ request: LoadRequest, _ id: JobGraph.LoadID) -> (hit: Hit?, key: ImageKey?) {
        for way in request.ways {
            let (shelf, isFinal): (Shelf, Bool)
            switch way {
            case .keptImage(let place): (shelf, isFinal) = (place, true)
            case .original(let place): (shelf, isFinal) = (place, false)
            case .loader: return (nil, nil)
            }
            guard let entry = shelf.cache.entry(for: shelf.key) else { continue }
            let bytes = encoded(entry)
            guard bytes.answers(request.headers) else { continue }
            guard isGood(bytes, for: request) else { return (nil, nil) }
            state.withLock { state in
                guard state.graph.readingNow[id]?.isOutdated == false else { return }
                state.freshness.record(bytes.metadata, for: shelf.key.source)
            }
            trace.record(TraceEvent(.hit, load: id, url: request.url, tier: .disk))
            guard let image = makeNow(bytes, request, isFinal, id) else { continue }
            if request.mustPlay, image.animation == nil { return (nil, nil) }
            let key = request.image.sent(to: Audience.name(of: request.headers, answeredWith: bytes.metadata))
            let isWhole = request.image.isOriginal && !image.isThumbnail
            let hit = Hit(image: image, cacheType: .disk, data: isWhole ? bytes.body : nil)
            return (hit, request.stores.contains(.memory) ? key : nil)
        }
        return (nil, nil)
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
        image = image.with(isFinal ? nil : bytes.facts(header), revision: bytes.revision)
        if isFinal { return request.image.transformer == nil ? image : image.transformed(to: image.bitmap) }
        for transformer in request.crew.transformers where image.animation == nil {
            trace.record(TraceEvent(.transform, load: id, url: key.source))
            image = transformer.transform(image, cancellation: nil)?.labelled(as: image) ?? image
        }
        return image
    }
}
