import ImageCoding
import Pixels
import TestSupport

@testable import ImageLoading

/// Drives a job graph through a random schedule, with a disk and a server of its own, and checks after every step that
/// graph and world agree. The same seed gives the same schedule.
struct GraphExplorer {
    private var random: SeededGenerator
    private let driver: GraphDriver
    private var disk: [String: String] = [:]
    private var server: [String: String] = [:]
    /// Loads that began and have neither ended nor left.
    private var live: [JobGraph.LoadID: JobGraph.Request] = [:]
    private var left: Set<JobGraph.LoadID> = []
    private var lastLoad = 0
    private var lastVersion = 0
    private var seenJobs: Set<JobGraph.JobID> = []
    /// What does not hold, in words; the schedule ends with the first.
    private(set) var complaint: String?
    private(set) var loads = 0
    private(set) var downloads = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        driver = GraphDriver(
            reads: Int.random(in: 1...2, using: &random), downloads: Int.random(in: 1...3, using: &random),
            decodes: Int.random(in: 1...2, using: &random))
    }

    /// Some steps at random, then whatever is left until nothing is.
    mutating func run(steps: Int) {
        for _ in 0..<steps where complaint == nil {
            step()
            check()
        }
        while complaint == nil, answerSomething() { check() }
        if complaint == nil, !live.isEmpty { complaint = "loads \(live.keys.sorted()) never ended" }
        if complaint == nil, !driver.isIdle { complaint = "something is left: \(driver.graph)" }
    }

    // MARK: - Steps

    private mutating func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: begin()
        case 3: leave()
        case 4: changePriority()
        case 5: changeTheServer()
        default: _ = answerSomething()
        }
    }

    private mutating func begin() {
        lastLoad += 1
        loads += 1
        let plans: [JobGraph.Plan] = [
            .cacheThenNetwork, .cacheThenNetwork, .cacheOnly, .networkOnly, .cacheThenRefresh, .refresh,
        ]
        let source = pick(["a", "b", "c"])
        let request = GraphDriver.request(
            source, pick(plans), width: pick([1, 2, 3]), priority: pick(ImagePriority.allCases),
            store: pick([.all, .all, .memory, .disk, .none]), path: pick([nil, nil, nil, nil, "/" + source]))
        live[lastLoad] = request
        driver.begin(lastLoad, request)
    }

    private mutating func leave() {
        guard let id = live.keys.sorted().randomElement(using: &random) else { return }
        live[id] = nil
        left.insert(id)
        driver.news[id] = nil
        if !driver.leave(id) { complaint = "load \(id) had neither ended nor left, and could not leave" }
        if driver.leave(id) { complaint = "load \(id) left twice" }
    }

    private mutating func changePriority() {
        guard let id = live.keys.sorted().randomElement(using: &random) else { return }
        driver.graph.setPriority(pick(ImagePriority.allCases), of: id)
    }

    private mutating func changeTheServer() {
        lastVersion += 1
        server[pick(["a", "b", "c"])] = pick(["v\(lastVersion)", "v\(lastVersion)", "bad", nil])
        if Bool.random(using: &random) { disk[pick(["a", "b", "c"])] = pick(["bad", nil]) }
    }

    /// Lets one piece of work end, whichever; `false` if there is none.
    private mutating func answerSomething() -> Bool {
        let work = [driver.reads.count, driver.files.count, driver.downloads.count, driver.decodes.count]
        let total = work.reduce(0, +)
        guard total > 0 else { return false }
        var index = Int.random(in: 0..<total, using: &random)
        for (kind, count) in work.enumerated() {
            if index < count {
                answer(kind, index)
                break
            }
            index -= count
        }
        applyLog()
        return true
    }

    private mutating func answer(_ kind: Int, _ index: Int) {
        switch kind {
        case 0:
            driver.reads.swapAt(0, index)
            let source = driver.graph.byteJobs[driver.reads[0]]?.source
            let entry = source.flatMap { disk[$0] }
            driver.answerRead(entry.map { GraphDriver.payload($0, tag: validator(of: $0), origin: .disk) })
        case 1:
            driver.files.swapAt(0, index)
            driver.answerFile(
                pick([.success(GraphDriver.payload("file", origin: .file)), .failure(.unreadableFile("gone"))]))
        case 2:
            answerDownload(index)
        default:
            let decode = driver.decodes[index]
            let isBad = decode.payload == GraphDriver.payload("bad", tag: nil, origin: decode.payload.origin)
            let error: ImageCodingError? = decode.token.isCancelled ? .cancelled : isBad ? .empty : nil
            driver.answerDecode(error, at: index)
        }
    }

    private mutating func answerDownload(_ index: Int) {
        downloads += 1
        let download = driver.downloads[index]
        let content = server[download.url]
        if driver.stopped.contains(download.job), Bool.random(using: &random) {
            driver.answerDownload(.failure(.cancelled), at: index)
        } else if let content, download.validators == Validators(entityTag: validator(of: content)),
            !download.validators.isEmpty
        {
            driver.answerDownload(.success(.notModified([:])), at: index)
        } else if let content {
            driver.answerDownload(with: GraphDriver.payload(content, tag: validator(of: content)), at: index)
        } else {
            driver.answerDownload(.failure(.invalidStatusCode(404)), at: index)
        }
    }

    /// Every other version has a validator.
    private func validator(of content: String) -> String? {
        content.utf8.last.map { $0 % 2 == 0 } == true && content != "bad" ? content : nil
    }

    private mutating func applyLog() {
        for line in driver.log {
            if line.hasPrefix("evict ") { disk[String(line.dropFirst(6))] = nil }
            if line.hasPrefix("store ") { disk[String(line.dropFirst(6))] = server[String(line.dropFirst(6))] ?? "v0" }
        }
        driver.log = []
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    // MARK: - What must hold after every step

    private mutating func check() {
        for (id, news) in driver.news.sorted(by: { $0.key < $1.key }) { check(id, news) }
        driver.news = driver.news.filter { live[$0.key] != nil }
        checkJobs()
        checkLanes()
    }

    private mutating func check(_ id: JobGraph.LoadID, _ news: [String]) {
        if left.contains(id) { return complain("load \(id) was told \(news) after it left") }
        guard let request = live[id] else { return complain("load \(id) was told \(news) after its end") }
        let ends = news.filter { !$0.hasPrefix("cached") && !$0.hasSuffix("bytes") }
        if ends.count > 1 || news.contains("told twice") { return complain("load \(id) ended as \(news)") }
        if news.count > 2 { return complain("load \(id) was told too much: \(news)") }
        if request.plan == .cacheOnly, request.path == nil, news == ["image none"] {
            return complain("load \(id) asked the network")
        }
        if news.contains("unchanged"), request.plan != .refresh, news.first != "cached disk" {
            return complain("load \(id) is unchanged, but has nothing")
        }
        if let image = driver.images[id], image.size.width != request.variant.box?.width {
            return complain("load \(id) got another size")
        }
        if !ends.isEmpty { live[id] = nil }
    }

    private mutating func checkJobs() {
        let graph = driver.graph
        for (job, bytes) in graph.byteJobs {
            if graph.byteIndex[bytes.key] != job { complain("bytes \(job) cannot be found") }
            if bytes.decodes.isEmpty, bytes.loads.isEmpty { complain("nobody wants bytes \(job)") }
            let priorities =
                bytes.decodes.compactMap { graph.decodeJobs[$0]?.priority }
                + bytes.loads.compactMap { graph.loads[$0]?.request.priority }
            if bytes.payload == nil, bytes.priority != priorities.max() {
                complain("bytes \(job) have the wrong priority")
            }
        }
        for (job, decode) in graph.decodeJobs {
            if graph.decodeIndex[decode.key] != job { complain("decode \(job) cannot be found") }
            if graph.byteJobs[decode.bytes]?.decodes.contains(job) != true { complain("decode \(job) has no bytes") }
            if decode.priority != decode.loads.compactMap({ graph.loads[$0]?.request.priority }).max() {
                complain("decode \(job) has the wrong priority")
            }
        }
        if graph.byteIndex.count != graph.byteJobs.count { complain("the index of bytes has strangers") }
        if graph.decodeIndex.count != graph.decodeJobs.count { complain("the index of decodes has strangers") }
        for (id, load) in graph.loads {
            switch load.waitsFor {
            case .decode(let job):
                if graph.decodeJobs[job]?.loads.filter({ $0 == id }).count != 1 { complain("load \(id) is lost") }
            case .bytes(let job):
                if graph.byteJobs[job]?.loads.contains(id) != true { complain("load \(id) is lost") }
            case .nothing:
                if !load.isEnded { complain("load \(id) waits for nothing") }
            }
        }
    }

    private mutating func checkLanes() {
        let graph = driver.graph
        if graph.disk.runningCount != driver.reads.count + driver.files.count { complain("the disk lane leaks") }
        if graph.network.runningCount != driver.downloads.count { complain("the network lane leaks") }
        if graph.decoding.runningCount != driver.decodes.count { complain("the decode lane leaks") }
        for download in driver.downloads where graph.byteJobs[download.job] == nil {
            if !driver.stopped.contains(download.job) { complain("nobody stops download \(download.job)") }
        }
        let wanted = driver.downloads.filter { graph.byteJobs[$0.job] != nil }
        if Set(wanted.map { "\($0.url) \($0.validators)" }).count != wanted.count { complain("a download runs twice") }
        let idle = graph.network.waitingCount > 0 && graph.network.runningCount < graph.network.capacity
        if idle { complain("a download waits although a place is free") }
    }

    private mutating func complain(_ what: String) { complaint = complaint ?? what }
}
