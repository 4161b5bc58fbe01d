/// What the numbers of a picture mean, as its file says; not yet judged.
public enum SourceColor: Hashable, Sendable {
    /// It says sRGB.
    case sRGB
    /// An ICC profile, as it is in the file. Nothing in it has been checked.
    case icc([UInt8])
    /// Channels are light to the power of `exponent` (a PNG's `gAMA`, such as 0.45455), of primaries that may be
    /// given.
    case gamma(Double, Chromaticities?)
    /// It says nothing.
    case unknown

    /// The white point and the primaries of a PNG's `cHRM` chunk: CIE 1931 x and y.
    public struct Chromaticities: Hashable, Sendable {
        public var white: Point
        public var red: Point
        public var green: Point
        public var blue: Point

        public struct Point: Hashable, Sendable {
            public var x: Double
            public var y: Double

            public init(x: Double, y: Double) {
                self.x = x
                self.y = y
            }
        }

        public init(white: Point, red: Point, green: Point, blue: Point) {
            self.white = white
            self.red = red
            self.green = green
            self.blue = blue
        }
    }
}
