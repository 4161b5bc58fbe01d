import Basis
import ImageCoding

/// Everything that is being produced, and who waits for it. A value: no threads, no I/O, no clock.
///
/// A load walks its ways (``Request/ways``): the disk, then the loader. On each it waits for a *byte job*; when the bytes
/// are there it waits for an *image job*, a decode or one step of transforming; and perhaps for a *keep job*, which
/// encodes and writes. Jobs are found by what they produce, so that loads share every step they have in common.
///
///     load ──► byte job                      the disk's, or the loader's
///     load ──► image job ──► byte job        a decode
///     load ──► image job ──► image job ─►…   a transform of a decode
///     load ──► keep job                      only with `.waitStoreCache`
///
/// A job has the highest priority of those who wait for it, directly or through other jobs. When the last one leaves it
/// stops and cannot be joined any more. Each change returns the effects that the world must now carry out, in order.
///
/// A load ends once: `end` marks it, and only one caller gets `true` from ``claim(_:)``.
///
/// Where to read on: `JobGraph+Loads` (they come and go), `+Waiting` (jobs are found, made and dropped), `+Bytes` and
/// `+Images` (what the world answers), `+Keeping` (what goes into the caches), `+Writing` (when it may) and `+Outdating`
/// (what newer bytes do to it), `+Storing` (loads that want bytes alone).
struct JobGraph {
    typealias LoadID = Int
    typealias JobID = Int

    /// A load on its way.
    struct Load {
        var request: Request
        /// The ways that are left, the one it is on included.
        var ways: ArraySlice<Way>
        var waitsFor = Wait.nothing
        var isEnded = false
        /// What the disk has, while the server is asked whether it changed.
        var cached: Encoded?
        /// Whether that has left the disk meanwhile, because newer bytes came.
        var isCachedOutdated = false
        /// Whether it looked for the picture as it came, and the disk had none.
        var missesOriginal = false
        /// Whether an image was delivered, or was already there when the load began.
        var hasImage = false
        /// Whether newer bytes may have taken the place of that image, before the disk said of which bytes it is.
        var isImageOutdated = false
        /// Whether part of the picture, or a small one of it, was delivered.
        var hasPreview = false
        /// Whether the image that is being made is shown while the server is asked whether it changed.
        var refreshesNext = false
        var hasJoined = false
        /// What it will be told when everything is written.
        var held: Delivery?
        /// An image from memory, for a load that only waits for its bytes.
        var given: Image?
        /// When it began, and what it waited for so far.
        let begun: Duration
        var stages: [LoadStage] = []

        enum Wait: Equatable {
            case nothing
            case bytes(JobID)
            case image(JobID)
            case keep(JobID)
        }
    }

    /// Brings encoded bytes.
    struct ByteJob {
        let key: ByteKey
        /// The request that began it; what it says about how to get the bytes holds for all who share them.
        let request: Request
        let firstLoad: LoadID
        var bytes: Encoded?
        var isRunning = false
        /// Loads that wait for the bytes, in order of arrival.
        var loads: [LoadID] = []
        /// What is being made of the bytes.
        var images: Set<JobID> = []
        var priority: ImagePriority
        /// Of a fetch: the caches whose disk is known to have no such entry, so that there is no sense in looking.
        var isAfterMissIn: Set<ImageCache> = []
        /// Of a read: whether an entry was stored since it began.
        var mustReadAgain = false
        /// Of a read: whether the entry it found is gone, because it was no picture or another took its place.
        var isEvicted = false
        /// Of a fetch: the caches whose disk is known to have no bytes of the picture, so that the images of it that are
        /// there were made of earlier ones.
        var isMissingIn: Set<ImageCache> = []
        /// Of a fetch: the place of its bytes among all that were fetched.
        var arrival = 0
        /// The caches in which bytes that were fetched later have taken the place of what is made of these; of a read that
        /// runs, those in which they may have taken the place of what it finds. Bytes that are outdated anywhere cannot be
        /// joined any more.
        var outdatedIn: Set<ImageCache> = []
        /// The caches in which what was made of earlier bytes has been dropped.
        var hasOutdated: Set<ImageCache> = []
        /// What the bytes do to caches that were not asked whether they have them.
        var comparisons: [ImageCache: Outdating] = [:]
        /// How often other bytes have come into a cache since these did: what was compared before says nothing any more.
        var changes: [ImageCache: Int] = [:]
        /// The caches that have the bytes, or are being given them.
        var storedIn: Set<ImageCache> = []
        /// The caches that are to have the bytes on behalf of loads that end with it.
        var storing: Set<ImageCache> = []
        /// Those of them for which nobody has looked yet whether the bytes are a picture.
        var toBeLookedAt: Set<ImageCache> = []
        var timing: StageTiming
    }

    /// Makes one image: decodes bytes, or transforms another image.
    struct ImageJob {
        let key: ImageJobKey
        let request: Request
        let firstLoad: LoadID
        /// The place of its image in the chain of ``Request/images``; 0 is decoded.
        let depth: Int
        /// Whose bytes it is made of; `nil` for the transform of an image that was in memory.
        let bytes: JobID?
        /// Who makes the image it begins with; `nil` for a decode, and once that image is there.
        var upstream: JobID?
        /// The image it begins with, if it is there.
        var source: Image?
        /// Loads that want this image, in order of arrival; the order in which they are told.
        var loads: [LoadID] = []
        /// Jobs that go on from this image.
        var dependents: [JobID] = []
        var priority: ImagePriority
        /// Whether the budget has reserved what a decode takes.
        var isAdmitted = false
        /// The image, while it waits until it may be kept.
        var made: Image?
        /// Of the transform of an image that was in memory: the caches into which other bytes have come since.
        var outdatedIn: Set<ImageCache> = []
        let token = CancellationToken()
        var timing: StageTiming
    }

    /// Encodes and writes an image. Runs to its end, whoever leaves.
    struct KeepJob {
        var order: KeepOrder
        /// Whose bytes its image was made of; `nil` if it was made of an image in memory.
        let bytes: JobID?
        /// What was encoded, while it waits until it may be written.
        var encoded: [KeepOrder.Entry]?
        /// For each cache that it writes into, those that the loads in question use.
        var users: [ImageCache: Set<ImageCache>] = [:]
        /// The caches into which other bytes have come since.
        var outdatedIn: Set<ImageCache> = []
        var loads: [LoadID]
        var timing: StageTiming
    }

    /// The time of the change that is being made, told by whoever makes it: the graph has no clock.
    var now = Duration.zero
    var loads: [LoadID: Load] = [:]
    var byteJobs: [JobID: ByteJob] = [:]
    var imageJobs: [JobID: ImageJob] = [:]
    var keepJobs: [JobID: KeepJob] = [:]
    /// How many jobs there are of a picture that newer bytes might outdate: those that bring bytes, and those that begin
    /// with an image in memory. Of most pictures there is one, so that nobody has to look through all the jobs.
    var jobCounts: [String: Int] = [:]
    /// The pictures whose caches are being changed.
    var writes: [String: Write] = [:]
    /// Raised when something in the caches becomes outdated: an image that was found before may be.
    var outdatings = 0
    var byteIndex: [ByteKey: JobID] = [:]
    var imageIndex: [ImageJobKey: JobID] = [:]
    /// Fetches that have not answered, those included that were stopped.
    var fetching: Set<JobID> = []
    /// Loads that read the disk and decode on their caller's thread, and whether other bytes have come into their caches
    /// since.
    var readingNow: [LoadID: (request: Request, isOutdated: Bool)] = [:]
    /// Places at the disk; and at the processors, for decoding, transforming and encoding.
    var disk: Lane
    var processors: Lane
    /// What all decodes in flight may hold together.
    var budget: ByteBudget
    private var lastJob = 0
    var lastArrival = 0
    /// What has left, until ``takeRetired()``: what others brought is not let go of while the graph is being changed,
    /// because it may have to say something as it goes.
    private var retired: [Retired] = []

    /// See ``ImageManager/Configuration/storedThumbnailPart``.
    let storedPart: Double

    /// The capacities are how many of each kind of work run at once, and the bytes that decodes may hold.
    init(reads: Int, decodes: Int, decodeBytes: Int, storedPart: Double) {
        self.storedPart = storedPart
        disk = Lane(capacity: reads)
        processors = Lane(capacity: decodes)
        budget = ByteBudget(capacity: decodeBytes)
    }

    mutating func makeJobID() -> JobID {
        lastJob += 1
        return lastJob
    }

    /// A load reads the disk where it stands. Until ``endReadingNow(_:)`` it is told whether what it reads is outdated.
    mutating func beginReadingNow(_ id: LoadID, _ request: Request) {
        readingNow[id] = (request, isBeingReplaced(request))
    }

    /// Ends such a load. Returns whether its image may be kept: not if other bytes have come meanwhile.
    mutating func endReadingNow(_ id: LoadID) -> Bool { readingNow.removeValue(forKey: id)?.isOutdated == false }

    enum Retired {
        case load(Load)
        case bytes(ByteJob)
        case image(ImageJob)
        case keep(KeepJob)
    }

    mutating func retire(_ item: Retired) { retired.append(item) }

    /// What has left since the last time, to be let go of.
    mutating func takeRetired() -> [Retired] {
        defer { retired = [] }
        return retired
    }

    /// Loads that have not ended.
    var liveLoadCount: Int { loads.values.reduce(0) { $0 + ($1.isEnded ? 0 : 1) } }
}
