/// The position at which a JSON document is cut before decoding. The decoder first builds an index of the whole
/// document, which takes up to thirty times its bytes and cannot be interrupted; this scan needs no memory.
struct JSONCut {
    /// The number of entries to decode.
    private(set) var entries = 0
    /// The number of bytes to decode, up to the end of an entry; `nil` for all.
    private(set) var end: Int?

    /// The text that closes the document after an entry.
    let closing: [UInt8]

    /// Creates the cut of a document by a scan. The entries are in the member `list`, or in the outermost array if that
    /// is `nil`. Throws `.malformedJSON` if anything except entries exceeds its limit, and `.cancelled`.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, of list: String?, entries limit: Int, values: Int,
        isCancelled: () -> Bool
    ) throws(FeedError) {
        closing = Array((list == nil ? "]" : "]}").utf8)
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
                if byte == 0x5B, list.map({ depth == 2 && bytes[name].elementsEqual($0.utf8) }) ?? (depth == 1) {
                    entriesDepth = depth
                }
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

    /// Returns the index of the quote that ends a string, or an index past the end.
    static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
        return index
    }
}
