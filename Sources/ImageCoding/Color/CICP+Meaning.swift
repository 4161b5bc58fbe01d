extension SourceColor.CICP {
    /// The primaries, if they are supported: BT.709 and sRGB, BT.601 with 625 and 525 lines, BT.2020, Display P3 (ITU-T
    /// H.273, table 2).
    var chromaticities: SourceColor.Chromaticities? {
        typealias Points = SourceColor.Chromaticities
        let white = Points.sRGB.white
        return switch primaries {
        case 1: .sRGB
        case 5:
            Points(
                white: white, red: .init(x: 0.640, y: 0.330), green: .init(x: 0.290, y: 0.600),
                blue: .init(x: 0.150, y: 0.060))
        case 6, 7:
            Points(
                white: white, red: .init(x: 0.630, y: 0.340), green: .init(x: 0.310, y: 0.595),
                blue: .init(x: 0.155, y: 0.070))
        case 9:
            Points(
                white: white, red: .init(x: 0.708, y: 0.292), green: .init(x: 0.170, y: 0.797),
                blue: .init(x: 0.131, y: 0.046))
        case 12:
            Points(
                white: white, red: .init(x: 0.680, y: 0.320), green: .init(x: 0.265, y: 0.690),
                blue: .init(x: 0.150, y: 0.060))
        default: nil
        }
    }

    /// The transfer function, if it is one of standard dynamic range that is supported (table 3); see
    /// ``HighDynamicRange`` for the others.
    var curve: ToneCurve? {
        switch transfer {
        case 1, 6, 14, 15:  // BT.709, BT.601, BT.2020
            .pieces(power: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, slope: 1 / 4.5, breakpoint: 0.081)
        case 4: .power(2.2)
        case 5: .power(2.8)
        case 8: .power(1)
        case 13: .sRGB
        default: nil
        }
    }

    /// The code points with what is unspecified (2) as in sRGB.
    package var specified: SourceColor.CICP {
        var points = self
        if primaries == 2 { points.primaries = 1 }
        if transfer == 2 { points.transfer = 13 }
        return points
    }

    /// Whether channels are full-range RGB, and not luminance and chroma or limited range.
    var isPlain: Bool { matrix == 0 && fullRange == 1 }
}
