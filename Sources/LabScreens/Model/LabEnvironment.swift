import HalftoneCore
import FoundationEssentials
import Glibc
import ImageLab
import ImageLoading
import ScreenKit
import TerminalViews
import TraceAnalysis
import Transfer

/// The environment of the Lab's screen: a server, an engine, the model of their events, and the switches with their
/// effects. Main actor.
@MainActor
final class LabEnvironment {
    let server: LabServer
    let engine: Engine
    private let transport: CurlTransport
    let gate = DeliveryGate()
    var model = LabModel()
    private(set) var switchboard: Switchboard
    private let subscription: TraceSubscription
    /// The folder of a temporary disk cache, so that every run starts alike.
    private let folder: String?
    let initialSettings: LabSettings
    /// Called after each change of switches.
    var didChange: @MainActor (SwitchEffect) -> Void = { _ in }
    /// Sets the speed of all motion, and how pictures are drawn.
    var setSpeed: @MainActor (Double) -> Void = { _ in }
    var choosePictures: @MainActor (PictureMethods.Choice?) -> Void = { _ in }

    init(
        _ settings: Engine.Settings, feed: LabFeed, server: LabServer, trace: Trace,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.server = server
        subscription = trace.makeSubscription()
        var settings = settings
        folder = settings.cacheDirectory == nil && settings.usesDiskCache ? Self.makeFolder(warn) : nil
        settings.cacheDirectory = settings.cacheDirectory ?? folder
        settings.usesDiskCache = settings.usesDiskCache && settings.cacheDirectory != nil
        transport = settings.makeTransport(lab: server.baseURL)
        engine = Engine(
            settings, over: transport, trace: trace, lab: server.baseURL, scaleDownBytes: Self.scaleDownBytes,
            deliveries: gate.queue, warn: warn)
        var switchboard = Switchboard(hasDiskCache: engine.manager.diskCache != nil)
        if let timeout = settings.timeout { switchboard.settings.timeout = Int(timeout.seconds) }
        switchboard.settings.feed = feed
        initialSettings = switchboard.settings
        items = server.items(of: feed)
        self.switchboard = switchboard
        for row in switchboard.rows { row.apply(to: self) }
    }

    /// Images over a hundred pixels count as large, so that `scaleDownLargeImages` has a visible effect in a cell.
    private static let scaleDownBytes = 400

    var manager: ImageManager { engine.manager }
    var downloader: ImageDownloader { engine.downloader }
    var settings: LabSettings { switchboard.settings }

    /// Reads the new trace events of the engine.
    func takeEvents() { model.take(subscription.take()) }

    /// The numbers of cells by the numbers of their image views in the trace.
    var cellNumbers: [Int: Int] = [:]

    /// Returns the number of the cell of a load; `nil` for none, such as for a prefetch.
    func cellNumber(of load: TracedLoad) -> Int? { load.view.flatMap { cellNumbers[$0] } }

    // MARK: - Loads

    /// Returns the context of a row's load.
    func context(row: Int, variant: ImageVariant) -> ImageContext {
        var context = ImageContext()
        let tiers = settings.cacheTiers
        context.row = row
        context.variant = variant
        context.animation = .frames  // as in the view's request, so that a prefetch matches it
        context.queryCacheType = tiers
        context.storeCacheType = tiers
        context.originalQueryCacheType = tiers.intersection(.disk)
        context.originalStoreCacheType = tiers.intersection(.disk)
        context.transformer = settings.transform.transformer
        return context
    }

    func url(ofRow row: Int) -> URL? { items.indices.contains(row) ? URL(string: items[row].url) : nil }

    /// Removes the picture of a row from all caches, so that its next load starts at the server.
    func forget(row: Int) {
        guard let url = url(ofRow: row) else { return }
        manager.imageCache.removeImages(of: manager.key(for: url).source)
    }

    /// The rows of the table.
    private(set) var items: LabItems

    // MARK: - Switches

    /// Changes the settings: applies each changed switch, and then the screen follows once. Returns whether any has
    /// changed.
    @discardableResult
    private func change<E: Error>(_ body: (inout LabSettings) throws(E) -> Void) throws(E) -> Bool {
        let old = settings
        var new = old
        try body(&new)
        switchboard.settings = new
        items = server.items(of: new.feed, faults: new.faults)
        let changed = switchboard.rows.filter { $0.differs(old, new) }
        for row in changed { row.apply(to: self) }
        guard let effect = changed.map(\.effect).max() else { return false }
        didChange(effect)
        return true
    }

    /// Sets a switch by name and text. Throws if there is no such switch or value.
    func set(_ name: String, to text: String) throws(Failure) {
        let row = try switchboard.row(named: name)
        try change { (new: inout LabSettings) throws(Failure) in try row.set(text, in: &new) }
    }

    /// Changes a switch to its next value, or with -1 to the previous one.
    func step(_ row: LabSwitch, by direction: Int) { change { row.step(by: direction, in: &$0) } }

    /// Changes the value of the second picture to the next one.
    func stepBeside(_ row: LabSwitch) { change { new in row.changeBeside(in: &new) { row.step(by: 1, in: &$0) } } }

    /// Shows a second picture in each row, with another transition at first, or only one again.
    func toggleBeside() {
        change { new in
            new.beside = new.beside == nil ? new.picture : nil
            new.beside?.transition = new.picture.transition.name == ImageTransition.none.name ? .fade : .none
        }
    }

    /// Turns off all faults. Returns whether there were any.
    @discardableResult
    func clearFaults() -> Bool { change { $0.faults = LabFaults() } }

    /// Resets a switch to its initial value, for the second picture too.
    func reset(_ row: LabSwitch) {
        let initial = row.text(in: initialSettings)  // a valid value
        change { new in
            try? row.set(initial, in: &new)
            row.changeBeside(in: &new) { try? row.set(initial, in: &$0) }
        }
    }

    func resetSwitches() { change { $0 = initialSettings } }

    // MARK: - Reset

    /// Whether no load, no delivery and no store is in progress.
    var isQuiet: Bool { !manager.isRunning && !manager.isStoring && gate.count == 0 }

    /// Restores the initial switches, with the feed of scenarios, and cancels everything in progress.
    func prepareTour() {
        settingsBeforeTour = settingsBeforeTour ?? settings
        change { new in
            new = initialSettings
            new.feed = LabScenario.initialFeed
        }
        manager.cancelAll()
        gate.release()
    }

    /// Restores the initial state of caches and server. Call it when nothing is in progress; it keeps the counters, and
    /// a disk cache that the command line names.
    func startTour() {
        clear(folder == nil ? .memory : .all)
        manager.removeAllFailedURLs()
        server.forgetVisits()
        takeEvents()
    }

    /// The switches before the first of the tours that were played without a break; `nil` while there is none.
    private var settingsBeforeTour: LabSettings?

    /// Restores the switches of before the tour, and releases held deliveries. Returns whether a switch had changed, or
    /// deliveries were held.
    @discardableResult
    func endTour() -> Bool {
        guard let before = settingsBeforeTour else { return false }
        settingsBeforeTour = nil
        let wasHeld = gate.isHeld
        gate.release()
        return change { $0 = before } || wasHeld
    }

    func clear(_ tiers: CacheType) { manager.imageCache.removeAll(from: tiers) }

    // MARK: - The end

    /// Stops everything and removes temporary files.
    func close() {
        manager.cancelAll()
        transport.shutdown()
        manager.diskCache?.flush()
        server.stop()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }  // otherwise the system clears it
    }

    /// Returns a new folder for the disk cache; `nil` after a warning, and the Lab continues without it.
    private static func makeFolder(_ warn: (String) -> Void) -> String? {
        let parent = Variable.value(of: "TMPDIR") ?? "/tmp"
        let folder = "\(parent)/halftone-lab-\(UUID())"
        guard mkdir(folder, 0o700) == 0 else {
            warn("\(Failure.system("no disk cache: \(TextSanitizer.clean(parent))"))")
            return nil
        }
        return folder
    }
}
