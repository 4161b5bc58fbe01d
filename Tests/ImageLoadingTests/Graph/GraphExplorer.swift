import ImageCoding
import Pixels
import TestSupport

@testable import ImageLoading

/// Drives a job graph through a random schedule, with a simulated disk and server, and checks after every step that
/// graph and simulation agree. A seed determines the schedule.
struct GraphExplorer {
    private var random: SeededGenerator
    private let driver: GraphDriver
    private var disk: [String: String] = [:]
    private var server: [String: String] = [:]
    /// Loads that began and have neither ended nor been cancelled.
    private var live: [JobGraph.LoadID: GraphDriver.Asked] = [:]
    private var left: Set<JobGraph.LoadID> = []
    private var lastLoad = 0
    private var lastVersion = 0
    /// A description of the first violation, which ends the schedule.
    private(set) var complaint: String?
    private(set) var loads = 0
    private(set) var downloads = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        driver = GraphDriver(
            reads: Int.random(in: 1...2, using: &random), downloads: Int.random(in: 1...3, using: &random),
            decodes: Int.random(in: 1...2, using: &random),
            decodeBytes: Int.random(in: 1...5, using: &random))
        driver.workingBytes = { $0 }
    }

    /// Runs this number of random steps, then steps until no work is left.
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
        let plans: [GraphDriver.Course] = [
            .cacheThenNetwork, .cacheThenNetwork, .cacheOnly, .networkOnly, .cacheThenRefresh, .refresh,
        ]
        let source = pick(["a", "b", "c"])
        var asked = GraphDriver.request(
            source, pick(plans), width: pick([1, 2, 3]), priority: pick(ImagePriority.allCases),
            store: pick([.all, .all, .memory, .disk, .none]), path: pick([nil, nil, nil, nil, "/" + source]),
            steps: pick([[], [], ["x"], ["x", "y"], ["y"]]))
        asked.waitsForStore = Int.random(in: 0..<4, using: &random) == 0
        asked.endsWithBytes = asked.course != .refresh && Int.random(in: 0..<5, using: &random) == 0
        live[lastLoad] = asked
        driver.begin(lastLoad, asked)
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
        driver.apply(driver.graph.setPriority(pick(ImagePriority.allCases), of: id))
    }

    private mutating func changeTheServer() {
        lastVersion += 1
        server[pick(["a", "b", "c"])] = pick(["v\(lastVersion)", "v\(lastVersion)", "bad", nil])
        if Bool.random(using: &random) { disk[pick(["a", "b", "c"])] = pick(["bad", nil]) }
    }

    /// Completes one piece of work at random; `false` if there is none.
    private mutating func answerSomething() -> Bool {
        let work = [
            driver.reads.count, driver.files.count, driver.downloads.count, driver.decodes.count, driver.keeps.count,
        ]
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
            let source = driver.graph.jobs[driver.reads[0]]?.plan.source
            let entry = source.flatMap { disk[$0] }
            driver.answerRead(entry.map { GraphDriver.payload($0, tag: validator(of: $0), origin: .disk) })
        case 1:
            driver.files.swapAt(0, index)
            driver.answerFile(
                pick([.success(GraphDriver.payload("file", origin: .file)), .failure(.unreadableFile("gone"))]))
        case 2:
            answerDownload(index)
        case 4: driver.answerKeep()
        default:
            let decode = driver.decodes[index]
            let isBad = decode.payload.bytes == Array("bad".utf8)
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

    // MARK: - Invariants after every step

    private mutating func check() {
        for (id, news) in driver.news.sorted(by: { $0.key < $1.key }) { check(id, news) }
        driver.news = driver.news.filter { live[$0.key] != nil }
        checkJobs()
        checkLanes()
    }

    private mutating func check(_ id: JobGraph.LoadID, _ news: [String]) {
        if left.contains(id) { return complain("load \(id) was told \(news) after it left") }
        guard let asked = live[id] else { return complain("load \(id) was told \(news) after its end") }
        let ends = news.filter { !$0.hasPrefix("cached") && !$0.hasSuffix("bytes") }
        if ends.count > 1 || news.contains("told twice") { return complain("load \(id) ended as \(news)") }
        if news.count > 2 { return complain("load \(id) was told too much: \(news)") }
        if asked.course == .cacheOnly, !asked.url.hasPrefix("/"), news == ["image none"] {
            return complain("load \(id) asked the network")
        }
        if asked.endsWithBytes, driver.images[id] != nil { return complain("load \(id) got an image") }
        let mayBeUnchanged = asked.course == .refresh || asked.endsWithBytes
        if news.contains("unchanged"), !mayBeUnchanged, news.first != "cached disk" {
            return complain("load \(id) is unchanged, but has nothing")
        }
        if let image = driver.images[id], image.size.width != asked.image.variant.box?.width {
            return complain("load \(id) got another size")
        }
        if !ends.isEmpty { live[id] = nil }
    }

    private mutating func checkJobs() {
        let graph = driver.graph
        for (id, job) in graph.jobs where job.kind != .encoding {
            // A job whose bytes were superseded is no longer in the index.
            if job.bytes == nil, graph.index[job.kind] != id { complain("job \(id) cannot be found") }
            if job.loads.isEmpty, job.dependents.isEmpty { complain("job \(id) has neither loads nor dependents") }
            let highest = job.loads.compactMap { graph.loads[$0]?.priority }.max()
            if job.bytes == nil, job.priority != highest { complain("job \(id) has the wrong priority") }
            if let input = job.input, graph.jobs[input]?.dependents.filter({ $0 == id }).count != 1 {
                complain("job \(id) is not a dependent of its input")
            }
            if job.image != nil, job.input.flatMap({ graph.jobs[$0]?.bytes }) == nil {
                complain("image \(id) has no bytes")
            }
        }
        if graph.index.contains(where: { graph.jobs[$1]?.kind != $0 }) { complain("the index has a wrong job") }
        for (id, load) in graph.loads where !load.isEnded {
            guard let job = load.job, graph.jobs[job]?.loads.filter({ $0 == id }).count == 1 else {
                complain("load \(id) is lost")
                continue
            }
        }
    }

    private mutating func checkLanes() {
        let graph = driver.graph
        if graph.disk.runningCount != driver.reads.count { complain("the disk limiter leaks") }
        if graph.processors.runningCount != driver.decodes.count + driver.keeps.count {
            complain("the processor limiter leaks")
        }
        for download in driver.downloads where graph.jobs[download.job] == nil {
            if !driver.stopped.contains(download.job) { complain("download \(download.job) is not stopped") }
        }
        let wanted = driver.downloads.filter { graph.jobs[$0.job] != nil }
        if Set(wanted.map { "\($0.url) \($0.validators)" }).count != wanted.count { complain("a download runs twice") }
        if driver.wastesPlaces { complain("a download waits although a slot is free") }
        checkBudget()
    }

    private mutating func checkBudget() {
        let running = driver.decodes.map { driver.workingBytes($0.key.variant.box?.width ?? 7) }
        let budget = driver.graph.budget
        if running.count > 1, running.reduce(0, +) > budget.capacity { complain("decodes hold too many bytes") }
        if budget.used < running.reduce(0, +) { complain("decodes hold bytes that are not counted") }
        if budget.waitingCount > 0, budget.used == 0 { complain("a decode waits although the budget is free") }
    }

    private mutating func complain(_ what: String) { complaint = complaint ?? what }
}
