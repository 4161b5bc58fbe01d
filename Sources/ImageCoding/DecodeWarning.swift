/// The words for what is wrong with a picture that is shown nevertheless.
enum DecodeWarning {
    /// Part of the rows is missing. `isEnd` if the bytes were used up, otherwise they became unreadable.
    static func cut(shown: Double, isEnd: Bool) -> String {
        let percent = max(1, min(99, Int(shown * 100)))
        return "the picture \(isEnd ? "ends early" : "is damaged"): \(percent) % of it shown"
    }

    static let lessDetail = "the picture ends early: shown with less detail"
    static let damagedInPlaces = "the picture is damaged in places"

    static func onlyFirstFrame(limit: String) -> String { "an animation over the limit of \(limit): its first frame" }
    static func missingFrames(shown: Int) -> String { "the animation ends early: \(shown) frames of it shown" }
    static func notPreloaded(limit: String) -> String { "its frames are over the limit of \(limit) and not kept" }
}
