/// A bit reader for the blocks of a scan: it decodes the DC coefficient of each block, and sums up the AC coefficients
/// or skips them.
struct BlockReader {
    private let scan: ScanBytes
    private var bits: BitWindow
    private var nextMarker: UInt8 = 0xD0
    /// Number of MCUs between restart markers, 0 without any, and before the next one.
    private let restartInterval: Int
    private var unitsToRestart: Int

    init(_ scan: ScanBytes, restartInterval: Int) {
        self.scan = scan
        bits = BitWindow(UnsafePointer(scan.bytes))
        (self.restartInterval, unitsToRestart) = (restartInterval, restartInterval)
    }

    /// Continues after a restart marker where one is due, where `last`, the last DC coefficients, begin anew. Ensures
    /// that all bytes of the next MCU are buffered. Returns `false` without the marker, or if bits beyond the end were
    /// consumed.
    @inline(__always)
    mutating func beginUnit(_ last: inout SIMD4<Int32>) -> Bool {
        if restartInterval > 0 {
            if unitsToRestart == 0 {
                guard restart() else { return false }
                (last, unitsToRestart) = (.zero, restartInterval)
            }
            unitsToRestart -= 1
        }
        return bits.place <= scan.end - ScanBytes.margin || readOn()
    }

    private mutating func readOn() -> Bool {
        guard scan.isComplete else {
            // All bytes examined so far are valid, so the next ones can move to the front.
            scan.fill(from: bits.place)
            bits.place = 0
            return true
        }
        return !hasRunOut
    }

    /// Whether more bits were consumed than there are.
    var hasRunOut: Bool { bits.consumed > 8 * scan.end }

    /// Continues after a restart marker. Returns `false` if the expected marker does not come next.
    private mutating func restart() -> Bool {
        let left = 8 * scan.end - bits.consumed
        guard scan.isComplete, (0..<8).contains(left), scan.marker == nextMarker else { return false }
        scan.passMarker()
        bits = BitWindow(UnsafePointer(scan.bytes))
        nextMarker = 0xD0 | (nextMarker + 1) & 7
        return true
    }

    /// Reads the difference of the DC coefficient to that of the previous block; `nil` if the bits are not a valid
    /// code.
    @inline(__always)
    mutating func readFirst(
        _ table: UnsafePointer<UInt32>, _ codes: @autoclosure () -> HuffmanCodes?
    ) -> Int32? {
        bits.fill()
        let entry = table[bits.peek(DCTable.bits)]
        guard entry == 0 else {
            bits.drop(Int(entry & 31))
            return Int32(bitPattern: entry) >> 16
        }
        guard let (symbol, length) = codes()?.symbol(at: bits.peek(16)), symbol < 16 else { return nil }
        bits.drop(length)
        let value = DCTable.difference(bits.peek(Int(symbol)), size: Int(symbol))
        bits.drop(Int(symbol))
        return Int32(truncatingIfNeeded: value)
    }

    /// Skips the AC coefficients. Returns `false` if the bits are not a valid code, or there are too many coefficients.
    @inline(__always)
    mutating func passOthers(
        _ many: UnsafePointer<UInt16>, _ one: UnsafePointer<UInt16>, _ codes: @autoclosure () -> HuffmanCodes?
    ) -> Bool {
        var next = 1
        while next < 64 {
            bits.fillForCoefficient()
            let index = bits.peek(ACSkipTable.bits)
            var entry = many[index]
            // A full block has no end-of-block code: the next bits belong to the next block.
            if next + Int(entry >> 5 & 127) > (entry & ACSkipTable.end == 0 ? 64 : 63) { entry = one[index] }
            if entry == 0 {
                guard let (symbol, length) = codes()?.symbol(at: bits.peek(16)) else { return false }
                let step = ACSkipTable.step(symbol)
                bits.drop(length + step.bits)
                if step.passed == 0 { return true }
                next += step.passed
            } else {
                bits.drop(Int(entry & 31))
                if entry & ACSkipTable.end != 0 { return true }
                next += Int(entry >> 5 & 127)
            }
        }
        return next == 64
    }

    /// Adds up the AC coefficients times their weights, and the squares of these products. Returns `nil` if the bits
    /// are not a valid code, or there are too many coefficients.
    @inline(__always)
    mutating func sumOthers(
        _ table: UnsafePointer<ACTable.Entry>, _ codes: @autoclosure () -> HuffmanCodes?,
        _ weights: UnsafePointer<SIMD4<Float>>
    ) -> (sums: SIMD4<Float>, squares: SIMD4<Float>)? {
        sum(table, codes(), weights)
    }

    /// Adds up the AC coefficients times their weights. Returns `nil` if the bits are not a valid code, or there are
    /// too many coefficients.
    @inline(__always)
    mutating func sumOthers(
        _ table: UnsafePointer<ACTable.Entry>, _ codes: @autoclosure () -> HuffmanCodes?,
        _ weights: UnsafePointer<SIMD16<Float>>
    ) -> SIMD16<Float>? {
        sum(table, codes(), weights)?.sums
    }

    // Not called from other files: a debug build would not specialize it there.
    @inline(__always)
    private mutating func sum<Sums: SIMD<Float>>(
        _ table: UnsafePointer<ACTable.Entry>, _ codes: @autoclosure () -> HuffmanCodes?,
        _ weights: UnsafePointer<Sums>
    ) -> (sums: Sums, squares: Sums)? {
        // As a local variable it stays in registers.
        var bits = bits
        defer { self.bits = bits }
        var (sums, squares, next) = (Sums.zero, Sums.zero, 1)
        while next < 64 {
            bits.fillForCoefficient()
            let entry = table[bits.peek(ACTable.bits)]
            let place = next &+ Int(entry.passed)
            let end = place &+ Int(entry.passedNext)
            // A full block has no end-of-block code: the next bits belong to the next block.
            if entry.used > 0, end < 64 || (end == 64 && !entry.isEnd) {
                bits.drop(Int(entry.used))
                let (one, two) = (weights[place &- 1] * Float(entry.value), weights[end &- 1] * Float(entry.valueNext))
                sums += one + two
                squares += one * one + two * two
                if entry.isEnd { return (sums, squares) }
                next = end
            } else {
                guard let (symbol, length) = codes()?.symbol(at: bits.peek(16)) else { return nil }
                let step = ACSkipTable.step(symbol)
                bits.drop(length)
                let value = Float(bits.readValue(size: step.bits))
                if step.passed == 0 { return (sums, squares) }
                next += step.passed
                guard next <= 64 else { return nil }
                let product = weights[next &- 1] * value
                sums += product
                squares += product * product
            }
        }
        return (sums, squares)
    }
}

/// The next bits of a scan.
private struct BitWindow {
    private let bytes: UnsafePointer<UInt8>
    /// The next bits, most significant first; at least `available` of them are valid. The bits after them are read from
    /// `place`.
    private var window: UInt64 = 0
    private var available = 0
    var place = 0

    init(_ bytes: UnsafePointer<UInt8>) { self.bytes = bytes }

    /// Number of bits that have been dropped.
    var consumed: Int { 8 * place - available }

    /// Refills the window, so that at least 56 bits are available.
    @inline(__always)
    mutating func fill() {
        let word = UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self)
        window |= UInt64(bigEndian: word) &>> UInt64(truncatingIfNeeded: available)
        place &+= (63 &- available) &>> 3
        available |= 56
    }

    /// Ensures that a code, of at most 16 bits, and the bits of its value, at most 15, are available.
    @inline(__always)
    mutating func fillForCoefficient() {
        if available < 32 { fill() }
    }

    /// Returns the next bits, at most 32; 0 for a count of 0.
    @inline(__always)
    func peek(_ count: Int) -> Int {
        Int(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count))
    }

    @inline(__always)
    mutating func drop(_ count: Int) {
        window &<<= UInt64(truncatingIfNeeded: count)
        available &-= count
    }

    @inline(__always)
    mutating func readValue(size: Int) -> Int32 {
        defer { drop(size) }
        return Int32(truncatingIfNeeded: DCTable.difference(peek(size), size: size))
    }
}
