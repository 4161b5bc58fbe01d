/// The directives of a `Cache-Control` field (RFC 9111, section 5.2), as a private cache of one user reads them.
///
/// The first of duplicate directives counts; unknown ones are ignored.
struct CacheControl: Equatable {
    private(set) var noStore = false
    /// Whether there is `no-cache`, even in its qualified form, which names fields: many caches read it so, to be safe.
    private(set) var noCache = false
    private(set) var mustRevalidate = false
    private(set) var isImmutable = false
    /// Seconds. Without a readable number a directive promises nothing, and counts as 0.
    private(set) var maxAge: Double?
    private(set) var staleWhileRevalidate: Double?
    private(set) var staleIfError: Double?

    /// The largest number of seconds: beyond it all mean "for ever" (RFC 9111, section 1.2.2).
    static let maxSeconds = 2_147_483_648.0

    /// Reads the values of all `Cache-Control` fields.
    init(_ values: [String]) {
        for value in values {
            for directive in Self.directives(of: value) { apply(directive) }
        }
    }

    private mutating func apply(_ directive: Directive) {
        switch directive.name {
        case "no-store": noStore = true
        case "no-cache": noCache = true
        case "must-revalidate": mustRevalidate = true
        case "immutable": isImmutable = true
        case "max-age": maxAge = maxAge ?? Self.seconds(directive.argument)
        case "stale-while-revalidate":
            staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(directive.argument)
        case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(directive.argument)
        default: break  // unknown directives, and those for shared caches
        }
    }

    /// Returns a number of seconds, at most ``maxSeconds``; 0 if it is unreadable.
    static func seconds(_ text: String?) -> Double {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return 0 }
        return min(Double(text) ?? maxSeconds, maxSeconds)
    }

    // MARK: - Grammar

    private struct Directive {
        var name = ""
        var argument: String?
    }

    /// Splits at commas outside quoted strings; makes names lower case and removes the quotes of arguments.
    private static func directives(of value: String) -> [Directive] {
        var result: [Directive] = []
        var (current, argument) = ("", String?.none)
        var (isQuoted, isEscaped) = (false, false)
        func put(_ character: Unicode.Scalar) {
            if argument == nil {
                current.unicodeScalars.append(character)
            } else {
                argument?.unicodeScalars.append(character)
            }
        }
        func end() {
            let name = current.trimmedOfSpaces.lowercased()
            if !name.isEmpty { result.append(Directive(name: name, argument: argument?.trimmedOfSpaces)) }
            (current, argument) = ("", nil)
        }
        for character in value.unicodeScalars {
            switch character {
            case _ where isEscaped:
                isEscaped = false
                put(character)
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: end()
            case "=" where !isQuoted && argument == nil: argument = ""
            default: put(character)
            }
        }
        end()
        return result
    }
}

extension StringProtocol {
    /// The text without the whitespace that HTTP allows around a value (RFC 9110, section 5.6.3).
    var trimmedOfSpaces: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var part = self[...].drop(while: isBlank)
        while let last = part.last, isBlank(last) { part = part.dropLast() }
        return String(part)
    }
}
