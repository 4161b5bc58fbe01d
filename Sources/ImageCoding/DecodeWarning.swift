/// What is wrong with a picture that is shown nevertheless. Its description is one line, without anything foreign.
public enum DecodeWarning: Hashable, Sendable, CustomStringConvertible {
    /// Part of the rows is missing. `isEnd` if the bytes were used up, otherwise they became unreadable.
    case cut(percentShown: Int, isEnd: Bool)
    /// The bytes end before the last scans or passes.
    case lessDetail
    case damagedInPlaces
    /// An animation over that limit.
    case onlyFirstFrame(limit: String)
    /// The bytes end before the last of its frames. If one is left, it is shown as a still.
    case missingFrames(shown: Int)
    /// Its frames were to be kept, and are over that limit.
    case notPreloaded(limit: String)
    /// The colours are shown as sRGB, because of what their description is. Every pixel is there.
    case colors(Description)

    /// What is wrong with how a file describes its colours.
    public enum Description: Hashable, Sendable, CaseIterable, Error {
        /// The profile is broken, too large, or not for such pixels.
        case unusableProfile
        /// The code points stand for colours that are not known.
        case unknownCodePoints
        /// The gamma or the chromaticities make no sense.
        case impossibleGamma
    }

    /// `shown` is a part of the height, 0...1.
    static func cut(shown: Double, isEnd: Bool) -> DecodeWarning {
        .cut(percentShown: max(1, min(99, Int(shown * 100))), isEnd: isEnd)
    }

    /// Whether every pixel is there.
    var leavesPixelsWhole: Bool {
        switch self {
        case .colors, .onlyFirstFrame, .notPreloaded: true
        case .cut, .lessDetail, .damagedInPlaces, .missingFrames: false
        }
    }

    /// Whether it says something of an animation as a whole, and nothing of the pixels of its first frame.
    public var isOfAnimation: Bool {
        switch self {
        case .onlyFirstFrame, .missingFrames, .notPreloaded: true
        case .cut, .lessDetail, .damagedInPlaces, .colors: false
        }
    }

    /// Whether pixels of a still or of a frame are missing or wrong.
    public var isDamage: Bool { !leavesPixelsWhole && !isOfAnimation }

    /// The one to be told if there is room for one: missing pixels count more than anything else, then the first.
    static func worst(_ warnings: some Sequence<DecodeWarning?>) -> DecodeWarning? {
        let all = warnings.compactMap { $0 }
        return all.first { !$0.leavesPixelsWhole } ?? all.first
    }

    public var description: String {
        switch self {
        case .cut(let percent, let isEnd):
            "the picture \(isEnd ? "ends early" : "is damaged"): \(percent) % of it shown"
        case .lessDetail: "the picture ends early: shown with less detail"
        case .damagedInPlaces: "the picture is damaged in places"
        case .onlyFirstFrame(let limit): "an animation over the limit of \(limit): its first frame"
        case .missingFrames(shown: 1): "the animation ends early: its first frame shown"
        case .missingFrames(let shown): "the animation ends early: \(shown) frames of it shown"
        case .notPreloaded(let limit): "its frames are over the limit of \(limit) and not kept"
        case .colors(.unusableProfile): "its colour profile cannot be used: shown as sRGB"
        case .colors(.unknownCodePoints): "its colours are of a kind that is not known: shown as sRGB"
        case .colors(.impossibleGamma): "what it says of its colours makes no sense: shown as sRGB"
        }
    }
}
