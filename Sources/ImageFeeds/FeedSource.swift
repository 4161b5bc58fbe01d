import HalftoneCore
import Glibc

/// A source of pictures as the user typed it, before anything is opened.
public enum FeedSource: Hashable, Sendable, CustomStringConvertible {
    /// `-`: a list of URLs and paths, or another document, on standard input.
    case standardInput
    /// A text with `://`, or a `data:` URL. Schemes other than http and https end with `FeedError.unsupportedScheme`.
    case url(RequestAddress)
    /// A folder, a picture, a feed or a list on this machine.
    case path(FilePath)

    /// Creates a source from a command line argument. `file:` URLs of this machine become paths. A leading `./` makes a
    /// path of a file name that looks like a URL.
    public init(argument: FilePath) {
        if let text = argument.exactText { self.init(argument: text) } else { self = .path(argument) }
    }

    /// Creates a source from an argument that is text.
    public init(argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if let path = WebAddress.path(ofFileURL: argument) {
            self = .path(path)
        } else if let scheme = WebAddress.scheme(of: argument), scheme == "data" || argument.contains("://") {
            self = .url(RequestAddress(argument))
        } else {
            self = .path(FilePath(argument))
        }
    }

    /// The picture at an http or https URL, by the same rules as one that a document names; `nil` for other sources.
    public var pictureAddress: RequestAddress? { address.flatMap { WebAddress($0)?.withoutFragment.address } }

    /// The source without user name and password. A path that looks like an address without a scheme loses its password
    /// too, unless there is such a file.
    public var publicAddress: PublicAddress {
        switch self {
        case .standardInput: return "-"
        case .url(let url): return url.publicAddress
        case .path(let path):
            let (file, address) = (PublicAddress(path), PublicAddress(path.text))
            return file == address || path.withCString({ access($0, F_OK) }) == 0 ? file : address
        }
    }

    /// The source without user name and password, sanitized.
    public var description: String { publicAddress.description }
}
