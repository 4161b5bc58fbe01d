import Glibc

/// A search for the lines of a text. A value, without I/O.
struct LineSearch {
    /// The position of a line in the text.
    struct Line {
        var start: UInt32
        var length: UInt16
    }

    let separator: FeedOptions.Separator
    let limits: FeedLimits
    let context: ReadContext
    private(set) var lines: [Line] = []
    /// The number of invalid lines, and the error of the first.
    private(set) var rejected: (count: Int, first: String)?
    private var number = 0

    init(endedBy separator: FeedOptions.Separator, limits: FeedLimits, context: ReadContext) {
        (self.separator, self.limits, self.context) = (separator, limits, context)
    }

    /// Finds the lines. Returns `false` if the limit is reached or the search was cancelled.
    ///
    /// - Parameter refusal: Returns the error of a line, or `nil`.
    mutating func find(
        in text: UnsafeBufferPointer<UInt8>, refusal: (UnsafeBufferPointer<UInt8>) -> String?
    ) -> Bool {
        var next = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while next < text.count {
            let end = end(in: text, from: next)
            guard take(text, separator == .newline ? Self.trimmed(text, next..<end) : next..<end, refusal) else {
                return false
            }
            next = end + 1
        }
        return true
    }

    /// Adds a line, or notes its error. Returns `false` if the search is over.
    private mutating func take(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ refusal: (UnsafeBufferPointer<UInt8>) -> String?
    ) -> Bool {
        number += 1
        if number % Self.countedLines == 0 {
            guard !context.isCancelled else { return false }
            context.count(found: Self.countedLines)
        }
        if range.isEmpty || separator == .newline && text[range.lowerBound] == 0x23 { return true }
        if lines.count == limits.listItems { return false }
        let isShort = range.count <= min(limits.lineBytes, Int(UInt16.max))
        if let why = isShort ? refusal(UnsafeBufferPointer(rebasing: text[range])) : "the line is too long" {
            let first = "\(separator == .newline ? "line" : "entry") \(number): \(why)"
            rejected = ((rejected?.count ?? 0) + 1, rejected?.first ?? first)
        } else {
            lines.append(Line(start: UInt32(range.lowerBound), length: UInt16(range.count)))
        }
        return true
    }

    /// The interval of progress reports, because finding a line takes less time than a report.
    private static let countedLines = 16_384

    private func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let byte: Int32 = separator == .newline ? 0x0A : 0
        guard let base = text.baseAddress, let found = memchr(base + start, byte, text.count - start) else {
            return text.count
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    private static func trimmed(_ all: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlank(all[start]) { start += 1 }
        while end > start, isBlank(all[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
