import Basis
import ImageCoding

/// Everything that is being produced, and which loads wait for it. A value: no threads, no I/O, no clock. What it asks of
/// others are the editions, the memory and the staged writes of the caches, which answer at once.
///
/// A load walks its ways (``Request/ways``): the disk, then the loader. On each it waits for a *byte job*; when the bytes
/// are there it waits for an *image job*, a decode or one step of transforming; and perhaps for a *keep job*, which
/// encodes, or waits until the disk has written. Jobs are found by what they produce, so that loads share every step they have in common.
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
/// `+Images` (what the world answers), `+Keeping` (what goes into the caches), `+Storing` (loads that want bytes alone).
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
        /// Whether an image was delivered, or was already there when the load began.
        var hasImage = false
        /// The bytes that this image was made of, if they are known.
        var shown: Revision?
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
        /// When a read began, or the bytes of a fetch were there: ``Editions/moment()``.
        var moment = 0
        /// The caches whose storage has been given the bytes.
        var storedIn: Set<ImageCache> = []
        /// Whether the bytes begin like a picture; asked by loads that want no image of them.
        var inspection = Inspection.notAsked
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
        /// Whether the bytes are those of an encoded final image, which is taken as it is.
        let isOfFinalBytes: Bool
        /// When the bytes were there or their reading began, or when the image in memory was found.
        let moment: Int
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
        let token = CancellationToken()
        var timing: StageTiming
    }

    enum Inspection {
        case notAsked, running, passed
    }

    /// Encodes an image for the disk, waits until disks have written, or both. Runs to its end, whoever leaves.
    struct KeepJob {
        /// `nil`: nothing is to be encoded, or it is encoded by now.
        var order: KeepOrder?
        /// The caches that must have written before its loads end.
        let awaited: [ImageCache]
        var loads: [LoadID] = []
        var timing: StageTiming
    }

    /// The time of the change that is being made, told by whoever makes it: the graph has no clock.
    var now = Duration.zero
    /// The same as seconds since 1970, for what HTTP says.
    var wallTime = 0.0
    var loads: [LoadID: Load] = [:]
    var byteJobs: [JobID: ByteJob] = [:]
    var imageJobs: [JobID: ImageJob] = [:]
    var keepJobs: [JobID: KeepJob] = [:]
    var byteIndex: [ByteKey: JobID] = [:]
    var imageIndex: [ImageJobKey: JobID] = [:]
    /// Fetches that have not answered, those included that were stopped.
    var fetching: Set<JobID> = []
    /// Places at the disk; and at the processors, for decoding, transforming and encoding.
    var disk: Lane
    var processors: Lane
    /// What all decodes in flight may hold together.
    var budget: ByteBudget
    private var lastJob = 0
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

    enum Retired {
        case load(Load)
        case bytes(ByteJob)
        case image(ImageJob)
        case keep(KeepJob)
        case images([Image])
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
