extension Bitmap {
    /// Returns the pixels as other toolkits take them: blue, green, red, alpha, one byte each, colors multiplied by alpha
    /// and rounded, without padding between rows. On a little-endian machine this is ARGB32 of cairo, Qt, Skia and SDL.
    public func premultipliedBGRA() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                for start in stride(from: 0, to: source.count, by: 4) {
                    let alpha = UInt32(source[start + 3])
                    for channel in 0..<3 {
                        let color = UInt32(source[start + channel])
                        // exact rounding of color * alpha / 255
                        target[start + 2 - channel] = UInt8((color * alpha * 2 + 255) / 510)
                    }
                    target[start + 3] = source[start + 3]
                }
            }
            count = bytes.count
        }
    }
}
