import HalftoneCore
import Pixels

/// A composer that draws the frames of an animation on a full-size canvas and reduces them.
///
/// The next frame builds on the last one composed. Any other frame starts from the last key frame before it. Safe from
/// any thread; one frame at a time.
final class AnimationComposer: FrameSource {
    let heldBytes = 0
    private let format: any AnimationFormat
    private let plan: DecodePlan
    /// Limits and clock for each requested frame.
    private let options: DecodeOptions
    private let state: Lock<State>

    private struct State {
        var bytes: EncodedBytes
        var index: AnimationIndex
        /// The canvas; `nil` until the first frame is requested, and again after a reset.
        var drawing: Drawing?
        /// The problem with the first frame when it was drawn.
        var warning: DecodeWarning?
    }

    private struct Drawing {
        var canvas: FrameCanvas
        var reduction: CanvasReduction
        /// The frame that the canvas shows; `nil` if it is empty.
        var current: Int?
        /// The canvas under the current frame, for `Disposal.restore`.
        var saved: (pixels: [UInt8], warning: DecodeWarning?)?
        /// The problem with the frames that the canvas may show.
        var warning: DecodeWarning?

        mutating func clear() {
            canvas.clearAll()
            reduction.touch(PixelRect(canvas.size))
            warning = nil
        }
    }

    /// Creates a composer. The plan must be for the index's canvas. Only limits and clock of the options are used.
    init(
        _ bytes: EncodedBytes, index: AnimationIndex, format: any AnimationFormat, plan: DecodePlan,
        options: DecodeOptions
    ) {
        self.format = format
        self.plan = plan
        var own = DecodeOptions()
        (own.limits, own.time) = (options.limits, options.time)
        self.options = own
        state = Lock(State(bytes: bytes, index: index))
    }

    /// Returns the complete frame, upright and reduced. Blocks while it decodes; checks for cancellation between rows.
    func frame(at index: Int, cancellation: CancellationToken? = nil) throws(ImageCodingError) -> Bitmap {
        try state.withLock { (state) throws(ImageCodingError) in try compose(index, &state, cancellation).bitmap }
    }

    func read(
        _ index: Int, cancellation: CancellationToken?
    ) throws(ImageCodingError) -> (bitmap: Bitmap, warning: DecodeWarning?)? {
        try state.withLock { (state) throws(ImageCodingError) in try compose(index, &state, cancellation) }
    }

    /// The size of the part of the source that the frames show.
    var visibleSize: PixelSize { plan.visibleSize }

    /// The problem with the first frame; `nil` if there was none, or it was not drawn yet.
    var warning: DecodeWarning? { state.withLock { $0.warning } }

    /// Releases the canvas on which the next frame would build.
    func reset() { state.withLock { $0.drawing = nil } }

    /// Replaces the bytes by a longer prefix of the file. Returns `false`, and changes nothing, if they contradict the
    /// current bytes.
    func grow(_ bytes: EncodedBytes, index: AnimationIndex) -> Bool {
        state.withLock { state in
            guard index.canvas == state.index.canvas, index.orientation == state.index.orientation,
                index.frames.starts(with: state.index.frames)
            else { return false }
            state.bytes = bytes
            state.index = index
            return true
        }
    }

    // MARK: -

    private func compose(
        _ target: Int, _ state: inout State, _ cancellation: CancellationToken?
    ) throws(ImageCodingError) -> (bitmap: Bitmap, warning: DecodeWarning?) {
        let index = state.index
        guard index.frames.indices.contains(target) else { throw .damaged(format.format, "there is no such frame") }
        var drawing =
            state.drawing
            ?? Drawing(
                canvas: FrameCanvas(size: index.canvas), reduction: CanvasReduction(canvas: index.canvas, plan: plan))
        state.drawing = nil  // so that the canvas is changed in place, and is not used after an error
        let key = index.key(before: target)
        var next: Int
        if let current = drawing.current, (key...target).contains(current) {
            next = current + 1
        } else {
            drawing.clear()
            drawing.current = nil
            next = key
        }
        var options = options.begun
        options.cancellation = cancellation
        while next <= target {
            dispose(index, &drawing)
            try draw(next, index, state.bytes, &drawing, options)
            if next == 0 { state.warning = drawing.warning }
            next += 1
        }
        let picture = (drawing.reduction.bitmap(of: drawing.canvas), drawing.warning)
        state.drawing = drawing
        return picture
    }

    /// Applies the disposal of the frame on the canvas.
    private func dispose(_ index: AnimationIndex, _ drawing: inout Drawing) {
        guard let current = drawing.current else { return }
        let frame = index.frames[current]
        switch frame.disposal {
        case .keep: return
        case .clear: drawing.canvas.clear(frame.rect)
        case .restore:
            drawing.canvas.restore(frame.rect, from: drawing.saved?.pixels ?? [])
            drawing.warning = drawing.saved?.warning
        }
        drawing.reduction.touch(drawing.canvas.clip(frame.rect))
    }

    /// Draws a frame. Throws only if the decode is stopped or the first frame cannot be decoded.
    private func draw(
        _ number: Int, _ index: AnimationIndex, _ bytes: EncodedBytes, _ drawing: inout Drawing,
        _ options: DecodeOptions
    ) throws(ImageCodingError) {
        let frame = index.frames[number]
        let part = drawing.canvas.clip(frame.rect)
        var picture: Image?
        do throws(ImageCodingError) {
            picture = try part.size.isEmpty ? nil : self.picture(of: frame, part.size, index, bytes, options)
        } catch {
            // A frame that shows nothing is better than an animation that ends; but the first frame is required.
            guard number > 0, !error.isStop else { throw error }
        }
        if index.isKey[number] { drawing.warning = nil }  // nothing of earlier frames is visible
        drawing.saved = nil  // frees the old copy before a new one is made
        if frame.disposal == .restore { drawing.saved = (drawing.canvas.copy(of: frame.rect), drawing.warning) }
        drawing.current = number
        guard !part.size.isEmpty else { return }  // entirely outside the canvas
        if let picture {
            // Missing pixels of a damaged frame must not erase the canvas; but later frames must not depend on where
            // composing began.
            let isWhole = picture.warning?.leavesPixelsWhole ?? true
            let blend = isWhole || index.isKey[number] ? frame.blend : .over
            drawing.canvas.draw(picture.bitmap, x: frame.rect.x, y: frame.rect.y, blend: blend)
            drawing.reduction.touch(part)
        } else if index.isKey[number] {
            drawing.clear()
        }
        drawing.warning = DecodeWarning.worst([drawing.warning, picture.map(\.warning) ?? .damagedInPlaces])
    }

    /// Decodes the visible part of a frame.
    private func picture(
        of frame: AnimationFrame, _ size: PixelSize, _ index: AnimationIndex, _ bytes: EncodedBytes,
        _ options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        let picture = try format.decode(size, of: frame, of: index, in: bytes, options: options)
        guard picture.size == size else { throw .damaged(format.format, "a frame contradicts its place") }
        return picture
    }
}
