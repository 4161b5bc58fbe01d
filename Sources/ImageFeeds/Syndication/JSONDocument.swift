import FoundationEssentials
import HalftoneCore

/// A JSON document, decoded within limits.
///
/// Each field is decoded separately: one of the wrong type counts as missing and does not invalidate its item or the
/// document.
struct JSONDocument<Content: Decodable> {
    let content: Content
    /// The warning about omitted entries.
    private(set) var cut: FeedError?

    /// Decodes a document whose entries are in the member `entries`, or in the outermost array if that is `nil`. Throws
    /// `.notAFeed` for other JSON, `.malformedJSON` for invalid JSON, and `.cancelled` soon after `isCancelled` is
    /// true. The decoder itself refuses more than 512 levels.
    init(
        _ bytes: [UInt8], entries: String?, limits: FeedLimits, isCancelled: @escaping @Sendable () -> Bool
    ) throws(FeedError) {
        // The decoder refuses invalid UTF-8 anywhere.
        var text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if String(validating: text, as: UTF8.self) == nil {
            text = text.withUnsafeBufferPointer { TextEncoding.mended($0) }
        }
        let cut = try text.withUnsafeBufferPointer { bytes throws(FeedError) in
            try JSONCut(
                bytes, of: entries, entries: limits.feedEntries, values: limits.jsonValues, isCancelled: isCancelled)
        }
        if let end = cut.end {
            text.replaceSubrange(end..., with: cut.closing)
            self.cut = .tooManyEntries(limit: cut.entries)
        }
        do {
            let decoder = JSONDecoder()
            if let key = JSONPatience.key { decoder.userInfo[key] = JSONPatience(isCancelled: isCancelled) }
            content = try decoder.decode(Content.self, from: Data(text))
        } catch is CancellationError {
            throw .cancelled
        } catch DecodingError.dataCorrupted(let context) {
            throw .malformedJSON(context.underlyingError.map { "\($0)" } ?? context.debugDescription)
        } catch {
            throw .notAFeed(looksLike: .json)
        }
    }
}

/// Passes the cancellation to the decoder.
private struct JSONPatience: Sendable {
    var isCancelled: @Sendable () -> Bool

    /// The key in the decoder's user info.
    static let key = CodingUserInfoKey(rawValue: "patience")
}

/// All entries of a document.
struct JSONEntries<Entry: Decodable>: Decodable {
    private(set) var list: [Entry] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let patience = JSONPatience.key.flatMap { decoder.userInfo[$0] as? JSONPatience }
        while !container.isAtEnd {
            guard patience?.isCancelled() != true else { throw CancellationError() }
            list.append(try container.decode(Entry.self))
        }
    }
}

/// A list in an entry, up to the maximum; real entries have a few.
struct JSONList<Element: Decodable>: Decodable {
    private(set) var list: [Element] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd, list.count < 100 { list.append(try container.decode(Element.self)) }
    }
}

struct FieldName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init(stringValue name: String) { stringValue = name }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer where Key == FieldName {
    func text(_ name: FieldName) -> String? { try? decode(String.self, forKey: name) }

    func number(_ name: FieldName) -> Int? { try? decode(Int.self, forKey: name) }

    /// Returns a text, or a number as text: identities and sizes occur as both.
    func textOrNumber(_ name: FieldName) -> String? { text(name) ?? number(name).map { String($0) } }

    func positive(_ name: FieldName) -> Int? { number(name).flatMap { $0 > 0 ? $0 : nil } }

    /// Returns the elements of a list; none if one has another type.
    func list<Element: Decodable>(_ name: FieldName, of type: Element.Type) -> [Element] {
        (try? decode(JSONList<Element>.self, forKey: name))?.list ?? []
    }

    /// Returns the fields of an object.
    func object(_ name: FieldName) -> Self? { try? nestedContainer(keyedBy: FieldName.self, forKey: name) }
}
