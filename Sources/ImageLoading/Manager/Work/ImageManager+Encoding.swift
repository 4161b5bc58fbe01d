import Basis
import ImageCoding

extension ImageManager {
    /// Encodes what goes to disk, on a pool thread with a processor slot.
    func encode(_ id: JobGraph.JobID, _ order: EncodeWork) {
        let entries = encodedEntries(order)
        change { $0.graph.didEncode(id, entries) }
    }

    /// Returns the bytes to write, and where.
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

    /// Returns the serializer's bytes, else the encoder's; `nil` if the image cannot be encoded and must be made each
    /// time.
    private func encodedImage(_ order: EncodeWork) -> [UInt8]? {
        let plan = order.plan
        if let bytes = plan.serializer?(order.image, nil, plan.url) { return bytes }
        return try? plan.defaults.coders.encode(order.image, as: nil, options: plan.context.encodeOptions)
    }
}
