extension Bitmap {
    /// Returns the image composited over one color in linear light: opaque everywhere.
    public func laid(over ground: RGB) -> Bitmap {
        guard hasAlpha else { return self }
        let light = LinearLight.lightOfByte
        let under = [ground.red, ground.green, ground.blue].map { light[Int($0)] }
        var pixels = bytes
        pixels.withUnsafeMutableBufferPointer { pixels in
            for place in stride(from: 0, to: pixels.count, by: 4) where pixels[place + 3] < 255 {
                let alpha = UInt64(pixels[place + 3])
                for channel in 0..<3 {
                    let sum = light[Int(pixels[place + channel])] * alpha + under[channel] * (255 - alpha)
                    pixels[place + channel] = LinearLight.byteOfLight[Int((sum + 127) / 255)]
                }
                pixels[place + 3] = 255
            }
        }
        return Bitmap(size: size, bytes: pixels, hasAlpha: false)
    }
}
