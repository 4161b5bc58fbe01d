import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// One random course of events in a table of recycled cells over the real engine. The seed decides everything.
@MainActor
final class ReuseSchedule {
    private static let sizes = [(6, 4), (6, 5), (3, 3), (8, 2), (1, 1), (5, 0)].map { CellSize(columns: $0, rows: $1) }

    private var random: SeededGenerator
    private let engine: FakeEngine
    private let window: Window
    private let table: TableView
    private let gallery: ScheduleGallery
    private var heldTransfers: Set<ObjectIdentifier> = []
    /// What happened, for whoever reads a failure.
    private(set) var log: [String] = []
    private let isLogging: Bool

    init(seed: UInt64, isLogging: Bool = false) {
        var random = SeededGenerator(seed: seed)
        self.isLogging = isLogging
        var configuration = ImageManager.Configuration()
        configuration.maxConcurrentDownloads = Int.random(in: 1...4, using: &random)
        configuration.maxConcurrentDecodes = Int.random(in: 1...2, using: &random)
        // Room for a few pictures of 2x2 pixels, or for all.
        let budget = Bool.random(using: &random) ? 64 : 100_000
        engine = FakeEngine(
            cancelAnswer: Bool.random(using: &random) ? .whenTold : .atOnce, memoryCache: MemoryCache(budget: budget),
            configuration: configuration)
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager)
        window = Window(size: Self.sizes[0], environment: environment)
        table = TableView(trace: engine.trace)
        gallery = ScheduleGallery(
            rows: Int.random(in: 3...60, using: &random), environment: environment,
            indicator: [.none, .activity, .progress].randomElement(using: &random) ?? .none,
            transition: Bool.random(using: &random) ? .none : .fade(duration: .milliseconds(60)),
            isNaive: Int.random(in: 0..<4, using: &random) == 0)
        table.settleDelay = Bool.random(using: &random) ? .zero : .milliseconds(30)
        table.prefetchDistance = Bool.random(using: &random) ? 0 : 3
        self.random = random
        table.register("row") { [gallery] in gallery.makeCell() }
        table.dataSource = gallery
        table.delegate = gallery
        table.prefetchDataSource = gallery
        window.addSubview(table)
        table.reloadData()
    }

    /// Runs so many steps and then everything to its end. What was wrong, or `nil`.
    func run(steps: Int) -> String? {
        for _ in 0..<steps {
            step()
            if let wrong = problem { return wrong }
        }
        return drain()
    }

    private var problem: String?

    private func note(_ text: @autoclosure () -> String) { if isLogging { log.append(text()) } }

    // MARK: - Steps

    private func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<14: scroll()
        case 14..<18: jump()
        case 18..<34: decodeOne()
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

    private func decodeOne() {
        let count = engine.decodes.count
        note("decode, \(count) wait")
        if count > 0 { engine.decodes.runOne(at: Int.random(in: 0..<count, using: &random)) }
        engine.reads.runAll()
    }

    private func answerOne() {
        let open = engine.transport.open.filter { !heldTransfers.contains(ObjectIdentifier($0)) }
        guard let transfer = open.randomElement(using: &random) else { return }
        note("answer \(transfer.url), cancelled: \(transfer.isCancelled)")
        transfer.acknowledgeCancel()
        let picture = FakePicture(number: Stage.number(of: transfer.url), size: PixelSize(width: 2, height: 2))
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<2: transfer.respond(expectedBytes: picture.bytes.count)
        case 2..<5: if transfer.sentBytes == 0 { transfer.send(Array(picture.bytes.prefix(4))) }
        case 5: transfer.fail(.timedOut(.receiving))
        case 6: transfer.finish([1, 2, 3])
        case 7:
            transfer.respond(status: 404)
            transfer.finish()
        default: transfer.finish(Array(picture.bytes.dropFirst(transfer.sentBytes)))
        }
    }

    private func deliver() {
        note("deliver")
        engine.deliveries.deliver()
    }

    private func passTime() {
        engine.time.advance(by: .milliseconds(Int.random(in: 1...8, using: &random) * 5))
        note("turn at \(engine.time.now)")
        window.turn(at: engine.time.now)
    }

    private func reload() {
        guard let row = table.visibleRows.randomElement(using: &random), Bool.random(using: &random) else {
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

    /// A server that says nothing for a while, or speaks again.
    private func holdOne() {
        guard let transfer = engine.transport.open.randomElement(using: &random) else { return }
        note("hold or release \(transfer.url)")
        let id = ObjectIdentifier(transfer)
        if heldTransfers.remove(id) == nil { heldTransfers.insert(id) }
    }

    private var randomCell: (row: Int, cell: ScheduleGallery.RowCell)? {
        guard let row = table.visibleRows.randomElement(using: &random),
            let cell = table.cellForRow(at: IndexPath(row: row)) as? ScheduleGallery.RowCell
        else { return nil }
        return (row, cell)
    }

    private func randomOptions() -> ImageOptions {
        let all: [ImageOptions] = [
            .retryFailed, .refreshCached, .delayPlaceholder, .forceTransition, .fromLoaderOnly, .avoidAutoCancelImage,
            .highPriority,
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

    /// The row gets another picture in the same cell, without reuse.
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

    // MARK: - Looking

    private func draw() {
        note("draw")
        window.turn(at: engine.time.now)
        let canvas = window.drawFrame()
        problem = problem ?? fault(in: canvas)
    }

    /// Goes through every cell of the screen.
    private func fault(in canvas: Canvas) -> String? {
        let summary = engine.trace.summary
        if summary.stalePaints > 0 { return "\(summary.stalePaints) stale paints" }
        for line in 0..<canvas.size.rows {
            let position = table.contentOffset + line
            let row = position / table.rowHeight
            let isImage = position % table.rowHeight == 0 && row < gallery.pictureOfRow.count
            for column in 0..<canvas.size.columns {
                let cell = canvas[column, line]
                if isImage, column < ScheduleGallery.imageSize.columns {
                    if let wrong = fault(in: cell, row) {
                        return "row \(row), line \(line), column \(column): \(wrong)"
                    }
                } else if cell != .blank {
                    return "line \(line), column \(column): something is drawn outside of the images"
                }
            }
        }
        return nil
    }

    private func fault(in cell: Cell, _ row: Int) -> String? {
        let isText = cell.glyph != 0x20 && cell.glyph != 0x2580 && cell.glyph != 0x2584
        if isText { return nil }  // an indicator
        let picture = ScheduleGallery.pictures[gallery.pictureOfRow[row]]
        let colors = cell.glyph == 0x20 ? [cell.background.rgb] : [cell.background.rgb, cell.foreground.rgb]
        for case let color? in colors where color != picture.color && color != ScheduleGallery.placeholder {
            guard picture.allowed.contains(where: { $0.contains(color) }) else {
                let owner = ScheduleGallery.pictures.first { $0.color == color }?.url.absoluteString
                return "shows \(color), \(owner ?? "a mixture"), and not \(picture.color), \(picture.url)"
            }
        }
        return nil
    }

    // MARK: - The end

    /// Lets everything come to its end; then every row in view must show its own picture.
    private func drain() -> String? {
        note("drain")
        heldTransfers = []
        finishAll()
        engine.manager.removeAllFailedURLs()
        for _ in 0..<2 {  // rows are laid out, and settle
            window.turn(at: engine.time.now)
            engine.time.advance(by: .seconds(1))
        }
        window.turn(at: engine.time.now)
        for row in table.visibleRows {
            guard let cell = table.cellForRow(at: IndexPath(row: row)) as? ScheduleGallery.RowCell else {
                return "row \(row) has no cell"
            }
            if cell.imageView.image == nil, cell.imageView.latestOperation == nil {
                cell.hasInsisted = true
                gallery.load(row, in: cell, options: .retryFailed)
            }
        }
        finishAll()
        if engine.manager.liveLoads > 0 { return "\(engine.manager.liveLoads) loads never ended" }
        for _ in 0..<2 {
            engine.time.advance(by: .seconds(1))
            window.turn(at: engine.time.now)
        }
        let canvas = window.drawFrame()
        return fault(in: canvas) ?? incompleteness(of: canvas)
    }

    private func finishAll() {
        engine.answerAll { FakePicture(number: Stage.number(of: $0), size: PixelSize(width: 2, height: 2)) }
    }

    private func incompleteness(of canvas: Canvas) -> String? {
        for row in table.visibleRows {
            let line = row * table.rowHeight - table.contentOffset
            guard line >= 0, line < canvas.size.rows, !canvas.size.isEmpty else { continue }
            let area = CellRect(column: 0, row: line, columns: ScheduleGallery.imageSize.columns, rows: 1)
            let wanted = ScheduleGallery.pictures[gallery.pictureOfRow[row]].color
            // In a window of one column a square picture has one pixel of the two.
            let shown = canvas.colors(in: area).subtracting(canvas.size.columns == 1 ? [nil] : [])
            if shown != [wanted] { return "row \(row) shows \(shown) in the end, not \(wanted)" }
        }
        return nil
    }
}
