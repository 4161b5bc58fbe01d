import Basis
import ImageFeeds

/// What the gallery leaves on standard output: the addresses of the marked pictures, as other programs read them.
struct MarkedOutput: Sendable {
    private(set) var bytes: [UInt8] = []
    /// What could not be written as a line.
    private(set) var complaints: [String] = []

    /// - Parameters:
    ///   - separator: what ends each; a line break cannot be inside of a line.
    ///   - isTerminal: whether a person reads it: then names are cleaned of what could harm a terminal. A program gets
    ///     them as they are.
    init(_ items: [FeedItem], separator: FeedOptions.Separator, isTerminal: Bool) {
        for item in items {
            let address: String
            switch item.picture {
            case .remote(let url): address = url
            case .local(let path): address = path
            case .missing:
                guard let page = item.page else { continue }
                address = page
            }
            guard separator == .zero || isTerminal || !address.utf8.contains(0x0A) else {
                complaints.append("\(Sanitiser.clean(address)): not printed, its name has a line break; -0 prints it")
                continue
            }
            bytes += isTerminal ? Array(Sanitiser.clean(address).utf8) : Array(address.utf8)
            bytes.append(separator == .zero && !isTerminal ? 0 : 0x0A)
        }
    }
}
