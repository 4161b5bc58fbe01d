import FoundationEssentials

extension IndexPath {
    /// Creates the index path of a table row.
    public init(row: Int, section: Int = 0) { self.init(indexes: [section, row]) }

    /// Creates the index path of a grid item.
    public init(item: Int, section: Int = 0) { self.init(indexes: [section, item]) }

    /// The row of a path with two indexes, as tables use them.
    public var row: Int { self[1] }

    /// The item of a path with two indexes, as grids use them.
    public var item: Int { self[1] }

    /// The section of a path with two indexes.
    public var section: Int { self[0] }
}
