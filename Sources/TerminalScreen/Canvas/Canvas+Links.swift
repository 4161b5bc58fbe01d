extension Canvas {
    /// Makes what is drawn in a rectangle lead somewhere when it is clicked; `nil`: nowhere any more.
    ///
    /// Whatever is drawn there afterwards leads nowhere. A wide character is never a link by half. Of more than 254
    /// targets on one canvas the last ones are left out: nobody's screen shows so many.
    public mutating func link(_ rect: CellRect, to target: LinkTarget?, clip: CellRect? = nil) {
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

    /// Where the cell in this column and row leads; `nil`: nowhere. It must be inside.
    public func linkTarget(column: Int, row: Int) -> LinkTarget? { links[self[column, row].link] }

    /// The number that stands for a target here; 0 if there are too many others.
    mutating func number(of target: LinkTarget) -> UInt8 {
        if let number = links.number(of: target) { return number }
        links.keepOnly(Set(cells.lazy.map(\.link)))
        return links.number(of: target) ?? 0
    }
}

/// Where the links of a canvas lead, by the numbers that its cells have. A value.
struct CanvasLinks: Hashable, Sendable {
    /// A number that no canvas gives: on a presenter's side, a link that leads elsewhere by now.
    static let unknown: UInt8 = 255

    /// That of number 1 comes first; `nil`: the number is free.
    private var targets: [LinkTarget?] = []

    var isEmpty: Bool { targets.isEmpty }

    /// `nil` for 0, and for every number that stands for nothing.
    subscript(number: UInt8) -> LinkTarget? {
        number > 0 && number <= targets.count ? targets[Int(number) - 1] : nil
    }

    /// The number of a target, which may be new; `nil` if none is free.
    mutating func number(of target: LinkTarget) -> UInt8? {
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
    /// Whether both show the same and lead to the same places, by whatever numbers.
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

    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        for cell in cells { hasher.combine(cell.glyph) }
    }
}
