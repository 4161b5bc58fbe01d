import HalftoneCore
import ImageCoding

/// All jobs in progress, and the loads that wait for them.
///
/// A value without threads, I/O or clock. The manager changes it under its own lock (``ImageManager/change(_:)``) and
/// takes the effects of each change. Deliveries, failures and trace events are handled before the unlock, the other
/// effects after it, in order, on threads of readers, decoders and the loader. Outside itself the graph calls only the
/// index of pictures, the memory tier and the staged writes of the caches, which return at once.
///
/// A load tries its sources in order (``LoadSource``): the disk, then the loader. At each source it waits for a job
/// that brings bytes, a *read* or a *fetch*; then for a job that makes an *image* of the bytes, by decoding and
/// transforming them. With `.waitStoreCache` it then waits for the job that encodes the image for the disk, the
/// *encoding*, if there is one, and until the disks have written. Jobs are indexed by their product (``Job/Kind``), so
/// loads share every step they have in common.
///
///     load ──► read, or fetch
///     load ──► image ──► read, or fetch
///     load ──► encoding
///
/// A job has the highest priority of the loads that wait for it, directly or through other jobs. When its last load
/// ends or is cancelled, the job leaves the index, so that new loads cannot coalesce with it; its work is cancelled and
/// a late answer ignored. Only an encoding runs to its end without loads.
///
/// The *current* bytes of a picture in a cache are those whose images it stores (``PictureIndex``): of fetched bytes,
/// those that arrived last. *Staged* means kept in memory, where reads see it, until the storage has written it.
///
/// The path of one load after a miss in memory:
///
/// 1. ``ImageManager/start(_:)`` has looked in memory, which ends a load that hits, and calls `begin`. The load
///    waits for a new or shared read.
/// 2. When the disk has a free slot (``PriorityLimiter``), the effect `read` makes a thread read the storage of a
///    cache. `didRead` receives the result. If other bytes became current during the read, the read is repeated.
/// 3. The load reads the requested size first, then the original. Without either it goes on to the loader: the effect
///    `fetch`, then `didFetch`. A stale entry is kept and revalidated with its validators; a 304 response freshens it,
///    and the load continues with its bytes. A load that makes no image skips the next two steps: it stores the bytes if
///    they begin like an image.
/// 4. With the bytes at hand, `proceed` subscribes the load to the image job. The job gets a processor slot and reserves
///    the memory of its decode (``ByteBudget``), which it holds until it ends. The effect `decode` is answered by
///    `didMake`.
/// 5. `didMake` stores the image (`store(_:as:madeBy:)`) in the caches of every load that waits for it. The index of
///    each cache registers the bytes: older ones than the current are delivered, but not stored there; newer ones become
///    current, and images made of other bytes are removed from memory and disk. The image is in memory and the fetched
///    bytes are staged before the unlock.
/// 6. Each load `end`s with a delivery, with its image or its error. ``ImageManager/change(_:)`` queues it for the main
///    actor, where the operation calls `claim` and then the completion. `claim` succeeds only once, so a load that is
///    cancelled at the same time ends once. A completion may run before the disk is written.
/// 7. The effect `write` makes the storage write the staged changes. An image worth an entry of its own on disk, such
///    as a thumbnail, is encoded by an encoding job, and stored only if its bytes are still current then. With
///    `.waitStoreCache` the load is delivered once that is written.
///
/// See also: `JobGraph+Loads` (loads begin and leave), `+Jobs` (jobs are found, created and dropped), `+Bytes` (loads
/// continue with bytes), `+Storing` (what goes into the caches). The folder Work has a file for each kind of work, with
/// its effect and the answer to it: reading, fetching, making, encoding, previewing.
struct JobGraph {
    /// The number of a load, as in the trace.
    typealias LoadID = Int

    /// The identity of a job, or of other work that holds memory.
    struct JobID: Hashable, Comparable, Sendable {
        fileprivate let number: Int
        static func < (left: JobID, right: JobID) -> Bool { left.number < right.number }
    }

    /// A load in progress.
    struct Load {
        let plan: LoadPlan
        /// The destination of the load's deliveries.
        let route: ImageManager.Route?
        let sources: [LoadSource]
        /// The sources that are left, including the current one.
        var remaining: ArraySlice<LoadSource>
        var priority: ImagePriority
        var state = State.asking
        var shown = Shown.nothing
        /// An image from memory, delivered with its bytes when they have been read.
        let hit: LoadedImage?
        var hasCoalesced = false

        init(_ plan: LoadPlan, _ sources: [LoadSource], _ route: ImageManager.Route?, hit: LoadedImage?) {
            (self.plan, self.sources, remaining, self.hit) = (plan, sources, sources[...], hit)
            self.route = route
            priority = ImagePriority(plan.options)
        }

        /// What a load waits for.
        enum State {
            /// Nothing: it asks its next source in the current change.
            case asking
            /// A read or a fetch. `entry`: the disk entry that the fetch revalidates.
            case bytes(JobID, entry: EncodedData? = nil)
            /// An image. `entry`: the disk entry that is revalidated after its image was shown, or has been before.
            case image(JobID, entry: EncodedData? = nil)
            /// The encoding of its image for the disk. The event is its last.
            case encode(JobID, ImageLoadEvent)
            /// The disks that write its result; with its last event, and the bytes if they are its product.
            case flush(ImageLoadEvent, EncodedData?)
            /// The claim of its end; with the bytes if they are its product, or a query wants them.
            case ended(EncodedData? = nil)
        }

        /// The job that the load waits for.
        var job: JobID? {
            switch state {
            case .bytes(let job, _), .image(let job, _), .encode(let job, _): job
            case .asking, .flush, .ended: nil
            }
        }

        /// The disk entry that the load revalidates.
        var entry: EncodedData? {
            switch state {
            case .bytes(_, let entry), .image(_, let entry): entry
            case .asking, .encode, .flush, .ended: nil
            }
        }

        var isEnded: Bool { if case .ended = state { true } else { false } }
        var hasImage: Bool { if case .image = shown { true } else { false } }
    }

    /// The best image that a load has shown.
    enum Shown {
        case nothing
        /// A partial image or a thumbnail.
        case preview
        /// A complete image, delivered or found before the load began, and the revision of its bytes if known.
        case image(Revision?)
    }

    /// A unit of work that loads or other jobs wait for.
    struct Job {
        /// The product of a job and, except for an encoding, the key under which loads find the job.
        enum Kind: Hashable {
            /// The bytes of a source: a read of a disk, or a fetch.
            case bytes(LoadSource)
            /// An image, made by a decode and its transform.
            case image(ImageJobKey)
            /// An encoded image on disk. Runs to its end even if all loads leave.
            case encoding
        }

        let kind: Kind
        /// The plan of the load that created the job; its settings apply to all loads that share the job.
        let plan: LoadPlan
        let firstLoad: LoadID
        /// The job whose bytes an image job decodes. It is kept as long as this job.
        var input: JobID?
        /// The loads that wait for the job, in order of arrival and thus of delivery.
        var loads: [LoadID] = []
        /// The image jobs that take this one as ``input``.
        var dependents: [JobID] = []
        var priority: ImagePriority
        /// ``PictureIndex/nextTime()`` when a read got its slot, or when a fetch had its bytes. An image job has the time of
        /// its bytes.
        var logicalTime = 0

        // MARK: Reads and fetches

        /// The bytes, once they have arrived.
        var bytes: EncodedData?
        /// The task of a fetch in the loader, which is told when the fetch is not wanted any more. `nil` while the
        /// loader starts it, and after its answer.
        var task: (any ImageLoaderTask)?
        /// The number of bytes that the loader has, by the last progress.
        var received = 0
        /// The previews of the bytes that arrive.
        var previews: ProgressiveDecodeSession?
        /// When progress was last delivered.
        var lastProgress: Duration?
        /// The caches whose storage has received the bytes.
        var storedIn: Set<ImageCache> = []

        // MARK: Image jobs

        let token = CancellationToken()

        // MARK: Encoding jobs

        /// The image to encode.
        var work: EncodeWork?

        init(_ kind: Kind, for id: LoadID, _ load: Load) {
            (self.kind, plan, firstLoad, priority) = (kind, load.plan, id, load.priority)
        }
    }

    /// The time of the current change, set by the caller because the graph has no clock. `wall` is in seconds since
    /// 1970, for HTTP.
    var time = (now: Duration.zero, wall: 0.0)
    var loads: [LoadID: Load] = [:]
    var jobs: [JobID: Job] = [:]
    /// The jobs that new loads can coalesce with.
    var index: [Job.Kind: JobID] = [:]
    var disk: PriorityLimiter<JobID>
    /// Slots for decoding, transforming and encoding, and for the previews of fetches.
    var processors: PriorityLimiter<JobID>
    /// The memory budget of all decodes in flight.
    var budget: ByteBudget<JobID>
    private var lastJob = 0
    /// The number of jobs that encode for the disk.
    var encodingCount = 0
    /// The bytes of the images that wait for encoding.
    var encodingBytes = 0
    /// The effects of the current change, in order.
    var effects: [Effect] = []
    /// Values that may hold the last reference to a client's object, kept until ``takeRetired()``. Releasing such an
    /// object may run its code, which must not happen during a change.
    private var retired: [any Sendable] = []

    /// Creates an empty graph that limits the concurrent reads and decodes, and the bytes that decodes hold.
    init(reads: Int, decodes: Int, decodeBytes: Int) {
        disk = PriorityLimiter(capacity: reads)
        processors = PriorityLimiter(capacity: decodes)
        budget = ByteBudget(capacity: decodeBytes)
    }

    /// Adds a job and returns its ID. `isShareable`: whether other loads can coalesce with the job.
    mutating func add(_ job: Job, isShareable: Bool = true) -> JobID {
        let id = makeJobID()
        if job.kind == .encoding { encodingCount += 1 }
        if isShareable { index[job.kind] = id }
        jobs[id] = job
        return id
    }

    /// Returns the ID of a new job, or of work that reserves memory without one.
    mutating func makeJobID() -> JobID {
        lastJob += 1
        return JobID(number: lastJob)
    }

    /// Ends a change: starts the waiting jobs for which slots and memory are free, and returns the effects.
    mutating func finishChange() -> [Effect] {
        startReadyJobs()
        defer { effects = [] }
        return effects
    }

    /// Keeps a removed value for release outside the lock.
    mutating func retire(_ value: (some Sendable)?) { if let value { retired.append(value) } }

    mutating func retire(_ values: [any Sendable]) { retired += values }

    /// Returns the values retired since the last call, for release outside the lock.
    mutating func takeRetired() -> [any Sendable] {
        defer { retired = [] }
        return retired
    }

    /// The number of loads that have not ended.
    var activeLoadCount: Int { loads.values.reduce(0) { $0 + ($1.isEnded ? 0 : 1) } }
}

extension JobGraph.Job.Kind {
    var isFetch: Bool { if case .bytes(.loader) = self { true } else { false } }
}

extension JobGraph.Job {
    /// The disk entry that the job reads; `nil` for other jobs.
    var entryID: DiskEntryID? { if case .bytes(.disk(let id)) = kind { id } else { nil } }
    /// The key of the image that the job makes; `nil` for other jobs.
    var image: ImageKey? { if case .image(let key) = kind { key.image } else { nil } }
}
