import Basis

// MARK: - Waiting and no longer waiting

extension JobGraph {
    mutating func waitForNetwork(
        _ id: LoadID, _ validators: Validators, afterMiss: Bool = false, _ effects: inout [Effect]
    ) {
        guard let source = loads[id]?.request.source else { return }
        let key = ByteKey.network(source: source, validators)
        waitForDecode(id, of: key, &effects)
        if afterMiss, let job = byteIndex[key] { byteJobs[job]?.isAfterMiss = true }
    }

    mutating func waitForDecode(_ id: LoadID, of bytes: ByteKey, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request else { return }
        let key = DecodeKey(bytes: bytes, image: ImageKey(source: request.source, variant: request.variant))
        if let job = decodeIndex[key] {
            decodeJobs[job]?.loads.append(id)
            loads[id]?.waitsFor = .decode(job)
            noteJoin(id, &effects)
            reprioritise(decode: job)
            return
        }
        let isShared = byteIndex[bytes] != nil
        let byteJob = findOrMakeByteJob(bytes, for: id, request)
        let job = makeJobID()
        decodeIndex[key] = job
        decodeJobs[job] = DecodeJob(key: key, bytes: byteJob, loads: [id], priority: request.priority)
        byteJobs[byteJob]?.decodes.insert(job)
        loads[id]?.waitsFor = .decode(job)
        if isShared { noteJoin(id, &effects) }
        reprioritise(bytes: byteJob)
        if byteJobs[byteJob]?.payload != nil { decoding.enqueue(job, priority: request.priority) }
    }

    /// Once a load: those who joined at the disk go on to the network together.
    private mutating func noteJoin(_ id: LoadID, _ effects: inout [Effect]) {
        guard loads[id]?.hasJoined == false else { return }
        loads[id]?.hasJoined = true
        effects.append(.note(id, .join, tier: nil))
    }

    mutating func waitForValidators(_ id: LoadID, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request else { return }
        let job = findOrMakeByteJob(.cache(source: request.source), for: id, request)
        if let payload = byteJobs[job]?.payload {
            loads[id]?.cached = payload
            waitForNetwork(id, payload.validators, &effects)
            return
        }
        byteJobs[job]?.loads.insert(id)
        loads[id]?.waitsFor = .bytes(job)
        reprioritise(bytes: job)
    }

    private mutating func findOrMakeByteJob(_ key: ByteKey, for id: LoadID, _ request: Request) -> JobID {
        if let job = byteIndex[key] { return job }
        let job = makeJobID()
        byteIndex[key] = job
        byteJobs[job] = ByteJob(
            key: key, source: request.source, url: request.url, isAfterMiss: false, priority: request.priority,
            firstLoad: id)
        switch key {
        case .cache, .file: disk.enqueue(job, priority: request.priority)
        case .network: network.enqueue(job, priority: request.priority)
        }
        return job
    }

    /// Takes a load from the job it waits for, and stops what nobody wants any more.
    mutating func detach(_ id: LoadID, _ effects: inout [Effect]) {
        switch loads[id]?.waitsFor {
        case .decode(let job):
            decodeJobs[job]?.loads.removeAll { $0 == id }
            if decodeJobs[job]?.loads.isEmpty == true { drop(decode: job, &effects) } else { reprioritise(decode: job) }
        case .bytes(let job):
            byteJobs[job]?.loads.remove(id)
            dropIfUnwanted(bytes: job, &effects)
        case .nothing, nil:
            break
        }
        loads[id]?.waitsFor = .nothing
    }

    /// Ends a decode job. It leaves the index at once: a dying job must not be joined.
    mutating func drop(decode job: JobID, _ effects: inout [Effect]) {
        guard let decode = decodeJobs.removeValue(forKey: job) else { return }
        decodeIndex[decode.key] = nil
        decoding.withdraw(job)
        decode.token.cancel()
        byteJobs[decode.bytes]?.decodes.remove(job)
        dropIfUnwanted(bytes: decode.bytes, &effects)
    }

    private mutating func dropIfUnwanted(bytes job: JobID, _ effects: inout [Effect]) {
        guard let bytes = byteJobs[job] else { return }
        guard bytes.decodes.isEmpty, bytes.loads.isEmpty else { return reprioritise(bytes: job) }
        remove(bytes: job)
        if bytes.isRunning, case .network = bytes.key { effects.append(.stopDownload(job)) }
    }

    mutating func remove(bytes job: JobID) {
        guard let bytes = byteJobs.removeValue(forKey: job) else { return }
        byteIndex[bytes.key] = nil
        disk.withdraw(job)
        network.withdraw(job)
    }

    mutating func reprioritise(decode job: JobID) {
        guard let decode = decodeJobs[job] else { return }
        let highest = decode.loads.compactMap { loads[$0]?.request.priority }.max() ?? .low
        decodeJobs[job]?.priority = highest
        decoding.move(job, to: highest)
        reprioritise(bytes: decode.bytes)
    }

    mutating func reprioritise(bytes job: JobID) {
        guard let bytes = byteJobs[job] else { return }
        let decodes = bytes.decodes.compactMap { decodeJobs[$0]?.priority }.max() ?? .low
        let direct = bytes.loads.compactMap { loads[$0]?.request.priority }.max() ?? .low
        let highest = max(decodes, direct)
        guard highest != bytes.priority else { return }
        byteJobs[job]?.priority = highest
        disk.move(job, to: highest)
        network.move(job, to: highest)
    }
}
