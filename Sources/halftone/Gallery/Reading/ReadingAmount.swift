import HalftoneCore
import ImageFeeds

/// How much has come of what is being read, in words. A value.
struct ReadingAmount: Hashable, Sendable {
    /// Bytes of documents of the network that are on their way.
    var fetchedBytes = 0
    /// What was found in folders of this machine.
    var scan = ScanProgress()

    /// Such as `1.2 MB` or `12,400 found among 53,000 files`; `nil`: nothing yet.
    var text: String? {
        let bytes = fetchedBytes + scan.bytes
        let parts = [bytes > 0 ? ByteSize(bytes).description : nil, finds].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var finds: String? {
        let (found, seen) = (scan.found, scan.seen)
        if found == 0 { return seen == 0 ? nil : "nothing among \(Self.grouped(seen)) files" }
        return Self.grouped(found) + " found" + (seen > found ? " among \(Self.grouped(seen)) files" : "")
    }

    /// `12,400`: numbers that grow are easier to read so.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
            })
    }
}
