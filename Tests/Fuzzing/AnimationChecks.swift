import ImageCoding
import Pixels

/// All frames of an animation have the same size, and a frame and its warning do not depend on earlier requests.
enum AnimationChecks {
    static func run(_ bytes: [UInt8]) {
        var options = FuzzTarget.options(bytes, box: bytes.count % 2 == 0 ? nil : PixelSize(width: 9, height: 9))
        options.animation = .frames
        guard let image = try? ImageCodersManager.shared.decode(bytes, options: options) else { return }
        FuzzTarget.check(image, options)
        guard let animation = image.animation else { return }
        precondition(animation.frameCount >= 2 && animation.frameCount <= FuzzTarget.limits.frames)
        let frames = (0..<animation.frameCount).map { animation.frame(at: $0) }
        for (index, frame) in frames.enumerated() {
            precondition(frame == nil || frame?.size == image.size)
            precondition(animation.duration(at: index) > .zero)
        }
        let place = bytes.count % frames.count
        animation.unloadAllFrames()
        let again = animation.frame(at: place)
        precondition(again?.bitmap == frames[place]?.bitmap && again?.warning == frames[place]?.warning)
    }
}
