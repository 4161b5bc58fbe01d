import Pixels

/// A helper that places a frame's rows on a canvas; pixels beside the frame are transparent, and pixels beyond the
/// canvas are cropped.
struct CanvasRow {
    private let frame: PixelRect
    private let bytesPerPixel: Int
    /// A row of the canvas; empty if the frame is at least as wide as the canvas.
    private var row: [UInt8]
    private let emptyRow: [UInt8]

    /// Creates a helper. If the frame does not fill the canvas, the layout must have alpha.
    init(size canvas: PixelSize, frame: PixelRect, layout: PixelLayout) {
        self.frame = frame
        bytesPerPixel = layout.bytesPerPixel
        let width = canvas.width * layout.bytesPerPixel
        row = frame.x == 0 && frame.size.width >= canvas.width ? [] : [UInt8](repeating: 0, count: width)
        emptyRow = frame.y == 0 && frame.size.height >= canvas.height ? [] : [UInt8](repeating: 0, count: width)
    }

    /// Adds a row of the frame to the reducer, as row `y` of the canvas.
    mutating func add(_ pixels: UnsafeBufferPointer<UInt8>, at y: Int, to reducer: inout AreaReducer) {
        guard !row.isEmpty else { return reducer.add(row: pixels, at: y) }
        let start = frame.x * bytesPerPixel
        row.withUnsafeMutableBytes { row in
            guard start < row.count else { return }
            let place = UnsafeMutableRawBufferPointer(rebasing: row[start...])
            place.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(pixels).prefix(place.count)))
        }
        row.withUnsafeBufferPointer { reducer.add(row: $0, at: y) }
    }

    /// Adds transparent rows to the reducer: above the frame or below it.
    func addEmptyRows(_ rows: Range<Int>, to reducer: inout AreaReducer) {
        emptyRow.withUnsafeBufferPointer { row in
            for y in rows { reducer.add(row: row, at: y) }
        }
    }
}
