import Pixels

/// One frame of an animation as its file describes it: an image on part of the canvas, and its disposal.
struct AnimationFrame: Hashable, Sendable {
    /// The change to the canvas when the frame's duration is over.
    enum Disposal: Hashable, Sendable {
        case keep
        /// The frame's part of the canvas becomes transparent.
        case clear
        /// The frame's part of the canvas becomes what it was before the frame.
        case restore
    }

    /// The mode in which the frame is drawn on the canvas.
    enum Blend: Hashable, Sendable {
        case replace
        case over
    }

    /// The frame's rectangle; may extend beyond the canvas or lie outside it.
    var rect: PixelRect
    var duration: Duration
    var disposal = Disposal.keep
    var blend = Blend.over
    /// Ranges of its data in the file.
    var pieces: [Range<Int>]
    /// The transparent palette index; used by GIF only.
    var transparentColor: UInt8?

    /// Returns the effective duration. Stated delays of ten milliseconds and less are never meant: browsers and other
    /// viewers show such a frame for a tenth of a second.
    static func duration(_ stated: Duration) -> Duration {
        stated < .milliseconds(11) ? .milliseconds(100) : stated
    }
}

/// The structure of an animation, read without decoding a pixel.
struct AnimationIndex: Sendable {
    /// The size of the canvas as stored, before orientation.
    var canvas: PixelSize
    var orientation = Orientation.up
    /// How often the animation plays; 0 is forever.
    var loopCount: Int
    /// Ranges of data before the frames that applies to each of them, such as a palette or a profile.
    var shared: [Range<Int>] = []
    /// The complete frames, as many as the limits allow.
    private(set) var frames: [AnimationFrame] = []
    /// Whether each frame is a key frame, which does not build on earlier frames.
    private(set) var isKey: [Bool] = []
    /// Whether the file continues after the last frame with data that is missing or invalid.
    var endsEarly = false
    /// Whether more bytes could add frames.
    var mayGrow = false
    /// Whether the file announces a frame after the last one that is not complete: with one frame or none it is not a
    /// still, but a truncated animation.
    var lacksFrames = false
    private(set) var hasTooManyFrames = false
    /// Pixels of all frames together.
    private(set) var pixels = 0

    private let limits: DecodeLimits

    /// The limit that was exceeded, as text.
    var limitText: String {
        frames.count >= limits.frames ? "\(limits.frames) frames" : DecodeLimits.text(pixels: limits.animationPixels)
    }

    /// Whether the canvas is empty when the next frame is drawn.
    private var isEmptyNext = true

    init(canvas: PixelSize, loopCount: Int, limits: DecodeLimits) {
        self.canvas = canvas
        self.loopCount = loopCount
        self.limits = limits
    }

    /// Adds a frame. Returns `false` if the limits allow no more.
    mutating func add(_ frame: AnimationFrame) -> Bool {
        guard frames.count < limits.frames, pixels + frame.rect.size.area <= limits.animationPixels else {
            hasTooManyFrames = true
            return false
        }
        var frame = frame
        // The first frame has nothing to restore.
        if frames.isEmpty, frame.disposal == .restore { frame.disposal = .clear }
        let coversAll =
            frame.rect.x == 0 && frame.rect.y == 0 && frame.rect.size.width >= canvas.width
            && frame.rect.size.height >= canvas.height
        // Content that is restored after a frame must be known, even if the frame itself hides it.
        isKey.append(isEmptyNext || (coversAll && frame.blend == .replace && frame.disposal != .restore))
        switch frame.disposal {
        case .keep: isEmptyNext = false
        case .clear: isEmptyNext = isEmptyNext || coversAll
        case .restore: break
        }
        frames.append(frame)
        pixels += frame.rect.size.area
        return true
    }

    /// Returns the last key frame up to `index`.
    func key(before index: Int) -> Int { isKey[...index].lastIndex(of: true) ?? 0 }
}

extension ImageHeader {
    /// Copies the frame and loop counts from the index.
    mutating func count(_ index: AnimationIndex) {
        mayHaveMoreFrames = index.mayGrow
        guard index.frames.count > 1 else { return }
        frameCount = index.frames.count
        loopCount = index.loopCount
    }
}
