import TerminalScreen

/// A contact sheet: rows of pictures, each centered in its box, with its title below.
///
/// A value without output: ``add(_:)`` returns a row when it is full.
struct ContactSheet {
    struct Entry {
        let picture: PictureCells
        /// The sanitized title; `nil` without titles.
        let title: String?
    }

    /// The box of one picture.
    let place: CellSize
    private let columns: Int
    private var row: [Entry] = []
    private var isFirstRow = true

    private static let gap = 2

    /// Creates a sheet. `box` has the width of the sheet and the maximum height of a picture. Boxes look square;
    /// `pixelAspect` is the width of half a cell divided by its height.
    init(columns: Int, box: CellSize, pixelAspect: Double) {
        // At most one picture per column of cells.
        self.columns = max(1, min(columns, (box.columns + Self.gap) / (1 + Self.gap)))
        let width = max(1, (box.columns + Self.gap) / self.columns - Self.gap)
        let height = Int((Double(width) * pixelAspect / 2).rounded())
        place = CellSize(columns: width, rows: max(1, min(box.rows, height)))
    }

    /// Adds a picture, and returns the row that it completes, if any.
    mutating func add(_ entry: Entry) -> Canvas? {
        row.append(entry)
        return row.count == columns ? finish() : nil
    }

    /// Returns the incomplete row; `nil` if there is none.
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
            let origin = CellPoint(
                column: left + (place.columns - size.columns) / 2, row: top + (height - size.rows) / 2)
            canvas.draw(entry.picture, at: origin, clip: canvas.bounds)
            guard let title = entry.title else { continue }
            let text = Canvas.truncated(title, columns: place.columns)
            let indent = (place.columns - Canvas.columns(of: text)) / 2
            canvas.draw(
                text, at: CellPoint(column: left + indent, row: top + height), style: .plain, clip: canvas.bounds)
        }
        return canvas
    }
}
