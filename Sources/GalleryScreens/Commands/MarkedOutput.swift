import HalftoneCore
import ImageFeeds

/// The addresses of pictures, without passwords, on standard output, for other programs: the marked ones at the end of
/// the gallery, and all that `halftone list` finds.
package struct MarkedOutput: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The number of items that ``bytes`` names.
    package private(set) var count = 0
    /// The errors of pictures without a name, and of names that cannot be written as a line.
    package private(set) var errors: [String] = []

    /// Creates the output of items.
    ///
    /// - Parameters:
    ///   - separator: the terminator of each name.
    ///   - isTerminal: whether the output is a terminal: then names are sanitized. Otherwise they are written unchanged.
    package init(_ items: [FeedItem], separator: FeedOptions.Separator, isTerminal: Bool) {
        for item in items {
            guard let name = CopiedName(item) else {
                if item.picture.isPicture { errors.append("\(item.title): not printed: it has no address") }
                continue
            }
            let line = name.bytes
            guard separator == .zero || isTerminal || !line.contains(0x0A) else {
                errors.append("\(name): not printed: line break in its name (use -0)")
                continue
            }
            bytes += isTerminal ? Array(TextSanitizer.clean(bytes: line).utf8) : line
            bytes.append(separator == .zero && !isTerminal ? 0 : 0x0A)
            count += 1
        }
    }
}
