extension Bitmap {
    /// Returns the pixels in an encoder's layout, row by row. Layouts without alpha omit it, and gray layouts take the
    /// red channel.
    public func rows(_ layout: PixelLayout) -> [UInt8] {
        let channels = layout.bytesPerPixel
        guard layout != .rgba8 else { return bytes }
        return [UInt8](unsafeUninitializedCapacity: size.area * channels) { target, count in
            count = size.area * channels
            bytes.withUnsafeBufferPointer { source in
                guard var to = target.baseAddress, var from = source.baseAddress else { return }
                for _ in 0..<size.area {
                    to[0] = from[0]
                    switch layout {
                    case .gray8: break
                    case .grayAlpha8: to[1] = from[3]
                    case .rgb8, .rgba8:
                        to[1] = from[1]
                        to[2] = from[2]
                    }
                    to += channels
                    from += 4
                }
            }
        }
    }
}
