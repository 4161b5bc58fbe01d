extension Cell {
    /// The first word of `▀` without mark, attributes and hyperlink.
    static let upperHalfBlock: UInt64 = 0x2580

    /// Returns both 64-bit halves of a cell in memory: glyph, mark, attributes and hyperlink, then the colors.
    ///
    /// Whole words are read because the compiler does not merge the loads of single fields.
    @inline(__always)
    static func words(_ cell: UnsafePointer<Cell>) -> (UInt64, UInt64) {
        let memory = UnsafeRawPointer(cell)
        let shown = UInt64(littleEndian: memory.loadUnaligned(as: UInt64.self))
        return (shown, memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Returns whether two cells are equal, in two comparisons.
    @inline(__always)
    static func areIdentical(_ one: UnsafePointer<Cell>, _ other: UnsafePointer<Cell>) -> Bool {
        let (a, b) = (words(one), words(other))
        return (a.0 ^ b.0) | (a.1 ^ b.1) == 0
    }

    /// Returns whether two runs of cells are equal.
    static func areIdentical(_ one: UnsafePointer<Cell>, _ other: UnsafePointer<Cell>, count: Int) -> Bool {
        for index in 0..<count where !areIdentical(one + index, other + index) { return false }
        return true
    }
}
