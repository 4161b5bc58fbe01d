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
                for id in bytes.loads.sorted() { waitForNetwork(id, Validators(), afterMiss: true, &effects) }
                for id in takeLoads(of: bytes) { continueAfterMiss(id, .notInCache, &effects) }
            }
        }
        startWhatMayStart(&effects)
        return effects
    }

    /// Bytes are arriving from the network.
    func didReceive(_ job: JobID, received: Int, expected: Int?) -> [Effect] {
        guard let bytes = byteJobs[job] else { return [] }
        return bytes.decodes.flatMap { decodeJobs[$0]?.loads ?? [] }.sorted().map {
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
                let waiting = takeLoads(of: bytes)
                record(error, of: bytes, for: waiting, &effects)
                for id in waiting { end(id, .failure(error), &effects) }
            }
        }
        startWhatMayStart(&effects)
        return effects
    }

    /// A decode brought an image: may it be kept in memory, and its bytes on disk?
    ///
    /// Asked before ``didDecode(_:_:)``, so that whoever begins a load finds either the job or what it produced, and
    /// asked at the end, so that it counts what those want who joined meanwhile. Bytes go to disk once they have proved
    /// to be a picture, and once only; a picture with a part missing is not kept, because the next try may be whole.
    mutating func claimStores(_ job: JobID, isWhole: Bool) -> (memory: Bool, disk: Payload?) {
        guard let decode = decodeJobs[job] else { return (false, nil) }
        let wanted = decode.loads.reduce(into: CacheType.none) { $0.formUnion(loads[$1]?.request.store ?? .none) }
        guard wanted.contains(.disk), isWhole, let bytes = byteJobs[decode.bytes], !bytes.isStored,
            let payload = bytes.payload, payload.origin == .network
        else { return (wanted.contains(.memory), nil) }
        byteJobs[decode.bytes]?.isStored = true
        return (wanted.contains(.memory), payload)
    }

    /// A decode is over. What is to be kept has been kept.
    mutating func didDecode(_ job: JobID, _ result: Result<Image, ImageCodingError>) -> [Effect] {
        var effects: [Effect] = []
        decoding.finish(job)
        if let decode = decodeJobs[job], let bytes = byteJobs[decode.bytes], let payload = bytes.payload {
            // The loads leave before the job does, so that dropping it stops nothing they go on to wait for.
            decodeJobs[job]?.loads = []
            for id in decode.loads { loads[id]?.waitsFor = .nothing }
            switch result {
            case .success(let image):
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
        if payload.origin == .network { endUnchanged(by: payload, job, &effects) }
        guard let bytes = byteJobs[job] else { return }
        for decode in bytes.decodes.sorted() {
            guard let state = decodeJobs[decode] else { continue }
            decoding.enqueue(decode, priority: state.priority)
            if payload.origin == .disk {
                for id in state.loads { effects.append(.note(id, .hit, tier: .disk)) }
            }
        }
        byteJobs[job]?.loads = []
        for id in bytes.loads.sorted() {
            loads[id]?.cached = payload
            waitForNetwork(id, payload.validators, &effects)
        }
        if byteJobs[job]?.decodes.isEmpty == true { remove(bytes: job) }
    }

    /// A server without validators sends everything again; who has these very bytes has nothing new to hear.
    private mutating func endUnchanged(by payload: Payload, _ job: JobID, _ effects: inout [Effect]) {
        guard let bytes = byteJobs[job] else { return }
        for id in bytes.decodes.sorted().flatMap({ decodeJobs[$0]?.loads ?? [] }) {
            guard let cached = loads[id]?.cached, cached.bytes == payload.bytes else { continue }
            if !bytes.isStored, cached.validators != payload.validators {
                effects.append(.store(source: bytes.source, payload))
            } else if !bytes.isStored {
                effects.append(.renew(source: bytes.source))
            }
            byteJobs[job]?.isStored = true
            detach(id, &effects)
            end(id, .unchanged, &effects)
        }
    }

    /// A failure is remembered unless it says nothing about the URL: a file may be repaired at any time, and who has a
    /// cached image must not lose it because a refresh failed.
    private func record(_ error: ImageError, of bytes: ByteJob, for waiting: [LoadID], _ effects: inout [Effect]) {
        guard case .network = bytes.key, !waiting.contains(where: { loads[$0]?.hasImage == true }) else { return }
        effects.append(.recordFailure(url: bytes.url, error))
    }

    /// A cache could not serve the load: on to the network, unless it must not.
    private mutating func continueAfterMiss(_ id: LoadID, _ error: ImageError, _ effects: inout [Effect]) {
        guard let request = loads[id]?.request else { return }
        effects.append(.note(id, .miss, tier: .disk))
        if request.plan == .cacheOnly {
            end(id, .failure(error), &effects)
        } else {
            waitForNetwork(id, Validators(), afterMiss: true, &effects)
        }
    }

    private mutating func continueWith(
        _ image: Image, _ payload: Payload, _ id: LoadID, _ effects: inout [Effect]
    ) {
        let cacheType: CacheType = payload.origin == .disk ? .disk : .none
        if payload.origin == .disk, loads[id]?.request.plan == .cacheThenRefresh {
            effects.append(.deliver(id, .cached(image, cacheType)))
            loads[id]?.hasImage = true
            loads[id]?.cached = payload
            waitForNetwork(id, payload.validators, &effects)
        } else {
            end(id, .image(image, cacheType), &effects)
        }
    }

    private mutating func fail(
        _ decode: DecodeJob, _ bytes: ByteJob, _ error: ImageCodingError, _ effects: inout [Effect]
    ) {
        if case .cache = bytes.key, !error.isOfLimits {
            // What we kept is no picture: forget it and fetch it anew, once, because the network has no such case. Only
            // the first size that fails evicts: when the next one does, the new bytes may be there already.
            if !bytes.isEvicted { effects.append(.evict(source: bytes.source)) }
            byteJobs[decode.bytes]?.isEvicted = true
            for id in decode.loads { continueAfterMiss(id, .badImageData(error), &effects) }
        } else {
            record(.badImageData(error), of: bytes, for: decode.loads, &effects)
            for id in decode.loads { end(id, .failure(.badImageData(error)), &effects) }
        }
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
            effects.append(.decode(job, payload, decode.key.image, decode.token, load: decode.loads.first ?? 0))
        }
    }
}

extension ImageCodingError {
    /// Whether the bytes are a picture, only more of one than we allow ourselves.
    fileprivate var isOfLimits: Bool {
        if case .tooLarge = self { return true }
        return false
    }
}
