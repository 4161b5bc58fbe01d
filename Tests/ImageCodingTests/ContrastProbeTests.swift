import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct ContrastProbeTests {
    /// Returns the probe's result for a gray picture of 128x128 reduced to 16x16.
    private func likeness(_ gray: (Int, Int) -> UInt8) throws -> Double {
        let size = PixelSize(width: 128, height: 128)
        let options = DecodeOptions(box: PixelSize(width: 16, height: 16))
        let plan = try DecodePlan(stored: size, orientation: .up, options: options)
        var probe = ContrastProbe(size: size, channels: 1, plan: plan)
        var reducer = AreaReducer(source: size, target: plan.target, layout: .gray8)
        for y in 0..<128 {
            (0..<128).map { gray($0, y) }.withUnsafeBufferPointer {
                probe.add(row: $0)
                reducer.add(row: $0)
            }
        }
        return probe.likeness(of: reducer.finish())
    }

    @Test func `a flat picture is trusted`() throws { #expect(try likeness { _, _ in 90 } == .infinity) }

    @Test func `a slope is trusted`() throws { #expect(try likeness { UInt8($0 + $1 / 2) } > 45) }

    @Test func `lines with a period of two pixels are not trusted`() throws {
        #expect(try likeness { x, _ in x.isMultiple(of: 2) ? 230 : 20 } < 40)
        #expect(try likeness { x, y in (x + y).isMultiple(of: 2) ? 230 : 20 } < 40)
    }

    @Test func `noise is not trusted`() throws {
        var random = SeededGenerator(seed: 51)
        #expect(try likeness { _, _ in .random(in: 0...255, using: &random) } < 30)
    }

    @Test func `points of light are not trusted`() throws {
        var random = SeededGenerator(seed: 52)
        #expect(try likeness { _, _ in UInt8.random(in: 0...255, using: &random) < 9 ? 200 : 0 } < 40)
    }
}
