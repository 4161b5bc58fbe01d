import Pixels

/// A reduced copy of a canvas that is updated by reducing only what has changed. A value.
///
/// The reducer counts in whole numbers, so a part gives equal pixels whether it is reduced alone or with the whole.
struct CanvasReduction: Sendable {
    private let plan: DecodePlan
    private let canvas: PixelSize
    private var bytes: [UInt8]
    /// The part of the canvas that has changed since the last reduction.
    private var dirty: PixelRect?

    init(canvas: PixelSize, plan: DecodePlan) {
        self.canvas = canvas
        self.plan = plan
        bytes = [UInt8](repeating: 0, count: 4 * plan.window.size.area)
    }

    /// Marks a part of the canvas as changed.
    mutating func touch(_ rect: PixelRect) {
        guard !rect.size.isEmpty else { return }
        guard let other = dirty else { return dirty = rect }
        let (left, top) = (min(rect.x, other.x), min(rect.y, other.y))
        let right = max(rect.x + rect.size.width, other.x + other.size.width)
        let bottom = max(rect.y + rect.size.height, other.y + other.size.height)
        dirty = PixelRect(x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }

    /// Returns the reduced canvas, upright.
    mutating func bitmap(of canvas: FrameCanvas) -> Bitmap {
        if let dirty, let part = targetPart(under: dirty) { reduce(canvas, dirty, to: part) }
        dirty = nil
        let hasAlpha = bytes.withUnsafeBufferPointer { bytes in
            stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 255 }
        }
        return Bitmap(size: plan.window.size, bytes: bytes, hasAlpha: hasAlpha).oriented(plan.orientation)
    }

    /// Returns the target pixels, inside the window, that overlap the rectangle.
    private func targetPart(under rect: PixelRect) -> PixelRect? {
        let (target, window) = (plan.target, plan.window)
        let left = max(window.x, rect.x * target.width / canvas.width)
        let top = max(window.y, rect.y * target.height / canvas.height)
        let right = ((rect.x + rect.size.width) * target.width + canvas.width - 1) / canvas.width
        let bottom = ((rect.y + rect.size.height) * target.height + canvas.height - 1) / canvas.height
        let size = PixelSize(
            width: min(right, window.x + window.size.width) - left,
            height: min(bottom, window.y + window.size.height) - top)
        return size.isEmpty ? nil : PixelRect(x: left, y: top, size: size)
    }

    private mutating func reduce(_ drawn: FrameCanvas, _ dirty: PixelRect, to part: PixelRect) {
        var reducer = AreaReducer(source: canvas, target: plan.target, layout: .rgba8, window: part)
        // The last source row under the part; rows above it cost nothing.
        let end = min(
            canvas.height, ((part.y + part.size.height) * canvas.height + plan.target.height - 1) / plan.target.height)
        let rowBytes = 4 * canvas.width
        drawn.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<end {
                reducer.add(row: UnsafeBufferPointer(rebasing: pixels[y * rowBytes..<(y + 1) * rowBytes]))
            }
        }
        let reduced = reducer.finish()
        let count = 4 * part.size.width
        for row in 0..<part.size.height {
            let target = 4 * ((part.y - plan.window.y + row) * plan.window.size.width + part.x - plan.window.x)
            bytes.replaceSubrange(target..<target + count, with: reduced.bytes[row * count..<(row + 1) * count])
        }
    }
}
