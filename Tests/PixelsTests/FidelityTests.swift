import Glibc
import Pixels
import TestSupport
import Testing

/// The fidelity of reductions to area averages in linear light, computed in double precision (goal P6).
@Suite(.endsInTime) struct FidelityTests {
    private static let size = PixelSize(width: 203, height: 151)

    private static func picture(_ layout: PixelLayout, _ pixel: (Int, Int) -> [UInt8]) -> ReferencePicture {
        let bytes = (0..<size.area).flatMap { pixel($0 % size.width, $0 / size.width).prefix(layout.bytesPerPixel) }
        return ReferencePicture(size: size, layout: layout, bytes: bytes)
    }

    /// Returns pictures of the kinds for which averaging is worst.
    private static func pictures() -> [(name: String, ReferencePicture)] {
        var random = SeededGenerator(seed: 61)
        return [
            ("text", picture(.gray8) { x, y in [(x * 7 / 3 ^ y) % 5 == 0 ? 0 : 255] }),
            (
                "points of light",
                picture(.rgb8) { x, y in (x * 31 + y * 17) % 97 == 0 ? [255, 240, 200] : [4, 4, 12] }
            ),
            ("noise", picture(.rgb8) { _, _ in [random.byte(), random.byte(), random.byte()] }),
            ("leaves", picture(.rgba8) { x, y in [UInt8(x), 200, UInt8(y), (x ^ y) & 4 == 0 ? 0 : 255] }),
            ("dark fade", picture(.rgb8) { x, y in [UInt8(x / 8), UInt8(y / 8), 3] }),
        ]
    }

    @Test func `every reduction is within fifty decibels of the exact one`() {
        for (name, picture) in Self.pictures() {
            for target in [PixelSize(width: 40, height: 30), PixelSize(width: 7, height: 90)] {
                var reducer = AreaReducer(source: picture.size, target: target, layout: picture.layout)
                reducer.add(rowsOf: picture)
                let (reduced, exact) = (reducer.finish(), picture.reduced(to: target))
                let error = zip(reduced.bytes, exact.bytes).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
                let decibels = error == 0 ? .infinity : 10 * log10(255 * 255 * Double(exact.bytes.count) / error)
                #expect(decibels >= 50, "\(name) to \(target): \(decibels) dB")
            }
        }
    }
}
