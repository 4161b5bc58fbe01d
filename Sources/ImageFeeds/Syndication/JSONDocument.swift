import FoundationEssentials
import HalftoneCore

extension DocumentReader {
    /// Reads JSON of the format that has its outline.
    func json(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        guard let format = try decode(body, Self.format) else { throw .notAFeed(looksLike: .json) }
        return try content(of: body, as: format)
    }

    /// Returns the format whose outline a document has.
    static func format(of decoder: any Decoder) throws -> DocumentFormat? {
        let outline: JSONOutline
        if var list = try? decoder.unkeyedContainer() {
            outline = JSONOutline(isArray: true, object: list.isAtEnd ? nil : try list.decode(JSONObject.self))
        } else {
            outline = JSONOutline(isArray: false, object: JSONObject(from: decoder))
        }
        return DocumentFormat.all.first { $0.hasOutline(outline) }
    }

    /// Decodes a document. Throws `.malformedJSON` for invalid JSON, and `.cancelled`. The decoder itself refuses more
    /// than 512 levels.
    func decode<Value>(
        _ body: StoredBytes, _ read: @escaping (any Decoder) throws -> Value
    ) throws(FeedError) -> Value {
        // The decoder refuses invalid UTF-8 anywhere.
        let text = body.all.withUnsafeBufferPointer { TextEncoding.decoded($0, labels: ["utf-8"]) { Data($0) } }
        do {
            return try JSONDecoder().decode(Decoded<Value>.self, from: text, configuration: read).value
        } catch is CancellationError {
            throw .cancelled
        } catch DecodingError.dataCorrupted(let context) {
            throw .malformedJSON(context.underlyingError.map { "\($0)" } ?? context.debugDescription)
        } catch {
            throw .notAFeed(looksLike: .json)
        }
    }

    /// Returns the items of a list of entries, which `read` turns into entries one at a time: none is kept.
    ///
    /// - Parameter icon: the feed's own picture.
    func entries(
        of list: (any UnkeyedDecodingContainer)?, icon: WebAddress? = nil, _ read: (JSONObject) -> FeedEntry
    ) throws -> EntryCollector {
        var entries = EntryCollector(limits: limits, options: options, share: share)
        if let icon { entries.offer(icon, as: .podcast) }
        if var list {
            while !list.isAtEnd, !entries.isCutShort {
                guard !context.isCancelled else { throw CancellationError() }
                entries.add(read(try list.decode(JSONObject.self)))
            }
        }
        entries.finish()
        return entries
    }
}

/// What formats of JSON are recognized by.
struct JSONOutline {
    let isArray: Bool
    /// The outermost object, or the first element of the outermost array; `nil` for an empty array.
    let object: JSONObject?
}

/// What a function reads from a document.
private struct Decoded<Value>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration read: @escaping (any Decoder) throws -> Value) throws {
        value = try read(decoder)
    }
}

/// An object of a document. Valid only while the document is decoded.
///
/// Each field is decoded separately: one of the wrong type counts as missing and does not invalidate its object or the
/// document, and a value of another type is an object without fields.
struct JSONObject: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue name: String) { stringValue = name }
        init?(intValue: Int) { nil }
    }

    private let fields: KeyedDecodingContainer<Name>?

    init(from decoder: any Decoder) { fields = try? decoder.container(keyedBy: Name.self) }

    private func value<Value: Decodable>(_ name: String) -> Value? {
        try? fields?.decode(Value.self, forKey: Name(stringValue: name))
    }

    func text(_ name: String) -> String? { value(name) }

    func texts(_ name: String) -> [String] { value(name) ?? [] }

    /// Returns a text, or a number as text: identities and sizes occur as both.
    func textOrNumber(_ name: String) -> String? { text(name) ?? (value(name) as Int?).map { String($0) } }

    func positive(_ name: String) -> Int? { value(name).flatMap { $0 > 0 ? $0 : nil } }

    func object(_ name: String) -> JSONObject? {
        value(name).flatMap { (object: JSONObject) in object.fields.map { _ in object } }
    }

    func list(_ name: String) -> (any UnkeyedDecodingContainer)? {
        try? fields?.nestedUnkeyedContainer(forKey: Name(stringValue: name))
    }

    /// Returns the first elements of a list; real ones have a few.
    func objects(_ name: String) -> [JSONObject] {
        guard var list = list(name) else { return [] }
        var objects: [JSONObject] = []
        while objects.count < 100, !list.isAtEnd, let object = try? list.decode(JSONObject.self) {
            objects.append(object)
        }
        return objects
    }
}
