import HalftoneCore
import Glibc

extension Bitmap {
    /// Returns the image rotated counterclockwise, with smooth edges. Samples are interpolated bilinearly in linear
    /// light; quarter turns move pixels unchanged.
    ///
    /// - Parameters:
    ///   - angle: in radians.
    ///   - fitsSize: whether the result grows to hold the whole rotated image; otherwise it keeps its size, and what
    ///     extends beyond it is cropped.
    ///   - cancellation: stops the work between rows.
    /// - Returns: `nil` if the angle is not finite, or the work was cancelled.
    public func rotated(by angle: Double, fitsSize: Bool, cancellation: CancellationToken? = nil) -> Bitmap? {
        guard angle.isFinite else { return nil }
        if let turn = Self.quarterTurn(angle), fitsSize || !turn.isTransposed || size.width == size.height {
            return oriented(turn)
        }
        let (sine, cosine) = (sin(angle), cos(angle))
        let canvas = fitsSize ? boundingSize(sine: sine, cosine: cosine) : size
        let (middleX, middleY) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
        return bytes.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return self }
            return Self.making(canvas, mayHaveAlpha: true, cancellation: cancellation) { y, row in
                let down = Double(y) + 0.5 - middleY
                for x in 0..<canvas.width {
                    let across = Double(x) + 0.5 - middleX
                    let light = sample(
                        source, across * cosine - down * sine + Double(size.width) / 2 - 0.5,
                        across * sine + down * cosine + Double(size.height) / 2 - 0.5)
                    LinearLight.store(light, to: row + 4 * x)
                }
            }
        }
    }

    /// Returns the orientation that performs the rotation, if the angle is a multiple of a quarter turn.
    private static func quarterTurn(_ angle: Double) -> Orientation? {
        let turns = angle / (.pi / 2)
        guard abs(turns) < 1e9, abs(turns - turns.rounded()) < 1e-9 else { return nil }
        return [.up, .left, .down, .right][Int(turns.rounded()) & 3]
    }

    private func boundingSize(sine: Double, cosine: Double) -> PixelSize {
        let (width, height) = (Double(size.width), Double(size.height))
        // Slightly less, so that a rounding error does not add an empty column.
        return PixelSize(
            width: max(1, Int((abs(width * cosine) + abs(height * sine) - 1e-6).rounded(.up))),
            height: max(1, Int((abs(width * sine) + abs(height * cosine) - 1e-6).rounded(.up))))
    }

    /// Returns the bilinearly interpolated light at a position; zero outside the image.
    @inline(__always)
    private func sample(_ source: UnsafePointer<UInt8>, _ x: Double, _ y: Double) -> Light {
        guard x > -1, y > -1, x < Double(size.width), y < Double(size.height) else { return .zero }
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (right, bottom) = (Float(x - Double(left)), Float(y - Double(top)))
        var light = Light.zero
        for (row, high) in [(top, 1 - bottom), (top + 1, bottom)] where row >= 0 && row < size.height {
            for (column, wide) in [(left, 1 - right), (left + 1, right)] where column >= 0 && column < size.width {
                light += LinearLight.light(of: source + 4 * (row * size.width + column)) * (high * wide)
            }
        }
        return light
    }
}
