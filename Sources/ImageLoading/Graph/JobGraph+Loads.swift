import ImageCoding

// MARK: - Load lifecycle

extension JobGraph {
    /// Begins a load that memory could not serve.
    mutating func begin(_ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource]) -> [Effect] {
        begin(id, Load(plan, sources, begun: time.now))
    }

    /// Begins a load that shows an image of `revision` and asks the server whether the image changed.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource], showing revision: Revision?
    ) -> [Effect] {
        var load = Load(plan, sources, begun: time.now)
        load.shown = .image(revision)
        return begin(id, load)
    }

    private mutating func begin(_ id: LoadID, _ load: Load) -> [Effect] {
        var effects: [Effect] = []
        loads[id] = load
        skipDiskKnownToMiss(id)
        askSource(id, &effects)
        startReadyJobs(&effects)
        return effects
    }

    /// Begins a load from an image in memory, that of an earlier `step` of its transformer chain.
    mutating func begin(_ id: LoadID, _ plan: LoadPlan, from image: Image, at step: Int) -> [Effect] {
        var effects: [Effect] = [.note(id, .hit, tier: .memory)]
        loads[id] = Load(plan, [], begun: time.now)
        wait(
            id,
            forLastOf: ImageChain(
                load: id, origin: .image(ImageReference(image: image)), moment: Editions.moment(), first: step + 1),
            &effects)
        startReadyJobs(&effects)
        return effects
    }

    /// Begins a load whose image is in memory, to read the encoded bytes from disk.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource], withDataOf image: Image
    ) -> [Effect] {
        var effects: [Effect] = []
        loads[id] = Load(plan, sources, begun: time.now)
        loads[id]?.held = .image(image, .memory, data: nil)
        askSource(id, &effects)
        startReadyJobs(&effects)
        return effects
    }

    /// Begins a load that has read the bytes itself.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, decoding bytes: EncodedData, of entryID: DiskEntryID, isFinal: Bool
    ) -> [Effect] {
        var effects: [Effect] = []
        let load = Load(plan, [], begun: time.now)
        loads[id] = load
        let existing = job(bringing: .read(entryID), for: plan).flatMap { job in
            jobs[job]?.bytes?.revision.isSame(as: bytes.revision) == true ? job : nil
        }
        wait(id, forImageOf: existing ?? add(holding: bytes, .read(entryID), for: id, load), isFinal: isFinal, &effects)
        startReadyJobs(&effects)
        return effects
    }

    /// Removes a load. `wasAlive` is `false` if the load never began, left earlier or had its end claimed.
    mutating func leave(_ id: LoadID) -> (wasAlive: Bool, effects: [Effect]) {
        guard let load = loads[id] else { return (false, []) }
        var effects: [Effect] = []
        if !load.isEnded { detach(id, &effects) }
        loads[id] = nil
        retire(.load(load))
        startReadyJobs(&effects)
        return (true, effects)
    }

    /// Claims the right to deliver the end of a load, and returns its timing. Returns non-`nil` once per ended load,
    /// and never after ``leave(_:)``.
    mutating func claim(_ id: LoadID) -> LoadTiming? {
        guard let load = loads[id], load.isEnded else { return nil }
        loads[id] = nil
        retire(.load(load))
        return load.timing
    }

    /// Returns whether a load may still receive deliveries.
    func isAlive(_ id: LoadID) -> Bool { loads[id] != nil }

    mutating func setPriority(_ priority: ImagePriority, of id: LoadID) -> [Effect] {
        var effects: [Effect] = []
        guard let load = loads[id], !load.isEnded else { return [] }
        loads[id]?.priority = priority
        if let job = load.waitsFor { reprioritize(job, &effects) }
        return effects
    }
}

// MARK: - Trying sources

extension JobGraph {
    /// Asks the first remaining source; ends the load if none is left.
    mutating func askSource(_ id: LoadID, failure: ImageError = .notInCache, _ effects: inout [Effect]) {
        guard let load = loads[id] else { return }
        switch load.remaining.first {
        case .variant(let entryID), .original(let entryID): wait(id, forBytes: .read(entryID), &effects)
        case .loader(let key): wait(id, forBytes: .fetch(key), &effects)
        case nil: end(id, load.held ?? .failure(failure), &effects)
        }
    }

    /// Asks the next source, after a miss or an entry for other requests (`Vary`).
    mutating func askNextSource(_ id: LoadID, _ failure: ImageError, _ effects: inout [Effect]) {
        var asked: ImageCache?
        if case .original(let entryID) = loads[id]?.remaining.first {
            asked = entryID.cache
            effects.append(.note(id, .miss, tier: .disk))
        }
        let rest = loads[id]?.remaining.dropFirst() ?? []
        loads[id]?.remaining = rest
        loads[id]?.cached = nil
        skipDiskKnownToMiss(id)
        let source = loads[id]?.remaining.first
        askSource(id, failure: failure, &effects)
        // The fetch may have its bytes already, and the load wait for an image.
        guard let asked, case .loader(let key) = source, let job = index[.fetch(key)] else { return }
        jobs[job]?.cachesKnownToMiss.insert(asked)
    }

    /// Revalidates a disk entry by a conditional request.
    mutating func revalidate(_ id: LoadID, _ found: EncodedData, _ effects: inout [Effect]) {
        guard let load = loads[id], let key = load.loaderKey else { return }
        loads[id]?.cached = found
        loads[id]?.refreshesNext = false
        loads[id]?.remaining = [.loader(key)]
        var conditional = key
        conditional.validators = found.validators
        wait(id, forBytes: .fetch(conditional), &effects)
    }

    /// Skips the original on disk if a fetch of it is in progress and this disk is known to have no entry.
    ///
    /// A fetch that bypassed the disk does not count: it may fail where the disk has a good entry.
    private mutating func skipDiskKnownToMiss(_ id: LoadID) {
        guard let load = loads[id], case .original(let entryID) = load.remaining.first, let key = load.loaderKey,
            let job = job(bringing: .fetch(key), for: load.plan),
            jobs[job]?.cachesKnownToMiss.contains(entryID.cache) == true
        else { return }
        loads[id]?.remaining = load.remaining.dropFirst()
    }

    mutating func end(_ id: LoadID, _ delivery: Delivery, _ effects: inout [Effect]) {
        guard loads[id]?.isEnded == false else { return }
        loads[id]?.isEnded = true
        loads[id]?.waitsFor = nil
        effects.append(.deliver(id, delivery))
    }
}

extension JobGraph.Load {
    /// The key for the loader; `nil` if the load may not fetch.
    var loaderKey: FetchKey? {
        for case .loader(let key) in remaining { return key }
        return nil
    }

    /// The disk entry of the original, existing or not; `nil` if it is not a source.
    var originalEntry: DiskEntryID? {
        for case .original(let entry) in sources { return entry }
        return nil
    }
}
