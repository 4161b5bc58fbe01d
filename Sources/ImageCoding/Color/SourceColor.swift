/// What the numbers of a picture mean, as its file says; not yet judged.
public enum SourceColor: Hashable, Sendable {
    /// It says sRGB.
    case sRGB
    /// An ICC profile, as it is in the file. Nothing in it has been checked.
    case icc([UInt8])
    /// Channels are light to the power of `exponent` (a PNG's `gAMA`, such as 0.45455), of primaries that may be
    /// given.
    case gamma(Double, Chromaticities?)
    /// Numbers for primaries and curve (ITU-T H.273; a PNG's `cICP`). Not checked.
    case codePoints(CodePoints)
    /// It says nothing.
    case unknown

    /// ITU-T H.273, section 8: what colours are coded by, in numbers of a register.
    public struct CodePoints: Hashable, Sendable {
        public var primaries: UInt8
        public var transfer: UInt8
        /// 0 for red, green and blue as they are.
        public var matrix: UInt8
        /// 1 if black is 0 and white all ones.
        public var fullRange: UInt8

        public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, fullRange: UInt8 = 1) {
            self.primaries = primaries
            self.transfer = transfer
            self.matrix = matrix
            self.fullRange = fullRange
        }
    }

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
