import HalftoneCore

extension Bitmap {
    /// Returns the image at another size, averaged by area in linear light. Where a side grows, pixels are repeated and
    /// mixed only at their edges. Proportions are not kept. `size` must be at least 1x1 unless this image is empty.
    public func resized(to size: PixelSize) -> Bitmap {
        guard size != self.size, !self.size.isEmpty else { return self }
        return reduced(to: size, window: PixelRect(size)) ?? self
    }

    /// Returns a part of the image at another size, averaged by area in linear light; `nil` if the work was cancelled.
    func reduced(to whole: PixelSize, window: PixelRect, cancellation: CancellationToken? = nil) -> Bitmap? {
        var reducer = AreaReducer(source: size, target: whole, layout: .rgba8, window: window)
        let rowBytes = 4 * size.width
        let isWhole = bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<size.height {
                if y % 16 == 0, cancellation?.isCancelled == true { return false }
                reducer.add(row: UnsafeBufferPointer(rebasing: bytes[y * rowBytes..<(y + 1) * rowBytes]))
            }
            return true
        }
        return isWhole ? reducer.finish() : nil
    }

    /// Returns the part of the image inside `rect`, which must lie within it.
    public func cropped(to rect: PixelRect) -> Bitmap {
        guard rect != PixelRect(size) else { return self }
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.x + rect.size.width <= size.width
                && rect.y + rect.size.height <= size.height, "\(rect) is not inside \(size)")
        var pixels = [UInt8]()
        pixels.reserveCapacity(4 * rect.size.area)
        for y in rect.y..<rect.y + rect.size.height {
            let start = 4 * (y * size.width + rect.x)
            pixels += bytes[start..<start + 4 * rect.size.width]
        }
        return Bitmap(size: rect.size, bytes: pixels, mayHaveAlpha: hasAlpha)
    }

    /// Returns the image on a canvas of one color, beyond which it must not extend, by default at the top left.
    package func placed(at origin: (x: Int, y: Int) = (0, 0), on canvas: PixelSize, of color: RGBA) -> Bitmap {
        guard canvas != size else { return self }
        var pixels = Bitmap(size: canvas, filledWith: color).bytes
        for y in 0..<size.height {
            let start = 4 * ((origin.y + y) * canvas.width + origin.x)
            pixels.replaceSubrange(
                start..<start + 4 * size.width, with: bytes[4 * y * size.width..<4 * (y + 1) * size.width])
        }
        return Bitmap(size: canvas, bytes: pixels, hasAlpha: hasAlpha || color.alpha < 255)
    }

    /// Returns a part of the picture, of which the whole is scaled to a size by nearest neighbor.
    ///
    /// - Parameters:
    ///   - rect: the part, within `whole`.
    ///   - whole: the size that all of the picture is scaled to; not empty.
    public func part(_ rect: PixelRect, ofSize whole: PixelSize) -> Bitmap {
        if whole == size { return cropped(to: rect) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * rect.size.area)
        let columns = (0..<rect.size.width).map { min(size.width - 1, (rect.x + $0) * size.width / whole.width) }
        self.bytes.withUnsafeBytes { source in
            for y in rect.y..<rect.y + rect.size.height {
                let row = min(size.height - 1, y * size.height / whole.height) * size.width
                for x in columns {
                    withUnsafeBytes(of: source.loadUnaligned(fromByteOffset: 4 * (row + x), as: UInt32.self)) {
                        bytes.append(contentsOf: $0)
                    }
                }
            }
        }
        return Bitmap(size: rect.size, bytes: bytes, hasAlpha: hasAlpha)
    }
}
