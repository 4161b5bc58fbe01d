import Basis
import ImageCoding

// MARK: - Finding and making jobs

extension JobGraph {
    mutating func wait(_ id: LoadID, forBytes key: ByteKey, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request else { return }
        if let job = byteIndex[key] {
            noteJoin(id, &effects)
            if byteJobs[job]?.bytes != nil { return proceed(id, with: job, &effects) }
            byteJobs[job]?.loads.append(id)
            loads[id]?.waitsFor = .bytes(job)
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

    /// Bytes that are there already take their place among the jobs, or are found there.
    mutating func byteJob(holding bytes: Encoded, _ key: ByteKey, for id: LoadID) -> JobID? {
        if let job = byteIndex[key], byteJobs[job]?.bytes != nil { return job }
        guard let request = loads[id]?.request, byteIndex[key] == nil else { return nil }
        var job = ByteJob(key: key, request: request, firstLoad: id, priority: request.priority, timing: .init(now))
        job.bytes = bytes
        return addByteJob(job)
    }

    private mutating func addByteJob(_ job: ByteJob) -> JobID {
        let id = makeJobID()
        byteIndex[job.key] = id
        byteJobs[id] = job
        return id
    }

    /// Waits for the image of these bytes. With `isFinal` they are the encoded final image itself.
    mutating func wait(_ id: LoadID, forImageOf bytes: JobID, isFinal: Bool, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request, let key = byteJobs[bytes]?.key else { return }
        let last = request.images.count - 1
        let job = imageJob(.bytes(key), request, depth: last, id) { graph in
            isFinal
                ? graph.decodeJob(request, depth: last, of: bytes, id) : graph.chain(request, to: last, of: bytes, id)
        }
        wait(id, forImage: job, &effects)
    }

    mutating func wait(_ id: LoadID, forImage found: (job: JobID, isShared: Bool), _ effects: inout [Effect]) {
        if found.isShared { noteJoin(id, &effects) }
        imageJobs[found.job]?.loads.append(id)
        loads[id]?.waitsFor = .image(found.job)
        reprioritise(image: found.job)
    }

    /// The job that makes this image of these bytes, if there is one; else the one that `make` makes.
    mutating func imageJob(
        _ origin: ImageJobKey.Origin, _ request: Request, depth: Int, _ id: LoadID,
        make: (inout JobGraph) -> JobID
    ) -> (job: JobID, isShared: Bool) {
        let key = ImageJobKey(origin: origin, image: request.images[depth], making: request.making)
        if let job = imageIndex[key] { return (job, true) }
        return (make(&self), false)
    }

    /// The jobs from the decode to the image at `depth`, as far as they do not exist; returns the last.
    private mutating func chain(_ request: Request, to depth: Int, of bytes: JobID, _ id: LoadID) -> JobID {
        guard depth > 0, let key = byteJobs[bytes]?.key else { return decodeJob(request, depth: 0, of: bytes, id) }
        let upstream = imageJob(.bytes(key), request, depth: depth - 1, id) { graph in
            graph.chain(request, to: depth - 1, of: bytes, id)
        }.job
        let job = addImageJob(
            ImageJob(
                key: ImageJobKey(origin: .bytes(key), image: request.images[depth], making: request.making),
                request: request, firstLoad: id, depth: depth, bytes: bytes, upstream: upstream,
                priority: request.priority, timing: .init(now)))
        imageJobs[upstream]?.dependents.append(job)
        reprioritise(image: upstream)
        return job
    }

    private mutating func decodeJob(_ request: Request, depth: Int, of bytes: JobID, _ id: LoadID) -> JobID {
        let origin = byteJobs[bytes].map { ImageJobKey.Origin.bytes($0.key) }
        guard let origin else { return makeJobID() }
        let job = addImageJob(
            ImageJob(
                key: ImageJobKey(origin: origin, image: request.images[depth], making: request.making),
                request: request, firstLoad: id, depth: depth, bytes: bytes, upstream: nil,
                priority: request.priority, timing: .init(now)))
        processors.enqueue(job, priority: request.priority)
        return job
    }

    /// The jobs that make the last image of a chain of the one at `depth`, which is there.
    mutating func transformJob(_ request: Request, of image: Image, at depth: Int, _ id: LoadID) -> JobID {
        var (upstream, job): (JobID?, JobID) = (nil, 0)
        for next in depth + 1..<request.images.count {
            let key = ImageJobKey(
                origin: .image(ObjectIdentifier(image)), image: request.images[next], making: request.making)
            if let existing = imageIndex[key] {
                (upstream, job) = (existing, existing)
                continue
            }
            job = addImageJob(
                ImageJob(
                    key: key, request: request, firstLoad: id, depth: next, bytes: nil, upstream: upstream,
                    source: upstream == nil ? image : nil, priority: request.priority, timing: .init(now)))
            if let upstream {
                imageJobs[upstream]?.dependents.append(job)
                reprioritise(image: upstream)
            } else {
                processors.enqueue(job, priority: request.priority)
            }
            upstream = job
        }
        return job
    }

    private mutating func addImageJob(_ job: ImageJob) -> JobID {
        let id = makeJobID()
        imageIndex[job.key] = id
        imageJobs[id] = job
        if let bytes = job.bytes { byteJobs[bytes]?.images.insert(id) }
        return id
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
        imageIndex[job.key] = nil
        processors.withdraw(id)
        // A decode that runs gives its bytes back when it answers.
        if !processors.isRunning(id) { budget.release(id) }
        job.token.cancel()
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
        byteIndex[job.key] = nil
        disk.withdraw(id)
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

    private func highestPriority(of waiting: [LoadID]) -> ImagePriority {
        waiting.compactMap { loads[$0]?.request.priority }.max() ?? .low
    }
}
