import CJPEG
import ImageCoding
import Pixels

/// A picture is decoded for any content of its color profile.
enum ProfileChecks {
    static func run(_ profile: [UInt8]) {
        guard profile.count < 60_000 else { return }
        let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        let length = content.count + 2
        let segment = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + content
        for file in pictures {
            var options = FuzzTarget.options(profile, box: nil)
            options.fidelity = profile.count % 2 == 0 ? .fast : .exact
            let image = try? JPEGCoder().decode(file[..<2] + segment + file[2...], options: options)
            precondition(image != nil)
        }
    }

    /// Pictures in gray, RGB and CMYK.
    private static let pictures = [1, 3, 4].map { channels in
        let pixels = (0..<16 * 16 * channels).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let encoding = cjpeg_encoding(
            quality: 90, is_progressive: false, halves_columns: false, halves_rows: false, restart_rows: 0)
        var file: UnsafeMutablePointer<UInt8>?
        let count = cjpeg_encode(pixels, 16, 16, Int32(channels), encoding, &file)
        defer { cjpeg_free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}
