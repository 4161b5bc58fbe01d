import HalftoneCore
import FoundationEssentials
import Glibc
import ImageLab
import ImageLoading
import TerminalViews
import TraceAnalysis

/// The environment of the Lab's screen: a server, an engine, the model of their events, and the switches with their
/// effects. Main actor.
@MainActor
final class LabEnvironment {
    let server: LabServer
    let engine: Engine
    let gate = DeliveryGate()
    private(set) var model = LabModel()
    /// The rows of the table.
    private(set) var items: [LabItem] = []
    private let inbox: TraceSubscription
    /// A disk cache that begins empty and ends with the Lab, so that every run begins alike.
    private let folder: String?
    /// Whether the command line says how long a server may be silent.
    private let keepsTimeout: Bool
    /// Where the switches stood when the Lab was opened.
    let opening: LabSettings
    /// Told after each change.
    var didChange: @MainActor (SwitchEffect) -> Void = { _ in }

    init(options: LabOptions, server: LabServer, trace: Trace, warn: @escaping @Sendable (String) -> Void) {
        self.server = server
        inbox = trace.makeSubscription()
        keepsTimeout = options.common.timeout != nil
        var common = options.common
        folder = common.cacheDirectory == nil && common.usesDiskCache ? Self.makeFolder(warn) : nil
        common.cacheDirectory = common.cacheDirectory ?? folder
        common.usesDiskCache = common.usesDiskCache && common.cacheDirectory != nil
        engine = Engine(
            common, trace: trace, lab: server.baseURL, scaleDownBytes: Self.scaleDownBytes, deliveries: gate.queue,
            warn: warn)
        var switchboard = Switchboard(hasDiskCache: engine.manager.diskCache != nil)
        if let timeout = common.timeout { switchboard.settings.timeout = Int(timeout.seconds) }
        if let feed = options.feed { switchboard.settings.feed = feed }
        opening = switchboard.settings
        model.switchboard = switchboard
        for row in switchboard.rows { row.configure(engine.downloader, opening) }
        readItems()
    }

    /// Large is here what has more than a hundred pixels, so that `scaleDownLargeImages` is seen in a cell.
    private static let scaleDownBytes = 400

    var manager: ImageManager { engine.manager }
    var switchboard: Switchboard { model.switchboard }
    var settings: LabSettings { model.switchboard.settings }

    /// Takes in what the engine has told.
    func takeEvents() { if model.take(inbox.take()) { news += 1 } }

    /// How often the engine has told something.
    private(set) var news = 0
    /// The numbers of the table's cells by those of their image views, which the trace has.
    var cellNumbers: [Int: Int] = [:]

    /// The number of the cell that a load is for; `nil` for one that is for none, such as a prefetch.
    func cellNumber(of load: TracedLoad) -> Int? { load.view.flatMap { cellNumbers[$0] } }

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
        let tiers = settings.cacheTiers
        context.row = row
        context.variant = variant
        context.animation = .frames  // as its view asks, so that what is prefetched is what the view will want
        context.queryCacheType = tiers
        context.storeCacheType = tiers
        context.originalQueryCacheType = tiers.intersection(.disk)
        context.originalStoreCacheType = tiers.intersection(.disk)
        context.transformer = settings.transform.transformer
        return context
    }

    func url(ofRow row: Int) -> URL? { items.indices.contains(row) ? URL(string: items[row].url) : nil }

    /// Forgets the picture of a row in every cache: the next load of it begins at the server.
    func forget(row: Int) {
        guard let url = url(ofRow: row) else { return }
        manager.imageCache.removeImages(of: manager.key(for: url).source, from: .all)
    }

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

    /// Sets a switch by the name and the value that a script has for them, with the effect of that. Throws what is
    /// allowed instead.
    func set(_ name: String, to text: String) throws(SwitchError) {
        let row = try switchboard.row(named: name)
        try change(row) { (settings: inout LabSettings) throws(SwitchError) in try row.set(text, in: &settings) }
    }

    /// Turns a switch to its next value, or with -1 to the one before.
    func step(_ row: any LabSwitchRow, by direction: Int) {
        change(row) { row.step(by: direction, in: &$0) }
    }

    func clearFaults() {
        guard settings.faults != LabFaults() else { return }
        model.switchboard.settings.faults = LabFaults()
        readItems()
        didChange(.reload)
    }

    /// Sets a switch as it was when the Lab was opened.
    func reset(_ row: any LabSwitchRow) {
        change(row) { settings in try? row.set(row.text(in: opening), in: &settings) }  // it was a value of it then
    }

    /// Sets every switch as it was when the Lab was opened.
    func resetSwitches() {
        let old = settings
        model.switchboard.settings = opening
        for row in switchboard.rows { row.configure(engine.downloader, settings) }
        readItems()
        if settings.speed != old.speed { didChange(.pace) }
        didChange(settings.feed != old.feed ? .feed : .reload)
    }

    // MARK: - Beginning anew

    /// Whether no load, no delivery and nothing to be stored is under way.
    var isQuiet: Bool { !manager.isRunning && !manager.isStoring && gate.count == 0 }

    /// Ends everything that is under way.
    func leaveLoads() {
        manager.cancelAll()
        gate.release()
    }

    /// Becomes as it was when the Lab was opened, over a feed. Call it once nothing is under way; the counters are left, and
    /// so is a disk cache that the command line names.
    ///
    /// Unless the command line says how long a server may be silent, it may be for ten minutes: a person who stops a script
    /// to look then finds most loads still under way.
    func startAnew(feed: LabFeed) {
        clear(folder == nil ? .memory : .caches)
        manager.removeAllFailedURLs()
        server.forgetVisits()
        resetSwitches()
        model.switchboard.settings.feed = feed
        if !keepsTimeout { model.switchboard.settings.timeout = Self.storyTimeout }
        for row in switchboard.rows { row.configure(engine.downloader, settings) }
        readItems()
    }

    /// Seconds of silence that end a transfer while a story is told.
    private static let storyTimeout = 600

    /// Sets the timeout as it was before a story; all other switches stay as the story left them.
    func endStory() {
        guard !keepsTimeout, settings.timeout == Self.storyTimeout else { return }
        model.switchboard.settings.timeout = opening.timeout
        for row in switchboard.rows { row.configure(engine.downloader, settings) }
    }

    func clear(_ tier: LabScript.Tier) {
        if tier != .disk { manager.memoryCache.removeAll() }
        if tier != .memory { manager.diskCache?.clear() }
    }

    private func change<Failure>(
        _ row: any LabSwitchRow, _ change: (inout LabSettings) throws(Failure) -> Void
    ) throws(Failure) {
        let old = settings
        try change(&model.switchboard.settings)
        guard row.text(in: settings) != row.text(in: old) else { return }
        row.configure(engine.downloader, settings)
        if settings.feed != old.feed || settings.faults != old.faults { readItems() }
        didChange(row.effect)
    }

    private func readItems() {
        // The counts of feeds are within the limits of the server, and its pictures' own faults are well formed.
        items = (try? server.items(ofFeed: settings.feed.rawValue, faults: settings.faults)) ?? []
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
        if folder == nil { warn("no disk cache: \(TextSanitizer.clean(place)): \(String(cString: strerror(errno)))") }
        return folder
    }
}
