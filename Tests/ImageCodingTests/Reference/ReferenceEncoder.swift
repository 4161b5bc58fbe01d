import Pixels
import TestSupport

/// Programs that encode pictures, with choices that the writers of these tests do not have. Blocking.
enum ReferenceEncoder {
    static func jpeg(_ bitmap: Bitmap, _ arguments: [String]) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let cjpeg = ReferenceProgram(name: "cjpeg", package: "libjpeg-turbo-progs")
        return try cjpeg.output(arguments + [folder.write(bitmap.anymap, to: "picture")])
    }

    static func webp(_ bitmap: Bitmap, _ arguments: [String]) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let cwebp = ReferenceProgram(name: "cwebp", package: "webp")
        return try cwebp.output(["-quiet"] + arguments + [folder.write(bitmap.anymap, to: "picture"), "-o", "-"])
    }

    /// - Parameter bitmap: has at most 256 colors, and no alpha.
    static func gif(_ bitmap: Bitmap, _ arguments: [String]) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let pamtogif = ReferenceProgram(name: "pamtogif", package: "netpbm")
        return try pamtogif.output(arguments + [folder.write(bitmap.anymap, to: "picture")])
    }

    /// - Parameter arguments: those of the file, then those of the pictures.
    static func animatedWebP(_ bitmaps: [Bitmap], _ arguments: [String]) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let files = bitmaps.enumerated().map { folder.write($1.anymap, to: "picture\($0)") }
        let img2webp = ReferenceProgram(name: "img2webp", package: "webp")
        _ = try img2webp.output(arguments + files + ["-o", folder.path + "/animation"])
        return folder.read("animation")
    }

    /// Has the frames of a GIF composed and encoded again.
    static func animatedWebP(ofGIF bytes: [UInt8], _ arguments: [String]) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let gif2webp = ReferenceProgram(name: "gif2webp", package: "webp")
        _ = try gif2webp.output(
            ["-quiet"] + arguments + [folder.write(bytes, to: "picture"), "-o", folder.path + "/animation"])
        return folder.read("animation")
    }

    /// Returns a frame of an animated WebP as a file of its own.
    static func frame(_ number: Int, ofWebP bytes: [UInt8]) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let webpmux = ReferenceProgram(name: "webpmux", package: "webp")
        _ = try webpmux.output(
            ["-get", "frame", "\(number + 1)", folder.write(bytes, to: "animation"), "-o", folder.path + "/frame"])
        return folder.read("frame")
    }
}

extension Bitmap {
    /// The pixels in a format of netpbm: PAM with alpha, PPM without.
    fileprivate var anymap: [UInt8] {
        guard hasAlpha else {
            return Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
                + bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
        }
        let fields = ["WIDTH \(size.width)", "HEIGHT \(size.height)", "DEPTH 4", "MAXVAL 255", "TUPLTYPE RGB_ALPHA"]
        return Array("P7\n\(fields.joined(separator: "\n"))\nENDHDR\n".utf8) + bytes
    }
}
