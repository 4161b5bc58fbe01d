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
        var hasJoined = false

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
