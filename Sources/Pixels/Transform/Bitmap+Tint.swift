import HalftoneCore

extension Bitmap {
    /// Returns the image with a color blended over all of it.
    ///
    /// - Parameters:
    ///   - color: the color to blend.
    ///   - mode: the blend mode; `sourceIn` keeps only the shape of the image, as is usual for icons.
    ///   - cancellation: stops the work between rows.
    /// - Returns: `nil` if the work was cancelled.
    public func tinted(
        _ color: RGBA, mode: BlendMode = .sourceIn, cancellation: CancellationToken? = nil
    ) -> Bitmap? {
        let tint = Tint(color, mode: mode)
        return mapped(mayHaveAlpha: true, cancellation: cancellation) { from, to in
            LinearLight.store(tint.over(from), to: to)
        }
    }
}

/// A color and the mode in which it is blended over pixels.
private struct Tint {
    private let mode: BlendMode
    /// Straight alpha, sRGB-encoded, 0...1.
    private let color: SIMD3<Float>
    /// Premultiplied, linear.
    private let light: Light

    init(_ color: RGBA, mode: BlendMode) {
        self.mode = mode
        self.color = SIMD3(Float(color.red), Float(color.green), Float(color.blue)) / 255
        light = [color.red, color.green, color.blue, color.alpha].withUnsafeBufferPointer {
            $0.baseAddress.map(LinearLight.light) ?? .zero
        }
    }

    func over(_ pixel: UnsafePointer<UInt8>) -> Light {
        let backdrop = LinearLight.light(of: pixel)
        let factors = mode.factors(source: light.w, backdrop: backdrop.w)
        let encoded = SIMD3(Float(pixel[0]), Float(pixel[1]), Float(pixel[2])) / 255
        if mode == .plusDarker { return plusDarker(backdrop) }
        guard let blended = mode.blended(source: color, over: encoded) else {
            let sum = light * factors.source + backdrop * factors.backdrop
            return sum.clamped(lowerBound: .zero, upperBound: .one)  // with plusLighter it may exceed full light
        }
        // Where the backdrop is opaque, the blended color replaces the source color.
        let mixed = Light(LinearLight.light(ofEncoded: blended), 1) * (light.w * backdrop.w)
        return light * (1 - backdrop.w) + mixed + backdrop * factors.backdrop
    }

    /// Returns the sum of missing light instead of light (`plusDarker`).
    private func plusDarker(_ backdrop: Light) -> Light {
        let alpha = min(1, light.w + backdrop.w)
        let missing = Light(repeating: light.w) - light + (Light(repeating: backdrop.w) - backdrop)
        var sum = (Light(repeating: alpha) - missing).clamped(lowerBound: .zero, upperBound: .one)
        sum.w = alpha
        return sum
    }
}

extension LinearLight {
    /// Returns the linear light, 0...1, of encoded colors 0...1, interpolated between byte values.
    static func light(ofEncoded color: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(light(ofEncoded: color.x), light(ofEncoded: color.y), light(ofEncoded: color.z))
    }

    private static func light(ofEncoded value: Float) -> Float {
        let place = max(0, min(1, value)) * 255
        let below = min(254, Int(place))
        let (low, high) = (Float(lightOfByte[below]), Float(lightOfByte[below + 1]))
        return (low + (high - low) * (place - Float(below))) * (1 / 65_535)
    }
}
