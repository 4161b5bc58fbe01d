import Basis
import FoundationEssentials
import Glibc
import ImageLab
import ImageLoading
import TerminalViews

/// What the Lab works on: a server, an engine, and the model that tells what they do. Whoever turns a switch turns it
/// here; the table is told what that means for its rows. Main actor.
@MainActor
final class LabBench {
    let server: LabServer
    let engine: Engine
    let gate = DeliveryGate()
    private(set) var model = LabModel()
    /// The rows of the table.
    private(set) var items: [LabItem] = []
    private let inbox: TraceSubscription
    /// A disk cache that begins empty and ends with the Lab, so that every run begins alike.
    private let folder: String?
    /// Told after each change.
    var didChange: @MainActor (LabSwitch.Effect) -> Void = { _ in }

    init(options: LabOptions, server: LabServer, trace: Trace, warn: @escaping @Sendable (String) -> Void) {
        self.server = server
        inbox = trace.makeSubscription()
        var common = options.common
        folder = common.cacheDirectory == nil && common.usesDiskCache ? Self.makeFolder(warn) : nil
        common.cacheDirectory = common.cacheDirectory ?? folder
        common.usesDiskCache = common.usesDiskCache && common.cacheDirectory != nil
        engine = Engine(
            common, trace: trace, lab: server.baseURL, scaleDownBytes: Self.scaleDownBytes, deliveries: gate.queue,
            warn: warn)
        if engine.manager.diskCache == nil { model.board = LabBoard.make(hasDiskCache: false) }
        // Both were checked against the same bounds where they were read.
        if let timeout = common.timeout { _ = try? model.board.set("timeout", to: "\(Int(timeout.seconds))") }
        if let feed = options.feed { _ = try? model.board.set("feed", to: feed.rawValue) }
        for row in board.all { row.apply(engine.downloader, board) }
        readItems()
    }

    /// Large is here what has more than a hundred pixels, so that `scaleDownLargeImages` is seen in a cell.
    private static let scaleDownBytes = 400

    var manager: ImageManager { engine.manager }
    var board: Switchboard { model.board }
    var feed: LabFeed { board["feed"].flatMap(LabFeed.init(rawValue:)) ?? .steady }

    /// Takes in what the engine has told. `false`: nothing new.
    @discardableResult
    func takeEvents() -> Bool { model.take(inbox.take()) }

    func keep(_ metrics: LoadMetrics) { model.keep(metrics) }

    /// Counts from 0 again what happens from now on; what has happened by now is in `figures` first.
    func resetCounters(_ figures: () -> [String: Int]) {
        takeEvents()
        for (name, value) in figures() { model.baseline[name, default: 0] += value }
    }

    // MARK: - Loads

    /// What the load of a row is asked with, beyond its options.
    func context(row: Int, variant: ImageVariant) -> ImageContext {
        var context = ImageContext()
        let tiers = board.cacheTiers
        context.row = row
        context.variant = variant
        context.animation = .frames  // as its view asks, so that what is prefetched is what the view will want
        context.queryCacheType = tiers
        context.storeCacheType = tiers
        context.originalQueryCacheType = tiers.intersection(.disk)
        context.originalStoreCacheType = tiers.intersection(.disk)
        context.transformer = board.transformer
        return context
    }

    func url(ofRow row: Int) -> URL? { items.indices.contains(row) ? URL(string: items[row].url) : nil }

    /// Which of the server's requests, since the figures were last 0, was the latest for the picture of each row; rows
    /// whose pictures were not asked for are left out.
    func turns(ofRows rows: [Int]) -> [Int: Int] {
        let start = model.baseline["served"] ?? 0
        var wanted: [Substring: [Int]] = [:]
        for row in rows where items.indices.contains(row) {
            wanted[items[row].url.dropFirst(server.baseURL.count), default: []].append(row)
        }
        var turns: [Int: Int] = [:]
        for record in server.log.reversed() {
            guard record.number > start, !wanted.isEmpty else { break }
            for row in wanted.removeValue(forKey: record.path[...]) ?? [] { turns[row] = record.number - start }
        }
        return turns
    }

    // MARK: - Switches

    /// Sets a switch, and lets that have its effect. Throws what is allowed instead.
    func set(_ name: String, to value: String) throws(SwitchError) {
        if try model.board.set(name, to: value) { follow(name) }
    }

    /// The next value of a switch, or the one before.
    func step(_ name: String, by direction: Int) {
        model.board.step(name, by: direction)
        follow(name)
    }

    func clearFaults() {
        guard board.faults != LabFaults() else { return }
        model.board.clearFaults()
        readItems()
        didChange(.reload)
    }

    func clear(_ tier: LabScript.Tier) {
        if tier != .disk { manager.memoryCache.removeAll() }
        if tier != .memory { manager.diskCache?.clear() }
    }

    private func follow(_ name: String) {
        guard let row = board.row(name) else { return }
        row.apply(engine.downloader, board)
        if row.changesItems { readItems() }
        didChange(row.effect)
    }

    private func readItems() {
        // The counts of feeds are within the limits of the server, and its pictures' own faults are well formed.
        items = (try? server.items(ofFeed: feed.rawValue, faults: board.faults)) ?? []
    }

    // MARK: - The end

    /// Stops everything and removes what was only for this run.
    func close() {
        manager.cancelAll()
        engine.transport.shutdown()
        manager.diskCache?.flush()
        server.stop()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }  // else the system clears it one day
    }

    /// Without one the Lab goes on, and says that it has no disk cache.
    private static func makeFolder(_ warn: (String) -> Void) -> String? {
        let place = Engine.environment("TMPDIR") ?? "/tmp"
        var template = Array((place + "/halftone-lab-XXXXXX").utf8CString)
        let folder = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        if folder == nil { warn("no disk cache: \(Sanitiser.clean(place)): \(String(cString: strerror(errno)))") }
        return folder
    }
}
