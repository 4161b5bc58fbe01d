/// The color space of an image as its file describes it, unchecked.
public enum SourceColor: Hashable, Sendable {
    /// The file states sRGB.
    case sRGB
    /// An ICC profile as stored in the file, unchecked.
    case icc([UInt8])
    /// Channels are light to the power of `exponent` (a PNG's `gAMA`, such as 0.45455), with optional primaries.
    case gamma(Double, Chromaticities?)
    /// Coding-independent code points (ITU-T H.273; a PNG's `cICP`), unchecked.
    case codePoints(CICP)
    /// The file contains no description.
    case unknown

    /// Coding-independent code points (CICP; ITU-T H.273, section 8).
    public struct CICP: Hashable, Sendable {
        /// Color primaries (table 2).
        public var primaries: UInt8
        /// Transfer characteristics (table 3).
        public var transfer: UInt8
        /// 0 for RGB.
        public var matrix: UInt8
        /// 1 for full range: black is 0 and white all ones.
        public var fullRange: UInt8

        /// Creates code points, by default of RGB with full range. They are not checked.
        public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, fullRange: UInt8 = 1) {
            self.primaries = primaries
            self.transfer = transfer
            self.matrix = matrix
            self.fullRange = fullRange
        }
    }

    /// The white point and the primaries of a PNG's `cHRM` chunk: CIE 1931 x and y.
    public struct Chromaticities: Hashable, Sendable {
        /// The white point.
        public var white: Point
        /// The red primary.
        public var red: Point
        /// The green primary.
        public var green: Point
        /// The blue primary.
        public var blue: Point

        /// A point of the CIE 1931 chromaticity diagram.
        public struct Point: Hashable, Sendable {
            /// The x coordinate, usually 0 to 1.
            public var x: Double
            /// The y coordinate, usually 0 to 1.
            public var y: Double

            /// Creates a point, which is not checked.
            public init(x: Double, y: Double) {
                self.x = x
                self.y = y
            }
        }

        /// Creates a color space from points as a file states them. They are not checked.
        public init(white: Point, red: Point, green: Point, blue: Point) {
            self.white = white
            self.red = red
            self.green = green
            self.blue = blue
        }
    }
}
