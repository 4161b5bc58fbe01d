import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import TestSupport

@testable import ImageLoading

/// A random schedule of events in the real manager: cells are bound, reused and cancelled while disk, loader, decoders
/// and transformers complete in any order, also during one another. The seed decides everything.
@MainActor
final class ScheduleExplorer {
    private static let steps = 14
    private static let urls = (0..<3).compactMap { URL(string: "http://h/\($0)") }

    private var random: SeededGenerator
    private let interruption = Interruption()
    private let reads = ManualExecutor()
    private let decodes = ManualExecutor()
    /// Writes to the storages.
    private let writes = ManualExecutor()
    private let time = ManualTime()
    private let deliveries = DeliveryQueue(wake: { _ in })
    private let loader: HeldLoader
    /// Most loads use the first.
    private let caches: [ImageCache]
    private let storages: [ScheduleStorage]
    private let coder: ScheduleCoder
    private let budget: Int
    /// The only picture of this schedule, in one cache, so that much happens to it; `nil`: all pictures.
    private let onlyPicture: UInt8?
    private let manager: ImageManager
    private let cells = [ScheduleCell(), ScheduleCell(), ScheduleCell()]
    private var server = ScheduleServer()
    /// The number of entries that the disks had lost when no work was left the last time.
    private var lossesWhenIdle = 0
    /// The pictures of which a response is arriving.
    private var answering: Set<UInt8> = []
    /// The depth of nested steps.
    private var depth = 0
    /// Whether the main actor is inside the engine: only other threads may make steps.
    private var isMainBusy = false
    private(set) var complaint: String?
    private(set) var log: [String] = []
    private let isLogging: Bool

    init(seed: UInt64, isLogging: Bool = false) {
        var random = SeededGenerator(seed: seed)
        self.isLogging = isLogging
        loader = HeldLoader(answersCancel: Bool.random(using: &random)) { [interruption] in interruption.occur() }
        storages = [ScheduleStorage(interruption), ScheduleStorage(interruption)]
        caches = storages.map { [writes] in $0.makeCache(writes) }
        coder = ScheduleCoder(interruption)
        budget = Int.random(in: 1...6, using: &random)
        onlyPicture = Bool.random(using: &random) ? UInt8.random(in: 0..<ScheduleServer.count, using: &random) : nil
        var configuration = ImageManager.Configuration()
        configuration.maxConcurrentReads = Int.random(in: 1...2, using: &random)
        configuration.maxConcurrentDecodes = Int.random(in: 1...3, using: &random)
        configuration.maxDecodeBytes = budget
        configuration.previewInterval = .zero
        configuration.time = ScheduleTime(time: time, interruption: interruption)
        (configuration.readExecutor, configuration.decodeExecutor) = (reads, decodes)
        configuration.cacheKeyFilter = { String($0.absoluteString.suffix(1)) }
        manager = ImageManager(
            cache: ImageCache(memory: MemoryCache(budget: 0)), loader: loader,
            coders: ImageCodersManager(coders: [coder]), configuration: configuration, trace: Trace(time: time),
            deliveries: deliveries)
        self.random = random
        for number in 0..<ScheduleServer.count where Bool.random(using: &self.random) {
            let wish = ScheduleWish(using: &self.random, interruption)
            note("disk \(wish.cache) has \(number)")
            plant(number, wish)
        }
    }

    /// Writes the server's current picture to the disk as another process would.
    private func plant(_ number: UInt8, _ wish: ScheduleWish) {
        let picture = server.picture(number, for: wish.headers)
        let entry = server.entry(of: picture, for: wish.headers, at: time.secondsSince1970)
        storages[wish.cache].plant(entry, for: DiskKey(source: "\(number)"))
    }

    var summary: TraceSummary { manager.trace.summary }

    /// Takes some steps, then completes all work. Returns a description of what is wrong, or `nil`.
    func run() -> String? {
        interruption.set { [unowned self] in MainActor.assumeIsolated { interrupt() } }
        for (index, storage) in storages.enumerated() {
            storage.whileReading.withLock {
                $0 = { [unowned self] source in
                    MainActor.assumeIsolated { overtake(UInt8(source) ?? 0, readFrom: index) }
                }
            }
        }
        for _ in 0..<Self.steps where complaint == nil { step() }
        drain()
        interruption.set(nil)
        for storage in storages { storage.whileReading.withLock { $0 = nil } }
        drain()
        checkAtEnd()
        return complaint ?? cells.lazy.compactMap(\.complaint).first
    }

    // MARK: - Steps

    private func step() {
        switch Int.random(in: isMainBusy ? 8..<28 : 0..<28, using: &random) {
        case 0..<5: bind()
        case 5: unbind()
        case 6: cancel()
        case 7: detach()
        case 8..<11: run(reads, "read")
        case 11..<15: run(decodes, "work")
        case 15..<20: answer()
        case 20, 21: deliver()
        case 22: changePriority()
        case 23: disturb()
        case 24, 25: if !isWriting { run(writes, "write") }
        case 26: writeElsewhere()
        default: changeTheServer()
        }
    }

    /// Simulates a fast thread: a step happens during this work.
    private func interrupt() {
        guard depth < 3, Int.random(in: 0..<3, using: &random) == 0 else { return }
        depth += 1
        step()
        depth -= 1
    }

    /// Newer bytes overtake a read: they are fetched and decoded during it, and then a load begins that may coalesce
    /// with it. That many steps rarely follow one another by chance.
    private func overtake(_ number: UInt8, readFrom cache: Int) {
        guard depth < 3, Int.random(in: 0..<4, using: &random) == 0 else { return }
        depth += 1
        bind { ($0.number, $0.cache, $0.options) = (number, cache, .fromLoaderOnly) }
        server.change(Int(number))
        for task in loader.open where task.request.urlText.hasSuffix("\(number)") && !task.isOver { answer(task) }
        while decodes.count > 0 { run(decodes, "work") }
        bind { ($0.number, $0.cache) = (number, cache) }
        depth -= 1
    }

    /// Runs work of the main actor, unless it is inside the engine already.
    private func onMain(_ body: () -> Void) {
        guard !isMainBusy else { return }
        isMainBusy = true
        body()
        isMainBusy = false
    }

    private func bind(_ change: (inout ScheduleWish) -> Void = { _ in }) {
        var wish = ScheduleWish(using: &random, interruption)
        if let onlyPicture { (wish.number, wish.cache) = (onlyPicture, 0) }
        change(&wish)
        let cell = Int.random(in: 0..<cells.count, using: &random)
        note("bind \(cell) to \(wish.words)")
        onMain {
            coder.isForced.withLock { $0 = wish.options.contains(.queryDiskDataSync) }
            if isIdle { lossesWhenIdle = losses }
            cells[cell].bind(
                wish, Self.urls[Int(wish.number)], in: caches, losses: lossesWhenIdle,
                version: version(of: wish.number, in: caches[wish.cache]), manager: manager)
            coder.isForced.withLock { $0 = false }
        }
    }

    private func unbind() {
        note("reuse")
        onMain { pick(cells).unbind() }
    }

    private func cancel() {
        note("cancel")
        onMain { pick(cells).cancel() }
    }

    private func detach() {
        note("detach")
        onMain { pick(cells).detach() }
    }

    private func changePriority() {
        onMain { pick(cells).operation?.setPriority(pick(ImagePriority.allCases)) }
    }

    private func run(_ executor: ManualExecutor, _ name: String) {
        guard executor.count > 0 else { return }
        note(name)
        executor.runOne(at: Int.random(in: 0..<executor.count, using: &random))
        check()
    }

    private var isWriting: Bool { storages.contains { $0.isBeingWritten.withLock { $0 } } }

    /// The version that is current in a cache; `nil`: none is known, or it is not known which is newer.
    private func version(of number: UInt8, in cache: ImageCache) -> UInt8? {
        guard number != 2, !storages.contains(where: { $0.hasUnorderedAnswers("\(number)") }),
            let revision = cache.pictures.withLock({ $0["\(number)"]?.revision })
        else { return nil }
        return (0...server.version(of: number)).last {
            SchedulePicture(url: number, version: $0).digestAsSent == revision.digest
        }
    }

    private func answer() {
        let open = loader.open
        guard !open.isEmpty else { return }
        answer(pick(open))
        check()
    }

    private func answer(_ task: HeldLoader.Task) {
        let number = UInt8(task.request.urlText.suffix(1)) ?? 0
        if Int.random(in: 0..<3, using: &random) == 0 { server.change(Int(number)) }
        var picture = server.picture(number, for: task.request.headers)
        picture.isBroken = Int.random(in: 0..<12, using: &random) == 0
        note("answer \(number), version \(picture.version), cancelled \(task.isCancelled)")
        if task.isCancelled { return task.finish(.failure(.cancelled)) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: task.finish(.failure(ScheduleServer.failure(of: number)))
        case 1:
            task.send(.progress(received: 50, expected: 100))
            if task.request.options.contains(.progressiveLoad) { task.receive(picture.bytes) }
        default:
            let answer = server.answer(task.request, picture)
            let isNested = answering.contains(picture.url)
            if case .fresh = answer {
                for storage in storages { storage.didFetch(picture, inTheMiddleOfAnother: isNested) }
            }
            answering.insert(picture.url)
            task.finish(.success(answer))
            if !isNested { answering.remove(picture.url) }
        }
    }

    private func deliver() {
        note("deliver")
        onMain { deliveries.deliver() }
    }

    private func disturb() {
        let (cache, kind) = (Int.random(in: caches.indices, using: &random), Int.random(in: 0..<6, using: &random))
        note("disturb cache \(cache), kind \(kind)")
        switch kind {
        case 0: caches[cache].removeAll(from: .memory)
        case 1 where !isWriting: caches[cache].removeAll(from: .disk)
        case 2 where !isWriting:
            caches[cache].removeAll(from: .disk)
            storages[cache].plant(.init(bytes: [0xFA, 0, 0, 1]), for: DiskKey(source: "0"))
        case 3 where !isWriting:
            storages[cache].willRemove(nil, during: answering)
            caches[cache].removeAll(from: .all)
        case 4:
            let source = "\(Int.random(in: 0..<3, using: &random))"
            storages[cache].willRemove(source, during: answering)
            caches[cache].removeImages(of: source, from: .all)
        default: time.advance(by: .seconds(100))
        }
    }

    private func writeElsewhere() {
        let wish = ScheduleWish(using: &random, interruption)
        note("another process writes \(wish.number) to \(wish.cache)")
        plant(wish.number, wish)
    }

    private func changeTheServer() { server.change(Int.random(in: 0..<3, using: &random)) }

    private func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }

    private func note(_ text: @autoclosure () -> String) { if isLogging { log.append(text()) } }

    // MARK: - Invariants

    private func check() {
        for storage in storages {
            storage.judge()
            if let wrong = storage.complaint { complain(wrong) }
        }
        if coder.inFlight.withLock({ $0.worst }) > budget { complain("decodes held more than the budget") }
        let running = manager.state.withLock { ($0.graph.disk.runningCount, $0.graph.processors.runningCount) }
        if running.0 > manager.configuration.maxConcurrentReads { complain("too many reads") }
        if running.1 > manager.configuration.maxConcurrentDecodes { complain("too many decodes") }
        // A transfer that has just started cannot be cancelled before its task is known.
        let fetches = Dictionary(grouping: loader.open.filter { !$0.isCancelled && !$0.isStarting }) {
            "\($0.request.urlText) \($0.request.validators) \($0.request.headers)"
        }
        if fetches.values.contains(where: { $0.count > 1 }) { complain("a picture is fetched twice") }
    }

    private func drain() {
        for _ in 0..<1000 where complaint == nil {
            while reads.runOne() || decodes.runOne() || writes.runOne() {}
            onMain { deliveries.deliver() }
            // A load that has failed may just have begun its next picture.
            guard reads.count + decodes.count + writes.count + deliveries.count == 0 else { continue }
            guard let task = loader.open.first else { break }
            answer(task)
        }
    }

    private func checkAtEnd() {
        check()
        guard complaint == nil else { return }
        for cell in cells { cell.checkAtEnd() }
        if !loader.open.isEmpty { complain("a connection leaked") }
        if manager.activeLoadCount > 0 { complain("\(manager.activeLoadCount) loads are left") }
        // The language variants of the third are stored side by side, and each has its own age.
        for source in ["0", "1"] {
            for (cache, storage) in zip(caches, storages) {
                if let kept = storage.complaint(about: source, inMemory: cache.memory.images(of: source)) {
                    complain(kept)
                }
            }
        }
        for kept in cells.flatMap(\.kept) where kept.losses == losses && !storages[kept.cache].has(kept) {
            let isGivenUp = cells.contains { $0.givenUp.contains(kept.place) }
            if isGivenUp, storages[kept.cache].waits(for: "\(kept.number)") { continue }
            complain("the disk has lost \(kept)")
        }
        if !isIdle { complain("something leaked: \(manager.state.withLock { $0.graph.leftovers })") }
    }

    private var isIdle: Bool {
        manager.state.withLock { $0.graph.isIdle } && !caches.contains(where: \.isWriting)
    }

    /// The number of entries that the disks have lost.
    private var losses: Int { storages.reduce(0) { $0 + $1.lossCount } }

    private func complain(_ what: String) { complaint = complaint ?? what }
}

extension JobGraph {
    /// A description of the remaining work, for failure messages.
    var leftovers: String {
        "loads \(loads.keys.sorted()) jobs \(jobs.mapValues(\.kind)) "
            + "disk \(disk.runningCount)+\(disk.waitingCount) "
            + "processors \(processors.runningCount)+\(processors.waitingCount) budget \(budget.used)+\(budget.waitingCount)"
    }
}
