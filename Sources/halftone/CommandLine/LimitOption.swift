import HalftoneCore
import ImageCoding
import ImageFeeds
import OptionParsing

/// A limit with a new value, from `--limit NAME=VALUE`. The only table of the names of limits.
///
/// The other limits of pictures and sources are constants, with their reasons in `DecodeLimits` and `FeedLimits`.
struct LimitOption {
    private struct Row {
        let name: String
        let manual: String
        let apply: (inout CommonOptions, Int) -> Void
    }

    private let row: Row
    private let value: Int

    func apply(to options: inout CommonOptions) { row.apply(&options, value) }

    private static var rows: [Row] {
        [
            Row(name: "pixels", manual: "of a picture (200M)") { $0.engine.limits.pixels = $1 },
            Row(name: "bytes", manual: "of a feed or a web page (16MB)") { $0.feedLimits.feedBytes = $1 },
            Row(
                name: "seconds",
                manual: "that decoding a picture or a frame may take, and until a feed or a web page has arrived (600)"
            ) { ($0.engine.limits.seconds, $0.feedLimits.fetchSeconds) = ($1, $1) },
            Row(name: "frames", manual: "of an animation (10000)") { $0.engine.limits.frames = $1 },
            Row(name: "memory", manual: "of a decoder, beside the picture (320MB)") {
                $0.engine.limits.workingBytes = $1
            },
        ]
    }

    static var names: [String] { rows.map(\.name) }

    /// The entry of the manual page, in mdoc(7).
    static var manual: String {
        "What pictures and sources may take at most:\n"
            + rows.map { ".Cm \($0.name)\n\($0.manual)" }.joined(separator: ",\n")
            + ".\nSeconds while the program is stopped count."
    }

    /// Reads `NAME=VALUE`. Returns `nil` for anything else.
    fileprivate init?(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = ByteSize(parts[1]), value.bytes > 0 else { return nil }
        guard let row = Self.rows.first(where: { $0.name == parts[0] }) else {
            throw UsageError("knows \(Self.names.joined(separator: ", ")), not '\(TextSanitizer.clean(parts[0]))'")
        }
        (self.row, self.value) = (row, value.bytes)
    }
}

extension ArgumentKind where Value == LimitOption {
    static var limit: ArgumentKind {
        ArgumentKind(
            "NAME=VALUE", completion: .words(LimitOption.names.map { $0 + "=" }),
            expected: "NAME=VALUE, such as pixels=900M"
        ) { (text) throws(UsageError) in try LimitOption(text) }
    }
}
