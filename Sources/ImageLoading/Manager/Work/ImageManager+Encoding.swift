import Basis
import ImageCoding

extension ImageManager {
    /// On a pool thread, with a place: encodes what goes to disk.
    func encode(_ id: JobGraph.JobID, _ order: EncodeWork) {
        let entries = encodedEntries(order)
        change { $0.graph.didEncode(id, entries) }
    }

    /// What is to be written, and where.
    private func encodedEntries(_ order: EncodeWork) -> [EncodeWork.Entry] {
        let plan = order.plan
        var entries: [EncodeWork.Entry] = []
        for entryID in order.originals {
            let made = plan.serializer.flatMap { $0(order.image, order.bytes?.bytes, plan.url) }
            if let body = made.map({ StoredBytes($0) }) ?? order.bytes?.body { entries.append((entryID, body)) }
        }
        if !order.images.isEmpty, let bytes = encodedImage(order) {
            entries += order.images.map { ($0, StoredBytes(bytes)) }
        }
        return entries
    }

    /// The serializer's bytes, else the encoder's; `nil` if it cannot be encoded: then it is made anew every time.
    private func encodedImage(_ order: EncodeWork) -> [UInt8]? {
        let plan = order.plan
        if let bytes = plan.serializer?(order.image, nil, plan.url) { return bytes }
        return try? plan.defaults.coders.encode(order.image, as: nil, options: plan.context.encodeOptions)
    }
}
