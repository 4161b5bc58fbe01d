import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import Pixels
import TestSupport

@testable import ImageLoading

/// Drives a job graph: collects its effects, each of which completes on a call of the test.
final class GraphDriver {
    var graph: JobGraph
    /// Work that the graph has started and that has not completed, in order.
    var reads: [JobGraph.JobID] = []
    var files: [JobGraph.JobID] = []
    var downloads: [Download] = []
    var decodes: [Decode] = []
    var keeps: [(job: JobGraph.JobID, work: EncodeWork)] = []
    /// Downloads that were cancelled and have not ended.
    var stopped: Set<JobGraph.JobID> = []
    /// Other effects, as text: `memory a`, `store a`, `keep` or `serialize` for an encode, `outdated a`, `evict a`,
    /// `renew a`, `failed a`.
    var log: [String] = []
    /// The results of each load, as text: `cached disk`, `image none`, `unchanged`, `not in the cache`.
    var news: [JobGraph.LoadID: [String]] = [:]
    var images: [JobGraph.LoadID: Image] = [:]
    var joins: [JobGraph.LoadID] = []
    /// The cache of loads that bring none.
    let cache: ImageCache
    let storage = EmptyStorage()
    /// The working bytes of a decode, by the width of its image.
    var workingBytes: (Int) -> Int = { _ in 1 }

    /// The number of concurrent downloads of the driver's loader; the others wait by priority and in order.
    private let places: Int
    private var queue: [Download] = []

    struct Download: Equatable {
        let job: JobGraph.JobID
        let url: String
        let validators: Validators
        var priority: ImagePriority
    }

    /// The driver's task of a fetch, by which the graph names it.
    private struct Task: ImageLoaderTask {
        let job: JobGraph.JobID
        func cancel() {}
        func setPriority(_ priority: ImagePriority) {}
    }

    struct Decode {
        let job: JobGraph.JobID
        let bytes: EncodedData
        var payload: Payload { bytes.payload }
        let work: JobGraph.Job
        var key: ImageKey { work.plan.image }
        var token: CancellationToken { work.token }
    }

    init(reads: Int = 1, downloads: Int = 6, decodes: Int = 2, decodeBytes: Int = 1_000_000) {
        cache = ImageCache(storage: storage, executor: InlineExecutor())
        graph = JobGraph(reads: reads, decodes: decodes, decodeBytes: decodeBytes)
        places = downloads
    }

    // MARK: - Loads

    func begin(_ id: JobGraph.LoadID, _ asked: Asked = request()) {
        let hasImage = asked.course == .refresh && asked.sources.count > 1
        let (plan, sources) = (asked.plan(in: cache), asked.sources(in: cache))
        apply(graph.begin(id, plan, sources, shown: hasImage ? .image(nil) : .nothing))
    }

    @discardableResult
    func leave(_ id: JobGraph.LoadID) -> Bool {
        let wasAlive = graph.leave(id)
        apply(())
        return wasAlive
    }

    // MARK: - Completions of effects

    static func payload(_ text: String = "v1", tag: String? = nil, origin: Payload.Origin = .network) -> Payload {
        Payload(bytes: Array(text.utf8), validators: Validators(entityTag: tag), origin: origin)
    }

    func answerRead(_ payload: Payload?) {
        let receipt = PictureIndex.Receipt.read(begunAt: PictureIndex.nextTime(), mayReplace: true)
        let job = reads.removeFirst()
        var data = payload.map { EncodedData(payload: $0, receipt: receipt) }
        if let entryID = graph.jobs[job]?.entryID { data?.isVariant = !entryID.isOriginal }
        apply(graph.didRead(job, data))
    }

    func answerFile(_ result: Result<Payload, ImageError>) {
        apply(
            graph.didFetch(
                files.removeFirst(), result.map { .fresh(EncodedData(payload: $0)) }, mayBlockURL: false))
    }

    func answerDownload(_ result: Result<ImageLoading.Download, ImageError>, at index: Int = 0) {
        let job = downloads.remove(at: index).job
        stopped.remove(job)
        let fetched: Result<JobGraph.Fetched, ImageError> = result.map {
            switch $0 {
            case .fresh(let payload): .fresh(Self.fetched(payload))
            case .notModified(let headers): .notModified(headers, requestedAt: nil)
            }
        }
        apply(graph.didFetch(job, fetched))
        fill()
    }

    /// Returns the fetched bytes; those of "bad" do not begin like an image.
    private static func fetched(_ payload: Payload) -> EncodedData {
        var data = EncodedData(payload: payload)
        if payload.bytes == Array("bad".utf8) { data.refusal = .empty }
        return data
    }

    func answerDownload(with payload: Payload, at index: Int = 0) {
        answerDownload(.success(.fresh(payload)), at: index)
    }

    /// Ends the decode. `nil` decodes what the payload holds.
    func answerDecode(_ error: ImageCodingError? = nil, warning: DecodeWarning? = nil, at index: Int = 0) {
        let decode = decodes.remove(at: index)
        let mayBlockURL = decode.payload.origin == .network
        if let error {
            return apply(graph.didMake(decode.job, .failure(.badImageData(error)), mayBlockURL: mayBlockURL))
        }
        let size = PixelSize(width: decode.key.variant.box?.width ?? 7, height: 1)
        let image = Image(
            bitmap: Bitmap(size: size, filledWith: RGBA(0, 0, 0, 255)), sourceSize: PixelSize(width: 7, height: 1),
            sourceBytes: decode.payload.bytes.count, warning: warning,
            isTransformed: decode.key.transformer != nil, revision: decode.bytes.label())
        apply(graph.didMake(decode.job, .success(image)))
    }

    /// Encodes the images to be stored, and has them written.
    func answerKeep() {
        let (job, order) = keeps.removeFirst()
        storage.stored = []
        apply(graph.didEncode(job, (order.images + order.originals).map { ($0, []) }))
        log.removeAll { $0.hasPrefix("store ") }
        log += storage.stored.map { key in key.variant.map { "keep \($0)" } ?? "serialize \(key.source)" }
    }

    // MARK: - Effects

    /// Performs the effects of a change that the caller makes in its argument.
    func apply(_ change: Void) {
        for effect in graph.finishChange() {
            switch effect {
            case .read(let job, _): reads.append(job)
            case .fetch(let job, let plan, _, _) where plan.urlText.hasPrefix("/"):
                graph.jobs[job]?.task = Task(job: job)
                files.append(job)
            case .fetch(let job, let plan, let key, _):
                graph.jobs[job]?.task = Task(job: job)
                let priority = graph.jobs[job]?.priority ?? .normal
                queue.append(Download(job: job, url: plan.urlText, validators: key.validators, priority: priority))
            case .cancel(let task): if let job = (task as? Task)?.job { stop(job) }
            case .prioritize(let job):
                let index = queue.firstIndex { $0.job == job }
                if let index, let priority = graph.jobs[job]?.priority { queue[index].priority = priority }
            case .decode(let job, let bytes, let work): decode(job, bytes, work)
            case .encode(let job, let order): keeps.append((job, order))
            case .write(let cache): cache.startWriting()
            case .flush(let job, _): apply(graph.didFlush(job))
            case .preview: break
            case .recordFailure(let url, _): log.append("failed \(url)")
            case .deliver(let id, let event): receive(id, event)
            case .trace(let event): note(event)
            }
        }
        fill()
    }

    private func decode(_ job: JobGraph.JobID, _ bytes: EncodedData, _ work: JobGraph.Job) {
        let isReserved = graph.reserve(workingBytes(work.plan.variant.box?.width ?? 7), for: job)
        if isReserved { decodes.append(Decode(job: job, bytes: bytes, work: work)) }
        apply(())
    }

    /// Records changes of the caches.
    private func note(_ event: TraceEvent) {
        let source = event.url?.text ?? ""
        switch (event.event, event.tier) {
        case (.join, _): event.load.map { joins.append($0) }
        case (.store, .memory): log.append("memory \(source)")
        case (.store, _): log.append("store \(source)")
        case (.evict, .disk): log.append("evict \(source)")
        case (.evict, _): log.append("outdated \(source)")
        case (.revalidate, _): log.append("renew \(source)")
        default: break
        }
    }

    private func stop(_ job: JobGraph.JobID) {
        if files.contains(job) {
            files.removeAll { $0 == job }
            apply(graph.didFetch(job, .failure(.cancelled), mayBlockURL: false))
        } else if queue.contains(where: { $0.job == job }) {
            queue.removeAll { $0.job == job }
            apply(graph.didFetch(job, .failure(.cancelled), mayBlockURL: false))
        } else if downloads.contains(where: { $0.job == job }) {
            stopped.insert(job)
        } else {
            apply(graph.didFetch(job, .failure(.cancelled), mayBlockURL: false))
        }
    }

    /// Gives free slots of the loader to the most urgent downloads.
    private func fill() {
        while downloads.count < places, let highest = queue.map(\.priority).max(),
            let index = queue.firstIndex(where: { $0.priority == highest })
        {
            downloads.append(queue.remove(at: index))
        }
    }

    private func receive(_ id: JobGraph.LoadID, _ event: ImageLoadEvent) {
        guard !event.isEnd || graph.claim(id) else { return news[id, default: []].append("told twice") }
        switch event {
        case .progress(let received, _): news[id, default: []].append("\(received) bytes")
        case .preview: news[id, default: []].append("preview")
        case .cached(let image): note(image, "cached", id)
        case .finished(.success(let image)): note(image, "image", id)
        case .unchanged: news[id, default: []].append("unchanged")
        case .finished(.failure(let error)): news[id, default: []].append(error.description)
        }
    }

    private func note(_ loaded: LoadedImage, _ word: String, _ id: JobGraph.LoadID) {
        images[id] = loaded.image
        let tier = loaded.cacheType == .disk ? "disk" : loaded.cacheType == .memory ? "memory" : "none"
        news[id, default: []].append("\(word) \(tier)")
    }

    // MARK: - Remaining work

    /// Whether nothing runs, nothing waits and no subscriber is left.
    var isIdle: Bool {
        graph.isIdle && reads.isEmpty && files.isEmpty && downloads.isEmpty && queue.isEmpty && decodes.isEmpty
            && keeps.isEmpty && stopped.isEmpty
    }

    /// Whether downloads wait for a slot although one is free.
    var wastesPlaces: Bool { !queue.isEmpty && downloads.count < places }
}

extension JobGraph {
    /// Whether nothing runs, nothing waits and no subscriber is left.
    var isIdle: Bool {
        loads.isEmpty && jobs.isEmpty && index.isEmpty && budget.isIdle
            && [disk, processors].allSatisfy { $0.runningCount == 0 && $0.waitingCount == 0 }
    }
}

/// A storage that has nothing and keeps nothing, but records its calls.
final class EmptyStorage: ImageStorage {
    private let keys = Lock<[DiskKey]>([])
    /// The keys of the stored entries.
    var stored: [DiskKey] {
        get { keys.withLock { $0 } }
        set { keys.withLock { $0 = newValue } }
    }

    private let others = Lock<[String]>([])
    /// The pictures of which all entries of other bytes were removed.
    var removed: [String] { others.withLock { $0 } }

    func read(_ key: DiskKey) -> DiskCache.Entry? { nil }
    func contains(_ key: DiskKey) -> Bool { false }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) { stored.append(key) }
    func freshen(_ key: DiskKey, with metadata: ResponseMetadata) {}
    func remove(_ key: DiskKey) {}
    func removeAll(of source: String) {}
    func removeAll(of source: String, but revision: Revision) { others.withLock { $0.append(source) } }
    func clear() {}
    func flush() {}
}
