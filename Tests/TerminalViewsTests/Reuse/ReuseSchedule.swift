import EngineTestSupport
import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A random schedule of events in a table of recycled cells with the real engine. The seed decides everything.
@MainActor
final class ReuseSchedule {
    private static let sizes = [(6, 4), (6, 5), (3, 3), (8, 2), (1, 1), (5, 0)].map { CellSize(columns: $0, rows: $1) }

    /// The indicators that draw no background in a view of two cells.
    private static let indicators: [ImageIndicator] = [.none, .spinner, .bar]
    /// No transition in half of the cases, and otherwise any except page curls, whose back has lighter colors.
    private static let transitions =
        [[ImageTransition]](
            repeating: [.none], count: 12
        ).joined() + ImageTransition.all.filter { $0.effect != nil && !$0.name.hasPrefix("curl") }

    var random: SeededGenerator
    let engine: FakeEngine
    let window: Window
    let table: TableView
    let gallery: ScheduleGallery
    var heldTransfers: Set<ObjectIdentifier> = []
    /// The events so far, for failure messages.
    private(set) var log: [String] = []
    private let isLogging: Bool

    init(seed: UInt64, isLogging: Bool = false) {
        var random = SeededGenerator(seed: seed)
        self.isLogging = isLogging
        var configuration = ImageManager.Configuration()
        let downloads = Int.random(in: 1...4, using: &random)
        configuration.maxConcurrentDecodes = Int.random(in: 1...2, using: &random)
        // Room for a few pictures of 2x2 pixels, or for all.
        let budget = Bool.random(using: &random) ? 64 : 100_000
        // Nothing is ever written: stored entries stay in the cache's own memory.
        let disk = DiskCache(directory: "/nowhere/halftone", executor: ManualExecutor())
        engine = FakeEngine(
            transport: FakeTransport(cancelAnswer: Bool.random(using: &random) ? .whenTold : .atOnce),
            diskCache: Bool.random(using: &random) ? disk : nil, memoryCache: MemoryCache(budget: budget),
            downloads: downloads, configuration: configuration)
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager)
        window = Window(size: Self.sizes[0], environment: environment)
        table = TableView(trace: engine.trace)
        gallery = ScheduleGallery(
            rows: Int.random(in: 3...60, using: &random), environment: environment,
            indicator: Self.indicators.randomElement(using: &random) ?? .none,
            transition: (Self.transitions.randomElement(using: &random) ?? .none).with(duration: .milliseconds(60)),
            isNaive: Int.random(in: 0..<4, using: &random) == 0)
        table.settleDelay = Bool.random(using: &random) ? .zero : .milliseconds(30)
        table.prefetchDistance = Bool.random(using: &random) ? 0 : 3
        self.random = random
        table.register("row") { [gallery] in gallery.makeCell() }
        table.dataSource = gallery
        table.delegate = gallery
        table.prefetchDataSource = gallery
        window.addSubview(table)
        if seed % 8 == 0 { window.didFindWrongDamage = { [unowned self] in problem = problem ?? $0 } }
        table.reloadData()
    }

    /// Runs this number of steps and then all work. Returns a description of what is wrong, or `nil`.
    func run(steps: Int) -> String? {
        for _ in 0..<steps {
            step()
            if let wrong = problem { return wrong }
        }
        return drain()
    }

    var problem: String?

    /// The trace summary of the engine and the views.
    var summary: TraceSummary { engine.trace.summary }

    /// Describes an excess of cells over those that fit into the largest window and two spare ones; `nil` if there is
    /// none.
    var excess: String? { gallery.cellsMade > 5 + 2 ? "\(gallery.cellsMade) cells were made" : nil }

    func note(_ text: @autoclosure () -> String) { if isLogging { log.append(text()) } }

    // MARK: - Steps

    private func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<14: scroll()
        case 14..<18: jump()
        case 18..<22: runOne(of: engine.reads)
        case 22..<34: runOne(of: engine.decodes)
        case 34..<58: answerOne()
        case 58..<70: deliver()
        case 70..<78: passTime()
        case 78..<90: draw()
        case 90..<92: reload()
        case 92..<93: resize()
        case 93..<95: holdOne()
        case 95..<98: loadAgain()
        case 98..<99: changePicture()
        default: purge()
        }
    }

    private func scroll() {
        let lines = Int.random(in: -4...4, using: &random)
        note("scroll \(lines)")
        table.scroll(byLines: lines)
    }

    private func jump() {
        let row = Int.random(in: 0..<gallery.pictureOfRow.count, using: &random)
        note("select \(row)")
        table.selectRow(row)
    }

    private func runOne(of executor: ManualExecutor) {
        let count = executor.count
        note("\(executor === engine.reads ? "read" : "decode"), \(count) wait")
        if count > 0 { executor.runOne(at: Int.random(in: 0..<count, using: &random)) }
    }

    private func answerOne() {
        let open = engine.transport.running.filter { !heldTransfers.contains(ObjectIdentifier($0)) }
        guard let transfer = open.randomElement(using: &random) else { return }
        note("answer \(transfer.url), cancelled: \(transfer.isCancelled)")
        transfer.acknowledgeCancel()
        let picture = FakePicture(number: Stage.number(of: transfer.url), size: PixelSize(width: 2, height: 2))
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<2: transfer.begin(expectedBytes: picture.bytes.count)
        case 2..<5: if transfer.sentBytes == 0 { transfer.send(Array(picture.bytes.prefix(4))) }
        case 5: transfer.fail(.timedOut(.receiving))
        case 6: transfer.finish([1, 2, 3])
        case 7: transfer.respond(status: 404)
        default: transfer.finish(Array(picture.bytes.dropFirst(transfer.sentBytes)))
        }
    }

    private func deliver() {
        note("deliver")
        engine.manager.deliveries.deliver()
    }

    private func passTime() {
        engine.time.advance(by: .milliseconds(Int.random(in: 1...8, using: &random) * 5))
        note("turn at \(engine.time.now)")
        window.turn(at: engine.time.now)
    }

    private func reload() {
        guard let row = table.visibleItems.randomElement(using: &random), Bool.random(using: &random) else {
            note("reload all")
            return table.reloadData()
        }
        note("reload \(row)")
        table.reloadRows(at: [IndexPath(row: row)])
    }

    private func resize() {
        if Bool.random(using: &random) {
            table.rowHeight = Int.random(in: 1...2, using: &random)
            note("row height \(table.rowHeight)")
        } else {
            let size = Self.sizes.randomElement(using: &random) ?? Self.sizes[0]
            note("resize to \(size)")
            window.resize(to: size)
        }
    }

    /// Makes a server stop sending, or continue.
    private func holdOne() {
        guard let transfer = engine.transport.running.randomElement(using: &random) else { return }
        note("hold or release \(transfer.url)")
        let id = ObjectIdentifier(transfer)
        if heldTransfers.remove(id) == nil { heldTransfers.insert(id) }
    }

    private var randomCell: (row: Int, cell: ScheduleGallery.RowCell)? {
        guard let row = table.visibleItems.randomElement(using: &random),
            let cell = table.cellForRow(at: IndexPath(row: row)) as? ScheduleGallery.RowCell
        else { return nil }
        return (row, cell)
    }

    private func randomOptions() -> ImageOptions {
        let all: [ImageOptions] = [
            .retryFailed, .refreshCached, .delayPlaceholder, .forceTransition, .fromLoaderOnly, .avoidAutoCancelImage,
            .highPriority, .waitTransition,
        ]
        var options: ImageOptions = []
        for option in all where Int.random(in: 0..<3, using: &random) == 0 { options.insert(option) }
        return options
    }

    private func loadAgain() {
        guard let (row, cell) = randomCell else { return }
        let options = randomOptions()
        note("load \(row) again, options \(options.rawValue)")
        gallery.load(row, in: cell, options: options)
    }

    /// Gives the row another picture in the same cell, without reuse.
    private func changePicture() {
        guard let (row, cell) = randomCell else { return }
        gallery.pictureOfRow[row] = Int.random(in: 0..<ScheduleGallery.pictures.count, using: &random)
        let options = randomOptions().union(.avoidAutoCancelImage).subtracting(.forceTransition)
        note("row \(row) becomes \(gallery.url(ofRow: row)), options \(options.rawValue)")
        gallery.load(row, in: cell, options: options)
    }

    private func purge() {
        note("purge")
        engine.manager.memoryCache.removeAll()
    }
}
