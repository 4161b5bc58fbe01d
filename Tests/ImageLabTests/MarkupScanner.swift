/// A strict XML parser for these tests: elements must be closed in order, attributes quoted, and each ampersand must
/// start one of the five entities. Throws for anything else.
struct MarkupScanner {
    struct Element: Equatable {
        let name: String
        var attributes: [String: String] = [:]
        var text = ""
    }

    struct NotWellFormed: Error { let near: String }

    /// Returns all elements, in the order of their ends.
    static func elements(of document: String) throws -> [Element] {
        var finished: [Element] = []
        var open: [Element] = []
        var rest = document[...]
        while let bracket = rest.firstIndex(of: "<") {
            let text = try unescape(rest[..<bracket])
            if open.isEmpty { guard text.allSatisfy(\.isWhitespace) else { throw NotWellFormed(near: text) } }
            if !open.isEmpty { open[open.count - 1].text += text }
            guard let end = rest[bracket...].firstIndex(of: ">") else { throw NotWellFormed(near: "<") }
            let tag = rest[rest.index(after: bracket)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("?") { continue }
            if tag.hasPrefix("/") {
                guard let element = open.popLast(), element.name == tag.dropFirst() else {
                    throw NotWellFormed(near: String(tag))
                }
                finished.append(element)
            } else {
                let element = try read(tag.hasSuffix("/") ? tag.dropLast() : tag)
                if tag.hasSuffix("/") { finished.append(element) } else { open.append(element) }
            }
        }
        guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw NotWellFormed(near: String(rest.prefix(40))) }
        return finished
    }

    private static func read(_ tag: Substring) throws -> Element {
        var element = Element(name: String(tag.prefix { $0 != " " }))
        var rest = tag.dropFirst(element.name.count).drop { $0 == " " }
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" }
            let quoted = rest.dropFirst(name.count)
            guard !name.isEmpty, quoted.hasPrefix("=\"") else { throw NotWellFormed(near: String(tag)) }
            let value = quoted.dropFirst(2).prefix { $0 != "\"" }
            guard element.attributes[String(name)] == nil, !value.contains("<") else {
                throw NotWellFormed(near: String(tag))
            }
            element.attributes[String(name)] = try unescape(value)
            rest = quoted.dropFirst(2 + value.count + 1).drop { $0 == " " }
        }
        return element
    }

    private static func unescape(_ text: Substring) throws -> String {
        let entities: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var result = String(parts.popFirst() ?? "")
        for part in parts {
            let halves = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let character = entities[halves[0]] else {
                throw NotWellFormed(near: String(part))
            }
            result += character + halves[1]
        }
        return result
    }
}
