import ImageCoding

/// Loads that want no image of their bytes, only that the disk has them: ``LoadRequest/endsWithBytes``.
///
/// They walk the same ways and share the same fetches as others. On the disk they look whether the bytes are there, and
/// perhaps have the server asked about them; what the loader brings is stored undecoded, as soon as it is whole. Who shares
/// the fetch and wants an image goes on to decode, and finds the bytes stored.
extension JobGraph {
    /// The bytes that such a load waited for have come from the loader.
    mutating func store(bytes job: JobID, for id: LoadID, _ effects: inout [Effect]) {
        guard let load = loads[id], let bytes = byteJobs[job]?.bytes else { return }
        // A file, and a URL that is its own picture, are as near as the disk.
        guard bytes.payload.origin == .network else { return end(id, .unchanged, &effects) }
        let (cache, tiers) = load.request.placeOfBytes
        guard bytes.mayBeStored, tiers.contains(.disk) else { return end(id, .failure(.notInCache), &effects) }
        guard byteJobs[job]?.isOutdated == false else { return end(id, .unchanged, &effects) }  // newer ones are there
        var extent = byteJobs[job].map { outdating(by: $0, for: load, isKept: true) } ?? .nothing
        if extent != .nothing, !outdate(load.request.source, in: cache, by: job) { extent = .nothing }
        if byteJobs[job]?.storedIn.insert(cache).inserted == true {
            byteJobs[job]?.storing.insert(cache)
            let shelf = Shelf(cache: cache, key: DiskKey(source: load.request.source))
            beginWrite(job, of: load.request.source, from: job, removes: extent != .nothing)
            effects.append(.storeBytes(job, load.request, shelf, bytes, extent))
        }
        guard byteJobs[job]?.storing.contains(cache) == true else { return end(id, .unchanged, &effects) }
        byteJobs[job]?.loads.append(id)
        loads[id]?.waitsFor = .bytes(job)
    }

    /// The bytes are on disk; or they look like no picture, and were not stored. `remembers`: that says something about
    /// the URL.
    mutating func didStore(
        _ id: JobID, in cache: CacheReference, _ error: ImageCodingError?, remembers: Bool = true
    ) -> [Effect] {
        var effects: [Effect] = []
        guard let job = byteJobs[id] else { return [] }  // whoever wanted it has left
        byteJobs[id]?.storing.remove(cache)
        let waiting = job.loads.filter { loads[$0]?.request.placeOfBytes.cache == cache }
        byteJobs[id]?.loads.removeAll { waiting.contains($0) }
        if let error {
            byteJobs[id]?.storedIn.remove(cache)
            if remembers { record(.badImageData(error), of: job, for: waiting, &effects) }
            for load in waiting { end(load, .failure(.badImageData(error)), &effects) }
        } else {
            readAgain(after: byteJobs[id])
            for load in waiting { end(load, .unchanged, &effects) }
        }
        dropIfUnwanted(bytes: id, &effects)
        startWhatMayStart(&effects)
        return effects
    }
}

extension JobGraph.Load {
    /// Whether it needs no image of what the disk has: it shows one already, or wants none.
    var onlyAsks: Bool { hasImage || request.endsWithBytes }
}
