import Basis
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
    /// Downloads that were asked to stop and have not answered.
    var stopped: Set<JobGraph.JobID> = []
    /// What happened beside, as text: `store a`, `evict a`, `renew a`, `failed a`.
    var log: [String] = []
    /// What each load was told, as text: `cached disk`, `image none`, `unchanged`, `not in the cache`.
    var news: [JobGraph.LoadID: [String]] = [:]
    var images: [JobGraph.LoadID: Image] = [:]
    var joins: [JobGraph.LoadID] = []

    struct Download: Equatable {
        let job: JobGraph.JobID
        let url: String
        let validators: Validators
    }

    struct Decode {
        let job: JobGraph.JobID
        let payload: Payload
        let key: ImageKey
        let token: CancellationToken
    }

    init(reads: Int = 1, downloads: Int = 6, decodes: Int = 2) {
        graph = JobGraph(reads: reads, downloads: downloads, decodes: decodes)
    }

    // MARK: - Loads

    static func request(
        _ source: String = "a", _ plan: JobGraph.Plan = .cacheThenNetwork, width: Int? = nil,
        priority: ImagePriority = .normal, store: CacheType = .all, path: String? = nil
    ) -> JobGraph.Request {
        let variant = ImageVariant(box: width.map { PixelSize(width: $0, height: 1) })
        return JobGraph.Request(
            source: source, url: source, path: path, variant: variant, priority: priority, plan: plan, store: store)
    }

    func begin(_ id: JobGraph.LoadID, _ request: JobGraph.Request = request()) {
        apply(graph.begin(id, request))
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

    func answerRead(_ payload: Payload?) {
        apply(graph.didRead(reads.removeFirst(), payload))
    }

    func answerFile(_ result: Result<Payload, ImageError>) {
        apply(graph.didFetch(files.removeFirst(), result.map { .fresh($0) }))
    }

    func answerDownload(_ result: Result<ImageLoading.Download, ImageError>, at index: Int = 0) {
        let job = downloads.remove(at: index).job
        stopped.remove(job)
        apply(graph.didFetch(job, result))
    }

    func answerDownload(with payload: Payload, at index: Int = 0) {
        answerDownload(.success(.fresh(payload)), at: index)
    }

    /// Ends the decode as the manager does: first the stores, then the news. `nil` decodes what the payload holds.
    func answerDecode(_ error: ImageCodingError? = nil, warning: String? = nil, at index: Int = 0) {
        let decode = decodes.remove(at: index)
        guard error == nil else { return apply(graph.didDecode(decode.job, .failure(error ?? .empty))) }
        let size = PixelSize(width: decode.key.variant.box?.width ?? 7, height: 1)
        let image = Image(
            bitmap: Bitmap(size: size, filledWith: RGBA(0, 0, 0, 255)), sourceBytes: decode.payload.bytes.count,
            warning: warning)
        let stores = graph.claimStores(decode.job, isWhole: warning == nil)
        if stores.memory { log.append("memory \(decode.key.source)") }
        if stores.disk != nil { log.append("store \(decode.key.source)") }
        apply(graph.didDecode(decode.job, .success(image)))
    }

    // MARK: - Effects

    func apply(_ effects: [JobGraph.Effect]) {
        for effect in effects {
            switch effect {
            case .readCache(let job, _): reads.append(job)
            case .readFile(let job, _): files.append(job)
            case .download(let job, let url, let validators, _):
                downloads.append(Download(job: job, url: url, validators: validators))
            case .stopDownload(let job): stopped.insert(job)
            case .decode(let job, let payload, let key, let token, _):
                decodes.append(Decode(job: job, payload: payload, key: key, token: token))
            case .store(let source, _): log.append("store \(source)")
            case .renew(let source): log.append("renew \(source)")
            case .evict(let source): log.append("evict \(source)")
            case .recordFailure(let url, _): log.append("failed \(url)")
            case .deliver(let id, let delivery): receive(id, delivery)
            case .note(let id, .join, _): joins.append(id)
            case .note: break
            }
        }
    }

    private func receive(_ id: JobGraph.LoadID, _ delivery: JobGraph.Delivery) {
        guard !delivery.isEnd || graph.claim(id) else { return news[id, default: []].append("told twice") }
        switch delivery {
        case .progress(let received, _): news[id, default: []].append("\(received) bytes")
        case .cached(let image, let type): note(image, "cached", type, id)
        case .image(let image, let type): note(image, "image", type, id)
        case .unchanged: news[id, default: []].append("unchanged")
        case .failure(let error): news[id, default: []].append(error.description)
        }
    }

    private func note(_ image: Image, _ word: String, _ type: CacheType, _ id: JobGraph.LoadID) {
        images[id] = image
        news[id, default: []].append("\(word) \(type == .disk ? "disk" : "none")")
    }

    // MARK: - What is left

    /// Whether nothing runs, nothing waits and nobody is remembered.
    var isIdle: Bool {
        graph.loads.isEmpty && graph.byteJobs.isEmpty && graph.decodeJobs.isEmpty && graph.byteIndex.isEmpty
            && graph.decodeIndex.isEmpty && lanesAreEmpty && reads.isEmpty && files.isEmpty && downloads.isEmpty
            && decodes.isEmpty && stopped.isEmpty
    }

    private var lanesAreEmpty: Bool {
        [graph.disk, graph.network, graph.decoding].allSatisfy { $0.runningCount == 0 && $0.waitingCount == 0 }
    }
}
