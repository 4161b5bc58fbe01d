/// Where a JSON Feed is cut before it is decoded. The decoder makes an index of a whole document first, which takes up to
/// thirty times its bytes, and cannot be interrupted; this only counts, and keeps nothing.
struct JSONCut {
    /// Entries that are decoded.
    private(set) var entries = 0
    /// Bytes that are decoded, up to the end of an entry; `nil`: all of them.
    private(set) var end: Int?

    /// Throws `.malformedJSON` if there is too much of anything else, and `.cancelled`.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, entries limit: Int, values: Int, isCancelled: () -> Bool
    ) throws(FeedError) {
        var (index, depth, count) = (0, 0, 0)
        var (name, entriesDepth, complete) = (0..<0, -1, 0)
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x22:
                let start = index + 1
                index = Self.endOfString(bytes, from: start)
                if depth == 1 { name = start..<min(index, bytes.count) }
            case 0x7B, 0x5B:
                count += 1
                depth += 1
                if byte == 0x5B, depth == 2, bytes[name].elementsEqual("items".utf8) { entriesDepth = 2 }
            case 0x7D, 0x5D:
                depth -= 1
                if depth < entriesDepth { entriesDepth = -1 }
            case 0x2C:
                count += 1
                if depth == entriesDepth {
                    (entries, complete) = (entries + 1, index)
                    guard !isCancelled() else { throw .cancelled }
                }
            case 0x3A: count += 1
            default: break
            }
            index += 1
            if count > values || entries >= limit {
                guard depth >= entriesDepth, entriesDepth > 0, entries > 0 else {
                    throw .malformedJSON("more than \(values) values")
                }
                end = complete
                return
            }
        }
    }

    /// What closes the document behind an entry.
    static let closing = Array("]}".utf8)

    private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
        return index
    }
}
