import CJPEG
import Pixels

/// An estimator of how far a reduction of rows that a decoder has averaged is from an exact one.
protocol ReductionProbe: Sendable {
    mutating func add(row: UnsafeBufferPointer<UInt8>)

    /// Returns the estimated peak signal-to-noise ratio in dB of the reduction of the rows so far.
    func likeness(of bitmap: @autoclosure () -> Bitmap) -> Double
}

/// A reduction of a JPEG's rows that monitors whether rows averaged by the decoder stay close to an exact reduction. A
/// value.
struct WatchedReduction {
    private(set) var reducer: AreaReducer
    private var probe: (any ReductionProbe)?
    private let colors: RowTransform?
    private let least: Double
    private let rowsBetweenLooks: Int
    private var isClose = true

    /// - Parameter shrink: how many pixels the decoder averages in each direction.
    /// - Parameter hasAllLight: whether pixels have the light of those that they are averages of.
    /// - Parameter least: the minimum peak signal-to-noise ratio in dB, as estimated.
    init(
        _ decoder: JPEGDecoder, plan: DecodePlan, shrink: Int, hasAllLight: Bool = false,
        least: Double = JPEGCoder.closeEnough, colors: ColorConversion
    ) throws(ImageCodingError) {
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        reducer = AreaReducer(
            source: decoder.storedSize, target: plan.target, layout: layout, shrink: shrink, window: plan.window)
        let (size, channels) = (reducer.arriving, layout.bytesPerPixel)
        if hasAllLight {
            probe = EdgeProbe(size: size, channels: channels, plan: plan)
        } else if shrink > 1 {
            probe = ContrastProbe(size: size, channels: channels, plan: plan)
        }
        (self.colors, self.least) = (colors.rows, least)
        // A result that is too inaccurate after an eighth of the rows will not improve: the rest need not be read.
        rowsBetweenLooks = max(32, reducer.arriving.height / 8)
    }

    /// Bytes of a row.
    var rowBytes: Int { reducer.arriving.width * reducer.layout.bytesPerPixel }

    /// The fraction of the height that has been added, 0...1.
    var shown: Double { Double(reducer.nextRow) / Double(reducer.arriving.height) }

    /// Adds the next row, whose colors are converted in place. Returns `false` if no further row is worth reading.
    mutating func add(row: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        colors?.apply(to: row)
        reducer.add(row: UnsafeBufferPointer(row))
        probe?.add(row: UnsafeBufferPointer(row))
        if reducer.nextRow % rowsBetweenLooks == 0, let probe {
            isClose = isClose && probe.likeness(of: reducer.finish()) >= least
        }
        return isClose
    }

    /// Returns the bitmap as stored; `nil` if it is too far from exact.
    consuming func finish() -> Bitmap? {
        guard isClose else { return nil }
        let probe = probe
        let bitmap = reducer.finish()
        return probe.map { $0.likeness(of: bitmap) < least } == true ? nil : bitmap
    }
}
