import Basis
import FoundationEssentials
import ImageCoding
import Pixels

@testable import ImageLoading

/// A job graph in the hand of a test: its effects are collected, and the test says what the world answers, and when.
final class GraphDriver {
    var graph: JobGraph
    /// Work that the graph asked for and that was not answered, in order.
    var reads: [JobGraph.JobID] = []
    var files: [JobGraph.JobID] = []
    var downloads: [Download] = []
    var decodes: [Decode] = []
    var keeps: [(job: JobGraph.JobID, order: KeepOrder)] = []
    /// Downloads that were asked to stop and have not answered.
    var stopped: Set<JobGraph.JobID> = []
    /// What happened beside, as text: `store a`, `evict a`, `renew a`, `failed a`.
    var log: [String] = []
    /// What each load was told, as text: `cached disk`, `image none`, `unchanged`, `not in the cache`.
    var news: [JobGraph.LoadID: [String]] = [:]
    var images: [JobGraph.LoadID: Image] = [:]
    var joins: [JobGraph.LoadID] = []
    var droppedPreviews: [JobGraph.JobID] = []
    /// What a decode takes, by the width of its image.
    var workingBytes: (Int) -> Int = { _ in 1 }

    /// A loader of its own: so many at once, the others by priority and in order.
    private let places: Int
    private var queue: [Download] = []

    struct Download: Equatable {
        let job: JobGraph.JobID
        let url: String
        let validators: Validators
        var priority: ImagePriority
    }

    struct Decode {
        let job: JobGraph.JobID
        /// `nil`: a transform.
        let payload: Payload?
        let source: Image?
        let work: JobGraph.ImageJob
        var key: ImageKey { work.key.image }
        var token: CancellationToken { work.token }
    }

    /// What a load is to do.
    enum Plan {
        case cacheThenNetwork
        case cacheOnly
        case networkOnly
        case cacheThenRefresh
        /// It has an image, and asks whether it changed.
        case refresh
    }

    struct Asked {
        var plan: Plan
        var request: LoadRequest
        var path: String?
    }

    init(reads: Int = 1, downloads: Int = 6, decodes: Int = 2, decodeBytes: Int = 1_000_000) {
        graph = JobGraph(reads: reads, decodes: decodes, decodeBytes: decodeBytes)
        places = downloads
    }

    // MARK: - Loads

    /// Any cache: the graph only tells them apart.
    static let cache = CacheReference(ImageCache())
    static let shelf = Shelf(cache: cache, key: DiskKey(source: "a"))
    private static let crew = LoadCrew(
        url: URL(filePath: "/"), options: [], loader: ImageDownloader(transport: FakeTransport()),
        coders: ImageCodersManager(coders: []), limits: DecodeLimits(), preloadsFrames: false, transformers: [],
        serializer: nil, context: ImageContext())

    static func request(
        _ source: String = "a", _ plan: Plan = .cacheThenNetwork, width: Int? = nil,
        priority: ImagePriority = .normal, store: CacheType = .all, path: String? = nil, steps: [String] = []
    ) -> Asked {
        let variant = ImageVariant(box: width.map { PixelSize(width: $0, height: 1) })
        var images = [ImageKey(source: source, variant: variant)]
        for count in 1..<steps.count + 1 {
            images.append(
                ImageKey(source: source, variant: variant, transformer: steps.prefix(count).joined(separator: "-")))
        }
        let disk = LoadWay.original(Shelf(cache: cache, key: DiskKey(source: source)))
        let loader = LoadWay.loader(FetchKey(source: path ?? source))
        let ways: [LoadWay] =
            switch plan {
            case _ where path != nil: [loader]
            case .networkOnly: [loader]
            case .cacheOnly: [disk]
            case .cacheThenNetwork, .cacheThenRefresh, .refresh: [disk, loader]
            }
        var request = LoadRequest(
            url: path ?? source, ways: ways, images: images, priority: priority, cache: cache, originalCache: cache,
            stores: store, originalStores: store.intersection(.disk), crew: crew)
        if plan == .refresh || plan == .cacheThenRefresh { request.refresh = .always }
        request.reloads = plan == .networkOnly
        return Asked(plan: plan, request: request, path: path)
    }

    func begin(_ id: JobGraph.LoadID, _ asked: Asked = request()) {
        apply(graph.begin(id, asked.request, hasImage: asked.plan == .refresh && asked.path == nil))
    }

    @discardableResult
    func leave(_ id: JobGraph.LoadID) -> Bool {
        let (wasAlive, effects) = graph.leave(id)
        apply(effects)
        return wasAlive
    }

    // MARK: - What the world answers

    static func payload(_ text: String = "v1", tag: String? = nil, origin: Payload.Origin = .network) -> Payload {
        Payload(bytes: Array(text.utf8), validators: Validators(entityTag: tag), origin: origin)
    }

    func answerRead(_ payload: Payload?, freshness: Freshness = .fresh) {
        apply(graph.didRead(reads.removeFirst(), payload.map { Encoded(payload: $0, freshness: freshness) }))
    }

    func answerFile(_ result: Result<Payload, ImageError>) {
        apply(
            graph.didFetch(
                files.removeFirst(), result.map { .fresh(Encoded(payload: $0)) }, remembers: false))
    }

    func answerDownload(_ result: Result<ImageLoading.Download, ImageError>, at index: Int = 0) {
        let job = downloads.remove(at: index).job
        stopped.remove(job)
        let fetched: Result<JobGraph.Fetched, ImageError> = result.map {
            switch $0 {
            case .fresh(let payload): .fresh(Encoded(payload: payload))
            case .notModified(let headers): .notModified(headers)
            }
        }
        apply(graph.didFetch(job, fetched))
        fill()
    }

    func answerDownload(with payload: Payload, at index: Int = 0) {
        answerDownload(.success(.fresh(payload)), at: index)
    }

    /// Ends the decode as the manager does: first the stores, then the news. `nil` decodes what the payload holds.
    func answerDecode(_ error: ImageCodingError? = nil, warning: DecodeWarning? = nil, at index: Int = 0) {
        let decode = decodes.remove(at: index)
        let remembers = decode.payload?.origin == .network
        guard error == nil else {
            return apply(graph.didMake(decode.job, .failure(error ?? .empty), remembers: remembers))
        }
        let size = PixelSize(width: decode.key.variant.box?.width ?? 7, height: 1)
        let image = Image(
            bitmap: Bitmap(size: size, filledWith: RGBA(0, 0, 0, 255)), sourceSize: PixelSize(width: 7, height: 1),
            sourceBytes: decode.payload?.bytes.count ?? 0, warning: warning, isTransformed: decode.source != nil)
        let stores = graph.claimStores(decode.job, image)
        for (_, extent) in stores.outdated where extent == .everything { log.append("outdated \(decode.key.source)") }
        for (_, key) in stores.memory { log.append("memory \(name(key))") }
        for (shelf, _) in stores.bytes { log.append("store \(shelf.key.source)") }
        if !stores.isEmpty { endWrite(decode.job) }
        apply(graph.didMake(decode.job, .success(image)))
    }

    private func endWrite(_ job: JobGraph.JobID) {
        guard graph.endWrite(job) else { return }
        log.append("taken back")
        graph.didTakeBack(job)
    }

    /// Encodes and writes what is to be kept.
    func answerKeep() {
        let (job, order) = keeps.removeFirst()
        if graph.mayWrite(job) {
            for shelf in order.images { log.append("keep \(shelf.key.variant ?? "-")") }
            for shelf in order.originals { log.append("serialize \(shelf.key.source)") }
            endWrite(job)
        }
        apply(graph.didEncode(job))
        apply(graph.didKeep(job))
    }

    private func name(_ key: ImageKey) -> String { key.transformer.map { "\(key.source);\($0)" } ?? key.source }

    // MARK: - Effects

    func apply(_ effects: [JobGraph.Effect]) {
        for effect in effects {
            switch effect {
            case .read(let job, _): reads.append(job)
            case .fetch(let job, let request, _, _, _) where request.url.hasPrefix("/"): files.append(job)
            case .fetch(let job, let request, let key, let priority, _):
                queue.append(Download(job: job, url: request.url, validators: key.validators, priority: priority))
            case .stopFetch(let job): stop(job)
            case .prioritise(let job, let priority):
                if let index = queue.firstIndex(where: { $0.job == job }) { queue[index].priority = priority }
            case .decode(let job, let bytes, let work): decode(job, bytes, work)
            case .transform(let job, let image, let work):
                decodes.append(Decode(job: job, payload: nil, source: image, work: work))
            case .keep(let job, let order): keeps.append((job, order))
            case .openPreviews: break
            case .dropPreviews(let jobs): droppedPreviews += jobs
            case .store(let job, let shelf, _):
                log.append("store \(shelf.key.source)")
                endWrite(job)
            case .storeBytes(let job, _, let shelf, let bytes): storeBytes(of: job, shelf, bytes)
            case .renew(let shelf, _, _): log.append("renew \(shelf.key.source)")
            case .evict(let shelf): log.append("evict \(shelf.key.source)")
            case .recordFailure(let url, _): log.append("failed \(url)")
            case .deliver(let id, let delivery): receive(id, delivery)
            case .note(let id, .join, _): joins.append(id)
            case .note: break
            }
        }
        fill()
    }

    private func decode(_ job: JobGraph.JobID, _ bytes: Encoded, _ work: JobGraph.ImageJob) {
        let (isAdmitted, effects) = graph.admit(job, bytes: workingBytes(work.key.image.variant.box?.width ?? 7))
        if isAdmitted { decodes.append(Decode(job: job, payload: bytes.payload, source: nil, work: work)) }
        apply(effects)
    }

    private func storeBytes(of job: JobGraph.JobID, _ shelf: Shelf, _ bytes: Encoded) {
        let isPicture = bytes.bytes != Array("bad".utf8)
        if isPicture, let outdated = graph.claimStore(job, in: shelf.cache) {
            for (_, extent) in outdated where extent == .everything { log.append("outdated \(shelf.key.source)") }
            log.append("store \(shelf.key.source)")
            endWrite(job)
        }
        apply(graph.didStore(job, in: shelf.cache, isPicture ? nil : .empty))
    }

    private func stop(_ job: JobGraph.JobID) {
        if files.contains(job) {
            files.removeAll { $0 == job }
            apply(graph.didFetch(job, .failure(.cancelled), remembers: false))
        } else if queue.contains(where: { $0.job == job }) {
            queue.removeAll { $0.job == job }
            apply(graph.didFetch(job, .failure(.cancelled), remembers: false))
        } else if downloads.contains(where: { $0.job == job }) {
            stopped.insert(job)
        } else {
            apply(graph.didFetch(job, .failure(.cancelled), remembers: false))
        }
    }

    /// Gives free places of the loader to the most urgent.
    private func fill() {
        while downloads.count < places, let highest = queue.map(\.priority).max(),
            let index = queue.firstIndex(where: { $0.priority == highest })
        {
            downloads.append(queue.remove(at: index))
        }
    }

    private func receive(_ id: JobGraph.LoadID, _ delivery: JobGraph.Delivery) {
        guard !delivery.isEnd || graph.claim(id) != nil else { return news[id, default: []].append("told twice") }
        switch delivery {
        case .progress(let received, _): news[id, default: []].append("\(received) bytes")
        case .preview: news[id, default: []].append("preview")
        case .cached(let image, let type): note(image, "cached", type, id)
        case .image(let image, let type, _): note(image, "image", type, id)
        case .unchanged: news[id, default: []].append("unchanged")
        case .failure(let error): news[id, default: []].append(error.description)
        }
    }

    private func note(_ image: Image, _ word: String, _ type: CacheType, _ id: JobGraph.LoadID) {
        images[id] = image
        let tier = type == .disk ? "disk" : type == .memory ? "memory" : "none"
        news[id, default: []].append("\(word) \(tier)")
    }

    // MARK: - What is left

    /// Whether nothing runs, nothing waits and nobody is remembered.
    var isIdle: Bool {
        graph.isIdle && reads.isEmpty && files.isEmpty && downloads.isEmpty && queue.isEmpty && decodes.isEmpty
            && keeps.isEmpty && stopped.isEmpty
    }

    /// Downloads that wait for a place although one is free.
    var wastesPlaces: Bool { !queue.isEmpty && downloads.count < places }
}

extension JobGraph {
    /// Whether nothing runs, nothing waits and nobody is remembered.
    var isIdle: Bool {
        loads.isEmpty && byteJobs.isEmpty && imageJobs.isEmpty && keepJobs.isEmpty && writes.isEmpty
            && jobCounts.isEmpty
            && byteIndex.isEmpty
            && imageIndex.isEmpty && fetching.isEmpty && budget.isIdle
            && [disk, processors].allSatisfy { $0.runningCount == 0 && $0.waitingCount == 0 }
    }
}
