import HalftoneCore
import ImageCoding
import ImageFeeds

/// A limit that `--limit NAME=VALUE` sets. The only table of the names of limits.
///
/// The other limits of pictures and sources are constants, with their reasons in `DecodeLimits` and `FeedLimits`.
enum LimitOption: String, CaseIterable {
    case pixels, bytes, seconds, frames, memory

    func set(_ value: Int, in options: inout CommonOptions) {
        switch self {
        case .pixels: options.engine.limits.pixels = value
        case .bytes: options.feedLimits.feedBytes = value
        case .seconds: (options.engine.limits.seconds, options.feedLimits.fetchSeconds) = (value, value)
        case .frames: options.engine.limits.frames = value
        case .memory: options.engine.limits.workingBytes = value
        }
    }
}
