import TerminalScreen

/// Pictures side by side, row after row, each in the middle of its place and with its title under it.
///
/// A value without output: ``add(_:)`` gives back a row when it is full.
struct ContactSheet {
    struct Entry {
        let picture: PictureCells
        /// Clean to print; `nil` where no titles are wanted.
        let title: String?
    }

    /// What one picture has to fit into.
    let place: CellSize
    private let columns: Int
    private var row: [Entry] = []
    private var isFirstRow = true

    private static let gap = 2

    /// `box` is as wide as the sheet, and no picture is higher than it. Places look square; `pixelAspect` is the width of
    /// half a cell over its height.
    init(columns: Int, box: CellSize, pixelAspect: Double) {
        // As many as there is room for: a picture takes a column at least.
        self.columns = max(1, min(columns, (box.columns + Self.gap) / (1 + Self.gap)))
        let width = max(1, (box.columns + Self.gap) / self.columns - Self.gap)
        let height = Int((Double(width) * pixelAspect / 2).rounded())
        place = CellSize(columns: width, rows: max(1, min(box.rows, height)))
    }

    /// Takes the next picture, and gives the row back that it completes.
    mutating func add(_ entry: Entry) -> Canvas? {
        row.append(entry)
        return row.count == columns ? finish() : nil
    }

    /// The row that has been begun; `nil` if there is none.
    mutating func finish() -> Canvas? {
        guard !row.isEmpty else { return nil }
        defer {
            row = []
            isFirstRow = false
        }
        let height = row.reduce(0) { max($0, $1.picture.size.rows) }
        let hasTitles = row.contains { $0.title != nil }
        let top = isFirstRow ? 0 : 1
        let width = row.count * (place.columns + Self.gap) - Self.gap
        var canvas = Canvas(size: CellSize(columns: width, rows: top + height + (hasTitles ? 1 : 0)))
        for (index, entry) in row.enumerated() {
            let left = index * (place.columns + Self.gap)
            let size = entry.picture.size
            canvas.draw(
                entry.picture,
                at: CellPoint(column: left + (place.columns - size.columns) / 2, row: top + (height - size.rows) / 2),
                clip: canvas.bounds)
            guard let title = entry.title else { continue }
            let text = Canvas.truncated(title, columns: place.columns)
            let indent = (place.columns - Canvas.columns(of: text)) / 2
            canvas.draw(
                text, at: CellPoint(column: left + indent, row: top + height), style: .plain, clip: canvas.bounds)
        }
        return canvas
    }
}
