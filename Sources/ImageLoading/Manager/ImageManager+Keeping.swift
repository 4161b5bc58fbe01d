import Basis
import ImageCoding

extension ImageManager {
    /// On a pool thread, with a place: encodes what goes to disk. What somebody waits for is waited for on a disk thread.
    func keep(_ id: JobGraph.JobID, _ order: KeepOrder) {
        write(id, order, encodedEntries(order))
    }

    /// Newer bytes may have come while it was encoded, and what is made of them must not be replaced.
    func write(_ id: JobGraph.JobID, _ order: KeepOrder, _ entries: [KeepOrder.Entry]) {
        switch state.withLock({ $0.graph.claimWrite(id, order, entries) }) {
        case .now(let entries):
            for (shelf, body) in entries { store(body, of: order.image.revision, order.bytes, shelf) }
            change { $0.graph.endWrite(of: order.request.source) }
        case .later: return change { $0.graph.startNext() }
        case .never: break
        }
        change { $0.graph.didEncode(id) }
        guard !order.awaited.isEmpty else { return change { $0.graph.didKeep(id) } }
        readExecutor.run { [self] in
            for cache in order.awaited { cache.flush() }
            change { $0.graph.didKeep(id) }
        }
    }

    /// What is to be written, and where.
    private func encodedEntries(_ order: KeepOrder) -> [KeepOrder.Entry] {
        let crew = order.request.crew
        var entries: [KeepOrder.Entry] = []
        for shelf in order.originals {
            let made = crew.serializer.flatMap { $0(order.image, order.bytes?.bytes, crew.url) }
            if let body = made.map({ StoredBytes($0) }) ?? order.bytes?.body { entries.append((shelf, body)) }
        }
        if !order.images.isEmpty, let bytes = encodedImage(order) {
            entries += order.images.map { ($0, StoredBytes(bytes)) }
        }
        return entries
    }

    /// The serializer's bytes, else the encoder's; `nil` if it cannot be encoded: then it is made anew every time.
    private func encodedImage(_ order: KeepOrder) -> [UInt8]? {
        let crew = order.request.crew
        if let bytes = crew.serializer?(order.image, nil, crew.url) { return bytes }
        return try? coders.encode(order.image, as: nil, options: crew.encodeOptions)
    }
}
