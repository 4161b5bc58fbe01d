import Basis
import ImageCoding

/// Everything that is being produced, and which loads wait for it. A value: no threads, no I/O, no clock. What it asks of
/// others are the editions, the memory and the staged writes of the caches, which answer at once.
///
/// A load asks its sources in order (``LoadSource``): the disk, then the loader. At each it waits for a job that brings
/// bytes, a *read* or a *fetch*; when these are there it waits for one that makes an *image* of them, by decoding or by one step of
/// transforming; and perhaps for one that *stores*. Jobs are found by what they produce (``Job/Kind``), so that loads share
/// every step they have in common.
///
///     load ──► read, or fetch
///     load ──► image ──► read, or fetch      a decode
///     load ──► image ──► image ──► …         a transform of a decode
///     load ──► store                         only with `.waitStoreCache`
///
/// A job has the highest priority of the loads that wait for it, directly or through other jobs. When the last one leaves
/// it stops and cannot be joined any more. Each change returns the effects that the world must now carry out, in order.
///
/// The way of one load that finds nothing in memory:
///
/// 1. ``ImageManager/start(_:_:_:_:_:)`` has looked there, and calls `begin`. The load waits for a read, which it makes
///    or joins.
/// 2. When there is a place at the disk (``PriorityLimiter``) the effect `read` has a thread ask the storage of the cache. `didRead`
///    brings what was found. If other bytes came into force meanwhile, it is read again.
/// 3. Without an entry the load goes on to the loader: the effect `fetch`, and `didFetch`. With one that is stale, the
///    server is asked with its validators; if it confirms them, the entry is as good as new.
/// 4. The bytes are there: `proceed` makes or joins the job of an image. It gets a place at the processors, and reserves
///    what its decode will hold (``ByteBudget``). The effects `decode` and `transform` are answered by `didMake`.
/// 5. `didMake` keeps the image (`keep(_:of:_:)`) for every load that waits for it. Each cache of these loads judges the
///    bytes (``Editions``): if they are older than those in force, nothing is kept there; if they are newer, everything
///    that is made of others goes. The image is in memory, and the bytes are staged for the disk, before the lock is open.
/// 6. Each load `end`s with a delivery. ``ImageManager/change(_:)`` puts it on its way to the main actor, where the
///    operation asks `claim` and calls the completion. Only one caller gets anything from `claim`: a load ends once.
/// 7. After the lock the manager carries out what is left: the effect `write` has the storage take what is staged. What must
///    be encoded for the disk has a job of its own, and is kept only if its bytes are still in force by then.
///
/// Where to read on: `JobGraph+Loads` (they come and go), `+Waiting` (jobs are found, made and dropped), `+Bytes` and
/// `+Images` (what the world answers), `+Keeping` (what goes into the caches), `+Storing` (loads that want bytes alone).
struct JobGraph {
    typealias LoadID = Int
    typealias JobID = Int

    /// A load on its way.
    struct Load {
        let plan: LoadPlan
        let sources: [LoadSource]
        /// The sources that are left, the one that is being asked included.
        var remaining: ArraySlice<LoadSource>
        var priority: ImagePriority
        var revalidation: RevalidationPolicy
        /// The job that it waits for.
        var waitsFor: JobID?
        var isEnded = false
        /// What the disk has, while the server is asked whether it changed.
        var cached: EncodedData?
        var shown = Shown.nothing
        /// Whether the image that is being made is shown while the server is asked whether it changed.
        var refreshesNext = false
        var hasJoined = false
        /// Its end, held back until everything is written, or until the bytes of an image from memory are read.
        var held: Delivery?
        var timing: LoadTiming

        init(_ plan: LoadPlan, _ sources: [LoadSource], begun: Duration) {
            (self.plan, self.sources, remaining) = (plan, sources, sources[...])
            (priority, revalidation) = (ImagePriority(plan.options), plan.revalidation)
            timing = LoadTiming(begun: begun)
        }

        var isBlank: Bool { if case .nothing = shown { true } else { false } }
        var hasImage: Bool { if case .image = shown { true } else { false } }
    }

    /// The best that a load has been shown of its picture.
    enum Shown {
        case nothing
        /// A part of the picture, or a small one of it.
        case preview
        /// A whole image, delivered or there when the load began, and the bytes that it was made of, if they are known.
        case image(Revision?)
    }

    /// Produces something that loads, or other jobs, wait for.
    struct Job {
        /// What it produces; for all but a store, the name under which it is found and joined.
        enum Kind: Hashable {
            /// Bytes of a disk.
            case read(DiskEntryID)
            /// Bytes of the loader.
            case fetch(FetchKey)
            /// An image, by a decode or one step of transforming.
            case image(ImageJobKey)
            /// An encoded image on disk, or the certainty that disks have written. Runs to its end, whoever leaves.
            case store
        }

        let kind: Kind
        /// The plan of the load that began it; what it says about how to do it holds for all loads that share it.
        let plan: LoadPlan
        let firstLoad: LoadID
        /// The job that brings what it begins with: bytes, or the image before its own. It is wanted as long as this one is.
        var input: JobID?
        /// Loads that wait for it, in order of arrival; the order in which they are told.
        var loads: [LoadID] = []
        /// Jobs whose input it is.
        var dependents: [JobID] = []
        var priority: ImagePriority
        /// When a read began, the bytes of a fetch were there, or an image was found in memory: ``Editions/moment()``. An
        /// image has that of its bytes.
        var moment = 0
        var timing: StageTiming

        // MARK: Of bytes

        /// Once they are there.
        var bytes: EncodedData?
        /// Of a fetch: the caches whose disk is known to have no such entry, so that there is no sense in looking.
        var isAfterMissIn: Set<ImageCache> = []
        /// The caches whose storage has been given the bytes.
        var storedIn: Set<ImageCache> = []
        /// Whether the bytes begin like a picture; asked by loads that want no image of them.
        var inspection = Inspection.notAsked

        // MARK: Of an image

        /// The image it begins with, once that is there; `nil`: it begins with bytes.
        var source: Image?
        let token = CancellationToken()

        // MARK: Of a store

        /// `nil`: nothing is to be encoded, or it is encoded by now.
        var order: EncodeWork?
        /// The caches that must have written before its loads end.
        var awaited: [ImageCache] = []

        init(_ kind: Kind, for id: LoadID, _ load: Load, at now: Duration) {
            (self.kind, plan, firstLoad, priority) = (kind, load.plan, id, load.priority)
            timing = StageTiming(now)
        }
    }

    enum Inspection {
        case notAsked, running, passed
    }

    /// The time of the change that is being made, set by the caller: the graph has no clock. `wall` is in seconds since
    /// 1970, for what HTTP says.
    var time = (now: Duration.zero, wall: 0.0)
    var loads: [LoadID: Load] = [:]
    var jobs: [JobID: Job] = [:]
    /// The jobs that can be joined.
    var index: [Job.Kind: JobID] = [:]
    /// Fetches that have not answered, those included that were stopped.
    var fetching: Set<JobID> = []
    /// Places at the disk; and at the processors, for decoding, transforming and encoding.
    var disk: PriorityLimiter
    var processors: PriorityLimiter
    /// What all decodes in flight may hold together.
    var budget: ByteBudget
    private var lastJob = 0
    /// What has left, until ``takeRetired()``: what others brought is not let go of while the graph is being changed,
    /// because it may have to say something as it goes.
    private var retired: [Retired] = []

    /// The capacities are how many of each kind of work run at once, and the bytes that decodes may hold.
    init(reads: Int, decodes: Int, decodeBytes: Int) {
        disk = PriorityLimiter(capacity: reads)
        processors = PriorityLimiter(capacity: decodes)
        budget = ByteBudget(capacity: decodeBytes)
    }

    /// `isJoinable`: by other loads.
    mutating func add(_ job: Job, isJoinable: Bool = true) -> JobID {
        lastJob += 1
        if isJoinable { index[job.kind] = lastJob }
        jobs[lastJob] = job
        return lastJob
    }

    enum Retired {
        case load(Load)
        case job(Job)
        case images([Image])
    }

    mutating func retire(_ item: Retired) { retired.append(item) }

    /// What has left since the last time, to be let go of.
    mutating func takeRetired() -> [Retired] {
        defer { retired = [] }
        return retired
    }

    /// How many jobs encode for the disk, or wait until it has written.
    var storeCount: Int { jobs.values.count { $0.kind == .store } }

    /// Loads that have not ended.
    var activeLoadCount: Int { loads.values.reduce(0) { $0 + ($1.isEnded ? 0 : 1) } }
}

extension JobGraph.Job.Kind {
    var isFetch: Bool { if case .fetch = self { true } else { false } }

    /// Whether the bytes are an image that was encoded for the disk.
    var isOfVariant: Bool { if case .read(let entryID) = self { entryID.key.variant != nil } else { false } }
}

extension JobGraph.Job {
    /// The image that it makes.
    var image: ImageKey? { if case .image(let key) = kind { key.image } else { nil } }
}
