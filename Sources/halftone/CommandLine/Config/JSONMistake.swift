/// Where a text stops being JSON5, and what is wanted there. A value.
///
/// It is looked for once the decoder has refused the text, which does not say where.
struct JSONMistake: Hashable {
    /// From 1.
    let line: Int
    /// From 1, in characters.
    let column: Int
    /// What is wanted there.
    let words: String

    /// `nil`: this finds none.
    init?(in bytes: [UInt8]) {
        var scanner = JSONScanner(bytes: bytes)
        do throws(JSONScanner.Stop) {
            try scanner.document()
            return nil
        } catch {
            let before = bytes[..<min(error.index, bytes.count)]
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            line = 1 + before.count { $0 == UInt8(ascii: "\n") }
            column = 1 + String(decoding: before[start...], as: UTF8.self).count
            words = error.words
        }
    }
}

/// Reads JSON5 (json5.org) for its form alone. A value.
private struct JSONScanner {
    /// It cannot go on.
    struct Stop: Error {
        let index: Int
        let words: String
    }

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// What is deeper is no config file, and would use up the stack.
    private static let mostLevels = 200

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func stop(_ words: String, at place: Int? = nil) -> Stop { Stop(index: place ?? index, words: words) }

    mutating func document() throws(Stop) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        try space()
        guard next != nil else { throw stop("there is nothing in it") }
        try value(1)
        try space()
        guard next == nil else { throw stop("nothing may follow the end") }
    }

    private mutating func value(_ level: Int) throws(Stop) {
        switch next {
        case UInt8(ascii: "{"): try members(level)
        case UInt8(ascii: "["): try elements(level)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try quoted()
        default: try word()
        }
    }

    private mutating func members(_ level: Int) throws(Stop) {
        try enter(level)
        while next != UInt8(ascii: "}") {
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
                try quoted()
            } else {
                let start = index
                while let byte = next,
                    byte >= 0x80 || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "_")
                        || Self.isAlphanumeric(byte)
                {
                    index += 1
                }
                guard index > start else { throw stop(next == nil ? "its } is missing" : "a name or } is wanted") }
            }
            try space()
            guard next == UInt8(ascii: ":") else { throw stop("a colon is wanted behind the name") }
            index += 1
            try space()
            try value(level + 1)
            try separator(before: "}")
        }
        index += 1
    }

    private mutating func elements(_ level: Int) throws(Stop) {
        try enter(level)
        while next != UInt8(ascii: "]") {
            try value(level + 1)
            try separator(before: "]")
        }
        index += 1
    }

    private mutating func enter(_ level: Int) throws(Stop) {
        guard level <= Self.mostLevels else { throw stop("it is nested too deeply") }
        index += 1
        try space()
    }

    private mutating func separator(before end: Unicode.Scalar) throws(Stop) {
        try space()
        if next == UInt8(ascii: ",") {
            index += 1
            try space()
        } else if next != UInt8(ascii: end) {
            throw stop(next == nil ? "its \(end) is missing" : "a comma or \(end) is wanted")
        }
    }

    private mutating func quoted() throws(Stop) {
        let (start, quote) = (index, next)
        index += 1
        while let byte = next, byte != quote { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
        guard next != nil else { throw stop("the quote that begins here has no end", at: start) }
        index += 1
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() throws(Stop) {
        let start = index
        while let byte = next, Self.isAlphanumeric(byte) || "+-.".utf8.contains(byte) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if ["true", "false", "null"].contains(word) { return }
        let digits = word.drop { $0 == "+" || $0 == "-" }
        guard Double(digits) == nil, digits != "Infinity", digits != "NaN" else { return }
        throw stop(word.isEmpty ? "a value is wanted" : "a value is wanted; text stands between quotes", at: start)
    }

    /// Blanks, line breaks and comments.
    private mutating func space() throws(Stop) {
        while let byte = next {
            if byte <= 0x20 {
                index += 1
            } else if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0xA0 {
                index += 2  // a blank that does not break
            } else if byte == UInt8(ascii: "/") {
                try comment()
            } else {
                return
            }
        }
    }

    private mutating func comment() throws(Stop) {
        let start = index
        switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
        case UInt8(ascii: "/"): while next != nil, next != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "*"):
            index += 2
            while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
                index += 1
            }
            guard index + 1 < bytes.count else { throw stop("the comment that begins here has no end", at: start) }
            index += 2
        default: throw stop("a comment begins with // or /*")
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
