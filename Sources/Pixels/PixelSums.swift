/// Sums of light over pixels of one layout, premultiplied if there is alpha. Specialized for each layout, so that the
/// loop over source pixels keeps its sums in registers.
///
/// Light is 16 bits, alpha 8, and the weights of an image add up to at most 2^38, so 64 bits never overflow.
protocol PixelSums: Sendable {
    static var bytesPerPixel: Int { get }
    static var zero: Self { get }
    init(_ pixel: UnsafePointer<UInt8>, _ light: UnsafePointer<UInt64>)
    static func += (left: inout Self, right: Self)
    static func * (left: Self, right: UInt64) -> Self
    /// Loads sums that ``store(to:)`` has written.
    init(sums: UnsafePointer<UInt64>)
    func store(to sums: UnsafeMutablePointer<UInt64>)
    /// Writes the average color of `sums`, divided by their total weight, as four RGBA bytes.
    static func write(_ sums: UnsafePointer<UInt64>, perWeight: Double, to pixel: UnsafeMutablePointer<UInt8>)
}

@inline(__always)
private func byte(of sum: UInt64, perWeight: Double) -> UInt8 {
    LinearLight.byteOfLight[min(65_535, Int(Double(sum) * perWeight + 0.5))]
}

struct GraySums: PixelSums {
    var light: UInt64

    static var bytesPerPixel: Int { 1 }
    static var zero: Self { Self(light: 0) }

    @inline(__always) init(light: UInt64) { self.light = light }
    @inline(__always) init(_ pixel: UnsafePointer<UInt8>, _ table: UnsafePointer<UInt64>) {
        light = table[Int(pixel[0])]
    }
    @inline(__always) static func += (left: inout Self, right: Self) { left.light &+= right.light }
    @inline(__always) static func * (left: Self, right: UInt64) -> Self { Self(light: left.light &* right) }
    @inline(__always) init(sums: UnsafePointer<UInt64>) { light = sums[0] }
    @inline(__always) func store(to sums: UnsafeMutablePointer<UInt64>) { sums[0] = light }

    @inline(__always)
    static func write(_ sums: UnsafePointer<UInt64>, perWeight: Double, to pixel: UnsafeMutablePointer<UInt8>) {
        let gray = byte(of: sums[0], perWeight: perWeight)
        pixel[0] = gray
        pixel[1] = gray
        pixel[2] = gray
        pixel[3] = 255
    }
}

struct ColorSums: PixelSums {
    var red: UInt64
    var green: UInt64
    var blue: UInt64

    static var bytesPerPixel: Int { 3 }
    static var zero: Self { Self(red: 0, green: 0, blue: 0) }

    @inline(__always) init(red: UInt64, green: UInt64, blue: UInt64) {
        self.red = red
        self.green = green
        self.blue = blue
    }
    @inline(__always) init(_ pixel: UnsafePointer<UInt8>, _ table: UnsafePointer<UInt64>) {
        red = table[Int(pixel[0])]
        green = table[Int(pixel[1])]
        blue = table[Int(pixel[2])]
    }
    @inline(__always) static func += (left: inout Self, right: Self) {
        left.red &+= right.red
        left.green &+= right.green
        left.blue &+= right.blue
    }
    @inline(__always) static func * (left: Self, right: UInt64) -> Self {
        Self(red: left.red &* right, green: left.green &* right, blue: left.blue &* right)
    }
    @inline(__always) init(sums: UnsafePointer<UInt64>) { self.init(red: sums[0], green: sums[1], blue: sums[2]) }
    @inline(__always) func store(to sums: UnsafeMutablePointer<UInt64>) {
        sums[0] = red
        sums[1] = green
        sums[2] = blue
    }

    @inline(__always)
    static func write(_ sums: UnsafePointer<UInt64>, perWeight: Double, to pixel: UnsafeMutablePointer<UInt8>) {
        pixel[0] = byte(of: sums[0], perWeight: perWeight)
        pixel[1] = byte(of: sums[1], perWeight: perWeight)
        pixel[2] = byte(of: sums[2], perWeight: perWeight)
        pixel[3] = 255
    }
}

/// Sums of pixels with alpha, their colors multiplied by it.
struct AlphaSums<Color: PixelSums>: PixelSums {
    var color: Color
    var alpha: UInt64

    static var bytesPerPixel: Int { Color.bytesPerPixel + 1 }
    static var zero: Self { Self(color: .zero, alpha: 0) }

    @inline(__always) init(color: Color, alpha: UInt64) {
        self.color = color
        self.alpha = alpha
    }
    @inline(__always) init(_ pixel: UnsafePointer<UInt8>, _ table: UnsafePointer<UInt64>) {
        alpha = UInt64(pixel[Color.bytesPerPixel])
        color = Color(pixel, table) * alpha
    }
    @inline(__always) static func += (left: inout Self, right: Self) {
        left.color += right.color
        left.alpha &+= right.alpha
    }
    @inline(__always) static func * (left: Self, right: UInt64) -> Self {
        Self(color: left.color * right, alpha: left.alpha &* right)
    }
    @inline(__always) init(sums: UnsafePointer<UInt64>) {
        self.init(color: Color(sums: sums), alpha: sums[Color.bytesPerPixel])
    }
    @inline(__always) func store(to sums: UnsafeMutablePointer<UInt64>) {
        color.store(to: sums)
        sums[Color.bytesPerPixel] = alpha
    }

    @inline(__always)
    static func write(_ sums: UnsafePointer<UInt64>, perWeight: Double, to pixel: UnsafeMutablePointer<UInt8>) {
        let alpha = sums[Color.bytesPerPixel]
        guard alpha > 0 else { return }  // no coverage: stays transparent
        Color.write(sums, perWeight: 1 / Double(alpha), to: pixel)
        pixel[3] = UInt8(min(255, Int(Double(alpha) * perWeight + 0.5)))
    }
}
