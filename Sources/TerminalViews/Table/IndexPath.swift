import FoundationEssentials

extension IndexPath {
    /// Creates the index path of a table row. Tables have one section.
    public init(row: Int, section: Int = 0) { self.init(indexes: [section, row]) }

    /// The row of a path with two indexes, as tables use them.
    public var row: Int { self[1] }

    /// The section of a path with two indexes.
    public var section: Int { self[0] }
}
