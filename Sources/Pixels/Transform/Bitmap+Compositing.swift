extension Bitmap {
    /// Returns the image composited over one color in linear light: opaque everywhere.
    public func laid(over ground: RGB) -> Bitmap {
        guard hasAlpha else { return self }
        let under = LinearLight.light(of: RGBA(ground))
        let opaque = mapped(mayHaveAlpha: false, cancellation: nil) { from, to in
            let image = LinearLight.light(of: from)
            LinearLight.store(image + under * (1 - image.w), to: to)
        }
        return opaque ?? self
    }

    /// Returns this image at `fraction` 0, `other` at 1, and in between the mixture of their light, premultiplied by
    /// alpha: a cross-fade without dark edges. Both must have equal sizes; the fraction is clamped to 0...1.
    public func mixed(with other: Bitmap, fraction: Double) -> Bitmap {
        precondition(size == other.size, "\(size) cannot be mixed with \(other.size)")
        let weight = Float(fraction)
        guard weight > 0 else { return self }
        guard weight < 1 else { return other }
        let mixture = bytes.withUnsafeBufferPointer { first -> Bitmap? in
            other.bytes.withUnsafeBufferPointer { second in
                guard let first = first.baseAddress, let second = second.baseAddress else { return nil }
                let mayHaveAlpha = hasAlpha || other.hasAlpha
                return Self.making(size, mayHaveAlpha: mayHaveAlpha, cancellation: nil) { y, row in
                    for x in 0..<size.width {
                        let place = 4 * (y * size.width + x)
                        let light = LinearLight.light(of: first + place) * (1 - weight)
                        LinearLight.store(light + LinearLight.light(of: second + place) * weight, to: row + 4 * x)
                    }
                }
            }
        }
        return mixture ?? self
    }
}
