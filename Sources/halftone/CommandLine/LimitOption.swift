import HalftoneCore
import ImageCoding
import ImageFeeds
import OptionParsing

/// A limit with a new value, from `--limit NAME=VALUE`. The only table of the names of limits.
struct LimitOption {
    private enum Limit {
        case picture(WritableKeyPath<DecodeLimits, Int> & Sendable, most: Int = .max)
        case source(WritableKeyPath<FeedLimits, Int> & Sendable)

        /// The highest value that has an effect.
        var most: Int {
            guard case .picture(_, let most) = self else { return .max }
            return most
        }
    }

    private let limit: Limit
    private let value: Int

    func apply(to options: inout CommonOptions) {
        switch limit {
        case .picture(let path, _): options.limits[keyPath: path] = value
        case .source(let path): options.feedLimits[keyPath: path] = value
        }
    }

    private typealias Row = (name: String, limit: Limit, manual: String)

    /// The limits of a picture.
    private static let pictureRows: [Row] = [
        ("pixels", .picture(\.pixels), "of the source (200M)"), ("side", .picture(\.side), "in pixels (65535)"),
        ("result-pixels", .picture(\.resultPixels), "(64M)"),
        ("working-bytes", .picture(\.workingBytes), "of the decoder (320MB)"),
        (
            "worker-bytes", .picture(\.workerBytes, most: DecodeLimits().workerBytes),
            "of a decoder in a process of its own (1.6GB, which is also the most)"
        ),
        ("scans", .picture(\.scans), "of a progressive JPEG (100)"),
        ("scanned-pixels", .picture(\.scannedPixels), "of all of its scans together (2G)"),
        ("profile-bytes", .picture(\.profileBytes), "of a color profile (4MB)"),
        ("chunk-bytes", .picture(\.chunkBytes), "of a chunk before the pixels of a PNG (16MB)"),
        ("frames", .picture(\.frames), "of an animation (10000)"),
        ("animation-pixels", .picture(\.animationPixels), "of all frames together (2.5G)"),
        ("seconds", .picture(\.seconds), "that decoding a picture, or a frame of an animation, may take (600)"),
    ]

    /// The limits of a source that users can change; the others only protect the parser.
    private static let sourceRows: [Row] = [
        ("feed-bytes", .source(\.feedBytes), "of a feed or a web page (16MB)"),
        ("feed-seconds", .source(\.fetchSeconds), "in which one must end, also one that comes byte by byte (600)"),
        ("feed-items", .source(\.feedItems), "of a feed (10000)"),
        ("feed-pages", .source(\.pages), "that follow each other (1000)"),
        ("tag-attributes", .source(\.tagAttributes), "of one element of a feed or a web page (256)"),
        ("page-pictures", .source(\.pagePictures), "of a web page (100000)"),
        ("list-bytes", .source(\.listBytes), "of a list (256MB)"),
        ("list-items", .source(\.listItems), "of a list or a folder (4M)"),
    ]

    private static var rows: [Row] { pictureRows + sourceRows }
    static var names: [String] { rows.map(\.name) }

    /// The entry of the manual page, in mdoc(7).
    static var manual: String {
        "What a picture may take at most:\n" + list(pictureRows) + "\nTime while the program is stopped counts.\n.Pp\n"
            + "What a source may have at most:\n" + list(sourceRows)
    }

    private static func list(_ rows: [Row]) -> String {
        rows.map { ".Cm \($0.name)\n\($0.manual)" }.joined(separator: ",\n") + "."
    }

    /// Reads `NAME=VALUE`. Returns `nil` for anything else.
    fileprivate init?(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = ByteSize(parts[1]), value.bytes > 0 else { return nil }
        guard let row = Self.rows.first(where: { $0.name == parts[0] }) else {
            throw UsageError("knows \(Self.names.joined(separator: ", ")), not '\(TextSanitizer.clean(parts[0]))'")
        }
        guard value.bytes <= row.limit.most else {
            throw UsageError(
                "takes at most \(ByteSize(row.limit.most)) for \(row.name), not '\(TextSanitizer.clean(parts[1]))'")
        }
        (limit, self.value) = (row.limit, value.bytes)
    }
}

extension ArgumentKind where Value == LimitOption {
    static var limit: ArgumentKind {
        ArgumentKind(
            "NAME=VALUE", completion: .prefixes(LimitOption.names.map { $0 + "=" }),
            expected: "NAME=VALUE, such as pixels=900M"
        ) { (text) throws(UsageError) in try LimitOption(text) }
    }
}
