extension Canvas {
    /// Makes the cells in a rectangle a hyperlink to a target; `nil` removes their hyperlinks.
    ///
    /// Cells drawn afterwards are no hyperlinks. A wide character always becomes a hyperlink as a whole. A canvas holds
    /// 254 targets; further ones are ignored, because no screen shows more.
    public mutating func link(_ rect: CellRect, to target: Hyperlink?, clip: CellRect? = nil) {
        let area = rect.intersection(clip ?? bounds).intersection(bounds)
        guard !area.isEmpty, target != nil || !links.isEmpty else { return }
        let number = target.map { self.number(of: $0) } ?? 0
        for row in area.minRow..<area.maxRow {
            let start = row * size.columns
            var (first, end) = (start + area.minColumn, start + area.maxColumn)
            if cells[first].glyph == 0 { first -= 1 }
            if end < start + size.columns, cells[end].glyph == 0 { end += 1 }
            for index in first..<end { cells[index].link = number }
        }
    }

    /// Returns the hyperlink target of a cell, which must be inside the canvas; `nil` if it has none.
    package func linkTarget(column: Int, row: Int) -> Hyperlink? { links[self[column, row].link] }

    /// Returns the number of a target on this canvas; 0 if there are too many others.
    mutating func number(of target: Hyperlink) -> UInt8 {
        if let number = links.number(of: target) { return number }
        links.keepOnly(Set(cells.lazy.map(\.link)))
        return links.number(of: target) ?? 0
    }
}

/// The hyperlink targets of a canvas, by the numbers in its cells. A value.
struct CanvasLinks: Equatable, Sendable {
    /// A number that no canvas assigns; a presenter uses it for a hyperlink whose target has changed.
    static let unknown: UInt8 = 255

    /// The targets, starting with number 1; `nil` marks a free number.
    private var targets: [Hyperlink?] = []

    var isEmpty: Bool { targets.isEmpty }

    /// Returns the target of a number; `nil` for 0 and for every unused number.
    subscript(number: UInt8) -> Hyperlink? {
        number > 0 && number <= targets.count ? targets[Int(number) - 1] : nil
    }

    /// Returns the number of a target, adding it if necessary; `nil` if no number is free.
    mutating func number(of target: Hyperlink) -> UInt8? {
        if let index = targets.firstIndex(of: target) { return UInt8(index + 1) }
        if let index = targets.firstIndex(of: nil) {
            targets[index] = target
            return UInt8(index + 1)
        }
        guard targets.count + 1 < Self.unknown else { return nil }
        targets.append(target)
        return UInt8(targets.count)
    }

    /// Frees the numbers that are not used.
    mutating func keepOnly(_ used: Set<UInt8>) {
        for index in targets.indices where !used.contains(UInt8(index + 1)) { targets[index] = nil }
    }
}

extension Canvas {
    /// Returns whether both canvases show the same cells with the same hyperlink targets, whatever their numbers.
    public static func == (one: Canvas, other: Canvas) -> Bool {
        guard one.size == other.size else { return false }
        guard one.links != other.links else { return one.cells == other.cells }
        return zip(one.cells, other.cells).allSatisfy { left, right in
            var right = right
            guard one.links[left.link] == other.links[right.link] else { return false }
            right.link = left.link
            return left == right
        }
    }
}
