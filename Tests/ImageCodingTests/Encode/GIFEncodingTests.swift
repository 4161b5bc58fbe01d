import Glibc
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime, .slow) struct GIFEncodingTests {
    private let manager = ImageCodersManager.shared

    private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGBA) -> Image {
        let bytes = (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                let pixel = color(x, y)
                return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
            }
        }
        let hasAlpha = stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 255 }
        return Image(bitmap: Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: hasAlpha))
    }

    private func roundTrip(_ image: Image, _ change: (inout EncodeOptions) -> Void = { _ in }) throws -> Bitmap {
        var options = EncodeOptions()
        change(&options)
        return try manager.decode(manager.encode(image, as: .gif, options: options)).bitmap
    }

    /// The mean light of a part, 0 to 1.
    private func light(_ bitmap: Bitmap, _ columns: Range<Int>) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for y in 0..<bitmap.size.height { for x in columns { sum += bitmap[x, y].opaque.light } }
        return sum / Float(bitmap.size.height * columns.count)
    }

    @Test func `few colors are kept exactly`() throws {
        let few = picture(16, 16) { RGBA(UInt8($0 * 16), UInt8($1 * 16), 9) }
        #expect(try roundTrip(few) == few.bitmap)
        let one = picture(1, 1) { _, _ in RGBA(1, 2, 3) }
        #expect(try roundTrip(one) == one.bitmap)
        let holes = picture(17, 15) { RGBA(UInt8($0 * 10), UInt8($1 * 10), 0, ($0 + $1) % 3 == 0 ? 0 : 255) }
        let result = try roundTrip(holes)
        for y in 0..<15 {
            for x in 0..<17 {
                #expect(
                    result[x, y] == holes.bitmap[x, y] || (result[x, y].alpha == 0 && holes.bitmap[x, y].alpha == 0))
            }
        }
        let nothing = picture(3, 3) { _, _ in RGBA(0, 0, 0, 0) }
        #expect(try roundTrip(nothing) == nothing.bitmap)
    }

    @Test func `dithering keeps the light of an area, whatever the palette`() throws {
        // given a fade from black to orange
        let fade = picture(128, 64) { x, _ in RGBA(UInt8(x * 2), UInt8(x), 10) }
        for quality in [0.3, 0.6] {
            // when it is encoded with few colors
            let dithered = try roundTrip(fade) { $0.quality = quality }
            let plain = try roundTrip(fade) {
                $0.quality = quality
                $0.dithers = false
            }
            // then stripes have the light they had, but only if it was dithered
            func error(_ bitmap: Bitmap) -> Float {
                stride(from: 8, to: 120, by: 8).map { start in
                    let difference = light(bitmap, start..<start + 8) - light(fade.bitmap, start..<start + 8)
                    return max(abs(difference.x), abs(difference.y), abs(difference.z))
                }.max() ?? 0
            }
            #expect(error(dithered) < 0.012, "\(quality): \(error(dithered))")
            #expect(error(dithered) < error(plain) || error(plain) < 0.005, "\(quality): \(error(plain))")
        }
    }

    @Test func `many colors are approximated well`() throws {
        // 24,576 colors.
        let many = picture(192, 128) { RGBA(UInt8($0), UInt8($1 * 2), UInt8(255 - $0)) }
        let result = try roundTrip(many) { $0.dithers = false }
        #expect(result.likeness(to: many.bitmap) > 33)
    }

    @Test func `fewer colors take fewer bytes`() throws {
        var random = SeededGenerator(seed: 4)
        let noise = picture(64, 64) { _, _ in RGBA(random.byte(), random.byte(), random.byte()) }
        let sizes = try [1.0, 0.5, 0.0].map { quality in
            var options = EncodeOptions()
            options.quality = quality
            return try manager.encode(noise, as: .gif, options: options).count
        }
        #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2], "\(sizes)")
        let limited = try roundTrip(noise) { $0.maximumBytes = sizes[1] }
        #expect(limited.size == noise.size)
        #expect(throws: ImageCodingError.self) { try roundTrip(noise) { $0.maximumBytes = 20 } }
    }

    @Test func `a palette never has more colors than requested`() {
        var random = SeededGenerator(seed: 6)
        for count in [2, 3, 17, 255, 256] {
            for alpha in [false, true] {
                let noise = picture(40, 40) { _, _ in
                    RGBA(random.byte(), random.byte(), random.byte(), alpha && Bool.random(using: &random) ? 0 : 255)
                }
                let indexed = IndexedPicture(noise.bitmap, colors: count, dithers: true)
                #expect(indexed.table.count <= 3 * count)
                #expect(indexed.indices.allSatisfy { Int($0) < indexed.table.count / 3 })
            }
        }
    }
}
