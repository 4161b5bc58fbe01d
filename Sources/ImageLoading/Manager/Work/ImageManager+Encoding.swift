import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Encodes what goes to disk, on a pool thread with a processor slot.
    func encode(_ id: JobGraph.JobID, _ work: EncodeWork) {
        let entries = encodedEntries(work)
        change { $0.graph.didEncode(id, entries) }
    }

    /// Returns the bytes to write, and where.
    private func encodedEntries(_ work: EncodeWork) -> [EncodeWork.Entry] {
        let plan = work.plan
        var entries: [EncodeWork.Entry] = []
        for entryID in work.originals {
            let made = plan.serializer.flatMap { $0(work.image, work.bytes.bytes, plan.url) }
            entries.append((entryID, made.map { StoredBytes($0) } ?? work.bytes.body))
        }
        if !work.images.isEmpty, let bytes = encodedImage(work) {
            entries += work.images.map { ($0, StoredBytes(bytes)) }
        }
        return entries
    }

    /// Returns the serializer's bytes, else the encoder's; `nil` if the image cannot be encoded and must be made each
    /// time.
    private func encodedImage(_ work: EncodeWork) -> [UInt8]? {
        let plan = work.plan
        if let bytes = plan.serializer?(work.image, nil, plan.url) { return bytes }
        return try? plan.defaults.coders.encode(work.image, as: nil, options: plan.context.encodeOptions)
    }
}
