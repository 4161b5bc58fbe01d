import ImageCoding

// MARK: - Load lifecycle

extension JobGraph {
    /// Starts a load, or continues a failed one with another URL. `shown` and `hit`: the images that it has already.
    /// `known`: the entry of the shown image, which is revalidated without a read.
    mutating func begin(
        _ id: LoadID, _ plan: LoadPlan, _ sources: [LoadSource], _ route: ImageManager.Route? = nil,
        shown: Shown = .nothing, known: EncodedData? = nil, hit: LoadedImage? = nil
    ) {
        var load = Load(plan, sources, route, hit: hit)
        load.shown = shown
        if let failed = loads[id] {
            load.priority = failed.priority
            retire(failed)
        }
        loads[id] = load
        if let known, load.originalEntry != nil { revalidate(id, known) } else { ask(sources[...], for: id) }
    }

    /// Removes a load. Returns `false` if the load never began, left earlier or had its end claimed.
    mutating func leave(_ id: LoadID) -> Bool {
        guard let load = loads[id] else { return false }
        if !load.isEnded { detach(id) }
        loads[id] = nil
        retire(load)
        return true
    }

    /// Claims the right to deliver the end of a load. Returns `true` once per ended load, and never after
    /// ``leave(_:)``.
    mutating func claim(_ id: LoadID) -> Bool {
        guard let load = loads[id], load.isEnded else { return false }
        loads[id] = nil
        retire(load)
        return true
    }

    /// Keeps a load that has failed, and returns what follows; `nil` if its end is to be delivered, because nothing
    /// follows or it has shown an image.
    mutating func alternative(
        of id: LoadID, after error: ImageError
    ) -> (next: LoadPlan.Alternative, product: LoadPlan.Product)? {
        guard let load = loads[id], !load.hasImage, !error.isCancellation, let next = load.plan.alternative
        else { return nil }
        loads[id]?.state = .asking
        return (next, load.plan.product)
    }

    /// Returns whether a load may still receive deliveries.
    func isAlive(_ id: LoadID) -> Bool { loads[id] != nil }

    mutating func setPriority(_ priority: ImagePriority, of id: LoadID) {
        guard let load = loads[id], !load.isEnded else { return }
        loads[id]?.priority = priority
        if let job = load.job { reprioritize(job, raised: priority) }
    }
}

// MARK: - Trying sources

extension JobGraph {
    /// Tries sources in order. Ends the load if there is none: with its hit, else with the failure of the last one.
    private mutating func ask(
        _ sources: ArraySlice<LoadSource>, for id: LoadID, failure: ImageError = .notInCache
    ) {
        guard let load = loads[id] else { return }
        loads[id]?.remaining = sources
        loads[id]?.state = .asking
        if let source = sources.first { return subscribe(id, toBytesOf: source) }
        end(id, .finished(load.hit.map { .success($0) } ?? .failure(failure)))
    }

    /// Asks the next source, after a miss or an entry for other requests (`Vary`).
    mutating func askNextSource(_ id: LoadID, _ failure: ImageError) {
        guard let remaining = loads[id]?.remaining else { return }
        if case .disk(let entryID) = remaining.first, entryID.isOriginal {
            note(.miss, of: id, tier: .disk)
        }
        ask(remaining.dropFirst(), for: id, failure: failure)
    }

    /// Starts a load over from its first source, because the bytes it had are superseded.
    mutating func restart(_ id: LoadID) { ask(loads[id]?.sources[...] ?? [], for: id) }

    /// Reads the original once more, and uses it without another request.
    mutating func readAgain(_ id: LoadID, _ failure: ImageError) {
        ask(loads[id]?.originalEntry.map { [.disk($0)] } ?? [], for: id, failure: failure)
    }

    /// Revalidates a disk entry by a conditional request.
    mutating func revalidate(_ id: LoadID, _ entry: EncodedData) {
        guard let load = loads[id], let key = load.loaderKey else { return }
        loads[id]?.remaining = [.loader(key)]
        var conditional = key
        conditional.validators = entry.validators
        subscribe(id, toBytesOf: .loader(conditional), revalidating: entry)
    }

    /// Ends a load. `bytes`: its product, if that is not an image.
    mutating func end(_ id: LoadID, _ event: ImageLoadEvent, _ bytes: EncodedData? = nil) {
        guard loads[id]?.isEnded == false else { return }
        loads[id]?.state = .ended(bytes)
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

    /// Whether the disk entry that the load found is superseded in one of its caches.
    var isEntrySuperseded: Bool {
        guard let entry, let receipt = entry.receipt else { return false }
        return plan.caches.contains { $0.isSuperseded(entry.revision, of: plan.source, receipt: receipt) }
    }

    /// Whether the shown image was made of other bytes than its disk entry or the current ones.
    var isImageSuperseded: Bool {
        guard case .image(let shown?) = shown else { return false }
        return entry.map { !$0.revision.isSame(as: shown) } ?? false
            || plan.cache.hasOther(than: shown, of: plan.source)
    }

    /// Whether the load needs no image of the disk entry: it shows a current one, or requests only bytes.
    var needsNoImage: Bool { hasImage && !isImageSuperseded || !plan.wantsImage }

    /// Whether the load makes no image, and the bytes it found are superseded.
    var hasLostStoredBytes: Bool { !plan.wantsImage && isEntrySuperseded }
}
