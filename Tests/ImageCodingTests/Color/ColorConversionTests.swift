import CLCMS
import Glibc
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct ColorConversionTests {
    private typealias Points = SourceColor.Chromaticities

    private static let p3 = Points(
        white: .init(x: 0.3127, y: 0.3290), red: .init(x: 0.680, y: 0.320), green: .init(x: 0.265, y: 0.690),
        blue: .init(x: 0.150, y: 0.060))
    private static let adobe = Points(
        white: .init(x: 0.3127, y: 0.3290), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.21, y: 0.71),
        blue: .init(x: 0.15, y: 0.06))

    private func conversion(
        _ color: SourceColor, _ layout: PixelLayout = .rgb8, _ fidelity: DecodeOptions.Fidelity = .exact
    ) -> ColorConversion {
        ColorConversion(color, layout: layout, fidelity: fidelity, limits: DecodeLimits())
    }

    /// Returns a converted pixel, whether it is converted in rows or in the finished bitmap.
    private func converted(_ pixel: [UInt8], _ color: SourceColor, _ layout: PixelLayout = .rgb8) -> [UInt8] {
        let conversion = conversion(color, layout)
        var row = pixel
        if let rows = conversion.rows {
            row.withUnsafeMutableBufferPointer { rows.apply(to: $0) }
            return row
        }
        let rgba = layout == .gray8 ? [row[0], row[0], row[0], 255] : layout == .rgb8 ? row + [255] : row
        let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), bytes: rgba, hasAlpha: layout.hasAlpha)
        return Array(conversion.finished(bitmap).bytes.prefix(layout.bytesPerPixel))
    }

    // MARK: - What needs no work

    @Test func `sRGB is not converted, however it is stated`() {
        for color in [
            .sRGB, .unknown, .icc(ICCWriter.rgb(primaries: ICCWriter.sRGB, curve: ICCWriter.sRGBCurve)),
            .icc(ICCWriter.rgb(primaries: ICCWriter.sRGB, curve: ICCWriter.sRGBTable)), .gamma(0.45455, nil),
            .gamma(0.45455, .sRGB),
        ] as [SourceColor] {
            let conversion = conversion(color)
            #expect(conversion.rows == nil && conversion.warning == nil)
            let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGBA(1, 2, 3, 4))
            #expect(conversion.finished(bitmap) == bitmap)
        }
    }

    @Test func `other profiles are not taken for sRGB`() {
        for profile in [
            ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve),
            ICCWriter.rgb(primaries: ICCWriter.sRGB, curve: ICCWriter.gamma(1.8)),
            ICCWriter.gray(curve: ICCWriter.sRGBCurve), ICCWriter.cmyk(),
        ] {
            #expect(ICCProfile(profile)?.isSRGB == false)
        }
    }

    // MARK: - What colors become

    @Test func `the color library is installed`() { #expect(clcms_is_there()) }

    /// Little CMS and the computation for PNG agree about equal colors.
    @Test func `profiles and chromaticities of one color space agree`() {
        var random = SeededGenerator(seed: 12)
        for (primaries, curve, exponent, points) in [
            (ICCWriter.p3, ICCWriter.sRGBCurve, 0.45455, Self.p3),
            (ICCWriter.adobe, ICCWriter.gamma(2.19921875), 1 / 2.2 + 0.006, Self.adobe),
        ] {
            let profile = SourceColor.icc(ICCWriter.rgb(primaries: primaries, curve: curve))
            for _ in 0..<200 {
                let pixel = (0..<3).map { _ in random.byte() }
                let (one, other) = (converted(pixel, profile), converted(pixel, .gamma(exponent, points)))
                for channel in 0..<3 {
                    // Dark clipped channels lie where the curve is steep.
                    #expect(abs(Int(one[channel]) - Int(other[channel])) <= 6, "\(pixel): \(one), \(other)")
                }
            }
        }
    }

    @Test func `colors of Display P3 are more saturated in sRGB`() {
        let p3 = SourceColor.icc(ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve))
        #expect(converted([128, 128, 128], p3) == [128, 128, 128])
        // By the matrices of CSS Color 4.
        for (value, wanted) in zip(converted([200, 100, 50], p3), [215, 93, 31]) {
            #expect(abs(Int(value) - wanted) <= 1, "\(converted([200, 100, 50], p3))")
        }
        #expect(converted([0, 255, 0], p3)[1] == 255)
        #expect(converted([200, 100, 50, 77], p3, .rgba8)[3] == 77)
    }

    @Test func `gray profiles change only their curve`() {
        let gray = SourceColor.icc(ICCWriter.gray(curve: ICCWriter.gamma(1.8)))
        let wanted = LinearLight.byte(of: UInt16(pow(128.0 / 255, 1.8) * 65_535))
        #expect(abs(Int(converted([128], gray, .gray8)[0]) - Int(wanted)) <= 1)
        let pixel = converted([128, 50], gray, .grayAlpha8)
        #expect(abs(Int(pixel[0]) - Int(wanted)) <= 1 && pixel[1] == 50)
        #expect(converted([0], gray, .gray8) == [0] && converted([255], gray, .gray8) == [255])
    }

    @Test func `the gamma of a PNG is honored`() {
        // Linear light: half of it is the byte 188.
        #expect(converted([128], .gamma(1, nil), .gray8) == [188])
        #expect(converted([128, 0, 255], .gamma(1, nil)) == [188, 0, 255])
        #expect(converted([128], .gamma(1, Self.p3), .gray8) == [188])
        #expect(converted([128, 9], .gamma(1, nil), .grayAlpha8) == [188, 9])
    }

    // MARK: - When

    @Test func `colors that average in linear light are converted afterwards`() {
        let p3 = SourceColor.icc(ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve))
        let adobe = SourceColor.icc(ICCWriter.rgb(primaries: ICCWriter.adobe, curve: ICCWriter.gamma(2.2)))
        #expect(conversion(p3, .rgb8, .exact).rows == nil)
        #expect(conversion(p3, .rgb8, .fast).rows == nil)
        #expect(conversion(adobe, .rgb8, .exact).rows != nil)
        #expect(conversion(adobe, .rgb8, .fast).rows == nil)
        #expect(conversion(.gamma(1, nil), .rgb8, .fast).rows != nil)
    }

    @Test func `conversion after reduction stays within the fidelity of fast`() {
        let adobe = SourceColor.icc(ICCWriter.rgb(primaries: ICCWriter.adobe, curve: ICCWriter.gamma(2.2)))
        // Noise, which is the worst that can be averaged, of colors that sRGB has too.
        var random = SeededGenerator(seed: 77)
        let (source, target) = (PixelSize(width: 160, height: 160), PixelSize(width: 40, height: 40))
        let rows = (0..<160).map { _ in
            (0..<160).flatMap { _ in
                let gray = Int.random(in: 0...255, using: &random)
                return (0..<3).map { _ in UInt8(clamping: gray + .random(in: -30...30, using: &random)) }
            }
        }
        let results = [DecodeOptions.Fidelity.exact, .fast].map { fidelity in
            let conversion = conversion(adobe, .rgb8, fidelity)
            var reducer = AreaReducer(source: source, target: target, layout: .rgb8)
            for var row in rows {
                row.withUnsafeMutableBufferPointer { row in
                    conversion.rows?.apply(to: row)
                    reducer.add(row: UnsafeBufferPointer(row))
                }
            }
            return conversion.finished(reducer.finish())
        }
        // 40 dB of the colors alone: the fourth byte, alpha, is equal
        #expect(results[0].likeness(to: results[1]) >= 41.25)
    }

    // MARK: - What makes no sense

    @Test func `broken descriptions are taken for sRGB with a warning`() {
        let p3 = ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve)
        let flat = Points(
            white: .init(x: 0.3, y: 0.3), red: .init(x: 0.5, y: 0.5), green: .init(x: 0.5, y: 0.5),
            blue: .init(x: 0.5, y: 0.5))
        for (color, layout) in [
            (.icc([]), .rgb8), (.icc(Array(p3.prefix(140))), .rgb8), (.icc(ICCWriter.cmyk()), .rgb8),
            (.icc(ICCWriter.gray(curve: ICCWriter.gamma(2))), .rgb8), (.icc([UInt8](repeating: 0, count: 999)), .rgb8),
            (.gamma(0, nil), .gray8), (.gamma(.nan, nil), .gray8), (.gamma(1e9, nil), .gray8),
            (.gamma(0.5, flat), .rgb8),
        ] as [(SourceColor, PixelLayout)] {
            let conversion = conversion(color, layout)
            #expect(conversion.warning?.description.hasSuffix("shown as sRGB") == true)
            #expect(conversion.rows == nil)
        }
        var limits = DecodeLimits()
        limits.profileBytes = 100
        #expect(ColorConversion(.icc(p3), layout: .rgb8, fidelity: .fast, limits: limits).warning != nil)
    }

    @Test func `corrupt profiles end in pixels or a warning`() {
        for (profile, layout) in [
            (ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBTable), PixelLayout.rgb8),
            (ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve), .rgba8),
            (ICCWriter.gray(curve: ICCWriter.gamma(2)), .gray8),
        ] {
            for seed in 0..<UInt64(300) {
                var random = SeededGenerator(seed: seed)
                var changed = profile
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    changed[Int.random(in: 0..<min(400, changed.count), using: &random)] = random.byte()
                }
                let result = converted([UInt8](repeating: 100, count: layout.bytesPerPixel), .icc(changed), layout)
                #expect(result.count == layout.bytesPerPixel, "seed \(seed)")
            }
        }
    }
}
