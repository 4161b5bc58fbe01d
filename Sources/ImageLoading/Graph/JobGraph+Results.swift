import Basis
import ImageCoding

// MARK: - What the world answers

extension JobGraph {
    /// The disk cache has been asked. `nil`: it has no entry.
    mutating func didRead(_ job: JobID, _ payload: Payload?) -> [Effect] {
        var effects: [Effect] = []
        disk.finish(job)
        if let bytes = byteJobs[job] {
            if let payload {
                adopt(payload, job, &effects)
            } else {
                remove(bytes: job)
                for id in bytes.loads.sorted() { waitForNetwork(id, Validators(), &effects) }
                for id in takeLoads(of: bytes) { continueAfterMiss(id, .notInCache, &effects) }
            }
        }
        startWhatMayStart(&effects)
        return effects
    }

    /// Bytes are arriving from the network.
    func didReceive(_ job: JobID, received: Int, expected: Int?) -> [Effect] {
        guard let bytes = byteJobs[job] else { return [] }
        return bytes.decodes.flatMap { decodeJobs[$0]?.loads ?? [] }.map {
            .deliver($0, .progress(received: received, expected: expected))
        }
    }

    /// A download or the reading of a local file is over.
    mutating func didFetch(_ job: JobID, _ result: Result<Download, ImageError>) -> [Effect] {
        var effects: [Effect] = []
        network.finish(job)
        disk.finish(job)
        if let bytes = byteJobs[job] {
            switch result {
            case .success(.fresh(let payload)):
                adopt(payload, job, &effects)
            case .success(.notModified):
                remove(bytes: job)
                effects.append(.renew(source: bytes.source))
                for id in takeLoads(of: bytes) { end(id, .unchanged, &effects) }
            case .failure(let error):
                remove(bytes: job)
                effects.append(.recordFailure(url: bytes.url, error))
                for id in takeLoads(of: bytes) { end(id, .failure(error), &effects) }
            }
        }
        startWhatMayStart(&effects)
        return effects
    }

    /// A decode is over. The image, if any, is already in memory.
    mutating func didDecode(_ job: JobID, _ result: Result<Image, ImageCodingError>) -> [Effect] {
        var effects: [Effect] = []
        decoding.finish(job)
        if let decode = decodeJobs[job], let bytes = byteJobs[decode.bytes], let payload = bytes.payload {
            // The loads leave before the job does, so that dropping it stops nothing they go on to wait for.
            decodeJobs[job]?.loads = []
            for id in decode.loads { loads[id]?.waitsFor = .nothing }
            switch result {
            case .success(let image):
                storeOnce(payload, decode, &effects)
                for id in decode.loads { continueWith(image, payload, id, &effects) }
            case .failure(let error):
                fail(decode, bytes, error, &effects)
            }
            drop(decode: job, &effects)
        }
        startWhatMayStart(&effects)
        return effects
    }
}

// MARK: - What follows

extension JobGraph {
    private mutating func adopt(_ payload: Payload, _ job: JobID, _ effects: inout [Effect]) {
        byteJobs[job]?.payload = payload
        byteJobs[job]?.isRunning = false
        guard let bytes = byteJobs[job] else { return }
        for decode in bytes.decodes.sorted() {
            guard let state = decodeJobs[decode] else { continue }
            decoding.enqueue(decode, priority: state.priority)
            if payload.origin == .disk {
                for id in state.loads { effects.append(.note(id, .hit, tier: .disk)) }
            }
        }
        byteJobs[job]?.loads = []
        for id in bytes.loads.sorted() { waitForNetwork(id, payload.validators, &effects) }
        if byteJobs[job]?.decodes.isEmpty == true { remove(bytes: job) }
    }

    /// A cache could not serve the load: on to the network, unless it must not.
    private mutating func continueAfterMiss(_ id: LoadID, _ error: ImageError, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request else { return }
        effects.append(.note(id, .miss, tier: .disk))
        if request.plan == .cacheOnly {
            end(id, .failure(error), &effects)
        } else {
            waitForNetwork(id, Validators(), &effects)
        }
    }

    private mutating func continueWith(
        _ image: Image, _ payload: Payload, _ id: LoadID, _ effects: inout [Effect]
    ) {
        let cacheType: CacheType = payload.origin == .disk ? .disk : .none
        if payload.origin == .disk, loads[id]?.request.plan == .cacheThenRefresh {
            effects.append(.deliver(id, .cached(image, cacheType)))
            waitForNetwork(id, payload.validators, &effects)
        } else {
            end(id, .image(image, cacheType), &effects)
        }
    }

    private mutating func fail(
        _ decode: DecodeJob, _ bytes: ByteJob, _ error: ImageCodingError, _ effects: inout [Effect]
    ) {
        if case .cache = bytes.key {
            // What we kept is no picture: forget it and fetch it anew, once, because the network has no such case.
            effects.append(.evict(source: bytes.source))
            for id in decode.loads { continueAfterMiss(id, .badImageData(error), &effects) }
        } else {
            effects.append(.recordFailure(url: bytes.url, .badImageData(error)))
            for id in decode.loads { end(id, .failure(.badImageData(error)), &effects) }
        }
    }

    /// Bytes go to disk once they have proved to be a picture, and once only.
    private mutating func storeOnce(_ payload: Payload, _ decode: DecodeJob, _ effects: inout [Effect]) {
        guard payload.origin == .network, byteJobs[decode.bytes]?.isStored == false else { return }
        guard decode.loads.contains(where: { loads[$0]?.request.store.contains(.disk) == true }) else { return }
        byteJobs[decode.bytes]?.isStored = true
        effects.append(.store(source: decode.key.image.source, payload))
    }

    private mutating func end(_ id: LoadID, _ delivery: Delivery, _ effects: inout [Effect]) {
        guard loads[id]?.isEnded == false else { return }
        loads[id]?.isEnded = true
        loads[id]?.waitsFor = .nothing
        effects.append(.deliver(id, delivery))
    }

    /// Dissolves the decode jobs of bytes that will not come, and returns who waited, oldest first.
    private mutating func takeLoads(of bytes: ByteJob) -> [LoadID] {
        var waiting: [LoadID] = []
        for job in bytes.decodes {
            guard let decode = decodeJobs.removeValue(forKey: job) else { continue }
            decodeIndex[decode.key] = nil
            waiting += decode.loads
        }
        for id in waiting { loads[id]?.waitsFor = .nothing }
        return waiting.sorted()
    }

    /// Gives free places to those who wait for them.
    mutating func startWhatMayStart(_ effects: inout [Effect]) {
        while let job = disk.next() {
            guard let bytes = byteJobs[job] else { continue }
            byteJobs[job]?.isRunning = true
            switch bytes.key {
            case .cache(let source): effects.append(.readCache(job, source: source))
            case .file(let path): effects.append(.readFile(job, path: path))
            case .network: break
            }
        }
        while let job = network.next() {
            guard let bytes = byteJobs[job], case .network(_, let validators) = bytes.key else { continue }
            byteJobs[job]?.isRunning = true
            effects.append(.download(job, url: bytes.url, validators: validators, load: bytes.firstLoad))
        }
        while let job = decoding.next() {
            guard let decode = decodeJobs[job], let payload = byteJobs[decode.bytes]?.payload else { continue }
            decodeJobs[job]?.isRunning = true
            let keeps = decode.loads.contains { loads[$0]?.request.store.contains(.memory) == true }
            effects.append(
                .decode(
                    job, payload, decode.key.image, decode.token, keepInMemory: keeps, load: decode.loads.first ?? 0))
        }
    }
}
