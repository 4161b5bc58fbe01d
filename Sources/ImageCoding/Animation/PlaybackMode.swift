/// The order in which an animation's frames are shown.
public enum PlaybackMode: String, Hashable, Sendable, CaseIterable {
    /// First to last.
    case normal
    /// Last to first.
    case reverse
    /// First to last and back to the first; neither end is shown twice in a row.
    case bounce
    /// Last to first and back to the last.
    case reversedBounce

    /// Whether playback begins with the last frame.
    public var beginsAtEnd: Bool { self == .reverse || self == .reversedBounce }
}

/// A position in the playback order. A value: no time, no images.
struct PlaybackCursor: Equatable {
    private(set) var index: Int
    /// Whether the cursor is on the way back, in the bouncing modes.
    private(set) var isReturning = false

    init(mode: PlaybackMode, count: Int) { index = mode.beginsAtEnd ? max(0, count - 1) : 0 }

    init(index: Int) { self.index = index }

    /// Advances to the next frame. Returns `true` if the frame that is left ends a loop: all frames of the mode have
    /// been shown. A bouncing loop ends with its first frame, which is also the first of the next loop.
    mutating func advance(_ mode: PlaybackMode, count: Int) -> Bool {
        let last = count - 1
        switch mode {
        case .normal:
            defer { index = index >= last ? 0 : index + 1 }
            return index >= last
        case .reverse:
            defer { index = index <= 0 ? last : index - 1 }
            return index <= 0
        case .bounce:
            return bounce(from: 0, to: last, step: 1)
        case .reversedBounce:
            return bounce(from: last, to: 0, step: -1)
        }
    }

    private mutating func bounce(from start: Int, to end: Int, step: Int) -> Bool {
        if index == end { isReturning = true }
        let isEnd = isReturning && index == start
        if isEnd { isReturning = false }
        index += isReturning ? -step : step
        return isEnd
    }
}
