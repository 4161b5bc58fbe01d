import Basis
import ImageCoding

extension ImageManager {
    /// On a pool thread, with a place: encodes what goes to disk.
    func encode(_ id: JobGraph.JobID, _ order: KeepOrder) {
        let entries = encodedEntries(order)
        change { $0.graph.didEncode(id, entries) }
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
