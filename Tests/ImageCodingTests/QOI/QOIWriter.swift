import Pixels

/// A writer of QOI files that uses every kind of chunk where it may.
struct QOIWriter {
    var size: PixelSize
    var channels: UInt8 = 3
    var space: UInt8 = 0

    init(_ width: Int, _ height: Int, channels: UInt8 = 3) {
        size = PixelSize(width: width, height: height)
        self.channels = channels
    }

    static let endMark: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    func bytes(_ chunks: [UInt8]) -> [UInt8] {
        let sides = [size.width, size.height].flatMap { side in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
        }
        return Array("qoif".utf8) + sides + [channels, space] + chunks + Self.endMark
    }

    /// `pixel` gives red, green, blue and alpha.
    func bytes(_ pixel: (_ x: Int, _ y: Int) -> RGBA) -> [UInt8] {
        var chunks: [UInt8] = []
        var (last, run) = (RGBA(0, 0, 0), 0)
        var seen = [RGBA](repeating: RGBA(0, 0, 0, 0), count: 64)
        for index in 0..<size.area {
            let next = pixel(index % size.width, index / size.width)
            if next == last {
                run += 1
                if run == 62 { chunks.append(0xC0 + UInt8(run) - 1) }
                run %= 62
                continue
            }
            if run > 0 { chunks.append(0xC0 + UInt8(run) - 1) }
            run = 0
            let hash = (Int(next.red) * 3 + Int(next.green) * 5 + Int(next.blue) * 7 + Int(next.alpha) * 11) % 64
            chunks += seen[hash] == next ? [UInt8(hash)] : Self.chunk(next, behind: last)
            seen[hash] = next
            last = next
        }
        return bytes(run > 0 ? chunks + [0xC0 + UInt8(run) - 1] : chunks)
    }

    private static func chunk(_ next: RGBA, behind last: RGBA) -> [UInt8] {
        let color = [next.red, next.green, next.blue]
        guard next.alpha == last.alpha else { return [0xFF] + color + [next.alpha] }
        let differences = zip(color, [last.red, last.green, last.blue]).map { Int(Int8(bitPattern: $0 &- $1)) }
        let (red, green, blue) = (differences[0], differences[1], differences[2])
        if differences.allSatisfy({ (-2...1).contains($0) }) {
            return [0x40 | UInt8(red + 2) << 4 | UInt8(green + 2) << 2 | UInt8(blue + 2)]
        }
        if (-32...31).contains(green), (-8...7).contains(red - green), (-8...7).contains(blue - green) {
            return [0x80 | UInt8(green + 32), UInt8(red - green + 8) << 4 | UInt8(blue - green + 8)]
        }
        return [0xFE] + color
    }
}

extension QOIWriter {
    /// Small pictures with and without alpha. `value` is that of a channel.
    static func samples(
        _ size: PixelSize, _ value: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) -> [(name: String, bytes: [UInt8])] {
        ([3, 4] as [UInt8]).map { channels in
            let writer = QOIWriter(size.width, size.height, channels: channels)
            let bytes = writer.bytes { x, y in
                let place = x % 20 < 5 ? 0 : x  // some runs
                let color = (0..<3).map { UInt8(value(place, y / 2 * 2, $0)) }
                return RGBA(color[0], color[1], color[2], channels == 4 ? UInt8(y % 3 * 100 + 55) : 255)
            }
            return (channels == 4 ? "qoi alpha" : "qoi", bytes)
        }
    }
}
