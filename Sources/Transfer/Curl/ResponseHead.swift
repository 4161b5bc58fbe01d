/// Reads the header lines of one exchange as libcurl passes them on. A value: no handles, no I/O.
///
/// Interim responses (1xx) are forgotten, trailers after the body are ignored, and all lines together are limited.
struct ResponseHead {
    enum Line {
        /// More lines belong to this head.
        case more
        /// The empty line of the final response.
        case complete
        /// More bytes than allowed.
        case tooLarge
    }

    private(set) var status = 0
    private(set) var headers = TransferHeaders()
    private(set) var isComplete = false

    private let maximumBytes: Int
    private var bytes = 0

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    mutating func read(_ line: UnsafeRawBufferPointer) -> Line {
        guard !isComplete else { return .more }  // a trailer
        bytes += line.count
        guard bytes <= maximumBytes else { return .tooLarge }
        let text = Self.text(of: line)
        if text.isEmpty { return end() }
        if text.hasPrefix("HTTP/") {
            begin(text)
        } else if text.first == " " || text.first == "\t" {
            headers.fold(text.trimmed)
        } else if let colon = text.firstIndex(of: ":") {
            headers.append(text[..<colon].trimmed, text[text.index(after: colon)...].trimmed)
        }
        return .more
    }

    /// Bytes the body will have, if the header says so reliably.
    var expectedBytes: Int? {
        if status == 204 || status == 304 { return 0 }
        guard headers["Transfer-Encoding"] == nil, let length = headers["Content-Length"].flatMap({ Int($0) }) else {
            return nil
        }
        return length >= 0 ? length : nil
    }

    var isCompressed: Bool {
        guard let encoding = headers["Content-Encoding"]?.lowercased() else { return false }
        return !encoding.isEmpty && encoding != "identity"
    }

    private mutating func begin(_ statusLine: String) {
        headers = TransferHeaders()
        let words = statusLine.split(separator: " ", maxSplits: 2)
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    private mutating func end() -> Line {
        guard status >= 200 else { return .more }
        isComplete = true
        return .complete
    }

    /// The line without its end. What is not UTF-8 is read as Latin-1, the old rule of HTTP.
    private static func text(of line: UnsafeRawBufferPointer) -> String {
        var end = line.count
        while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        let bytes = line[..<end]
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var result = self[...]
        while let first = result.first, first == " " || first == "\t" { result.removeFirst() }
        while let last = result.last, last == " " || last == "\t" { result.removeLast() }
        return String(result)
    }
}
