/// A syntax error with its position.
struct JSONSyntaxError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    let line: Int
    /// The column in characters, from 1.
    let column: Int
    let reason: String

    var description: String { "\(line):\(column): invalid JSON: \(reason)" }
}

/// Parses JSON5 (json5.org): JSON with comments, trailing commas, single quotes and names without quotes.
struct JSON5Parser {
    private let text: String.UnicodeScalarView
    private var index: String.Index

    /// Maximum nesting, because deep nesting would overflow the stack. A config file has few levels.
    private static let maxLevels = 200

    private init(_ text: String) { (self.text, index) = (text.unicodeScalars, text.startIndex) }

    /// Parses a whole document in UTF-8. Of members with equal names the first counts.
    static func parse(_ bytes: some Collection<UInt8>) throws(JSONSyntaxError) -> ConfigFile.Value {
        let text = String(decoding: bytes, as: UTF8.self)
        var parser = JSON5Parser(text)
        guard text.utf8.elementsEqual(bytes) else {
            parser.index = text.firstIndex(of: "\u{FFFD}") ?? text.startIndex
            throw parser.error("not UTF-8")
        }
        try parser.skipSpace()
        guard parser.next != nil else { throw parser.error("empty document") }
        let value = try parser.value(level: 1)
        try parser.skipSpace()
        guard parser.next == nil else { throw parser.error("unexpected text after the end") }
        return value
    }

    // MARK: - Scalars

    private var next: Unicode.Scalar? { index < text.endIndex ? text[index] : nil }

    private mutating func advance() { index = text.index(after: index) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    private mutating func takeWord(_ belongs: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let next, belongs(next) { advance() }
        return String(text[start..<index])
    }

    private func error(_ reason: String, at place: String.Index? = nil) -> JSONSyntaxError {
        let lines = String(text[..<(place ?? index)]).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return JSONSyntaxError(line: lines.count, column: 1 + (lines.last?.count ?? 0), reason: reason)
    }

    // MARK: - Values

    private mutating func value(level: Int) throws(JSONSyntaxError) -> ConfigFile.Value {
        guard level <= Self.maxLevels else { throw error("nested too deeply") }
        switch next {
        case "{":
            var members: [String: ConfigFile.Value] = [:]
            try forEachElement(before: "}") { (parser: inout JSON5Parser) throws(JSONSyntaxError) in
                let name = try parser.name()
                try parser.skipSpace()
                guard parser.take(":") else { throw parser.error("expected ':' after the name") }
                try parser.skipSpace()
                let value = try parser.value(level: level + 1)
                members[name] = members[name] ?? value
            }
            return .object(members)
        case "[":
            var elements: [ConfigFile.Value] = []
            try forEachElement(before: "]") { (parser: inout JSON5Parser) throws(JSONSyntaxError) in
                elements.append(try parser.value(level: level + 1))
            }
            return .list(elements)
        case "\"", "'": return .text(try quoted())
        default: return try word()
        }
    }

    private mutating func forEachElement(
        before end: Unicode.Scalar, _ body: (inout JSON5Parser) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        advance()
        try skipSpace()
        while !take(end) {
            guard next != nil else { throw error("missing '\(end)'") }
            try body(&self)
            try skipSpace()
            guard take(",") || next == end else {
                throw error(next == nil ? "missing '\(end)'" : "expected ',' or '\(end)'")
            }
            try skipSpace()
        }
    }

    private mutating func name() throws(JSONSyntaxError) -> String {
        if next == "\"" || next == "'" { return try quoted() }
        let name = takeWord { $0 == "$" || $0.properties.isIDContinue }
        guard !name.isEmpty else { throw error("expected a name or '}'") }
        return name
    }

    private mutating func word() throws(JSONSyntaxError) -> ConfigFile.Value {
        let start = index
        let word = takeWord { "+-.".unicodeScalars.contains($0) || $0.properties.isIDContinue }
        switch word {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .null
        default:
            let digits = word.drop { $0 == "+" || $0 == "-" }
            let isNumber =
                digits.first.map { $0.isNumber || $0 == "." } ?? false || ["Infinity", "NaN"].contains(digits)
            guard isNumber, let number = Double(word) else {
                throw error(word.isEmpty ? "expected a value" : "expected a value; text needs quotes", at: start)
            }
            return .text(Int(word).map(String.init) ?? Int(exactly: number).map(String.init) ?? String(number))
        }
    }

    // MARK: - Strings

    /// The escapes of one letter.
    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}", "0": "\0",
    ]

    private mutating func quoted() throws(JSONSyntaxError) -> String {
        let (start, quote) = (index, next)
        var units: [UInt16] = []  // UTF-16, because an escape may be half of a surrogate pair
        advance()
        while let scalar = next, scalar != quote, scalar != "\n", scalar != "\r" {
            advance()
            if scalar == "\\" { try escape(into: &units) } else { units += scalar.utf16 }
        }
        guard next == quote else { throw error("unterminated string", at: start) }
        advance()
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads what follows a backslash.
    private mutating func escape(into units: inout [UInt16]) throws(JSONSyntaxError) {
        guard let scalar = next else { return }  // the string is unterminated
        let start = index
        advance()
        switch scalar {
        case "u", "x":
            let digits = String(text[index...].prefix(scalar == "u" ? 4 : 2))
            guard digits.utf8.count == (scalar == "u" ? 4 : 2), digits.allSatisfy(\.isHexDigit),
                let unit = UInt16(digits, radix: 16)
            else { throw error("invalid escape", at: start) }
            units.append(unit)
            index = text.index(index, offsetBy: digits.utf8.count)
        case "\r": _ = take("\n")  // the string continues in the next line
        case "\n": break
        default: units += (Self.escapes[scalar] ?? scalar).utf16
        }
    }

    // MARK: - Space

    private mutating func skipSpace() throws(JSONSyntaxError) {
        while let scalar = next {
            if scalar == "/" {
                try skipComment()
            } else if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                advance()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = index
        advance()
        switch next {
        case "/": while let next, next != "\n" { advance() }
        case "*":
            advance()
            while !take("*") || next != "/" {
                guard next != nil else { throw error("unterminated comment", at: start) }
                if next != "*" { advance() }
            }
            advance()
        default: throw error("expected '//' or '/*'", at: start)
        }
    }
}
