import Pixels

/// The canvas of an animation: RGBA, straight alpha, initially transparent. A value.
///
/// Colors are blended as encoded, not in linear light: the format specifications and all viewers do so.
struct FrameCanvas: Sendable {
    let size: PixelSize
    private(set) var pixels: [UInt8]

    init(size: PixelSize) {
        self.size = size
        pixels = [UInt8](repeating: 0, count: 4 * size.area)
    }

    /// Returns the part of a rectangle that is on the canvas; empty if there is none.
    func clip(_ rect: PixelRect) -> PixelRect {
        let (left, top) = (min(max(0, rect.x), size.width), min(max(0, rect.y), size.height))
        let right = min(size.width, max(left, rect.x + rect.size.width))
        let bottom = min(size.height, max(top, rect.y + rect.size.height))
        return PixelRect(x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }

    mutating func draw(_ bitmap: Bitmap, x: Int, y: Int, blend: AnimationFrame.Blend) {
        let part = clip(PixelRect(x: x, y: y, size: bitmap.size))
        guard !part.size.isEmpty else { return }
        let count = 4 * part.size.width
        let (width, isOpaque) = (size.width, !bitmap.hasAlpha)
        pixels.withUnsafeMutableBufferPointer { pixels in
            bitmap.bytes.withUnsafeBufferPointer { bytes in
                for row in part.y..<part.y + part.size.height {
                    let source = 4 * ((row - y) * bitmap.size.width + part.x - x)
                    let target = 4 * (row * width + part.x)
                    let from = UnsafeBufferPointer(rebasing: bytes[source..<source + count])
                    let to = UnsafeMutableBufferPointer(rebasing: pixels[target..<target + count])
                    if blend == .replace || isOpaque {
                        _ = to.update(fromContentsOf: from)
                    } else {
                        Self.blend(from, over: to)
                    }
                }
            }
        }
    }

    mutating func clear(_ rect: PixelRect) {
        let part = clip(rect)
        for row in part.y..<part.y + part.size.height {
            let start = 4 * (row * size.width + part.x)
            pixels.withUnsafeMutableBufferPointer {
                $0[start..<start + 4 * part.size.width].update(repeating: 0)
            }
        }
    }

    mutating func clearAll() { clear(PixelRect(size)) }

    /// Returns the pixels of a part of the canvas, for ``restore(_:from:)``.
    func copy(of rect: PixelRect) -> [UInt8] {
        let part = clip(rect)
        var copy: [UInt8] = []
        copy.reserveCapacity(4 * part.size.area)
        for row in part.y..<part.y + part.size.height {
            let start = 4 * (row * size.width + part.x)
            copy += pixels[start..<start + 4 * part.size.width]
        }
        return copy
    }

    mutating func restore(_ rect: PixelRect, from copy: [UInt8]) {
        let part = clip(rect)
        let count = 4 * part.size.width
        for (index, row) in (part.y..<part.y + part.size.height).enumerated() {
            let start = 4 * (row * size.width + part.x)
            pixels.replaceSubrange(start..<start + count, with: copy[index * count..<(index + 1) * count])
        }
    }

    /// Blends straight alpha over straight alpha (Porter and Duff's "over"), rounded once.
    private static func blend(_ source: UnsafeBufferPointer<UInt8>, over target: UnsafeMutableBufferPointer<UInt8>) {
        for place in stride(from: 0, to: source.count, by: 4) {
            let alpha = Int(source[place + 3])
            guard alpha > 0 else { continue }
            let below = Int(target[place + 3]) * (255 - alpha)
            guard alpha < 255, below > 0 else {
                for channel in place..<place + 4 { target[channel] = source[channel] }
                continue
            }
            let total = alpha * 255 + below  // the new alpha times 255
            for channel in place..<place + 3 {
                let sum = Int(source[channel]) * alpha * 255 + Int(target[channel]) * below
                target[channel] = UInt8((sum + total / 2) / total)
            }
            target[place + 3] = UInt8((total + 127) / 255)
        }
    }
}
