import ImageCoding

// MARK: - Load lifecycle

extension JobGraph {
    /// Starts a load. `shown` and `held`: the images that it has already.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource], shown: Shown = .nothing, held: ImageLoadEvent? = nil
    ) {
        var load = Load(plan, sources, begun: time.now)
        (load.shown, load.held) = (shown, held)
        loads[id] = load
        askSource(id)
    }

    /// Begins a load that has read the bytes itself, beginning at this moment.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, decoding bytes: EncodedData, of entryID: DiskEntryID, readAt begunAt: Int
    ) {
        let load = Load(plan, [], begun: time.now)
        loads[id] = load
        let existing = job(bringing: .read(entryID), for: plan).flatMap { job in
            jobs[job]?.bytes?.revision.isSame(as: bytes.revision) == true ? job : nil
        }
        wait(id, forImageOf: existing ?? add(holding: bytes, .read(entryID), for: id, load, begunAt: begunAt))
    }

    /// Removes a load. Returns `false` if the load never began, left earlier or had its end claimed.
    mutating func leave(_ id: LoadID) -> Bool {
        guard let load = loads[id] else { return false }
        if !load.isEnded { detach(id) }
        loads[id] = nil
        retire(load)
        return true
    }

    /// Claims the right to deliver the end of a load, and returns its metrics. Returns non-`nil` once per ended load,
    /// and never after ``leave(_:)``.
    mutating func claim(_ id: LoadID) -> LoadMetrics? {
        guard let load = loads[id], load.isEnded else { return nil }
        loads[id] = nil
        retire(load)
        return LoadMetrics(
            load: id, url: load.plan.urlText, begun: load.begun, ended: time.now, stages: load.stages)
    }

    /// Returns whether a load may still receive deliveries.
    func isAlive(_ id: LoadID) -> Bool { loads[id] != nil }

    mutating func setPriority(_ priority: ImagePriority, of id: LoadID) {
        guard let load = loads[id], !load.isEnded else { return }
        loads[id]?.priority = priority
        if let job = load.waitsFor { reprioritize(job) }
    }
}

// MARK: - Trying sources

extension JobGraph {
    /// Asks the first remaining source; ends the load if none is left.
    mutating func askSource(_ id: LoadID, failure: ImageError = .notInCache) {
        guard let load = loads[id] else { return }
        switch load.remaining.first {
        case .disk(let entryID): wait(id, forBytes: .read(entryID))
        case .loader(let key): wait(id, forBytes: .fetch(key))
        case nil: end(id, load.held ?? .finished(.failure(failure)))
        }
    }

    /// Asks the next source, after a miss or an entry for other requests (`Vary`).
    mutating func askNextSource(_ id: LoadID, _ failure: ImageError) {
        if case .disk(let entryID) = loads[id]?.remaining.first, entryID.isOriginal {
            effects.append(.note(id, .miss, tier: .disk))
        }
        let rest = loads[id]?.remaining.dropFirst() ?? []
        loads[id]?.remaining = rest
        loads[id]?.cached = nil
        askSource(id, failure: failure)
    }

    /// Revalidates a disk entry by a conditional request.
    mutating func revalidate(_ id: LoadID, _ found: EncodedData) {
        guard let load = loads[id], let key = load.loaderKey else { return }
        loads[id]?.cached = found
        loads[id]?.remaining = [.loader(key)]
        var conditional = key
        conditional.validators = found.validators
        wait(id, forBytes: .fetch(conditional))
    }

    mutating func end(_ id: LoadID, _ event: ImageLoadEvent) {
        guard loads[id]?.isEnded == false else { return }
        loads[id]?.isEnded = true
        loads[id]?.waitsFor = nil
        effects.append(.deliver(id, event))
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
        for case .disk(let entry) in sources where entry.isOriginal { return entry }
        return nil
    }
}
