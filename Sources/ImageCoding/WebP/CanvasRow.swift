import Pixels

/// Places the rows of a frame on a canvas that may be larger; what is beside the frame is transparent.
struct CanvasRow {
    private let canvas: PixelSize
    private let frame: PixelRect
    private let bytesPerPixel: Int
    /// A row of the canvas; empty if the frame is as wide as it.
    private var row: [UInt8]
    private let emptyRow: [UInt8]

    /// `frame` lies inside the canvas. If it does not fill it, the layout has alpha.
    init(size canvas: PixelSize, frame: PixelRect, layout: PixelLayout) {
        self.canvas = canvas
        self.frame = frame
        bytesPerPixel = layout.bytesPerPixel
        let width = canvas.width * layout.bytesPerPixel
        row = frame.size.width == canvas.width ? [] : [UInt8](repeating: 0, count: width)
        emptyRow = frame.size.height == canvas.height ? [] : [UInt8](repeating: 0, count: width)
    }

    /// Gives the next row of the frame to the reducer.
    mutating func add(_ pixels: UnsafeBufferPointer<UInt8>, to reducer: inout AreaReducer) {
        guard !row.isEmpty else { return reducer.add(row: pixels) }
        let start = frame.x * bytesPerPixel
        row.withUnsafeMutableBytes { row in
            UnsafeMutableRawBufferPointer(rebasing: row[start...]).copyMemory(from: UnsafeRawBufferPointer(pixels))
        }
        row.withUnsafeBufferPointer { reducer.add(row: $0) }
    }

    /// Gives so many rows without pixels to the reducer, or as many as are left.
    func addEmptyRows(_ count: Int, to reducer: inout AreaReducer) {
        let count = min(count, canvas.height - reducer.nextRow)
        emptyRow.withUnsafeBufferPointer { row in
            for _ in 0..<count { reducer.add(row: row) }
        }
    }
}
