import Glibc
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct HighDynamicRangeTests {
    /// Values of gray that were calculated apart from this code, with the formulas of BT.2100 and BT.2390.
    private static let pq: [UInt8: Int] = [0: 0, 60: 39, 100: 107, 120: 157, 148: 229, 192: 255, 255: 255]
    private static let hlg: [UInt8: Int] = [0: 0, 60: 57, 100: 104, 128: 137, 191: 229, 230: 253, 255: 255]

    private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ pixel: [Sample], transfer: UInt8, primaries: UInt8 = 9, maximum: Int
    ) throws -> [UInt8] {
        let points = SourceColor.CICP(primaries: primaries, transfer: transfer)
        let range = try #require(HighDynamicRange(points, maximum: maximum))
        var result = [UInt8](repeating: 1, count: pixel.count)
        range.convert(pixel, to: &result, pixels: 1, channels: pixel.count)
        return result
    }

    @Test func `gray has the light of the standards`() throws {
        for (transfer, table) in [(UInt8(16), Self.pq), (18, Self.hlg)] {
            for (value, expected) in table {
                let bytes = try convert([value, value, value], transfer: transfer, maximum: 255)
                #expect(bytes.allSatisfy { abs(Int($0) - expected) <= 1 }, "\(transfer): \(value)")
                let deep = UInt16(value) * 257
                let fine = try convert([deep, deep, deep, 0x8080], transfer: transfer, maximum: 65_535)
                #expect(Array(fine.prefix(3)) == bytes && fine[3] == 128)
            }
        }
    }

    @Test func `the luminance of HLG depends on the primaries`() throws {
        // a red of BT.709, calculated apart from this code: 0.2126 of its light, to the power of 0.2
        let red = try convert([UInt8(120), 0, 0], transfer: 18, primaries: 1, maximum: 255)
        #expect(abs(Int(red[0]) - 111) <= 1 && red[1] == 0 && red[2] == 0)
    }

    @Test func `a color keeps its hue when it is compressed`() throws {
        let color = try convert([UInt8(180), 160, 130], transfer: 16, primaries: 1, maximum: 255)
        let light = color.map { Double(LinearLight.light(of: $0)) }
        let before = [180, 160, 130].map { value in
            let root = pow(Double(value) / 255, 1 / 78.84375)
            return pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
        }
        #expect(color[0] < 255 && before[0] > 203 / 10_000)
        for (one, other) in [(0, 1), (1, 2)] {
            #expect(abs(light[one] / light[other] * before[other] / before[one] - 1) < 0.05)
        }
    }

    @Test func `a PNG with code points of PQ is converted`() throws {
        let chunk = PNGChunk.bytes(PNGChunk.codePoints, [9, 16, 0, 1])
        let bitmap = Bitmap(size: PixelSize(width: 4, height: 4), filledWith: RGBA(148, 148, 148))
        let plain = try ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: .png)
        let image = try PNGCoder().decode(Array(plain[..<33] + chunk + plain[33...]), options: DecodeOptions())
        #expect(abs(Int(image.bitmap[1, 1].green) - 229) <= 1 && image.warning == nil)
    }
}
