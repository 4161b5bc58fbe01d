import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// A program that decodes pictures, to compare ours with.
struct ReferenceDecoder: Sendable {
    let program: ReferenceProgram
    let arguments: [String]

    /// Uses libpng, with its own handling of every kind of samples.
    static let png = ReferenceDecoder("pngtopam", of: "netpbm", ["-alphapam"])
    /// Decodes the first frame only, without its place on the screen.
    static let gif = ReferenceDecoder("giftopnm", of: "netpbm", [])
    static let jpeg = ReferenceDecoder("djpeg", of: "libjpeg-turbo-progs", ["-pnm"])
    static let webp = ReferenceDecoder("dwebp", of: "webp", ["-quiet", "-pam", "-o", "-", "--"])

    /// Without alpha.
    static let bmp = ReferenceDecoder("bmptopnm", of: "netpbm", [])
    static let qoi = ReferenceDecoder("qoitopam", of: "netpbm", [])

    private init(_ name: String, of package: String, _ arguments: [String]) {
        (program, self.arguments) = (ReferenceProgram(name: name, package: package), arguments)
    }

    /// Runs the program and returns its decode of a file. Blocking.
    func bitmap(of bytes: [UInt8]) throws -> Bitmap {
        let folder = TemporaryDirectory()
        let output = try program.output(arguments + [folder.write(bytes, to: "picture")])
        return try #require(AnymapReader.bitmap(in: output), "\(program.name)")
    }

    /// Checks that the engine's decode of a file is the program's, and has no warning. Blocking.
    ///
    /// - Parameter name: what the file is, for the failure.
    func expectSameDecode(of bytes: [UInt8], _ name: String) throws {
        let expected = try bitmap(of: bytes)
        let image = try ImageCodersManager.shared.decode(bytes)
        #expect(image.warning == nil, "\(name)")
        #expect(image.bitmap.firstDifference(from: expected) == nil, "\(name)")
    }
}

extension Bitmap {
    /// Describes the first pixel that is not the other bitmap's; `nil` if there is none. Colors of transparent pixels
    /// are not compared. Quick where many differ, unlike a failed expectation that two arrays are equal.
    func firstDifference(from other: Bitmap) -> String? {
        guard size == other.size else { return "\(size) in place of \(other.size)" }
        let (found, expected) = (shown, other.shown)
        guard let place = found.indices.first(where: { found[$0] != expected[$0] }) else { return nil }
        let (x, y) = (place / 4 % size.width, place / 4 / size.width)
        return "\(self[x, y]) in place of \(other[x, y]) at \(x), \(y)"
    }

    /// The RGBA bytes, with zero colors in transparent pixels.
    var shown: [UInt8] { bytes.indices.map { bytes[$0 | 3] == 0 ? 0 : bytes[$0] } }
}

/// Reads the binary formats of netpbm: PGM, PPM and PAM.
private struct AnymapReader {
    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// With every sample rounded to 8 bits; `nil` if it is none of these formats.
    static func bitmap(in bytes: [UInt8]) -> Bitmap? {
        var reader = AnymapReader(bytes)
        return reader.bitmap()
    }

    private mutating func bitmap() -> Bitmap? {
        guard let (size, channels, maximum) = header() else { return nil }
        let width = maximum > 255 ? 2 : 1
        guard bytes.count - place == size.area * channels * width else { return nil }
        let samples = (0..<size.area * channels).map { index in
            let value = bytes[(place + index * width)..<(place + (index + 1) * width)].reduce(0) { $0 << 8 | Int($1) }
            return UInt8((value * 255 + maximum / 2) / maximum)
        }
        var pixels: [UInt8] = []
        for first in stride(from: 0, to: samples.count, by: channels) {
            let pixel = samples[first..<first + channels]
            let colors = channels < 3 ? [UInt8](repeating: samples[first], count: 3) : Array(pixel.prefix(3))
            pixels += colors + [channels % 2 == 0 ? samples[first + channels - 1] : 255]
        }
        return Bitmap(size: size, bytes: pixels, hasAlpha: channels % 2 == 0)
    }

    private mutating func header() -> (PixelSize, channels: Int, maximum: Int)? {
        switch word() {
        case "P5": numbers(channels: 1)
        case "P6": numbers(channels: 3)
        case "P7": fields()
        default: nil
        }
    }

    private mutating func numbers(channels: Int) -> (PixelSize, channels: Int, maximum: Int)? {
        guard let width = Int(word()), let height = Int(word()), let maximum = Int(word()) else { return nil }
        return (PixelSize(width: width, height: height), channels, maximum)
    }

    private mutating func fields() -> (PixelSize, channels: Int, maximum: Int)? {
        var fields: [String: String] = [:]
        while case let name = word(), name != "ENDHDR" {
            guard !name.isEmpty else { return nil }
            fields[name] = word()
        }
        let numbers = ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].compactMap { fields[$0].flatMap { Int($0) } }
        guard numbers.count == 4 else { return nil }
        return (PixelSize(width: numbers[0], height: numbers[1]), numbers[2], numbers[3])
    }

    /// Returns the next word, and consumes the one space after it.
    private mutating func word() -> String {
        let end = bytes[place...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? bytes.endIndex
        defer { place = min(end + 1, bytes.count) }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }
}
