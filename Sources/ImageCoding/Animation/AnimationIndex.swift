import Pixels

/// One frame of an animation as its file states it: a picture of part of the canvas, and what becomes of it.
struct AnimationFrame: Hashable, Sendable {
    /// What happens to the canvas when the frame's time is over.
    enum Disposal: Hashable, Sendable {
        case keep
        /// The frame's part of the canvas becomes transparent.
        case clear
        /// It becomes what it was before the frame.
        case restore
    }

    /// How the frame meets what is on the canvas.
    enum Blend: Hashable, Sendable {
        case replace
        case over
    }

    /// May stand over the canvas, or beside it.
    var rect: PixelRect
    var duration: Duration
    var disposal = Disposal.keep
    var blend = Blend.over
    /// Where its data stands in the file, piece by piece.
    var pieces: [Range<Int>]
    /// The colour of the palette that is transparent; GIF alone has it here.
    var transparentColor: UInt8?

    /// The delays that files state, of which ten milliseconds and less are never meant: browsers and others show such a
    /// frame for a tenth of a second.
    static func duration(_ stated: Duration) -> Duration {
        stated < .milliseconds(11) ? .milliseconds(100) : stated
    }
}

/// What a file says of its animation, without a pixel decoded.
struct AnimationIndex: Sendable {
    /// As it is stored, not turned.
    var canvas: PixelSize
    var orientation = Orientation.up
    /// How often it is played; 0 is for ever.
    var loopCount: Int
    /// What stands before the frames and holds for each of them, such as a palette or a profile: where, piece by piece.
    var shared: [Range<Int>] = []
    /// The frames of which all data is there, as many as the limits allow.
    private(set) var frames: [AnimationFrame] = []
    /// Which frames do not build on those before them.
    private(set) var isKey: [Bool] = []
    /// The file goes on after the last frame with something that is not there, or makes no sense.
    var endsEarly = false
    /// As far as the bytes go, there may be more frames behind them.
    var mayGrow = false
    /// The file says that a frame follows the last one, which is not there in full: with one frame or none it is not a
    /// still, but what is left of an animation.
    var lacksFrames = false
    private(set) var hasTooManyFrames = false
    /// Pixels of all frames together.
    private(set) var pixels = 0

    private let limits: DecodeLimits

    /// The limit that was passed.
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

    /// `false` if there may be no more.
    mutating func add(_ frame: AnimationFrame) -> Bool {
        guard frames.count < limits.frames, pixels + frame.rect.size.area <= limits.animationPixels else {
            hasTooManyFrames = true
            return false
        }
        var frame = frame
        // There is nothing that the first could give back.
        if frames.isEmpty, frame.disposal == .restore { frame.disposal = .clear }
        let coversAll =
            frame.rect.x == 0 && frame.rect.y == 0 && frame.rect.size.width >= canvas.width
            && frame.rect.size.height >= canvas.height
        // What is restored after a frame must be known, even where the frame itself hides it.
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

    /// The last frame up to that one which does not build on others.
    func key(before index: Int) -> Int { isKey[...index].lastIndex(of: true) ?? 0 }
}

extension ImageHeader {
    /// Takes over what the index says of the frames.
    mutating func count(_ index: AnimationIndex) {
        mayHaveMoreFrames = index.mayGrow
        guard index.frames.count > 1 else { return }
        frameCount = index.frames.count
        loopCount = index.loopCount
    }
}
