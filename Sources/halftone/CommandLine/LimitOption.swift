import HalftoneCore
import ImageCoding
import ImageFeeds
import OptionParsing

/// A limit with a new value, from `--limit NAME=VALUE`. The only table of the names of limits.
///
/// The other limits of pictures and sources are constants, with their reasons in `DecodeLimits` and `FeedLimits`.
struct LimitOption {
    private typealias Change = (inout CommonOptions, Int) -> Void

    private let change: Change
    private let value: Int

    func apply(to options: inout CommonOptions) { change(&options, value) }

    private static var rows: [(name: String, change: Change)] {
        [
            ("pixels", { $0.engine.limits.pixels = $1 }),
            ("bytes", { $0.feedLimits.feedBytes = $1 }),
            ("seconds", { ($0.engine.limits.seconds, $0.feedLimits.fetchSeconds) = ($1, $1) }),
            ("frames", { $0.engine.limits.frames = $1 }),
            ("memory", { $0.engine.limits.workingBytes = $1 }),
        ]
    }

    static var names: [String] { rows.map(\.name) }

    /// Reads `NAME=VALUE`. Returns `nil` for anything else.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = ByteSize(parts[1]), value.bytes > 0,
            let row = Self.rows.first(where: { $0.name == parts[0] })
        else { return nil }
        (change, self.value) = (row.change, value.bytes)
    }
}

extension ArgumentKind where Value == LimitOption {
    static var limit: ArgumentKind {
        ArgumentKind(
            "NAME=VALUE", completion: .words(LimitOption.names.map { $0 + "=" }),
            expected: "\(LimitOption.names.joined(separator: ", ")), such as pixels=900M"
        ) { LimitOption($0) }
    }
}
