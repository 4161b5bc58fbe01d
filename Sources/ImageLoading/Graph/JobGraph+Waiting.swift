import Basis
import ImageCoding

// MARK: - Finding and making jobs

extension JobGraph {
    mutating func wait(_ id: LoadID, forBytes key: ByteKey, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request else { return }
        if let job = byteJob(for: key, request) {
            noteJoin(id, &effects)
            if byteJobs[job]?.bytes != nil { return proceed(id, with: job, &effects) }
            byteJobs[job]?.loads.append(id)
            loads[id]?.waitsFor = .bytes(job)
            if loads[id]?.wantsPreviews == true, case .loader = key { effects.append(.openPreviews(job)) }
            return reprioritise(bytes: job, &effects)
        }
        let job = addByteJob(
            ByteJob(key: key, request: request, firstLoad: id, priority: request.priority, timing: .init(now)))
        byteJobs[job]?.loads = [id]
        loads[id]?.waitsFor = .bytes(job)
        switch key {
        case .disk: disk.enqueue(job, priority: request.priority)
        case .loader(let fetch):
            byteJobs[job]?.isRunning = true
            fetching.insert(job)
            byteJobs[job]?.timing.started = now
            effects.append(.fetch(job, request, fetch, request.priority, load: id))
        }
    }

    /// The job that brings these bytes, unless others have taken their place in a cache of the request: who comes later is
    /// not shown what is made of those.
    func byteJob(for key: ByteKey, _ request: Request) -> JobID? {
        guard let id = byteIndex[key], let job = byteJobs[id] else { return nil }
        guard let bytes = job.bytes else { return id }
        let evidence = bytes.evidence ?? .read(begunAt: job.moment, mayReplace: true)
        let isReplaced = request.caches.contains {
            $0.hasReplaced(bytes.revision, of: request.source, by: evidence)
        }
        return isReplaced ? nil : id
    }

    /// Bytes that are there already take their place among the jobs, or are found there; those that are found may be newer,
    /// and not an answer for others (`Vary`). `nil`: they are being read at this moment.
    mutating func byteJob(holding bytes: Encoded, _ key: ByteKey, for id: LoadID) -> JobID? {
        guard let request = loads[id]?.request else { return nil }
        if let job = byteJob(for: key, request) {
            guard let there = byteJobs[job]?.bytes else { return nil }
            if there.answers(request.headers) { return job }
        }
        var job = ByteJob(key: key, request: request, firstLoad: id, priority: request.priority, timing: .init(now))
        job.bytes = bytes
        if case .read(let begunAt, _) = bytes.evidence { job.moment = begunAt }
        return addByteJob(job, isJoinable: byteIndex[key] == nil)
    }

    /// `isJoinable`: by other loads.
    private mutating func addByteJob(_ job: ByteJob, isJoinable: Bool = true) -> JobID {
        let id = makeJobID()
        if isJoinable { byteIndex[job.key] = id }
        byteJobs[id] = job
        return id
    }

    /// Waits for the image of these bytes. With `isFinal` they are the encoded final image itself.
    mutating func wait(_ id: LoadID, forImageOf bytes: JobID, isFinal: Bool, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request, byteJobs[bytes] != nil else { return }
        let last = request.images.count - 1
        let chain = ImageChain(
            request: request, load: id, origin: .bytes(bytes), bytes: bytes, first: isFinal ? last : 0)
        wait(id, forImage: imageJob(in: chain, at: last), &effects)
    }

    mutating func wait(_ id: LoadID, forImage found: (job: JobID, isShared: Bool), _ effects: inout [Effect]) {
        if found.isShared { noteJoin(id, &effects) }
        imageJobs[found.job]?.loads.append(id)
        loads[id]?.waitsFor = .image(found.job)
        reprioritise(image: found.job)
    }

    /// What the images of a chain have in common.
    struct ImageChain {
        let request: Request
        let load: LoadID
        let origin: ImageJobKey.Origin
        /// Whose bytes the first image is decoded from; `nil` if the one before it is there already.
        var bytes: JobID?
        var source: Image?
        /// The place of the first image that has to be made.
        let first: Int
    }

    /// The job that makes the image at this place, and if need be those that make the images before it.
    mutating func imageJob(in chain: ImageChain, at depth: Int) -> (job: JobID, isShared: Bool) {
        let request = chain.request
        let key = ImageJobKey(origin: chain.origin, image: request.images[depth], making: request.making)
        if let job = imageIndex[key] { return (job, true) }
        let upstream = depth > chain.first ? imageJob(in: chain, at: depth - 1).job : nil
        let bytes = chain.bytes.flatMap { byteJobs[$0] }
        let job = makeJobID()
        imageIndex[key] = job
        imageJobs[job] = ImageJob(
            key: key, request: request, firstLoad: chain.load, depth: depth, bytes: chain.bytes,
            isOfFinalBytes: bytes?.key.isOfVariant ?? false, moment: bytes?.moment ?? Editions.moment(),
            upstream: upstream, source: upstream == nil ? chain.source : nil, priority: request.priority,
            timing: StageTiming(now))
        if let bytes = chain.bytes { byteJobs[bytes]?.images.insert(job) }
        if let upstream {
            imageJobs[upstream]?.dependents.append(job)
            reprioritise(image: upstream)
        } else {
            processors.enqueue(job, priority: request.priority)
        }
        return (job, false)
    }

    /// Once a load: those who joined at the disk go on to the loader together.
    private mutating func noteJoin(_ id: LoadID, _ effects: inout [Effect]) {
        guard loads[id]?.hasJoined == false else { return }
        loads[id]?.hasJoined = true
        effects.append(.note(id, .join, tier: nil))
    }
}

// MARK: - Leaving

extension JobGraph {
    /// Takes a load from the job it waits for, and stops what nobody wants any more.
    mutating func detach(_ id: LoadID, _ effects: inout [Effect]) {
        switch loads[id]?.waitsFor {
        case .bytes(let job):
            byteJobs[job]?.loads.removeAll { $0 == id }
            dropIfUnwanted(bytes: job, &effects)
        case .image(let job):
            imageJobs[job]?.loads.removeAll { $0 == id }
            dropIfUnwanted(image: job, &effects)
        case .keep(let job):
            keepJobs[job]?.loads.removeAll { $0 == id }
            reprioritise(keep: job)
        case .nothing, nil: break
        }
        loads[id]?.waitsFor = .nothing
    }

    mutating func dropIfUnwanted(image id: JobID, _ effects: inout [Effect]) {
        guard let job = imageJobs[id] else { return }
        guard job.loads.isEmpty, job.dependents.isEmpty else { return reprioritise(image: id) }
        remove(image: id, &effects)
        if let upstream = job.upstream {
            imageJobs[upstream]?.dependents.removeAll { $0 == id }
            dropIfUnwanted(image: upstream, &effects)
        }
    }

    /// Ends an image job. It leaves the index at once: a dying job must not be joined.
    mutating func remove(image id: JobID, _ effects: inout [Effect]) {
        guard let job = imageJobs.removeValue(forKey: id) else { return }
        if imageIndex[job.key] == id { imageIndex[job.key] = nil }
        processors.withdraw(id)
        // A decode that runs gives its bytes back when it answers.
        if !processors.isRunning(id) { budget.release(id) }
        job.token.cancel()
        retire(.image(job))
        guard let bytes = job.bytes else { return }
        byteJobs[bytes]?.images.remove(id)
        dropIfUnwanted(bytes: bytes, &effects)
    }

    mutating func dropIfUnwanted(bytes id: JobID, _ effects: inout [Effect]) {
        guard let job = byteJobs[id] else { return }
        guard job.images.isEmpty, job.loads.isEmpty else { return reprioritise(bytes: id, &effects) }
        remove(bytes: id)
        if job.isRunning, job.bytes == nil, case .loader = job.key { effects.append(.stopFetch(id)) }
    }

    mutating func remove(bytes id: JobID) {
        guard let job = byteJobs.removeValue(forKey: id) else { return }
        if byteIndex[job.key] == id { byteIndex[job.key] = nil }
        disk.withdraw(id)
        retire(.bytes(job))
    }
}

// MARK: - Priorities

extension JobGraph {
    mutating func reprioritise(image id: JobID) {
        guard let job = imageJobs[id] else { return }
        let highest = max(
            highestPriority(of: job.loads), job.dependents.compactMap { imageJobs[$0]?.priority }.max() ?? .low)
        guard highest != job.priority else { return }
        imageJobs[id]?.priority = highest
        processors.move(id, to: highest)
        budget.move(id, to: highest)
        if let upstream = job.upstream { reprioritise(image: upstream) }
    }

    mutating func reprioritise(bytes id: JobID, _ effects: inout [Effect]) {
        guard let job = byteJobs[id], job.bytes == nil else { return }
        let highest = highestPriority(of: job.loads)
        guard highest != job.priority else { return }
        byteJobs[id]?.priority = highest
        disk.move(id, to: highest)
        if job.isRunning, case .loader = job.key { effects.append(.prioritise(id, highest)) }
    }

    /// Who waits until it is written is as urgent as before; who does not wait never is.
    mutating func reprioritise(keep id: JobID) {
        guard let job = keepJobs[id] else { return }
        processors.move(id, to: highestPriority(of: job.loads))
    }

    private func highestPriority(of waiting: [LoadID]) -> ImagePriority {
        waiting.compactMap { loads[$0]?.request.priority }.max() ?? .low
    }
}
