import Pixels

/// An image of few colors as palette indices, lossless.
struct ExactPalette {
    /// The palette, in order of first appearance.
    private(set) var colors: [RGBA] = []
    private(set) var indices: [UInt8] = []

    /// Creates the palette, or returns `nil` if there are more than `limit` colors, at most 256.
    init?(_ bitmap: Bitmap, limit: Int) {
        var numbers: [UInt32: UInt8] = [:]
        var places: [UInt32] = []
        var last: (color: UInt32, number: UInt8)?
        indices.reserveCapacity(bitmap.size.area)
        let isWhole = bitmap.bytes.withUnsafeBytes { bytes in
            for place in stride(from: 0, to: bytes.count, by: 4) {
                let color = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                if let last, last.color == color {  // the usual case
                    indices.append(last.number)
                    continue
                }
                guard numbers[color] != nil || places.count < min(256, limit) else { return false }
                let number = numbers[color] ?? UInt8(places.count)
                if numbers.updateValue(number, forKey: color) == nil { places.append(color) }
                indices.append(number)
                last = (color, number)
            }
            return true
        }
        guard isWhole else { return nil }
        colors = places.map { color in
            let bytes = withUnsafeBytes(of: color) { Array($0) }
            return RGBA(bytes[0], bytes[1], bytes[2], bytes[3])
        }
    }
}
