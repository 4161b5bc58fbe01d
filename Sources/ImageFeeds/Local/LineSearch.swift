import Glibc

/// A search for the lines of a text that is read in parts. A value, without I/O.
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
    /// Whether the part began inside a line that is longer than a part.
    private var isInLongLine = false

    init(endedBy separator: FeedOptions.Separator, limits: FeedLimits, context: ReadContext) {
        (self.separator, self.limits, self.context) = (separator, limits, context)
    }

    /// Finds the lines that end in a part of the text, or with the text in its last part.
    ///
    /// - Parameters:
    ///   - position: The offset of the part in the text.
    ///   - refusal: Returns the error of a line, or `nil`.
    /// - Returns: The offset of the next part; `nil` if the limit is reached or the search was cancelled.
    mutating func find(
        in part: UnsafeBufferPointer<UInt8>, at position: Int, isLast: Bool,
        refusal: (UnsafeBufferPointer<UInt8>) -> String?
    ) -> Int? {
        var next = position == 0 && part.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while next < part.count {
            let end = end(in: part, from: next)
            if end == part.count, !isLast { return position + restOfLine(in: part, from: next) }
            let range = separator == .newline ? Self.trimmed(part, next..<end) : next..<end
            next = end + 1
            guard !isInLongLine else {
                isInLongLine = false
                continue
            }
            guard take(part, range, at: position, refusal) else { return nil }
        }
        return position + part.count
    }

    /// Returns the offset of the next part: at a line that does not end in this part, unless it is longer than a part.
    private mutating func restOfLine(in part: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start == 0 || isInLongLine else { return start }
        if !isInLongLine {
            number += 1
            reject(Self.isTooLong)
        }
        isInLongLine = true
        return part.count
    }

    /// Adds a line, or notes its error. Returns `false` if the search is over.
    private mutating func take(
        _ part: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, at position: Int,
        _ refusal: (UnsafeBufferPointer<UInt8>) -> String?
    ) -> Bool {
        number += 1
        if number % Self.countedLines == 0 {
            guard !context.isCancelled else { return false }
            context.count(found: Self.countedLines)
        }
        if range.isEmpty || separator == .newline && part[range.lowerBound] == 0x23 { return true }
        if lines.count == limits.listItems { return false }
        let isShort = range.count <= min(limits.lineBytes, Int(UInt16.max))
        if let why = isShort ? refusal(UnsafeBufferPointer(rebasing: part[range])) : Self.isTooLong {
            reject(why)
        } else {
            lines.append(Line(start: UInt32(position + range.lowerBound), length: UInt16(range.count)))
        }
        return true
    }

    private mutating func reject(_ why: String) {
        let first = rejected?.first ?? "\(separator == .newline ? "line" : "entry") \(number): \(why)"
        rejected = ((rejected?.count ?? 0) + 1, first)
    }

    private static let isTooLong = "the line is too long"

    /// The interval of progress reports, because finding a line takes less time than a report.
    private static let countedLines = 16_384

    private func end(in part: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let byte: Int32 = separator == .newline ? 0x0A : 0
        guard let base = part.baseAddress, let found = memchr(base + start, byte, part.count - start) else {
            return part.count
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
