import ImageCoding

// MARK: - Loads come and go

extension JobGraph {
    /// A load that found nothing in memory.
    mutating func begin(_ id: LoadID, _ request: Request) -> [Effect] {
        begin(id, Load(request: request, ways: request.ways[...], begun: now))
    }

    /// A load that shows an image of these bytes, and asks whether it changed.
    mutating func begin(_ id: LoadID, _ request: Request, showing revision: Revision?) -> [Effect] {
        begin(id, Load(request: request, ways: request.ways[...], hasImage: true, shown: revision, begun: now))
    }

    private mutating func begin(_ id: LoadID, _ load: Load) -> [Effect] {
        var effects: [Effect] = []
        loads[id] = load
        skipWhatIsKnownToMiss(id)
        takeWay(id, &effects)
        startWhatMayStart(&effects)
        return effects
    }

    /// A load whose picture is in memory, but with other steps of its chain still to do.
    mutating func begin(_ id: LoadID, _ request: Request, from image: Image, at depth: Int) -> [Effect] {
        var effects: [Effect] = [.note(id, .hit, tier: .memory)]
        loads[id] = Load(request: request, ways: [], begun: now)
        let chain = ImageChain(
            request: request, load: id, origin: .image(ImageReference(image: image)), moment: Editions.moment(),
            first: depth + 1)
        wait(id, forImageOf: chain, &effects)
        startWhatMayStart(&effects)
        return effects
    }

    /// A load whose image is in memory, and that wants the bytes of it from the disk.
    mutating func begin(_ id: LoadID, _ request: Request, withDataOf image: Image) -> [Effect] {
        var effects: [Effect] = []
        loads[id] = Load(request: request, ways: request.ways[...], given: image, begun: now)
        takeWay(id, &effects)
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
    mutating func claim(_ id: LoadID) -> (begun: Duration, stages: [LoadStage])? {
        guard let load = loads[id], load.isEnded else { return nil }
        loads[id] = nil
        retire(.load(load))
        return (load.begun, load.stages)
    }

    /// Whether a load may still be told something.
    func isAlive(_ id: LoadID) -> Bool { loads[id] != nil }

    mutating func setPriority(_ priority: ImagePriority, of id: LoadID) -> [Effect] {
        var effects: [Effect] = []
        guard let load = loads[id], !load.isEnded else { return [] }
        loads[id]?.request.priority = priority
        if let job = load.waitsFor { reprioritise(job, &effects) }
        return effects
    }
}

// MARK: - From way to way

extension JobGraph {
    /// Goes to where the load looks next; ends it if nowhere is left.
    mutating func takeWay(_ id: LoadID, failure: ImageError = .notInCache, _ effects: inout [Effect]) {
        guard let load = loads[id] else { return }
        switch load.ways.first {
        case .keptImage(let shelf), .original(let shelf): wait(id, forBytes: .read(shelf), &effects)
        case .loader(let key): wait(id, forBytes: .fetch(key), &effects)
        case nil: end(id, load.given.map { .image($0, .memory, data: nil) } ?? .failure(failure), &effects)
        }
    }

    /// The way it is on brought nothing, or something that is for others: on to the next.
    mutating func passOn(
        _ id: LoadID, _ failure: ImageError, _ effects: inout [Effect]
    ) {
        var asked: ImageCache?
        if case .original(let shelf) = loads[id]?.ways.first {
            asked = shelf.cache
            effects.append(.note(id, .miss, tier: .disk))
        }
        let rest = loads[id]?.ways.dropFirst() ?? []
        loads[id]?.ways = rest
        loads[id]?.cached = nil
        skipWhatIsKnownToMiss(id)
        let way = loads[id]?.ways.first
        takeWay(id, failure: failure, &effects)
        // Its bytes may be there already, and the load wait for an image.
        guard let asked, case .loader(let key) = way, let job = index[.fetch(key)] else { return }
        jobs[job]?.isAfterMissIn.insert(asked)
    }

    /// Asks the server whether what was found is still right.
    mutating func revalidate(_ id: LoadID, _ found: Encoded, _ effects: inout [Effect]) {
        guard let load = loads[id], let key = load.loaderKey else { return }
        loads[id]?.cached = found
        loads[id]?.refreshesNext = false
        loads[id]?.ways = [.loader(key)]
        var conditional = key
        conditional.validators = found.validators
        wait(id, forBytes: .fetch(conditional), &effects)
    }

    /// Bytes that the disk does not have are being fetched already: there is no sense in looking.
    ///
    /// Only those count of which it is known that this disk has no such entry. What is fetched past the disk may fail
    /// where the disk has something good.
    private mutating func skipWhatIsKnownToMiss(_ id: LoadID) {
        guard let load = loads[id], case .original(let shelf) = load.ways.first, let key = load.loaderKey,
            let job = job(bringing: .fetch(key), for: load.request),
            jobs[job]?.isAfterMissIn.contains(shelf.cache) == true
        else { return }
        loads[id]?.ways = load.ways.dropFirst()
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
        for case .loader(let key) in ways { return key }
        return nil
    }
}
