import HalftoneUI

/// A cell whose picture is above its caption.
final class CaptionCell: TableViewCell {
    let imageView: AnimatedImageView
    let caption = Label()

    init(environment: ScreenEnvironment) {
        imageView = AnimatedImageView(environment: environment)
        super.init(reuseIdentifier: "caption")
        imageView.indicator = .dots
        imageView.transition = .overGreen
        for view in [imageView, caption] as [View] { addSubview(view) }
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        imageView.prepareForReuse()
        caption.text = ""
    }

    override func layoutSubviews() {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        imageView.frame = CellRect(column: 0, row: 0, columns: columns, rows: rows - 1)
        caption.frame = CellRect(column: 1, row: rows - 1, columns: columns - 1, rows: 1)
    }

    override var isSelected: Bool {
        didSet { caption.style = CellStyle(attributes: isSelected ? .bold : []) }
    }
}

/// Dots, as many as a load has lasted tenths of a second, and the part of the bytes that has arrived.
final class Dots: View, ImageIndicatorView {
    var fraction: Double? { didSet { setNeedsDisplay() } }
    private var start: Duration?
    private var count = 0

    override func advance(to now: Duration) -> Duration? {
        let start = start ?? now
        self.start = start
        count = Int((now - start) / .milliseconds(100)) % 10
        setNeedsDisplay()
        return now + .milliseconds(100)
    }

    override func draw(in context: inout DrawingContext) {
        let part = fraction.map { " \(Int($0 * 100))" } ?? ""
        context.draw(
            "waiting" + String(repeating: ".", count: count) + part, column: 1, row: 0,
            columns: bounds.size.columns - 1,
            style: .plain)
    }
}

extension ImageIndicator {
    static let dots = ImageIndicator(name: "dots") { Dots() }
}

extension ImageTransition {
    static let overGreen = ImageTransition(
        name: "overGreen",
        effect: .mixing { old, new, fraction in
            fraction < 1 ? Bitmap(size: old.size, filledWith: RGBA(RGB(0, 255, 0))) : new
        })
}

final class Captions: TableViewDataSource, TableViewDelegate {
    let urls = CommandLine.arguments.dropFirst().compactMap { URL(string: $0) }

    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { urls.count }

    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        let cell = table.dequeueReusableCell(withIdentifier: "caption", for: path)
        (cell as? CaptionCell)?.caption.text = urls[path.row].lastPathComponent
        return cell
    }

    /// Loads the pictures of rows that stay in view.
    func tableView(_ table: TableView, didSettle cell: TableViewCell, forRowAt path: IndexPath) {
        (cell as? CaptionCell)?.imageView.setImage(
            url: urls[path.row], placeholder: .plain(RGB(0, 0, 255)), options: [.progressiveLoad, .forceTransition])
    }

    func tableView(_ table: TableView, didEndDisplaying cell: TableViewCell, forRowAt path: IndexPath) {
        (cell as? CaptionCell)?.imageView.cancelCurrentImageLoad()
    }
}

let captions = Captions()
TerminalApplication { environment in
    let table = TableView(trace: environment.manager.trace)
    table.register("caption") { CaptionCell(environment: environment) }
    table.rowHeight = 8
    table.settleDelay = .milliseconds(50)
    (table.dataSource, table.delegate) = (captions, captions)
    table.reloadData()
    return table
}.run()
