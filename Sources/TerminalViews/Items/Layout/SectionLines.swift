/// The sections of a layout, one below the other: a header, the items, a footer. A value.
struct SectionLines {
    struct Section: Hashable {
        /// 0: it has none.
        var header = 0
        /// The lines of all its items.
        var body = 0
        /// 0: it has none.
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

    /// The first line of a section, which is its header's if it has one.
    func start(of section: Int) -> Int { lines.sum(before: section) }

    /// The lines of a section's items.
    func body(of section: Int) -> Range<Int> {
        let start = start(of: section) + list[section].header
        return start..<start + list[section].body
    }

    /// The section that a line belongs to; the last for lines behind all, `nil` if there is none.
    func section(atLine line: Int) -> Int? {
        count == 0 ? nil : min(lines.index(at: max(0, line)), count - 1)
    }

    /// How many items stand before this one.
    func ordinal(of path: ItemPath) -> Int { items.sum(before: path.section) + path.item }

    /// The item with so many before it; `nil` if there are no more than these.
    func path(ordinal: Int) -> ItemPath? {
        guard ordinal >= 0, ordinal < totalItems else { return nil }
        let section = items.index(at: ordinal)
        return ItemPath(section: section, item: ordinal - items.sum(before: section))
    }

    func contains(_ path: ItemPath) -> Bool {
        list.indices.contains(path.section) && path.item >= 0 && path.item < list[path.section].itemCount
    }
}
