import CJPEG

/// Pictures with fine, high-contrast detail, which a decoder that averages encoded bytes darkens.
enum DrawnPicture {
    /// Lines of black strokes on white, like a scanned page.
    case text
    /// A few thousand bright points on black.
    case points

    private static let (width, height) = (1600, 1200)

    private func pixels() -> [UInt8] {
        var bytes = [UInt8](repeating: self == .text ? 255 : 0, count: 3 * Self.width * Self.height)
        var seed: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ limit: Int) -> Int {
            seed ^= seed << 13
            seed ^= seed >> 7
            seed ^= seed << 17
            return Int(truncatingIfNeeded: seed >> 33) % limit
        }
        func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ value: UInt8) {
            for row in y..<min(Self.height, y + height) {
                for place in 3 * (row * Self.width + x)..<3 * (row * Self.width + min(Self.width, x + width)) {
                    bytes[place] = value
                }
            }
        }
        switch self {
        case .text:
            for line in stride(from: 40, to: Self.height - 40, by: 28) {
                var x = 60
                while x < Self.width - 80 {
                    if random(6) == 0 { x += 12 }  // between two words
                    fill(x, line, 2, 16, 0)
                    fill(x, line + random(3) * 7, 8, 2, 0)
                    if random(2) == 0 { fill(x + 8, line + 4, 2, 12, 0) }
                    x += 14
                }
            }
        case .points:
            for _ in 0..<3000 {
                let side = 1 + random(3)
                fill(random(Self.width), random(Self.height), side, side, UInt8(128 + random(128)))
            }
        }
        return bytes
    }

    /// Returns a baseline JPEG without chroma subsampling.
    func jpeg(quality: Int32) throws -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let encoding = cjpeg_encoding(
            quality: quality, is_progressive: false, halves_columns: false, halves_rows: false, restart_rows: 0)
        let count = cjpeg_encode(pixels(), Int32(Self.width), Int32(Self.height), 3, encoding, &bytes)
        guard count > 0, let bytes else { throw Failure("libjpeg could not encode a drawing") }
        defer { cjpeg_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
