import Pixels

@testable import ImageCoding

/// An animation whose frames all look like its poster.
enum FakeAnimation {
    private struct Source: FrameSource {
        let bitmap: Bitmap
        func frame(at index: Int) -> Bitmap { bitmap }
        func reset() {}
    }

    static func make(poster: Image, bytes: [UInt8] = [], frames: Int = 2) -> AnimatedImage {
        AnimatedImage(
            format: .gif, bytes: bytes, poster: poster,
            durations: Array(repeating: .milliseconds(100), count: frames), loopCount: 0,
            source: Source(bitmap: poster.bitmap))
    }
}
