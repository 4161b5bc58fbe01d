extension Canvas: CustomStringConvertible, CustomReflectable {
    /// The size, not the cells.
    public var description: String { "canvas of \(size) cells" }

    /// Leaves out the cells, which would fill pages.
    public var customMirror: Mirror { Mirror(self, children: ["size": size], displayStyle: .struct) }
}

extension PictureCells: CustomStringConvertible, CustomReflectable {
    /// The size, not the cells.
    public var description: String { "picture of \(size) cells" }

    /// Leaves out the cells, which would fill pages.
    public var customMirror: Mirror { Mirror(self, children: ["size": size], displayStyle: .struct) }
}
