import Basis
import ImageCoding

/// `--limit NAME=VALUE`: the one place where the limits of the modules have names.
enum LimitOption {
    static let names: [(name: String, meaning: WritableKeyPath<DecodeLimits, Int> & Sendable)] = [
        ("pixels", \.pixels), ("side", \.side), ("result-pixels", \.resultPixels), ("working-bytes", \.workingBytes),
        ("scans", \.scans), ("scanned-pixels", \.scannedPixels), ("profile-bytes", \.profileBytes),
        ("chunk-bytes", \.chunkBytes), ("frames", \.frames), ("animation-pixels", \.animationPixels),
        ("seconds", \.seconds),
    ]

    static func apply(_ text: String, to limits: inout DecodeLimits) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = ByteSize(parts[1]), value.bytes > 0 else {
            throw UsageError("--limit is NAME=VALUE, such as pixels=900M, not '\(Sanitiser.clean(text))'")
        }
        guard let known = names.first(where: { $0.name == parts[0] }) else {
            let list = names.map(\.name).joined(separator: ", ")
            throw UsageError("--limit knows \(list), not '\(Sanitiser.clean(parts[0]))'")
        }
        limits[keyPath: known.meaning] = value.bytes
    }
}
