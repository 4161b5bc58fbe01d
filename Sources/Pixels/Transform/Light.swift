import HalftoneCore

/// A pixel in linear light: red, green and blue 0...1, premultiplied by alpha, which comes last.
///
/// All operations that mix pixels mix these, so that nothing comes out too dark and hidden colors do not show through.
typealias Light = SIMD4<Float>

extension LinearLight {
    /// Returns the linear light of a pixel of four RGBA bytes.
    @inline(__always)
    static func light(of pixel: UnsafePointer<UInt8>) -> Light {
        let table = fractionOfByte
        let color = Light(table[Int(pixel[0])], table[Int(pixel[1])], table[Int(pixel[2])], 1)
        return color * (Float(pixel[3]) * (1 / 255))
    }

    /// Returns the linear light of a color.
    static func light(of color: RGBA) -> Light {
        let table = fractionOfByte
        let light = Light(table[Int(color.red)], table[Int(color.green)], table[Int(color.blue)], 1)
        return light * (Float(color.alpha) * (1 / 255))
    }

    /// Writes light as four RGBA bytes. Values out of range are clamped.
    @inline(__always)
    static func store(_ light: Light, to pixel: UnsafeMutablePointer<UInt8>) {
        let alpha = UInt8(min(1, max(0, light.w)) * 255 + 0.5)
        guard alpha > 0 else { return UnsafeMutableRawPointer(pixel).storeBytes(of: 0, as: UInt32.self) }
        let color = (light / light.w).clamped(lowerBound: .zero, upperBound: .one) * 65_535 + 0.5
        pixel[0] = byteOfLight[Int(color.x)]
        pixel[1] = byteOfLight[Int(color.y)]
        pixel[2] = byteOfLight[Int(color.z)]
        pixel[3] = alpha
    }
}

extension Bitmap {
    /// Returns a bitmap whose rows `body` writes one after another; `nil` if the work was cancelled before the last.
    static func making(
        _ size: PixelSize, mayHaveAlpha: Bool, cancellation: CancellationToken?,
        row body: (_ y: Int, _ row: UnsafeMutablePointer<UInt8>) -> Void
    ) -> Bitmap? {
        var isWhole = true
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { target, count in
            count = 4 * size.area
            guard let start = target.baseAddress else { return }
            for y in 0..<size.height {
                if y % 16 == 0, cancellation?.isCancelled == true {
                    (start + 4 * y * size.width).initialize(repeating: 0, count: 4 * (size.height - y) * size.width)
                    isWhole = false
                    return
                }
                body(y, start + 4 * y * size.width)
            }
        }
        return isWhole ? Bitmap(size: size, bytes: pixels, mayHaveAlpha: mayHaveAlpha) : nil
    }

    /// Returns the image with `pixel` applied to each pixel independently; `nil` if the work was cancelled.
    func mapped(
        mayHaveAlpha: Bool, cancellation: CancellationToken?,
        _ pixel: (_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) -> Void
    ) -> Bitmap? {
        bytes.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return self }
            return Self.making(size, mayHaveAlpha: mayHaveAlpha, cancellation: cancellation) { y, row in
                let start = source + 4 * y * size.width
                for x in 0..<size.width { pixel(start + 4 &* x, row + 4 &* x) }
            }
        }
    }
}
