/// The sections of a layout, one below the other, each with a header, items and a footer. A value.
struct SectionLines {
    struct Section: Hashable {
        /// Height of the header in lines; 0 for none.
        var header = 0
        /// Number of lines of all items together.
        var body = 0
        /// Height of the footer in lines; 0 for none.
        var footer = 0
        var itemCount = 0

        var lines: Int { header + body + footer }
    }

    private(set) var list: [Section]
    private var lines: PrefixSums
    private var items: PrefixSums

    init(_ list: [Section] = []) {
        self.list = list
        lines = PrefixSums(list.map(\.lines))
        items = PrefixSums(list.map(\.itemCount))
    }

    var count: Int { list.count }
    var totalLines: Int { lines.total }
    var totalItems: Int { items.total }

    mutating func setBody(_ body: Int, of section: Int) {
        list[section].body = body
        lines.set(list[section].lines, at: section)
    }

    /// Returns the first line of a section, including its header.
    func start(of section: Int) -> Int { lines.sum(before: section) }

    /// Returns the range of lines of a section's items.
    func body(of section: Int) -> Range<Int> {
        let start = start(of: section) + list[section].header
        return start..<start + list[section].body
    }

    /// Returns the section that contains a line; the last one for lines after the end, `nil` if there are no sections.
    func section(atLine line: Int) -> Int? {
        count == 0 ? nil : min(lines.index(at: max(0, line)), count - 1)
    }

    /// Returns the number of items before this one, in all sections.
    func ordinal(of path: ItemPath) -> Int { items.sum(before: path.section) + path.item }

    /// Returns the item with `ordinal` items before it; `nil` if there is none.
    func path(ordinal: Int) -> ItemPath? {
        guard ordinal >= 0, ordinal < totalItems else { return nil }
        let section = items.index(at: ordinal)
        return ItemPath(section: section, item: ordinal - items.sum(before: section))
    }

    func contains(_ path: ItemPath) -> Bool {
        list.indices.contains(path.section) && path.item >= 0 && path.item < list[path.section].itemCount
    }
}
