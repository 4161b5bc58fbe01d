extension Canvas: CustomStringConvertible, CustomReflectable {
    /// The size, without the cells.
    public var description: String { "canvas of \(size) cells" }

    /// A mirror without the cells, which would fill pages.
    public var customMirror: Mirror { Mirror(self, children: ["size": size], displayStyle: .struct) }
}

extension PictureCells: CustomStringConvertible, CustomReflectable {
    /// The size, without the cells.
    public var description: String { "picture of \(size) cells" }

    /// A mirror without the cells, which would fill pages.
    public var customMirror: Mirror { Mirror(self, children: ["size": size], displayStyle: .struct) }
}
