extension Bitmap {
    /// Returns this image at `fraction` 0, `other` at 1, and in between the mixture of their light, premultiplied by
    /// alpha: a cross-fade without dark edges. Both must have equal sizes; the fraction is clamped to 0...1.
    public func mixed(with other: Bitmap, fraction: Double) -> Bitmap {
        precondition(size == other.size, "\(size) cannot be mixed with \(other.size)")
        // 16-bit weights that add up to 65,536: integer arithmetic throughout.
        let weight = UInt64(max(0, min(1, fraction)) * 65_536)
        guard weight > 0 else { return self }
        guard weight < 65_536 else { return other }
        let pixels = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { first in
                other.bytes.withUnsafeBufferPointer { second in
                    for place in Swift.stride(from: 0, to: first.count, by: 4) {
                        Self.mix(first, 65_536 - weight, second, weight, at: place, into: target)
                    }
                }
            }
            count = bytes.count
        }
        return Bitmap(size: size, bytes: pixels, mayHaveAlpha: hasAlpha || other.hasAlpha)
    }

    @inline(__always)
    private static func mix(
        _ first: UnsafeBufferPointer<UInt8>, _ firstWeight: UInt64, _ second: UnsafeBufferPointer<UInt8>,
        _ secondWeight: UInt64, at place: Int, into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let (light, byte) = (LinearLight.lightOfByte, LinearLight.byteOfLight)
        let (a, b) = (UInt64(first[place + 3]) * firstWeight, UInt64(second[place + 3]) * secondWeight)
        let alpha = a + b
        guard alpha < 255 << 16 else {  // both opaque, the usual case: no division
            for channel in place..<place + 3 {
                let sum = light[Int(first[channel])] * firstWeight + light[Int(second[channel])] * secondWeight
                target[channel] = byte[Int((sum + 32_768) >> 16)]
            }
            target[place + 3] = 255
            return
        }
        for channel in place..<place + 3 {
            let sum = light[Int(first[channel])] * a + light[Int(second[channel])] * b
            target[channel] = alpha == 0 ? 0 : byte[Int((sum + alpha / 2) / alpha)]
        }
        target[place + 3] = UInt8((alpha + 32_768) >> 16)
    }
}
