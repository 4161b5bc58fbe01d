/// A parser for the header lines of one exchange, as libcurl passes them on. A value: no handles, no I/O.
///
/// Interim responses (1xx) are discarded, trailers after the body are ignored, and the total size of all lines is
/// limited, trailers included.
struct ResponseHead {
    enum Line {
        /// More header lines of this response follow.
        case more
        /// The empty line that ends the final response's header.
        case complete
        /// The header is larger than allowed.
        case tooLarge
    }

    private(set) var status = 0
    private(set) var headers = TransferHeaders()
    private(set) var isComplete = false

    private let maximumBytes: Int
    private var bytes = 0

    /// `maximumBytes`: by default 256 KB, far above what legitimate servers send, low enough to hold in memory.
    init(maximumBytes: Int = 256 << 10) { self.maximumBytes = maximumBytes }

    mutating func read(_ line: UnsafeRawBufferPointer) -> Line {
        bytes += line.count
        guard bytes <= maximumBytes else { return .tooLarge }
        guard !isComplete else { return .more }  // a trailer
        let isFolded = line.first == 0x20 || line.first == 0x09
        let line = line[...].trimmed
        if isFolded {  // first: a folded line of nothing but spaces does not end the head
            headers.fold(String(bytes: line))
        } else if line.isEmpty {
            return end()
        } else if line.starts(with: Self.statusLineStart) {
            begin(String(bytes: line))
        } else if let colon = line.firstIndex(of: 0x3A) {
            headers.append(String(bytes: line[..<colon].trimmed), String(bytes: line[(colon + 1)...].trimmed))
        }
        return .more
    }

    /// Whether a line is a status line, which begins another header.
    static func begins(with line: UnsafeRawBufferPointer) -> Bool { line.starts(with: statusLineStart) }

    private static let statusLineStart = Array("HTTP/".utf8)

    var isSuccess: Bool { (200..<300).contains(status) }

    /// The length of the body in bytes, if the header states it reliably; otherwise `nil`.
    var expectedBytes: Int? {
        if status == 204 || status == 304 { return 0 }
        guard headers["Transfer-Encoding"] == nil, let length = headers["Content-Length"].flatMap({ Int($0) }) else {
            return nil
        }
        return length >= 0 ? length : nil
    }

    /// Whether the body has an encoding of which libcurl has never heard. Servers state nonsense there.
    var hasUnknownEncoding: Bool {
        !headers.contentEncodings.allSatisfy { ["gzip", "x-gzip", "deflate", "br", "zstd", "none"].contains($0) }
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
}

// Bytes and not characters: these lines are read for every small image.
extension Slice<UnsafeRawBufferPointer> {
    /// The line without spaces, tabs and line ends on both sides.
    fileprivate var trimmed: Self {
        var result = self
        while let first = result.first, first.isBlank { result.removeFirst() }
        while let last = result.last, last.isBlank { result.removeLast() }
        return result
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

extension String {
    /// Decodes UTF-8, or else Latin-1, the historical encoding of HTTP headers.
    fileprivate init(bytes: Slice<UnsafeRawBufferPointer>) {
        self =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    }
}
