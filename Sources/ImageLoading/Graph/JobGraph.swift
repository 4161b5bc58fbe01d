import Basis
import ImageCoding

/// Everything that is being produced, and who waits for it. A value: no threads, no I/O, no clock.
///
/// A load waits for a decode job, which waits for a job that brings bytes: from the disk cache, a file, or the network.
/// Jobs are found by what they produce, so that two loads share every step they have in common; a load that misses in
/// the cache moves on to the network by itself. Each change returns the effects that the world must now carry out.
///
/// A load ends once: `end` marks it, and only one caller gets `true` from ``claim(_:)``.
struct JobGraph {
    typealias LoadID = Int
    typealias JobID = Int

    /// The way a load takes.
    enum Plan {
        case cacheThenNetwork
        case cacheOnly
        case networkOnly
        /// Deliver what the cache has, then ask the server whether it changed.
        case cacheThenRefresh
        /// The cached image has been delivered from memory; ask the server whether it changed.
        case refresh
    }

    struct Request {
        /// The key of the picture's bytes.
        var source: String
        var url: String
        /// A local file instead of the network; it has no disk cache.
        var path: String?
        var variant: ImageVariant
        var priority: ImagePriority
        var plan: Plan
        var store: CacheType
    }

    struct Load {
        var request: Request
        var waitsFor: Wait = .nothing
        var isEnded = false
        /// What the cache has and the view shows, while the server is asked whether it changed.
        var cached: Payload?
        /// Whether a cached image was delivered, or was already there when the load began.
        var hasImage = false

        enum Wait {
            case nothing
            case decode(JobID)
            case bytes(JobID)
        }
    }

    enum ByteKey: Hashable {
        case cache(source: String)
        case file(path: String)
        case network(source: String, Validators)
    }

    struct ByteJob {
        let key: ByteKey
        let source: String
        let url: String
        var payload: Payload?
        var isRunning = false
        var isStored = false
        var isEvicted = false
        /// Whether the disk cache is known to have no such entry.
        var isAfterMiss: Bool
        var decodes: Set<JobID> = []
        /// Loads that wait for the validators of a cache entry, not for its picture.
        var loads: Set<LoadID> = []
        var priority: ImagePriority
        /// Whose request started it; for the trace.
        let firstLoad: LoadID
    }

    struct DecodeKey: Hashable {
        let bytes: ByteKey
        let image: ImageKey
    }

    struct DecodeJob {
        let key: DecodeKey
        let bytes: JobID
        var isRunning = false
        /// In order of arrival; the order in which they are told.
        var loads: [LoadID]
        var priority: ImagePriority
        let token = CancellationToken()
    }

    var loads: [LoadID: Load] = [:]
    var byteJobs: [JobID: ByteJob] = [:]
    var decodeJobs: [JobID: DecodeJob] = [:]
    var byteIndex: [ByteKey: JobID] = [:]
    var decodeIndex: [DecodeKey: JobID] = [:]
    var disk: Lane
    var network: Lane
    var decoding: Lane
    private var lastJob = 0

    /// The capacities are how many of each kind of work run at once.
    init(reads: Int, downloads: Int, decodes: Int) {
        disk = Lane(capacity: reads)
        network = Lane(capacity: downloads)
        decoding = Lane(capacity: decodes)
    }

    mutating func makeJobID() -> JobID {
        lastJob += 1
        return lastJob
    }
}

// MARK: - Loads come and go

extension JobGraph {
    /// A load that found nothing in memory, or wants what it found refreshed.
    mutating func begin(_ id: LoadID, _ request: Request) -> [Effect] {
        var effects: [Effect] = []
        loads[id] = Load(request: request, hasImage: request.plan == .refresh)
        if let path = request.path {
            waitForDecode(id, of: .file(path: path), &effects)
        } else {
            switch request.plan {
            case .networkOnly:
                waitForNetwork(id, Validators(), &effects)
            case .cacheThenNetwork where isOnItsWay(request.source):
                waitForNetwork(id, Validators(), &effects)
            case .cacheThenNetwork, .cacheOnly, .cacheThenRefresh:
                waitForDecode(id, of: .cache(source: request.source), &effects)
            case .refresh:
                waitForValidators(id, &effects)
            }
        }
        startWhatMayStart(&effects)
        return effects
    }

    /// Lets a load go. `false` if it had ended and been told, or never began.
    mutating func leave(_ id: LoadID) -> (wasAlive: Bool, effects: [Effect]) {
        guard let load = loads[id] else { return (false, []) }
        var effects: [Effect] = []
        if !load.isEnded { detach(id, &effects) }
        loads[id] = nil
        startWhatMayStart(&effects)
        return (true, effects)
    }

    /// Takes the right to tell a load its end. `true` exactly once, and never after ``leave(_:)``.
    mutating func claim(_ id: LoadID) -> Bool {
        guard loads[id]?.isEnded == true else { return false }
        loads[id] = nil
        return true
    }

    /// Whether a load may still be told something.
    func isAlive(_ id: LoadID) -> Bool { loads[id] != nil }

    mutating func setPriority(_ priority: ImagePriority, of id: LoadID) {
        guard loads[id] != nil, loads[id]?.isEnded == false else { return }
        loads[id]?.request.priority = priority
        if case .decode(let job) = loads[id]?.waitsFor { reprioritise(decode: job) }
        if case .bytes(let job) = loads[id]?.waitsFor { reprioritise(bytes: job) }
    }

    /// Whether bytes that the disk does not have yet are being fetched. Those that are fetched past the disk do not
    /// count: the disk may have an entry that is good when the network is not.
    private func isOnItsWay(_ source: String) -> Bool {
        byteIndex[.network(source: source, Validators())].flatMap { byteJobs[$0]?.isAfterMiss } ?? false
    }

    /// Loads that have not ended.
    var liveLoadCount: Int { loads.values.reduce(0) { $0 + ($1.isEnded ? 0 : 1) } }
}

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
            effects.append(.note(id, .join, tier: nil))
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
        if isShared { effects.append(.note(id, .join, tier: nil)) }
        reprioritise(bytes: byteJob)
        if byteJobs[byteJob]?.payload != nil { decoding.enqueue(job, priority: request.priority) }
    }

    private mutating func waitForValidators(_ id: LoadID, _ effects: inout [Effect]) {
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

    private mutating func reprioritise(decode job: JobID) {
        guard let decode = decodeJobs[job] else { return }
        let highest = decode.loads.compactMap { loads[$0]?.request.priority }.max() ?? .low
        decodeJobs[job]?.priority = highest
        decoding.move(job, to: highest)
        reprioritise(bytes: decode.bytes)
    }

    private mutating func reprioritise(bytes job: JobID) {
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
