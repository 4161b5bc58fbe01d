import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// A frame has a damage warning if and only if damaged pixels are visible.
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

    /// All later frames had the warning.
    @Test(arguments: [1, 2]) func `damage is removed with the pixels of its frame`(disposal: Int) throws {
        try expect([true, false, false], of: [whole, damaged(disposal: disposal), dot, dot])
    }

    @Test func `damage is reported until its whole area is painted anew`() throws {
        let left = MadeFrame(2, 0, 1, 4, MadeFrame.blue)
        let right = MadeFrame(3, 0, 2, 4, MadeFrame.blue)
        let nothing = MadeFrame(3, 0, 1, 4, nil)
        try expect([true, true, true, true, false, false], of: [whole, damaged(), dot, left, nothing, right, dot])
        try expect([true, true, false], of: [whole, damaged(), right, left])
    }

    @Test(arguments: [true, false]) func `a whole frame over a damaged one is whole`(isOver: Bool) throws {
        try expect(
            [true, false, false], of: [whole, damaged(), MadeFrame(0, 0, 6, 4, MadeFrame.blue, isOver: isOver), dot])
    }

    @Test func `damage that a frame covered for a while is reported again`() throws {
        let lid = MadeFrame(0, 0, 6, 4, MadeFrame.blue, disposal: 2)
        try expect([true, false, true], of: [whole, damaged(), lid, dot])
    }

    /// Every frame has unknown colors, and only one is damaged.
    @Test func `a warning about colors does not hide damage`() throws {
        let gamma = PNGChunk.bytes(PNGChunk.gamma, PNGChunk.bigEndian(0))
        let animation = try animation([whole, damaged(disposal: 1), dot], with: gamma)
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
