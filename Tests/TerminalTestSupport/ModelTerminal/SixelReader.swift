/// A decoder of the data of sixels, strict about what terminals take differently.
struct SixelReader {
    private let data: ArraySlice<UInt8>
    private var place: Int
    private(set) var problems: [String] = []
    /// The number of rows that the data claims.
    private(set) var height = 0
    private var width = 0

    init(data: ArraySlice<UInt8>) {
        self.data = data
        place = data.startIndex
    }

    /// Calls `paint` with the column, the row and the color of each painted pixel.
    mutating func read(_ paint: (Int, Int, UInt32) -> Void) {
        var palette: [Int: UInt32] = [:]
        var (x, y, color) = (0, 0, 0)
        while place < data.endIndex {
            let byte = data[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                let fields = numbers()
                guard fields.count == 4 else { return problems.append("raster attributes \(fields)") }
                (width, height) = (fields[2], fields[3])
            case UInt8(ascii: "#"):
                let fields = numbers()
                color = fields[0]
                if color > 255 { problems.append("color register \(color)") }
                if fields.count == 5 {
                    let isRGB = fields[1] == 2 && fields[2...].allSatisfy { $0 <= 100 }
                    if !isRGB { problems.append("color \(fields)") }
                    palette[color] = fields[2...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
                }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            case UInt8(ascii: "!"):
                let count = numbers()[0]
                guard place < data.endIndex else { return problems.append("a cut repetition") }
                let bits = data[place]
                place += 1
                for _ in 0..<count { draw(bits, &x, y, palette[color], paint) }
            default: draw(byte, &x, y, palette[color], paint)
            }
        }
    }

    private mutating func draw(
        _ byte: UInt8, _ x: inout Int, _ y: Int, _ color: UInt32?, _ paint: (Int, Int, UInt32) -> Void
    ) {
        guard (63...126).contains(byte) else { return problems.append("sixel \(byte)") }
        for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
            guard x < width, y + bit < height, let color else {
                problems.append("sixel outside of its size, or without a color")
                continue
            }
            paint(x, y + bit, color)
        }
        x += 1
    }

    private mutating func numbers() -> [Int] {
        var numbers = [0]
        while place < data.endIndex {
            switch data[place] {
            case 0x30...0x39: numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(data[place]) - 0x30
            case UInt8(ascii: ";"): numbers.append(0)
            default: return numbers
            }
            place += 1
        }
        return numbers
    }
}
