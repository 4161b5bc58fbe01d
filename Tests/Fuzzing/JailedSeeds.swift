import ImageCoding

/// Small SVG and TIFF pictures. `run` has programs encode those of the other formats.
enum JailedSeeds {
    static var svg: [(String, [UInt8])] {
        let pictures = [
            "viewBox='0 0 9 9'><rect width='4' height='9' fill='#f00' fill-opacity='.5'/>",
            "width='20' height='10'><text y='9' font-family='serif'>a&#233;</text>",
            "width='2em' height='50%'><style>rect{fill:url(#a)}</style><rect id='a' width='1' height='1'/>",
            "width='9' height='9'><g id='a' transform='rotate(9)'><path d='M1 1L9 9A2 2 0 1 1 3 4z'/></g><use href='#a'/>",
            "><defs><linearGradient id='a'><stop offset='1' stop-color='red'/></linearGradient></defs><image href='a.png'/>",
        ]
        return pictures.enumerated().map { index, text in
            ("SVG-\(index)", Array("<svg xmlns='http://www.w3.org/2000/svg' \(text)</svg>".utf8))
        }
    }

    static var tiff: [(String, [UInt8])] {
        [1, 2].flatMap { planes in
            [(1, 1), (1, 4), (1, 8), (1, 16), (3, 8), (3, 16), (4, 8)].flatMap { channels, bits in
                [1, 5, 32_773].flatMap { compression in
                    [0, 1, 2, 3, 5, 6].compactMap { photometric in
                        guard (photometric >= 2 && photometric != 3) == (channels >= 3), planes == 1 || channels > 1
                        else {
                            return nil
                        }
                        let fields = [
                            258: bits, 259: compression, 262: photometric, 274: 1 + bits % 8, 277: channels,
                            284: planes,
                        ]
                        return (
                            "TIFF-\(fields.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: "-"))",
                            tiff(fields)
                        )
                    }
                }
            }
        }
    }

    /// A picture of eight by eight pixels in one strip, with arbitrary content.
    private static func tiff(_ fields: [Int: Int]) -> [UInt8] {
        let pixels = (0..<512).map { UInt8(truncatingIfNeeded: $0 * 5) }
        var fields = fields.merging([256: 8, 257: 8, 278: 8, 279: pixels.count]) { first, _ in first }
        fields[273] = 8 + 2 + 12 * (fields.count + 1) + 4
        let entries = fields.sorted { $0.key < $1.key }.flatMap { tag, value in
            number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
        }
        return [0x49, 0x49, 42, 0] + number(8, 4) + number(fields.count, 2) + entries + number(0, 4) + pixels
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
