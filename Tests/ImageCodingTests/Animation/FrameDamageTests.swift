import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// A frame has a damage warning if it may show damaged pixels.
@Suite(.endsInTime, .slow) struct FrameDamageTests {
    private let canvas = PixelSize(width: 6, height: 4)
    private let whole = MadeFrame(0, 0, 6, 4, MadeFrame.red)
    private let dot = MadeFrame(5, 0, 1, 1, MadeFrame.blue)

    private func damaged(disposal: Int = 0) -> MadeFrame { MadeFrame(2, 0, 2, 4, MadeFrame.green, disposal: disposal) }

    /// Returns an animation whose second frame is damaged; `chunk` precedes its pixels.
    private func animation(_ frames: [MadeFrame], with chunk: [UInt8] = []) throws -> AnimatedImage {
        var frame = -1
        let bytes = APNGWriter(canvas: canvas, frames: frames) { _, chunk in
            if chunk.name == PNGChunk.frameControl { frame += 1 }
            guard frame == 1, chunk.name == PNGChunk.framePixels else { return }
            for index in 4..<chunk.content.count { chunk.content[index] = 255 }
        }.bytes
        let image = try ImageCodersManager.shared.decode(bytes[..<33] + chunk + bytes[33...], options: .frames)
        let animation = try #require(image.animation)
        #expect(animation.frameCount == frames.count)
        return animation
    }

    /// Checks which frames from the second on have a damage warning, for each order of decoding.
    private func expect(_ expected: [Bool], of frames: [MadeFrame]) throws {
        let animation = try animation(frames)
        let numbers = Array(1...expected.count)
        for order in [numbers, numbers.reversed(), numbers.flatMap { [$0, $0] }] {
            for number in order {
                let warning = animation.frame(at: number)?.warning
                #expect(warning == (expected[number - 1] ? .damagedInPlaces : nil), "\(number) of \(order)")
            }
        }
    }

    @Test func `damage is reported in all frames that may show it`() throws {
        try expect([true, true, true], of: [whole, damaged(), dot, dot])
        try expect([true, true], of: [whole, damaged(disposal: 1), dot])
    }

    @Test func `damage is removed with the frame before which the canvas is restored`() throws {
        try expect([true, false, false], of: [whole, damaged(disposal: 2), dot, dot])
    }

    @Test func `a whole frame that builds on no other hides a damaged one`() throws {
        try expect(
            [true, false, false], of: [whole, damaged(), MadeFrame(0, 0, 6, 4, MadeFrame.blue, isOver: false), dot])
    }

    /// Every frame has unknown colors, and only one is damaged.
    @Test func `a warning about colors does not hide damage`() throws {
        let gamma = PNGChunk.bytes(PNGChunk.gamma, PNGChunk.bigEndian(0))
        let animation = try animation([whole, damaged(disposal: 2), dot], with: gamma)
        #expect(animation.warning == .colors(.impossibleGamma))
        #expect(animation.frame(at: 1)?.warning == .damagedInPlaces)
        #expect(animation.frame(at: 2)?.warning == .colors(.impossibleGamma))
    }

    @Test func `missing pixels take precedence over other warnings`() {
        #expect(DecodeWarning.worst([nil, .colors(.unusableProfile), .lessDetail, .damagedInPlaces]) == .lessDetail)
        #expect(DecodeWarning.worst([.notPreloaded(limit: "1"), nil]) == .notPreloaded(limit: "1"))
        #expect(DecodeWarning.worst([nil]) == nil)
    }
}
