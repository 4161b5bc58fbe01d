import ImageCoding

extension ImageManager {
    /// On a pool thread, with a place: encodes what goes to disk. What somebody waits for is waited for on a disk thread.
    func keep(_ id: JobGraph.JobID, _ order: KeepOrder) {
        let crew = order.request.crew
        for shelf in order.originals {
            let bytes = order.bytes?.bytes
            if let bytes = crew.serializer?(order.image, bytes, crew.url) ?? bytes { store(order.bytes, shelf, bytes) }
        }
        if !order.images.isEmpty, let bytes = encodedImage(order) {
            for shelf in order.images { store(order.bytes, shelf, bytes) }
        }
        change { $0.graph.didEncode(id) }
        guard !order.awaited.isEmpty else { return change { $0.graph.didKeep(id) } }
        readExecutor.run { [self] in
            for cache in order.awaited { cache.cache.flush() }
            change { $0.graph.didKeep(id) }
        }
    }

    /// The serializer's bytes, else the encoder's; `nil` if it cannot be encoded: then it is made anew every time.
    private func encodedImage(_ order: KeepOrder) -> [UInt8]? {
        let crew = order.request.crew
        if let bytes = crew.serializer?(order.image, nil, crew.url) { return bytes }
        return try? coders.encode(order.image, as: nil, options: crew.encodeOptions)
    }
}
