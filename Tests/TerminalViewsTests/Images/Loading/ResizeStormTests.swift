import EngineTestSupport
import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct ResizeStormTests {
    @Test func `in windows of any size rows show the parts of their own images, each once`() {
        let seeds = SeededSchedules.share(of: UInt64(1)...200)
        var parts = 0
        for seed in seeds {
            let storm = ResizeStorm(seed: seed)
            #expect(storm.run(steps: 60) == nil, "seed \(seed)")
            parts += storm.parts
        }
        #expect(parts > seeds.count, "storms in which nothing arrives prove nothing")
    }
}

/// Rows whose images arrive in parts while the size of the window changes. The seed decides everything.
@MainActor
private final class ResizeStorm: TableViewDataSource, TableViewDelegate {
    private static let sizes = [(20, 12), (6, 5), (3, 3), (9, 2), (1, 1), (5, 0)].map {
        CellSize(columns: $0, rows: $1)
    }
    private static let placeholder = RGB(255, 0, 255)
    private static let rows = 12

    private let stage = Stage()
    private let table: TableView
    private var random: SeededGenerator
    private var problem: String?
    /// What each row has shown last.
    private var shown: [Int: (view: Int, generation: Int, arrived: Int)] = [:]
    /// Number of parts seen on the screen.
    private(set) var parts = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        table = TableView(trace: stage.engine.trace)
        table.rowHeight = 2
        table.register("row") { [environment = stage.environment] in
            let cell = PictureCell(environment: environment)
            (cell.imageView.indicator, cell.imageView.contentMode) = (.none, .aspectFill)
            return cell
        }
        (table.dataSource, table.delegate) = (self, self)
        stage.window.addSubview(table)
        stage.window.didFindWrongDamage = { [unowned self] in problem = problem ?? $0 }
        table.reloadData()
        stage.window.resize(to: Self.sizes[0])
    }

    /// Runs steps, and then all work at the largest size. Returns what is wrong; `nil` if nothing is.
    func run(steps: Int) -> String? {
        for _ in 0..<steps {
            step()
            stage.engine.runPending()
            check(stage.frame())
        }
        stage.window.resize(to: Self.sizes[0])
        for _ in 0..<3 {  // rows settle, and load
            stage.turn(after: .seconds(1))
            finishAll()
        }
        let canvas = stage.frame()
        check(canvas)
        let ends = (0..<canvas.size.rows).map { line in
            RGB?.some(PartCoder.color(of: Self.byte((table.contentOffset + line) / 2), arrived: PartCoder.length))
        }
        if canvas.colors() != Set(ends) { problem = problem ?? "in the end \(canvas.colors()) is shown" }
        return problem
    }

    private func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: stage.window.resize(to: Self.sizes.randomElement(using: &random) ?? Self.sizes[0])
        case 4..<8: sendPart()
        case 8: table.scroll(byLines: Int.random(in: -5...5, using: &random))
        default: stage.turn(after: .milliseconds(50))
        }
    }

    private func sendPart() {
        let open = stage.engine.transport.running.filter { $0.sentBytes < 160 }
        guard let transfer = open.randomElement(using: &random) else { return }
        transfer.send(Self.bytes(of: transfer, count: transfer.sentBytes == 0 ? 80 : 40))
        stage.engine.time.advance(by: .milliseconds(200))
    }

    private func finishAll() {
        let engine = stage.engine
        repeat {
            for transfer in engine.transport.running {
                transfer.finish(Self.bytes(of: transfer, count: PartCoder.length - transfer.sentBytes))
            }
            engine.runPending()
        } while !engine.transport.running.isEmpty || engine.reads.count + engine.decodes.count > 0
    }

    private static func bytes(of transfer: FakeTransfer, count: Int) -> [UInt8] {
        [UInt8](repeating: byte(Stage.number(of: transfer.url)), count: count)
    }

    private static func byte(_ row: Int) -> UInt8 { UInt8(row + 1) }

    // MARK: - Checking

    private func check(_ canvas: Canvas) {
        guard canvas.size.columns > 0 else { return }
        for line in 0..<canvas.size.rows {
            let row = (table.contentOffset + line) / table.rowHeight
            let colors = canvas.colors(in: CellRect(column: 0, row: line, columns: canvas.size.columns, rows: 1))
            let wrong = row < Self.rows ? fault(in: colors, row) : colors == [nil] ? nil : "no row shows \(colors)"
            if let wrong { problem = problem ?? "line \(line): \(wrong)" }
        }
    }

    private func fault(in colors: Set<RGB?>, _ row: Int) -> String? {
        guard colors.count == 1, case let color?? = colors.first else { return "row \(row) shows \(colors)" }
        let arrived = color == Self.placeholder ? 0 : Int(color.blue)
        guard arrived == 0 || color == PartCoder.color(of: Self.byte(row), arrived: arrived) else {
            return "row \(row) shows \(color)"
        }
        if 0 < arrived, arrived < PartCoder.length { parts += 1 }
        guard let view = (table.cellForRow(at: IndexPath(row: row)) as? PictureCell)?.imageView else {
            return "row \(row) has no cell"
        }
        defer { shown[row] = (view.id, view.bindingGeneration, arrived) }
        guard let last = shown[row], last.view == view.id, last.generation == view.bindingGeneration else { return nil }
        return arrived < last.arrived ? "row \(row) shows \(arrived) bytes after \(last.arrived)" : nil
    }

    // MARK: - Table

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        (cell as? PictureCell)?.imageView.showPlaceholder(.plain(Self.placeholder))
        return cell
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {
        var context = ImageContext()
        context.imageCoder = PartCoder()
        (cell as? PictureCell)?.imageView.setImage(
            url: Stage.url(indexPath.row), placeholder: .plain(Self.placeholder), options: .progressiveLoad,
            context: context)
    }
}
