extension Canvas {
    /// Copies the cells of a rectangle, including their hyperlinks and pictures, from a canvas of the same size.
    ///
    /// A wide character must not be cut by the rectangle unless its other half is equal in both canvases: nothing is
    /// repaired at the edges.
    package mutating func copy(_ rect: CellRect, from other: Canvas) {
        precondition(other.size == size, "a canvas of \(other.size) cannot give cells to one of \(size)")
        let area = rect.intersection(bounds)
        guard !area.isEmpty else { return }
        pictures.add(other.pictures)
        for row in area.minRow..<area.maxRow {
            let columns = row * size.columns + area.minColumn..<row * size.columns + area.maxColumn
            if other.links == links {
                cells.replaceSubrange(columns, with: other.cells[columns])
            } else {
                for index in columns { cells[index] = adopted(other.cells[index], from: other) }
            }
        }
    }

    /// Returns another canvas's cell with the hyperlink number of this canvas.
    private mutating func adopted(_ cell: Cell, from other: Canvas) -> Cell {
        var cell = cell
        cell.link = other.links[cell.link].map { number(of: $0) } ?? 0
        return cell
    }
}
