import Basis
import Glibc

/// What the user asked to see, before anything was opened.
public enum FeedSource: Hashable, Sendable, CustomStringConvertible {
    /// `-`: a list of URLs and paths on standard input.
    case standardInput
    /// Anything with `://`. Only http and https are read; others end in `FeedError.unsupportedScheme`.
    case url(RequestAddress)
    /// A folder, a picture, a feed or a list on this machine.
    case path(FilePath)

    /// Reads a command line argument. A file whose name looks like a URL is reached by a leading `./`.
    /// `file:` URLs of this machine become paths.
    public init(argument: FilePath) {
        if let text = argument.exactText { self.init(argument: text) } else { self = .path(argument) }
    }

    /// Reads an argument that is text.
    public init(argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if let path = WebAddress.path(ofFileURL: argument) {
            self = .path(path)
        } else if WebAddress.scheme(of: argument) != nil, argument.contains("://") {
            self = .url(RequestAddress(argument))
        } else {
            self = .path(FilePath(argument))
        }
    }

    /// Whether it is the URL that an item has for its picture.
    public func isAddress(_ address: RequestAddress) -> Bool {
        guard case .url(let url) = self else { return false }
        return WebAddress(url)?.address == address
    }

    /// The argument as the user wrote it, without a name and password. An address without its scheme is taken for a path,
    /// so a path that looks like one and is no file loses its password too.
    public var publicAddress: PublicAddress {
        switch self {
        case .standardInput: return "-"
        case .url(let url): return url.publicAddress
        case .path(let path):
            let (file, address) = (PublicAddress(path), PublicAddress(path.text))
            return file == address || path.withCString({ access($0, F_OK) }) == 0 ? file : address
        }
    }

    /// Clean to show.
    public var description: String { publicAddress.description }
}
