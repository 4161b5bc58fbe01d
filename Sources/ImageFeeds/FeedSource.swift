/// What the user asked to see, before anything was opened.
public enum FeedSource: Hashable, Sendable, CustomStringConvertible {
    /// `-`: a list of URLs and paths on standard input.
    case standardInput
    /// Anything with `://`. Only http and https are read; others end in `FeedError.unsupportedScheme`.
    case url(String)
    /// A folder, a picture, a feed or a list on this machine.
    case path(String)

    /// Reads a command line argument. A file whose name looks like a URL is reached by a leading `./`.
    /// `file:` URLs of this machine become paths.
    public init(argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if let path = WebAddress.path(ofFileURL: argument) {
            self = .path(path)
        } else if WebAddress.scheme(of: argument) != nil, argument.contains("://") {
            self = .url(argument)
        } else {
            self = .path(argument)
        }
    }

    /// Whether it is the URL that an item has for its picture.
    public func isAddress(_ text: String) -> Bool {
        guard case .url(let url) = self else { return false }
        return WebAddress(url)?.text == text
    }

    /// The argument as the user wrote it; not sanitised.
    public var description: String {
        switch self {
        case .standardInput: "-"
        case .url(let url): url
        case .path(let path): path
        }
    }
}
