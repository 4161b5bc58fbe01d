import HalftoneCore
import ImageCoding
import JailedCoding
import Pixels
import TestSupport
import Testing

/// A picture that another program encodes, and the same program's decode of it.
struct Sample: Sendable {
    let bytes: [UInt8]
    let reference: Bitmap
}

/// Programs of other projects that encode and decode pictures.
enum SampleMaker {
    /// A picture with gradients, edges and, if wanted, alpha.
    static func drawing(_ size: PixelSize, hasAlpha: Bool = false) -> Bitmap {
        .drawn(size.width, size.height, hasAlpha: hasAlpha) { x, y in
            let isEdge = (x / 16 + y / 16) % 3 == 0
            return RGBA(
                UInt8(x * 255 / size.width), UInt8(y * 255 / size.height), isEdge ? 220 : 40,
                hasAlpha ? UInt8((x + y) * 255 / (size.width + size.height)) : 255)
        }
    }

    /// Encodes a picture with one program, and decodes the result to a PNG with another. `IN` and `OUT` in the arguments
    /// stand for the files.
    static func sample(
        _ bitmap: Bitmap, isDeep: Bool = false, encoder: [String], decoder: [String], of package: String,
        named name: String
    ) throws -> Sample {
        let folder = TemporaryDirectory()
        // A PNG says that its colors are sRGB; without alpha, a format is used that says nothing.
        let input =
            bitmap.hasAlpha || encoder[0] != "cjxl"
            ? folder.write(isDeep ? deepPNG(bitmap) : try png(bitmap), to: "in.png")
            : folder.write(pixmap(bitmap), to: "in.ppm")
        let encoded = folder.path + "/" + name
        try run(encoder, input, encoded, of: package)
        try run(decoder, encoded, folder.path + "/out.png", of: package)
        let reference = try ImageCodersManager.shared.decode(folder.read("out.png")).bitmap
        return Sample(bytes: folder.read(name), reference: reference)
    }

    private static func png(_ bitmap: Bitmap) throws -> [UInt8] {
        try ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: .png)
    }

    /// Returns a PNG with 16 bits for each channel.
    private static func deepPNG(_ bitmap: Bitmap) -> [UInt8] {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            for byte in bitmap.bytes[4 * width * row..<4 * width * (row + 1)] { rows += [byte, byte] }
        }
        return PlainPNG.bytes(width, height, rows: rows, bitDepth: 16)
    }

    static func run(_ words: [String], _ input: String, _ output: String, of package: String) throws {
        try requireProgram(words[0], of: package)
        let command = words.map { $0 == "IN" ? input : $0 == "OUT" ? output : $0 }
        let process = try ChildProcess(
            command, on: nil, input: .file("/dev/null"), output: .file("/dev/null"), error: .file("/dev/null"))
        try #require(try process.waitForExit(on: nil) == .code(0), "\(command.joined(separator: " "))")
    }

    static func avif(_ bitmap: Bitmap, _ arguments: [String] = []) throws -> Sample {
        try sample(
            bitmap, encoder: ["avifenc", "-s", "10"] + arguments + ["IN", "OUT"], decoder: ["avifdec", "IN", "OUT"],
            of: "libavif-bin", named: "picture.avif")
    }

    /// `depth` is more than 8 for a picture that is encoded from 16 bits.
    static func heic(_ bitmap: Bitmap, depth: Int = 8, _ arguments: [String] = []) throws -> Sample {
        try sample(
            bitmap, isDeep: depth > 8,
            encoder: ["heif-enc", "-q", "90", "-p", "preset=ultrafast", "-b", "\(depth)"] + arguments
                + ["IN", "-o", "OUT"],
            decoder: ["heif-convert", "IN", "OUT"], of: "libheif-examples", named: "picture.heic")
    }
}

extension SampleMaker {
    static func jpegXL(_ bitmap: Bitmap, _ arguments: [String] = []) throws -> Sample {
        try sample(
            bitmap, encoder: ["cjxl", "IN", "OUT", "-e", "3"] + arguments, decoder: ["djxl", "IN", "OUT"],
            of: "libjxl-tools", named: "picture.jxl")
    }

    private static func pixmap(_ bitmap: Bitmap) -> [UInt8] {
        let head = Array("P6 \(bitmap.size.width) \(bitmap.size.height) 255\n".utf8)
        return head + bitmap.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    }

    /// Encodes a TIFF with libtiff's programs; the pixels are kept unless the compression is lossy.
    static func tiff(_ bitmap: Bitmap, compression: String, _ arguments: [String] = []) throws -> Sample {
        let folder = TemporaryDirectory()
        let plain = folder.write(pixmap(bitmap), to: "in.ppm")
        try run(["ppm2tiff", "-c", "none", "IN", "OUT"], plain, folder.path + "/plain.tiff", of: "libtiff-tools")
        try run(
            ["tiffcp", "-c", compression] + arguments + ["IN", "OUT"], folder.path + "/plain.tiff",
            folder.path + "/picture.tiff", of: "libtiff-tools")
        return Sample(bytes: folder.read("picture.tiff"), reference: bitmap)
    }

    /// Has librsvg's program render a document with that width.
    static func svg(_ document: String, width: Int) throws -> Sample {
        let folder = TemporaryDirectory()
        let input = folder.write(Array(document.utf8), to: "in.svg")
        try run(
            ["rsvg-convert", "-w", "\(width)", "-a", "IN", "-o", "OUT"], input, folder.path + "/out.png",
            of: "librsvg2-bin")
        let reference = try ImageCodersManager.shared.decode(folder.read("out.png")).bitmap
        return Sample(bytes: Array(document.utf8), reference: reference)
    }
}

/// Workers of the program that was built with these tests.
enum TestWorkers {
    static func pool(_ arguments: [String] = [], capacity: Int = 2) -> DecodeWorkers {
        DecodeWorkers(program: program(arguments), capacity: capacity)
    }

    static func program(_ arguments: [String]) -> WorkerProgram {
        WorkerProgram(path: path, arguments: arguments)
    }

    static func coder(_ format: ImageFormat, _ pool: DecodeWorkers) throws -> JailedImageCoder {
        try #require(JailedImageCoder.coders(workers: pool).first { $0.format == format })
    }

    private static var path: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
        let end = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
        return parts[..<end].joined(separator: "/") + "/decode-worker"
    }
}
