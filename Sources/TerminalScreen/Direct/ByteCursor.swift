/// The position of the next byte of a frame, in memory that was reserved beforehand.
///
/// The cursor never checks for room: the encoder reserves for the worst case of a row and then writes unchecked. Stores
/// are eight bytes wide where that is faster; only `count` bytes of them count, and the next store overwrites the rest.
struct ByteCursor {
    private(set) var next: UnsafeMutableRawPointer
    private let decimals = decimalTable

    init(_ start: UnsafeMutableRawPointer) { next = start }

    /// Appends one byte.
    @inline(__always) mutating func put(_ byte: UInt8) {
        next.storeBytes(of: byte, as: UInt8.self)
        next += 1
    }

    /// Appends the lowest `count` bytes of `word`, lowest first.
    @inline(__always) mutating func put(_ word: UInt64, count: Int) {
        next.storeBytes(of: word.littleEndian, as: UInt64.self)
        next += count
    }

    /// Appends the lowest byte of a value, a color channel, in decimal and a semicolon.
    @inline(__always) mutating func putChannel(_ value: UInt32) {
        let entry = decimals[Int(value & 0xFF)]
        next.storeBytes(of: UInt32(truncatingIfNeeded: entry).littleEndian, as: UInt32.self)
        next += Int(truncatingIfNeeded: entry >> 32)
    }

    /// Appends SGR with two colors (`0xRRGGBB`) and `▀`, which is a cell of a picture.
    @inline(__always) mutating func putPictureCell(_ foreground: UInt32, _ background: UInt32) {
        put(0x3B_323B_3833_5B1B, count: 7)  // "ESC [ 38;2;"
        putChannel(foreground >> 16)
        putChannel(foreground >> 8)
        putChannel(foreground)
        put(0x3B_323B_3834, count: 5)  // "48;2;"
        putChannel(background >> 16)
        putChannel(background >> 8)
        putChannel(background)
        next -= 1
        put(0x8096_E26D, count: 4)  // "m▀", over the last semicolon
    }

    /// Appends a non-negative number in decimal.
    mutating func putNumber(_ value: Int) {
        if value >= 10 { putNumber(value / 10) }
        put(UInt8(truncatingIfNeeded: 0x30 + value % 10))
    }

    /// Appends CUF, which is never longer than CHA to the same column. Nothing for no columns.
    mutating func putForward(_ columns: Int) {
        guard columns > 0 else { return }
        put(0x5B1B, count: 2)
        if columns > 1 { putNumber(columns) }
        put(UInt8(ascii: "C"))
    }

    @inline(__always) mutating func replaceLast(with byte: UInt8) {
        (next - 1).storeBytes(of: byte, as: UInt8.self)
    }

    /// Appends a character in UTF-8.
    @inline(__always) mutating func putScalar(_ value: UInt32) {
        if value < 0x80 {
            put(UInt8(truncatingIfNeeded: value))
        } else if value < 0x800 {
            put(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
            put(UInt8(truncatingIfNeeded: 0x80 | value & 0x3F))
        } else if value < 0x10000 {
            let bytes = 0x8080E0 | value >> 12 | (value >> 6 & 0x3F) << 8 | (value & 0x3F) << 16
            put(UInt64(bytes), count: 3)
        } else {
            let high = 0x80F0 | value >> 18 | (value >> 12 & 0x3F) << 8
            let low = 0x8080 | (value >> 6 & 0x3F) | (value & 0x3F) << 8
            put(UInt64(high | low << 16), count: 4)
        }
    }
}

/// A table of the texts `"0;"` to `"255;"`: the characters in the low half, lowest byte first, their count in the high
/// half. Never freed. Immutable once it is filled, which nonisolated(unsafe) states: a pointer is not Sendable.
private nonisolated(unsafe) let decimalTable: UnsafePointer<UInt64> = {
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
    for value in 0..<256 {
        let text = Array("\(value);".utf8)
        var entry = UInt64(text.count) << 32
        for (place, byte) in text.enumerated() { entry |= UInt64(byte) << (8 * UInt64(place)) }
        (table + value).initialize(to: entry)
    }
    return UnsafePointer(table)
}()
