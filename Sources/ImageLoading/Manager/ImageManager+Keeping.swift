import ImageCoding

extension ImageManager {
    /// On a pool thread, with a place: encodes what goes to disk. What somebody waits for is waited for on a disk thread.
    func keep(_ id: JobGraph.JobID, _ order: KeepOrder) {
        let entries = encodedEntries(order)
        // Newer bytes may have come meanwhile, and what is made of them must not be replaced.
        if !entries.isEmpty, state.withLock({ $0.graph.mayWrite(id) }) {
            for (shelf, bytes) in entries { store(order.bytes, shelf, bytes) }
            endWrite(id) { for (shelf, _) in entries { shelf.cache.cache.remove(shelf.key) } }
        }
        change { $0.graph.didEncode(id) }
        guard !order.awaited.isEmpty else { return change { $0.graph.didKeep(id) } }
        readExecutor.run { [self] in
            for cache in order.awaited { cache.cache.flush() }
            change { $0.graph.didKeep(id) }
        }
    }

    /// What is to be written, and where.
    private func encodedEntries(_ order: KeepOrder) -> [(shelf: Shelf, bytes: [UInt8])] {
        let crew = order.request.crew
        var entries: [(shelf: Shelf, bytes: [UInt8])] = []
        for shelf in order.originals {
            let bytes = order.bytes?.bytes
            if let bytes = crew.serializer?(order.image, bytes, crew.url) ?? bytes { entries.append((shelf, bytes)) }
        }
        if !order.images.isEmpty, let bytes = encodedImage(order) {
            entries += order.images.map { ($0, bytes) }
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
