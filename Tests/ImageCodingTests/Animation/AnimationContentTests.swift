import Pixels
import Testing

@testable import ImageCoding

/// The detection of an animation in another size, or with more of its bytes.
@Suite(.endsInTime) struct AnimationContentTests {
    private let canvas = PixelSize(width: 6, height: 4)

    private func frames(_ count: Int) -> [MadeFrame] {
        (0..<count).map { MadeFrame(0, 0, 6, 4, $0 % 2 == 0 ? MadeFrame.red : MadeFrame.green) }
    }

    private func files(_ count: Int) -> [[UInt8]] {
        MadeFrame.files(canvas, frames(count))
    }

    private func animation(_ bytes: [UInt8], box: PixelSize? = nil) throws -> AnimatedImage {
        try #require(found(bytes, box: box))
    }

    /// `nil` if there is none to be shown.
    private func found(_ bytes: [UInt8], box: PixelSize? = nil) -> AnimatedImage? {
        try? ImageCodersManager.shared.decode(bytes, options: .frames(box: box)).animation
    }

    /// Returns equal bytes at another address, like a second read of a file.
    private func copy(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 } }

    @Test func `equal bytes are equal in every size`() throws {
        for bytes in files(5) {
            let (large, small) = try (animation(bytes), animation(copy(bytes), box: PixelSize(width: 3, height: 2)))
            #expect(large.size != small.size && large.hasSameContent(as: small) && small.hasSameContent(as: large))
            let blurred = try #require(small.transformed(by: Transformers.Blur(radius: 1)))
            #expect(blurred.hasSameContent(as: large))
        }
    }

    @Test func `one other byte is another animation`() throws {
        for bytes in files(3) {
            let original = try animation(bytes)
            var others = 0
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 1
                guard let other = found(changed) else { continue }
                others += 1
                #expect(!other.hasSameContent(as: original), "\(original.format), byte \(place)")
            }
            #expect(others > 20)
            #expect(try !animation(bytes + [0]).hasSameContent(as: original))
        }
    }

    @Test func `a partial animation is continued only by more of its bytes`() throws {
        for (bytes, longer) in zip(files(6), files(7)) {
            let whole = try animation(bytes)
            var counts: Set<Int> = []
            for cut in bytes.indices {
                guard let part = found(Array(bytes[..<cut])) else { continue }
                counts.insert(part.frameCount)
                #expect(whole.continues(part), "\(whole.format) cut at \(cut)")
                #expect(!part.continues(whole) && !part.hasSameContent(as: whole))
            }
            #expect(counts.isSuperset(of: 2...5) && whole.continues(whole))
            #expect(try !animation(longer).continues(whole))
        }
    }

    @Test func `a frame that changed is not continued`() throws {
        var writer = AnimatedGIFWriter(screen: canvas, frames: frames(6))
        let part = try animation(Array(writer.bytes.dropLast()))  // without the end, which would follow the next frame
        writer.frames.append(MadeFrame(0, 0, 6, 4, MadeFrame.blue))
        #expect(try animation(writer.bytes).continues(part))
        writer.frames[5].color = MadeFrame.blue
        #expect(try !animation(writer.bytes).continues(part))
    }
}
