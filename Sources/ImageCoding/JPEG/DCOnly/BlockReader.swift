/// A bit reader for the blocks of a scan: it decodes the DC coefficient of each block and skips the AC coefficients.
struct BlockReader {
    private let scan: ScanBytes
    private let bytes: UnsafePointer<UInt8>
    /// The next bits, most significant first; at least `available` of them are valid. The bits after them are read from
    /// `place`.
    private var window: UInt64 = 0
    private var available = 0
    private var place = 0
    private var nextMarker: UInt8 = 0xD0

    init(_ scan: ScanBytes) {
        self.scan = scan
        bytes = UnsafePointer(scan.bytes)
    }

    /// Ensures before each MCU that all its bytes are buffered. Returns `false` if bits beyond the end were consumed.
    @inline(__always)
    mutating func prepareUnit() -> Bool { place <= scan.end - ScanBytes.margin || readOn() }

    private mutating func readOn() -> Bool {
        guard scan.isComplete else {
            // All bytes examined so far are valid, so the next ones can move to the front.
            scan.fill(from: place)
            place = 0
            return true
        }
        return !hasRunOut
    }

    /// Whether more bits were consumed than there are.
    var hasRunOut: Bool { 8 * place - available > 8 * scan.end }

    /// Continues after a restart marker. Returns `false` if the expected marker does not come next.
    mutating func restart() -> Bool {
        let bits = 8 * scan.end - (8 * place - available)
        guard scan.isComplete, (0..<8).contains(bits), scan.marker == nextMarker else { return false }
        scan.passMarker()
        (window, available, place) = (0, 0, 0)
        nextMarker = 0xD0 | (nextMarker + 1) & 7
        return true
    }

    /// Reads the difference of the DC coefficient to that of the previous block; `nil` if the bits are not a valid
    /// code.
    @inline(__always)
    mutating func readFirst(
        _ table: UnsafePointer<UInt32>, _ codes: @autoclosure () -> HuffmanCodes?
    ) -> Int32? {
        fill()
        let entry = table[peek(DCTable.bits)]
        guard entry == 0 else {
            drop(Int(entry & 31))
            return Int32(bitPattern: entry) >> 16
        }
        guard let (symbol, length) = codes()?.symbol(at: peek(16)), symbol < 16 else { return nil }
        drop(length)
        let value = DCTable.difference(peek(Int(symbol)), size: Int(symbol))
        drop(Int(symbol))
        return Int32(truncatingIfNeeded: value)
    }

    /// Skips the AC coefficients. Returns `false` if the bits are not a valid code, or there are too many coefficients.
    @inline(__always)
    mutating func passOthers(
        _ many: UnsafePointer<UInt16>, _ one: UnsafePointer<UInt16>, _ codes: @autoclosure () -> HuffmanCodes?
    ) -> Bool {
        var next = 1
        while next < 64 {
            if available < 32 { fill() }
            let bits = peek(ACSkipTable.bits)
            var entry = many[bits]
            // A full block has no end-of-block code: the next bits belong to the next block.
            if next + Int(entry >> 5 & 127) > (entry & ACSkipTable.end == 0 ? 64 : 63) { entry = one[bits] }
            if entry == 0 {
                guard let (symbol, length) = codes()?.symbol(at: peek(16)) else { return false }
                let step = ACSkipTable.step(symbol)
                drop(length + step.bits)
                if step.passed == 0 { return true }
                next += step.passed
            } else {
                drop(Int(entry & 31))
                if entry & ACSkipTable.end != 0 { return true }
                next += Int(entry >> 5 & 127)
            }
        }
        return next == 64
    }

    // MARK: - Bits

    /// Refills the window, so that at least 56 bits are available.
    @inline(__always)
    private mutating func fill() {
        let word = UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self)
        window |= UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: available)
        place &+= (63 &- available) &>> 3
        available |= 56
    }

    /// Returns the next bits, at most 32; 0 for a count of 0.
    @inline(__always)
    private func peek(_ count: Int) -> Int {
        Int(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count))
    }

    @inline(__always)
    private mutating func drop(_ count: Int) {
        window &<<= UInt64(truncatingIfNeeded: count)
        available &-= count
    }
}
