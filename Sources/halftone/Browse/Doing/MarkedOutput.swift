import Basis
import ImageFeeds

/// What the gallery leaves on standard output: the addresses of the marked pictures, as other programs read them.
struct MarkedOutput: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The number of items that ``bytes`` names.
    private(set) var count = 0
    /// What could not be written as a line.
    private(set) var complaints: [String] = []

    /// - Parameters:
    ///   - separator: what ends each; a line break cannot be inside of a line.
    ///   - isTerminal: whether a person reads it: then names are cleaned of what could harm a terminal. A program gets
    ///     them as they are.
    ///   - withPasswords: whether addresses keep the names and passwords in them.
    init(_ items: [FeedItem], separator: FeedOptions.Separator, isTerminal: Bool, withPasswords: Bool = false) {
        for item in items {
            guard let name = CopiedName(item) else { continue }
            let line = name.bytes(withPasswords: withPasswords)
            guard separator == .zero || isTerminal || !line.contains(0x0A) else {
                complaints.append("\(name): not printed, its name has a line break; -0 prints it")
                continue
            }
            bytes += isTerminal ? Array(Sanitiser.clean(bytes: line).utf8) : line
            bytes.append(separator == .zero && !isTerminal ? 0 : 0x0A)
            count += 1
        }
    }
}
