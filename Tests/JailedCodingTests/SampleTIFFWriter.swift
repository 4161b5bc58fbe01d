import Pixels

/// A writer of TIFF files without compression, with samples of any number of bits.
struct SampleTIFFWriter {
    var size = PixelSize(width: 5, height: 4)
    var bits = 8
    /// 1 for numbers without a sign, 2 with one, 3 with a fraction.
    var format = 1
    /// 0 white is 0, 1 black is 0, 2 RGB, 3 palette, 5 inks, 6 YCbCr, 8 CIE L*a*b*, 9 that of ICC; `nil` for no such field.
    var photometric: Int? = 1
    var samples = 1
    var isPlanar = false
    /// The size of tiles; `nil` for strips of three rows.
    var tile: PixelSize?
    var isBigEndian = false
    /// 1 if the last sample is alpha that has been multiplied, 2 if it is alpha that has not.
    var alpha: Int?
    /// Channel by channel, 16 bits each.
    var palette: [Int] = []
    /// Other fields of 16 bits. They replace the bits and the format of samples.
    var fields: [Int: [Int]] = [:]
    /// Other fields of fractions, in thousandths.
    var fractions: [Int: [Int]] = [:]
    /// A color profile; empty for none.
    var profile: [UInt8] = []

    /// `sample` gives the bits of a sample.
    func bytes(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt64) -> [UInt8] {
        let blocks = blocks(sample)
        var fields = fields.mapValues { (length: 2, values: $0) }
        for (tag, values) in fractions { fields[tag] = (8, values) }
        fields[256] = (4, [size.width])
        fields[257] = (4, [size.height])
        fields[258] = fields[258] ?? (2, Array(repeating: bits, count: samples))
        fields[259] = (2, [1])
        if let photometric { fields[262] = (2, [photometric]) }
        fields[277] = (2, [samples])
        fields[284] = (2, [isPlanar ? 2 : 1])
        fields[339] = fields[339] ?? (2, Array(repeating: format, count: samples))
        if let alpha { fields[338] = (2, [alpha]) }
        if !profile.isEmpty { fields[34_675] = (1, profile.map(Int.init)) }
        if !palette.isEmpty { fields[320] = (2, palette) }
        if let tile { (fields[322], fields[323]) = ((4, [tile.width]), (4, [tile.height])) }
        if tile == nil { fields[278] = (4, [3]) }
        fields[tile == nil ? 279 : 325] = (4, blocks.map(\.count))
        fields[tile == nil ? 273 : 324] = (4, blocks.map { _ in 0 })
        // The directory, the values that do not fit into it, the blocks.
        let more = 8 + 2 + 12 * fields.count + 4
        let start = more + fields.values.map { $0.length * $0.values.count }.filter { $0 > 4 }.reduce(0, +)
        fields[tile == nil ? 273 : 324]?.values = blocks.indices.map { blocks[..<$0].reduce(start) { $0 + $1.count } }
        var (directory, values) = (number(fields.count, 2), [UInt8]())
        for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
            let content = field.values.flatMap { value in
                field.length == 8 ? number(value, 4) + number(1000, 4) : number(value, field.length)
            }
            let type = [1: 7, 2: 3, 4: 4, 8: 5][field.length] ?? 0
            directory += number(tag, 2) + number(type, 2) + number(field.values.count, 4)
            directory += content.count > 4 ? number(more + values.count, 4) : Array((content + [0, 0, 0]).prefix(4))
            if content.count > 4 { values += content }
        }
        let mark: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        return mark + number(42, 2) + number(8, 4) + directory + number(0, 4) + values + blocks.joined()
    }

    /// The strips or tiles, those of a plane behind those of the one before.
    private func blocks(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt64) -> [[UInt8]] {
        let block = tile ?? PixelSize(width: size.width, height: 3)
        let planes = isPlanar ? (0..<samples).map { $0...$0 } : [0...samples - 1]
        var blocks: [[UInt8]] = []
        for channels in planes {
            for top in stride(from: 0, to: size.height, by: block.height) {
                for left in stride(from: 0, to: size.width, by: block.width) {
                    let end = tile == nil ? min(top + block.height, size.height) : top + block.height
                    blocks.append(
                        (top..<end).flatMap { y in
                            row(
                                (left..<left + block.width).flatMap { x in
                                    channels.map { sample(min(x, size.width - 1), min(y, size.height - 1), $0) }
                                })
                        })
                }
            }
        }
        return blocks
    }

    /// Samples of whole bytes are numbers; others follow one another bit by bit, the highest first.
    private func row(_ samples: [UInt64]) -> [UInt8] {
        if bits % 8 == 0 { return samples.flatMap { number(Int(bitPattern: UInt($0)), bits / 8) } }
        let digits = samples.flatMap { sample in (0..<bits).reversed().map { UInt8(sample >> UInt64($0) & 1) } }
        return stride(from: 0, to: digits.count, by: 8).map { first in
            (0..<8).reduce(0) { $0 << 1 | (first + $1 < digits.count ? digits[first + $1] : 0) }
        }
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
