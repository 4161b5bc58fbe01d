/// A problem with an image that can still be displayed. The description is one line and contains no untrusted text.
public enum DecodeWarning: Hashable, Sendable, CustomStringConvertible {
    /// Some rows are missing. `isEnd` if the bytes end early, otherwise they could not be decoded.
    case cut(percentShown: Int, isEnd: Bool)
    /// The bytes end before the last scans or interlace passes.
    case lessDetail
    /// Some pixels are damaged.
    case damagedInPlaces
    /// An animation exceeds that limit; only its first frame is available.
    case onlyFirstFrame(limit: String)
    /// The bytes end before the animation's last frame. If one frame is left, it is shown as a still.
    case missingFrames(shown: Int)
    /// The frames were to be preloaded, but exceed that limit.
    case notPreloaded(limit: String)
    /// The colors are shown as sRGB because their description is unusable. Every pixel is present.
    case colors(Description)

    /// A problem with a file's description of its colors.
    public enum Description: Hashable, Sendable, CaseIterable, Error {
        /// The ICC profile is broken, too large, or not for the image's pixel format.
        case unusableProfile
        /// The code points denote unknown colors.
        case unknownCodePoints
        /// The gamma or the chromaticities are invalid.
        case impossibleGamma
    }

    /// Returns a `.cut` warning. `shown` is a fraction of the height, 0...1.
    package static func cut(shown: Double, isEnd: Bool) -> DecodeWarning {
        .cut(percentShown: max(1, min(99, Int(shown * 100))), isEnd: isEnd)
    }

    /// Returns the warning for rows that are missing. `shown` is 1 if passes are missing, but one that covers the whole
    /// image was decoded.
    static func missingRows(shown: Double, isEnd: Bool) -> DecodeWarning {
        shown < 1 ? .cut(shown: shown, isEnd: isEnd) : isEnd ? .lessDetail : .damagedInPlaces
    }

    /// Whether all pixels are present.
    var leavesPixelsWhole: Bool {
        switch self {
        case .colors, .onlyFirstFrame, .notPreloaded: true
        case .cut, .lessDetail, .damagedInPlaces, .missingFrames: false
        }
    }

    /// Whether the warning is about an animation as a whole, not about the pixels of its first frame.
    public var isOfAnimation: Bool {
        switch self {
        case .onlyFirstFrame, .missingFrames, .notPreloaded: true
        case .cut, .lessDetail, .damagedInPlaces, .colors: false
        }
    }

    /// Whether pixels of a still or of a frame are missing or wrong.
    public var isDamage: Bool { !leavesPixelsWhole && !isOfAnimation }

    /// Returns the most important warning: the first about missing pixels, otherwise the first.
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
        case .colors(.unusableProfile): "its color profile cannot be used: shown as sRGB"
        case .colors(.unknownCodePoints): "its color space is unknown: shown as sRGB"
        case .colors(.impossibleGamma): "its color description is invalid: shown as sRGB"
        }
    }
}
