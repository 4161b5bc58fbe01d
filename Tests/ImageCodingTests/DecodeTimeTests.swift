import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The time that a decode may take, with clocks that the tests move.
@Suite(.endsInTime) struct DecodeTimeTests {
    private let manager = ImageCodersManager.shared
    private let error = ImageCodingError.tooSlow(seconds: 10)

    private func options(_ time: ManualTime) -> DecodeOptions {
        var options = DecodeOptions()
        options.limits.seconds = 10
        options.time = time
        return options
    }

    @Test(arguments: DamageTests.pictures.map(\.name))
    func `a decode ends at its time limit`(name: String) throws {
        let bytes = try #require(DamageTests.pictures.first { $0.name == name }?.bytes)
        let slow = { options(ManualTime(step: .seconds(11))) }
        #expect(throws: error) { try manager.decode(bytes, options: slow()) }
        #expect(throws: error) { try manager.decode(ByteSource(bytes), options: slow()) }
        let fast = options(ManualTime(step: .milliseconds(1)))
        #expect(try manager.decode(bytes, options: fast).bitmap == manager.decode(bytes).bitmap)
    }

    @Test func `the remaining time is checked between rows`() {
        // given a decode that begins after 1 s, and looks at the clock every eight rows
        let bytes = PNGWriter(width: 8, height: 8 * 10, colorType: 0).bytes { x, y, _ in x + y }
        #expect(throws: error) { try manager.decode(bytes, options: options(ManualTime(step: .seconds(1)))) }
        let shorter = PNGWriter(width: 8, height: 8 * 9, colorType: 0).bytes { x, y, _ in x + y }
        #expect(throws: Never.self) { try manager.decode(shorter, options: options(ManualTime(step: .seconds(1)))) }
    }

    /// However long its bytes take to arrive.
    @Test(arguments: ["jpeg", "jpeg progressive", "gif interlaced", "webp"])
    func `a picture that arrived slowly has its whole time limit for the decode`(name: String) throws {
        let bytes = try #require(DamageTests.pictures.first { $0.name == name }?.bytes)
        let time = ManualTime(step: .zero)
        let decoder = try manager.incrementalDecoder(of: bytes, options: options(time))
        for piece in stride(from: 0, to: bytes.count, by: 100) {
            try decoder.append(bytes[piece..<min(bytes.count, piece + 100)])
            time.advance(by: .seconds(3600))
        }
        #expect(try decoder.finish().bitmap == manager.decode(bytes).bitmap)
    }

    @Test func `a complete picture is decoded anew within its time limit, or not at all`() throws {
        let bytes = JPEGWriter(size: PixelSize(width: 40, height: 40)).bytes { x, y, _ in x + y }
        let time = ManualTime(step: .zero)
        let decoder = try manager.incrementalDecoder(of: bytes, options: options(time))
        try decoder.append(bytes[...])
        time.set(step: .seconds(11))
        #expect(throws: error) { try decoder.finish() }
    }

    /// Incremental decoding had no time limit.
    @Test(arguments: DamageTests.progressive.map(\.name), [DecodeOptions.Animation.firstFrame, .frames])
    func `the decode of arriving bytes ends at its time limit`(
        name: String, animation: DecodeOptions.Animation
    ) throws {
        let bytes = try #require(DamageTests.pictures.first { $0.name == name }?.bytes)
        let time = ManualTime(step: .seconds(11))
        var options = options(time)
        options.animation = animation
        let decoder = try manager.incrementalDecoder(of: bytes, options: options)
        #expect(throws: error) {
            try decoder.append(bytes[...])
            _ = try decoder.preview()
        }
        time.set(step: .zero)
        #expect(try decoder.finish().bitmap == manager.decode(bytes).bitmap)
    }

    @Test func `a thumbnail over the time limit is not shown`() throws {
        let tests = ThumbnailTests()
        let bytes = try JPEGWriter.adding(thumbnail: tests.small, orientation: 1, to: tests.photo(1640, 1230))
        #expect(manager.thumbnail(of: bytes, options: options(ManualTime(step: .milliseconds(1)))) != nil)
        #expect(manager.thumbnail(of: bytes, options: options(ManualTime(step: .seconds(11)))) == nil)
    }

    @Test func `every frame has its own time limit`() throws {
        let canvas = PixelSize(width: 6, height: 4)
        let frames = [MadeFrame.red, MadeFrame.green, MadeFrame.blue].map { MadeFrame(0, 0, 6, 4, $0) }
        for bytes in MadeFrame.files(canvas, frames) {
            let time = ManualTime(step: .zero)
            var options = options(time)
            options.animation = .frames
            let animation = try #require(try manager.decode(bytes, options: options).animation)
            // when another frame is requested much later, it is decoded
            time.advance(by: .seconds(3600))
            #expect(animation.frame(at: 1)?.bitmap[0, 0] == RGBA(0, 255, 0))
            // when a frame takes too long it is missing, and can be requested again
            time.set(step: .seconds(11))
            #expect(animation.frame(at: 2) == nil)
            time.set(step: .zero)
            #expect(animation.frame(at: 2)?.bitmap[0, 0] == RGBA(0, 0, 255))
        }
    }

    @Test func `the error has the limit`() {
        #expect(error.description == "decoding took longer than the limit of 10 s")
    }
}
