import HalftoneCore
import ImageFeeds

extension ScanProgress {
    /// The amount read so far, such as `1.2 MB` or `12,400 found among 53,000 files`; `nil` for nothing yet.
    var words: String? {
        let parts = [bytes > 0 ? ByteSize(bytes).description : nil, finds].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var finds: String? {
        if found == 0 { return seen == 0 ? nil : "nothing among \(Self.grouped(seen)) files" }
        return Self.grouped(found) + " found" + (seen > found ? " among \(Self.grouped(seen)) files" : "")
    }

    /// Returns a number with grouping separators, such as `12,400`.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
            })
    }
}
