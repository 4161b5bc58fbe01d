import ImageCoding

// MARK: - Loads come and go

extension JobGraph {
    /// A load that found nothing in memory.
    mutating func begin(_ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource]) -> [Effect] {
        begin(id, Load(plan, sources, begun: time.now))
    }

    /// A load that shows an image of these bytes, and asks whether it changed.
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
        startWhatMayStart(&effects)
        return effects
    }

    /// A load whose picture is in memory, but with other steps of its chain still to do.
    mutating func begin(_ id: LoadID, _ plan: LoadPlan, from image: Image, at step: Int) -> [Effect] {
        var effects: [Effect] = [.note(id, .hit, tier: .memory)]
        loads[id] = Load(plan, [], begun: time.now)
        wait(
            id,
            forLastOf: ImageChain(
                load: id, origin: .image(ImageReference(image: image)), moment: Editions.moment(), first: step + 1),
            &effects)
        startWhatMayStart(&effects)
        return effects
    }

    /// A load whose image is in memory, and that wants the bytes of it from the disk.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource], withDataOf image: Image
    ) -> [Effect] {
        var effects: [Effect] = []
        loads[id] = Load(plan, sources, begun: time.now)
        loads[id]?.held = .image(image, .memory, data: nil)
        askSource(id, &effects)
        startWhatMayStart(&effects)
        return effects
    }

    /// Lets a load go. `false` if it had ended and been told, or never began.
    mutating func leave(_ id: LoadID) -> (wasAlive: Bool, effects: [Effect]) {
        guard let load = loads[id] else { return (false, []) }
        var effects: [Effect] = []
        if !load.isEnded { detach(id, &effects) }
        loads[id] = nil
        retire(.load(load))
        startWhatMayStart(&effects)
        return (true, effects)
    }

    /// Takes the right to tell a load its end, with what it waited for. Not `nil` exactly once, and never after
    /// ``leave(_:)``.
    mutating func claim(_ id: LoadID) -> LoadTiming? {
        guard let load = loads[id], load.isEnded else { return nil }
        loads[id] = nil
        retire(.load(load))
        return load.timing
    }

    /// Whether a load may still be told something.
    func isAlive(_ id: LoadID) -> Bool { loads[id] != nil }

    mutating func setPriority(_ priority: ImagePriority, of id: LoadID) -> [Effect] {
        var effects: [Effect] = []
        guard let load = loads[id], !load.isEnded else { return [] }
        loads[id]?.priority = priority
        if let job = load.waitsFor { reprioritise(job, &effects) }
        return effects
    }
}

// MARK: - From source to source

extension JobGraph {
    /// Asks the first of the sources that are left; ends the load if none is.
    mutating func askSource(_ id: LoadID, failure: ImageError = .notInCache, _ effects: inout [Effect]) {
        guard let load = loads[id] else { return }
        switch load.remaining.first {
        case .variant(let entryID), .original(let entryID): wait(id, forBytes: .read(entryID), &effects)
        case .loader(let key): wait(id, forBytes: .fetch(key), &effects)
        case nil: end(id, load.held ?? .failure(failure), &effects)
        }
    }

    /// The source brought nothing, or an answer to other requests: asks the next one.
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
        // Its bytes may be there already, and the load wait for an image.
        guard let asked, case .loader(let key) = source, let job = index[.fetch(key)] else { return }
        jobs[job]?.isAfterMissIn.insert(asked)
    }

    /// Asks the server whether what was found is still right.
    mutating func revalidate(_ id: LoadID, _ found: EncodedData, _ effects: inout [Effect]) {
        guard let load = loads[id], let key = load.loaderKey else { return }
        loads[id]?.cached = found
        loads[id]?.refreshesNext = false
        loads[id]?.remaining = [.loader(key)]
        var conditional = key
        conditional.validators = found.validators
        wait(id, forBytes: .fetch(conditional), &effects)
    }

    /// Bytes that the disk does not have are being fetched already: there is no sense in looking.
    ///
    /// Only those count of which it is known that this disk has no such entry. What is fetched past the disk may fail
    /// where the disk has something good.
    private mutating func skipDiskKnownToMiss(_ id: LoadID) {
        guard let load = loads[id], case .original(let entryID) = load.remaining.first, let key = load.loaderKey,
            let job = job(bringing: .fetch(key), for: load.plan),
            jobs[job]?.isAfterMissIn.contains(entryID.cache) == true
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
    /// What it would ask the loader for, if it may.
    var loaderKey: FetchKey? {
        for case .loader(let key) in remaining { return key }
        return nil
    }

    /// Where the disk has, or would have, the original.
    var originalEntry: DiskEntryID? {
        for case .original(let entry) in sources { return entry }
        return nil
    }
}
