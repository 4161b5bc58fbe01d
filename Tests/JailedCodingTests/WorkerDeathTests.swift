import EngineTestSupport
import FoundationEssentials
import Glibc
import HalftoneCore
import ImageCoding
import ImageLoading
import JailedCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Workers that die while recycled cells load pictures.
@Suite(.endsInTime) @MainActor struct WorkerDeathTests {
    @Test(arguments: 0..<3 as Range<UInt64>)
    func `workers that die in a fling leave no stale picture, and one error for each load`(_ seed: UInt64) throws {
        let fling = try Fling(seed: seed)
        for _ in 0..<800 {
            fling.step()
            try #require(fling.problem == nil, "\(fling.problem ?? "")")
        }
        fling.end()
        #expect(fling.problem == nil && fling.killed > 5, "\(fling.problem ?? "")")
        let crash = "damaged AVIF: its decoder crashed (signal 11)"
        let death = "HEIC cannot be decoded: its decoder was killed, perhaps for memory"
        let ends = fling.ends.subtracting([crash + " (not tried again yet)"])
        #expect(ends == ["picture", "cancelled", crash, death])
    }
}

/// A random fling through a table whose pictures are decoded by workers that are killed, and by some that crash.
@MainActor
private final class Fling: TableViewDataSource, TableViewDelegate {
    private static let rows = 300
    private static let placeholder = RGB(255, 0, 255)

    private var random: SeededGenerator
    private let pool = TestWorkers.pool()
    /// How the next workers are killed.
    private let ways = Lock<[KillingCoder.Way]>([])
    private let engine: FakeEngine
    private let window: Window
    private let table: TableView
    /// The number of completions of each load; must be 1 in the end.
    private var completions: [Int] = []
    private(set) var ends: Set<String> = []
    private(set) var killed = 0
    private(set) var problem: String?

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        let coders: [any ImageCoder] = [
            KillingCoder(coder: try TestWorkers.coder(.svg, pool), pool: pool, ways: ways),
            try TestWorkers.coder(.avif, TestWorkers.pool(["crashes"])),
            try TestWorkers.coder(.heic, TestWorkers.pool(["isKilled"])),
        ]
        engine = FakeEngine(
            transport: FakeTransport(cancelAnswer: .whenTold), coders: ImageCodersManager(coders: coders),
            memoryCache: MemoryCache(budget: 200))
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager)
        window = Window(size: CellSize(columns: 4, rows: 6), environment: environment)
        table = TableView(trace: engine.trace)
        // so that a recycled cell is drawn before its next load begins
        table.settleDelay = .milliseconds(30)
        table.register("row") { PictureCell(environment: environment) }
        (table.dataSource, table.delegate) = (self, self)
        window.addSubview(table)
        table.reloadData()
    }

    // MARK: - Pictures

    /// Returns the bytes of a row's picture: every fifth crashes its worker, and every fifth has it killed.
    private func bytes(of row: Int) -> [UInt8] {
        switch row % 5 {
        case 1: return [0, 0, 0, 12] + Array("ftypavif".utf8)
        case 3: return [0, 0, 0, 12] + Array("ftypheic".utf8)
        default:
            let color = color(of: row)
            let fill = "rgb(\(color.red),\(color.green),\(color.blue))"
            return Array(
                "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'><rect width='2' height='2' fill='\(fill)'/></svg>"
                    .utf8)
        }
    }

    private func color(of row: Int) -> RGB { RGB(10, UInt8(row % 256), UInt8(row / 256 * 100)) }

    // MARK: - Steps

    func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2: table.scroll(byLines: Int.random(in: -2...6, using: &random))
        case 2..<4: answer()
        case 4..<6: decode()
        case 6: engine.manager.deliveries.deliver()
        default: draw()
        }
    }

    private func answer() {
        guard let transfer = engine.transport.running.randomElement(using: &random) else { return }
        transfer.acknowledgeCancel()
        if !transfer.isCancelled { transfer.finish(bytes(of: Int(transfer.url.split(separator: "/").last ?? "") ?? 0)) }
    }

    /// Decodes a picture, whose worker may be killed.
    private func decode() {
        while engine.reads.runAll() > 0 {}
        guard engine.decodes.count > 0 else { return }
        if let way = [KillingCoder.Way.idle, .working, nil].randomElement(using: &random) ?? nil {
            ways.withLock { $0 = [way] }
            killed += 1
        }
        engine.decodes.runOne(at: Int.random(in: 0..<engine.decodes.count, using: &random))
    }

    private func draw() {
        engine.time.advance(by: .milliseconds(20))
        window.turn(at: engine.time.now)
        let canvas = window.drawFrame()
        let stale = engine.trace.summary.stalePaints
        if stale > 0 { problem = "\(stale) stale paints" }
        for row in table.visibleItems {
            let line = row - table.contentOffset
            guard (0..<canvas.size.rows).contains(line) else { continue }
            let cell = canvas[0, line]
            for case let shown? in [cell.background.rgb, cell.glyph == 0x20 ? nil : cell.foreground.rgb]
            where shown != Self.placeholder && shown != color(of: row) {
                problem = "row \(row) shows \(shown)"
            }
        }
    }

    // MARK: - The end

    /// Ends all loads without killing more; then every visible row shows its picture, or has failed.
    func end() {
        for _ in 0..<3 { draw() }  // so that the last rows settle
        ways.withLock { $0 = [] }
        repeat {
            for _ in engine.transport.running { answer() }
            engine.runPending()
        } while !engine.transport.running.isEmpty || engine.reads.count + engine.decodes.count > 0
        draw()
        if engine.manager.activeLoadCount > 0 { problem = "\(engine.manager.activeLoadCount) loads never ended" }
        if completions.contains(where: { $0 != 1 }) { problem = "a load has not ended once" }
        for row in table.visibleItems where ![1, 3].contains(row % 5) {
            let cell = table.cellForRow(at: IndexPath(row: row)) as? PictureCell
            if cell?.imageView.image == nil { problem = "row \(row) has no picture" }
        }
    }

    // MARK: - Table

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {
        guard let cell = cell as? PictureCell, let url = URL(string: "http://lab/\(indexPath.row)") else { return }
        let load = completions.count
        completions.append(0)
        // Without a placeholder, a picture that a cell has kept from its former row stays.
        let options: ImageOptions = Bool.random(using: &random) ? .delayPlaceholder : []
        cell.imageView.setImage(
            url: url, placeholder: .plain(Self.placeholder), options: options
        ) { [weak self] result in
            self?.completions[load] += 1
            let text = if case .failure(let error) = result { error.description } else { "picture" }
            if text.contains("\n") { self?.problem = text }
            self?.ends.insert(text)
        }
    }
}

/// A row with a picture of two columns.
private final class PictureCell: TableViewCell {
    let imageView: ImageView

    init(environment: ScreenEnvironment) {
        imageView = ImageView(environment: environment)
        imageView.indicator = .none
        super.init(reuseIdentifier: "row")
        addSubview(imageView)
    }

    override func layoutSubviews() { imageView.frame = CellRect(column: 0, row: 0, columns: 2, rows: 1) }

    override func prepareForReuse() {
        super.prepareForReuse()
        imageView.prepareForReuse()
    }
}

/// A coder that kills the worker that decodes for it, once for each of `ways`.
private struct KillingCoder: ImageCoder {
    enum Way { case idle, working }

    let coder: JailedImageCoder
    let pool: DecodeWorkers
    let ways: Lock<[Way]>

    var format: ImageFormat { coder.format }

    func canDecode(_ bytes: [UInt8]) -> Bool { coder.canDecode(bytes) }

    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        try coder.header(of: bytes, limits: limits)
    }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard let worker = pool.idleProcesses.last, let way = ways.withLock({ $0.popLast() }) else {
            return try coder.decode(bytes, options: options)
        }
        if way == .idle { kill(worker, SIGKILL) }
        let rest = Lock(way == .working ? [worker] : [])
        let source = ByteSource(count: bytes.count) { offset, target in
            // read while the worker waits for the bytes
            if let worker = rest.withLock({ $0.popLast() }) { kill(worker, SIGKILL) }
            target.copyBytes(from: bytes[offset...].prefix(target.count))
            return min(target.count, bytes.count - offset)
        }
        return try coder.decode(source, options: options)
    }
}
