import Pixels

/// The headers of a JPEG whose blocks ``BlockReader`` can read: 8 bits a sample, Huffman coding, all components and all
/// coefficients in one scan (ITU-T T.81, B.2).
struct JPEGFrame {
    struct Component {
        /// Blocks per MCU, horizontally and vertically (the sampling factors).
        let columns: Int
        let rows: Int
        /// The quantization steps in the order of the coefficients: of DC first, then of AC.
        let steps: [Int]
        /// Indices of the DC and the AC Huffman tables.
        var first = 0
        var others = 0
    }

    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var components: [Component] = []
    /// The size of an MCU, in blocks.
    private(set) var unit = PixelSize(width: 1, height: 1)
    /// Huffman tables by index, 0 to 3: for DC coefficients, for AC coefficients.
    private(set) var firstCodes = [HuffmanCodes?](repeating: nil, count: 4)
    private(set) var otherCodes = [HuffmanCodes?](repeating: nil, count: 4)
    /// The restart interval in MCUs; 0 if there are no restart markers.
    private(set) var restartInterval = 0
    /// The offset of the entropy-coded data.
    private(set) var scanOffset = 0

    /// Parses the headers; `nil` for all other kinds of JPEG, and for invalid headers.
    init?(_ head: [UInt8]) {
        var steps = [[Int]](repeating: [], count: 4)
        var frame: ArraySlice<UInt8>?
        var segments = JPEGSegments(of: head)
        while let (marker, content) = segments.next() {
            switch marker {
            case 0xC0, 0xC1:
                guard frame == nil else { return nil }
                frame = content
            case 0xC4: guard readCodes(content) else { return nil }
            case 0xC2...0xCF: return nil  // other kinds of frames and entropy coding
            case 0xDB: guard Self.readSteps(content, &steps) else { return nil }
            case 0xDD:
                guard content.count == 2 else { return nil }
                restartInterval = Self.number(content, at: 0)
            default: break
            }
        }
        guard let frame, let scan = segments.scan, frame.count >= 6, frame[frame.startIndex] == 8 else { return nil }
        size = PixelSize(width: Self.number(frame, at: 3), height: Self.number(frame, at: 1))
        scanOffset = scan.endIndex
        guard !size.isEmpty, readComponents(frame.dropFirst(5), steps), readScan(scan, frame.dropFirst(6)) else {
            return nil
        }
    }

    /// Whether each pixel of the target contains at least `blocks` blocks of every component on both axes.
    func has(blocks: Int, inPixelOf target: PixelSize) -> Bool {
        components.allSatisfy {
            size.width * $0.columns >= 8 * unit.width * blocks * target.width
                && size.height * $0.rows >= 8 * unit.height * blocks * target.height
        }
    }

    // MARK: - Reading

    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int {
        Int(bytes[bytes.startIndex + offset]) << 8 | Int(bytes[bytes.startIndex + offset + 1])
    }

    /// Reads quantization tables.
    private static func readSteps(_ content: ArraySlice<UInt8>, _ steps: inout [[Int]]) -> Bool {
        var rest = content
        while let kind = rest.popFirst() {
            let isWide = kind >> 4 == 1
            let length = isWide ? 128 : 64
            guard kind >> 4 <= 1, kind & 15 < 4, rest.count >= length else { return false }
            steps[Int(kind & 15)] = (0..<64).map {
                isWide ? number(rest, at: 2 * $0) : Int(rest[rest.startIndex + $0])
            }
            rest = rest.dropFirst(length)
        }
        return true
    }

    private mutating func readCodes(_ content: ArraySlice<UInt8>) -> Bool {
        var rest = content
        while let kind = rest.popFirst() {
            guard kind >> 4 <= 1, kind & 15 < 4, let codes = HuffmanCodes(&rest) else { return false }
            if kind >> 4 == 0 {
                firstCodes[Int(kind & 15)] = codes
            } else {
                otherCodes[Int(kind & 15)] = codes
            }
        }
        return true
    }

    private mutating func readComponents(_ content: ArraySlice<UInt8>, _ steps: [[Int]]) -> Bool {
        guard let count = content.first, count == 1 || count == 3, content.count == 1 + 3 * Int(count) else {
            return false
        }
        for index in 0..<Int(count) {
            let start = content.startIndex + 1 + 3 * index
            let (sampling, table) = (content[start + 1], content[start + 2])
            guard table < 4, steps[Int(table)].count == 64 else { return false }
            // A scan of one component has MCUs of one block, whatever its sampling factors (A.2.2).
            let (columns, rows) = count == 1 ? (1, 1) : (Int(sampling >> 4), Int(sampling & 15))
            guard (1...4).contains(columns), (1...4).contains(rows) else { return false }
            components.append(Component(columns: columns, rows: rows, steps: steps[Int(table)]))
        }
        unit = PixelSize(width: components.map(\.columns).max() ?? 1, height: components.map(\.rows).max() ?? 1)
        return components.reduce(0) { $0 + $1.columns * $1.rows } <= 10  // B.2.3
            && components.allSatisfy { unit.width % $0.columns == 0 && unit.height % $0.rows == 0 }
    }

    /// Reads the scan header. `names` are the components of the frame, three bytes each.
    private mutating func readScan(_ scan: ArraySlice<UInt8>, _ names: ArraySlice<UInt8>) -> Bool {
        let count = components.count
        guard scan.count == 4 + 2 * count, Int(scan[scan.startIndex]) == count,
            scan.suffix(3).elementsEqual([0, 63, 0])
        else { return false }
        for index in 0..<count {
            let start = scan.startIndex + 1 + 2 * index
            let (first, others) = (Int(scan[start + 1] >> 4), Int(scan[start + 1] & 15))
            guard scan[start] == names[names.startIndex + 3 * index], first < 4, others < 4, firstCodes[first] != nil,
                otherCodes[others] != nil
            else { return false }
            components[index].first = first
            components[index].others = others
        }
        return true
    }
}
