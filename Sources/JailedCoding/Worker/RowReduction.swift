import CDecoders
import ImageCoding
import Pixels

/// The reduction of a library's rows to the requested pixels, in sRGB.
struct RowReduction {
    private let rows: cdecoders_rows
    private let layout: PixelLayout
    private let colors: ColorConversion
    /// For rows of inks.
    private let inks: InkConversion?
    /// For rows of 16 bits.
    private let range: HighDynamicRange?
    private var reducer: AreaReducer
    /// A copy of a row that has to be changed.
    private var row: [UInt8]

    init(_ rows: cdecoders_rows, _ color: SourceColor, _ drawing: Drawing) throws(WorkerFailure) {
        let size = PixelSize(width: Int(rows.width), height: Int(rows.height))
        guard !size.isEmpty, let layout = rows.are_inks ? .rgb8 : PixelLayout(bytesPerPixel: Int(rows.channels)) else {
            throw WorkerFailure(damaged: "a picture of \(size) pixels")
        }
        (self.rows, self.layout) = (rows, layout)
        var limits = DecodeLimits()
        limits.profileBytes = drawing.profileBytes
        range = Self.highDynamicRange(color, maximum: Int(rows.maximum))
        inks = rows.are_inks ? InkConversion(color, limits: limits) : nil
        colors = ColorConversion(
            range == nil && inks == nil ? color.specified : .sRGB, layout: layout, fidelity: drawing.fidelity,
            limits: limits)
        reducer = AreaReducer(source: size, target: drawing.target, layout: layout, window: drawing.window)
        row = [UInt8](repeating: 0, count: size.width * layout.bytesPerPixel)
    }

    /// Whether samples need more than 8 bits, because they are to be stretched.
    static func isDeep(_ color: SourceColor) -> Bool { highDynamicRange(color, maximum: 255) != nil }

    private static func highDynamicRange(_ color: SourceColor, maximum: Int) -> HighDynamicRange? {
        guard case .codePoints(let points) = color.specified else { return nil }
        return HighDynamicRange(points, maximum: maximum)
    }

    var rowsDone: Int { reducer.nextRow }
    var isWhole: Bool { rowsDone == Int(rows.height) }

    /// Adds the next row, as the library gives it.
    mutating func add(_ pixels: UnsafeRawPointer) {
        guard range != nil || inks != nil || rows.is_premultiplied || colors.rows != nil else {
            let row = UnsafeRawBufferPointer(start: pixels, count: row.count)
            return row.withMemoryRebound(to: UInt8.self) { reducer.add(row: $0) }
        }
        row.withUnsafeMutableBufferPointer { row in
            guard let start = row.baseAddress else { return }
            if let range {
                let samples = pixels.assumingMemoryBound(to: UInt16.self)
                let channels = layout.bytesPerPixel
                range.convert(samples, to: start, pixels: row.count / channels, channels: channels)
            } else if let inks {
                inks.convert(pixels.assumingMemoryBound(to: UInt8.self), to: start, pixels: row.count / 3)
            } else {
                UnsafeMutableRawPointer(start).copyMemory(from: pixels, byteCount: row.count)
            }
            if rows.is_premultiplied { Self.unmultiply(row) }
            colors.rows?.apply(to: row)
            reducer.add(row: UnsafeBufferPointer(row))
        }
    }

    /// Returns the result upright, with missing rows transparent.
    consuming func finish(_ orientation: Orientation) -> (bitmap: Bitmap, warning: DecodeWarning?) {
        let shown = Double(rowsDone) / Double(rows.height)
        let warning = isWhole ? colors.warning ?? inks?.warning : .cut(shown: shown, isEnd: true)
        return (colors.finished(reducer.finish()).oriented(orientation), warning)
    }

    /// Divides colors by alpha.
    private static func unmultiply(_ row: UnsafeMutableBufferPointer<UInt8>) {
        for pixel in stride(from: 0, to: row.count - 3, by: 4) {
            let alpha = Int(row[pixel + 3])
            guard alpha > 0, alpha < 255 else { continue }
            for channel in pixel..<pixel + 3 {
                row[channel] = UInt8(min(255, (Int(row[channel]) * 255 + alpha / 2) / alpha))
            }
        }
    }
}

extension SourceColor {
    /// The color with what its code points leave open as in sRGB.
    fileprivate var specified: SourceColor {
        guard case .codePoints(let points) = self else { return self }
        return .codePoints(points.specified)
    }
}
