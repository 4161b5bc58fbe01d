import HalftoneCore

/// The members of a JSON document's outermost object, or of the first object in its outermost array: what
/// ``DocumentFormat`` recognizes formats of JSON by. Found by a scan, because decoding needs much memory.
struct JSONOutline {
    /// Whether the document is an array.
    private(set) var isArray = false
    /// The beginnings of the values, up to the end of a string, by the names of their members.
    private(set) var values: [String: String] = [:]

    init(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { scan($0) } }

    /// Real objects have less than 50 members.
    private static let maxMembers = 1_000
    /// Longer than any identification of a format.
    private static let valueLength = 64

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard var index = bytes.firstIndex(where: { $0 == 0x7B || $0 == 0x5B }) else { return }
        isArray = bytes[index] == 0x5B
        let membersDepth = isArray ? 2 : 1
        var (name, depth) = (0..<0, 0)
        while index < bytes.count {
            switch bytes[index] {
            case 0x22:
                let start = index + 1
                index = JSONCut.endOfString(bytes, from: start)
                if depth == membersDepth { name = start..<min(index, bytes.count) }
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                depth -= 1
                if depth < membersDepth { return }
            case 0x3A where depth == membersDepth:
                guard values.count < Self.maxMembers else { return }
                let rest = bytes[(index + 1)...].drop { $0 <= 0x20 }.prefix(Self.valueLength)
                let value = rest[..<(rest.dropFirst().firstIndex(of: 0x22) ?? rest.endIndex)]
                values[String(decoding: bytes[name], as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            default: break
            }
            index += 1
        }
    }
}

extension DocumentReader {
    /// Reads JSON of the format that has its outline.
    func json(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let outline = JSONOutline(body.all)
        guard let format = DocumentFormat.all.first(where: { $0.hasOutline(outline) }) else {
            throw .notAFeed(looksLike: .json)
        }
        return try content(of: body, as: format)
    }
}
