extension Cell {
    /// The first word of `▀` without mark, emphasis and link.
    static let upperHalfBlock: UInt64 = 0x2580

    /// Both 64-bit halves of a cell in memory: what it shows and where it leads, then its colours.
    ///
    /// Read as they lie there, because the compiler does not merge the loads of single fields.
    @inline(__always)
    static func words(_ cell: UnsafePointer<Cell>) -> (UInt64, UInt64) {
        let memory = UnsafeRawPointer(cell)
        let shown = UInt64(littleEndian: memory.loadUnaligned(as: UInt64.self))
        return (shown, memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Equality in two comparisons.
    @inline(__always)
    static func areIdentical(_ one: UnsafePointer<Cell>, _ other: UnsafePointer<Cell>) -> Bool {
        let (a, b) = (words(one), words(other))
        return (a.0 ^ b.0) | (a.1 ^ b.1) == 0
    }

    /// Equality of two runs of cells.
    static func areIdentical(_ one: UnsafePointer<Cell>, _ other: UnsafePointer<Cell>, count: Int) -> Bool {
        for index in 0..<count where !areIdentical(one + index, other + index) { return false }
        return true
    }
}
