import Glibc
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime, .slow) struct GIFEncodingTests {
    private let manager = ImageCodersManager.shared

    private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGBA) -> Image {
        Image(bitmap: .drawn(width, height, hasAlpha: nil, color))
    }

    private func roundTrip(_ image: Image, _ change: (inout EncodeOptions) -> Void = { _ in }) throws -> Bitmap {
        var options = EncodeOptions()
        change(&options)
        return try manager.decode(manager.encode(image, as: .gif, options: options)).bitmap
    }

    @Test func `few colors are kept exactly`() throws {
        let few = picture(16, 16) { RGBA(UInt8($0 * 16), UInt8($1 * 16), 9) }
        #expect(try roundTrip(few) == few.bitmap)
        let one = picture(1, 1) { _, _ in RGBA(1, 2, 3) }
        #expect(try roundTrip(one) == one.bitmap)
        let holes = picture(17, 15) { RGBA(UInt8($0 * 10), UInt8($1 * 10), 0, ($0 + $1) % 3 == 0 ? 0 : 255) }
        #expect(try roundTrip(holes).firstDifference(from: holes.bitmap) == nil)
        let nothing = picture(3, 3) { _, _ in RGBA(0, 0, 0, 0) }
        #expect(try roundTrip(nothing) == nothing.bitmap)
    }

    @Test func `many colors are approximated well`() throws {
        // 24,576 colors.
        let many = picture(192, 128) { RGBA(UInt8($0), UInt8($1 * 2), UInt8(255 - $0)) }
        let result = try roundTrip(many)
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
                let indexed = IndexedPicture(noise.bitmap, colors: count)
                #expect(indexed.table.count <= 3 * count)
                #expect(indexed.indices.allSatisfy { Int($0) < indexed.table.count / 3 })
            }
        }
    }
}
