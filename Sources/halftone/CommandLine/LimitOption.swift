import Basis
import ImageCoding
import ImageFeeds

/// `--limit NAME=VALUE`: the one place where the limits of the modules have names.
enum LimitOption {
    /// What a picture may take.
    static let names: [(name: String, meaning: WritableKeyPath<DecodeLimits, Int> & Sendable)] = [
        ("pixels", \.pixels), ("side", \.side), ("result-pixels", \.resultPixels), ("working-bytes", \.workingBytes),
        ("scans", \.scans), ("scanned-pixels", \.scannedPixels), ("profile-bytes", \.profileBytes),
        ("chunk-bytes", \.chunkBytes), ("frames", \.frames), ("animation-pixels", \.animationPixels),
        ("seconds", \.seconds),
    ]

    /// What a source may take. The other limits of sources keep their parser from going astray, and nobody sees them.
    static let sourceNames: [(name: String, meaning: WritableKeyPath<FeedLimits, Int> & Sendable)] = [
        ("feed-bytes", \.feedBytes), ("feed-seconds", \.fetchSeconds), ("feed-items", \.feedItems),
        ("feed-pages", \.pages), ("page-pictures", \.pagePictures), ("list-bytes", \.listBytes),
        ("list-items", \.listItems),
    ]

    static var allNames: [String] { names.map(\.name) + sourceNames.map(\.name) }

    static func apply(_ text: String, to options: inout CommonOptions) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = ByteSize(parts[1]), value.bytes > 0 else {
            throw UsageError("--limit is NAME=VALUE, such as pixels=900M, not '\(Sanitiser.clean(text))'")
        }
        if let known = names.first(where: { $0.name == parts[0] }) {
            options.limits[keyPath: known.meaning] = value.bytes
        } else if let known = sourceNames.first(where: { $0.name == parts[0] }) {
            options.feedLimits[keyPath: known.meaning] = value.bytes
        } else {
            let list = allNames.joined(separator: ", ")
            throw UsageError("--limit knows \(list), not '\(Sanitiser.clean(parts[0]))'")
        }
    }
}
