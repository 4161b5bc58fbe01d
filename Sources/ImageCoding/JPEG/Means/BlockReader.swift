/// Reads the blocks of a scan, bit by bit from the front: of each the first coefficient, and nothing of the others.
struct BlockReader {
    private let scan: ScanBytes
    private let bytes: UnsafePointer<UInt8>
    /// The next bits, the first one highest; at least `available` of them are there. Those behind are read from `place`.
    private var window: UInt64 = 0
    private var available = 0
    private var place = 0
    private var nextMarker: UInt8 = 0xD0

    init(_ scan: ScanBytes) {
        self.scan = scan
        bytes = UnsafePointer(scan.bytes)
    }

    /// To be called before each unit: sees to it that all its bytes are there. `false` if bits were taken that are not.
    @inline(__always)
    mutating func prepareUnit() -> Bool { place <= scan.end - ScanBytes.margin || readOn() }

    private mutating func readOn() -> Bool {
        guard scan.isComplete else {
            // All of the bytes that have been looked at are there, so that the next ones move to the front.
            scan.fill(from: place)
            place = 0
            return true
        }
        return !hasRunOut
    }

    /// `true` once more bits were taken than there are.
    var hasRunOut: Bool { 8 * place - available > 8 * scan.end }

    /// Goes on behind a restart marker. `false` if it is not there, or not the next thing that is.
    mutating func restart() -> Bool {
        let bits = 8 * scan.end - (8 * place - available)
        guard scan.isComplete, (0..<8).contains(bits), scan.marker == nextMarker else { return false }
        scan.passMarker()
        (window, available, place) = (0, 0, 0)
        nextMarker = 0xD0 | (nextMarker + 1) & 7
        return true
    }

    /// The difference of the first coefficient to that of the block before; `nil` if the bits are no code.
    @inline(__always)
    mutating func readFirst(
        _ table: UnsafePointer<UInt32>, _ codes: @autoclosure () -> HuffmanCodes?
    ) -> Int32? {
        fill()
        let entry = table[peek(FirstCoefficientTable.bits)]
        guard entry == 0 else {
            drop(Int(entry & 31))
            return Int32(bitPattern: entry) >> 16
        }
        guard let (symbol, length) = codes()?.symbol(at: peek(16)), symbol < 16 else { return nil }
        drop(length)
        let value = FirstCoefficientTable.difference(peek(Int(symbol)), size: Int(symbol))
        drop(Int(symbol))
        return Int32(truncatingIfNeeded: value)
    }

    /// Passes over the other coefficients. `false` if the bits are no code, or there are too many coefficients.
    @inline(__always)
    mutating func passOthers(
        _ many: UnsafePointer<UInt16>, _ one: UnsafePointer<UInt16>, _ codes: @autoclosure () -> HuffmanCodes?
    ) -> Bool {
        var next = 1
        while next < 64 {
            if available < 32 { fill() }
            let bits = peek(SkippingTable.bits)
            var entry = many[bits]
            // The end of a block that is full has no code: the next bits are those of another block.
            if next + Int(entry >> 5 & 127) > (entry & SkippingTable.end == 0 ? 64 : 63) { entry = one[bits] }
            if entry == 0 {
                guard let (symbol, length) = codes()?.symbol(at: peek(16)) else { return false }
                let step = SkippingTable.step(symbol)
                drop(length + step.bits)
                if step.passed == 0 { return true }
                next += step.passed
            } else {
                drop(Int(entry & 31))
                if entry & SkippingTable.end != 0 { return true }
                next += Int(entry >> 5 & 127)
            }
        }
        return next == 64
    }

    // MARK: - Bits

    /// At least 56 bits are available then.
    @inline(__always)
    private mutating func fill() {
        let word = UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self)
        window |= UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: available)
        place &+= (63 &- available) &>> 3
        available |= 56
    }

    /// The next bits, at most 32; 0 of them are 0.
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
