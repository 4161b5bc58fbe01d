import HalftoneCore
import ImageFeeds

/// The text of an item for copying, printing and other programs: the address of its picture, the path of its file, or
/// the address of its page.
enum CopiedName {
    case address(RequestAddress)
    case file(FilePath)

    /// Creates the name of an item; `nil` if it has neither a picture nor a page.
    init?(_ item: FeedItem) {
        switch item.picture {
        case .remote(let address): self = .address(address)
        case .local(let path), .folder(let path): self = .file(path)
        case .embedded, .missing:
            guard let page = item.page else { return nil }
            self = .address(page)
        }
    }

    /// Creates the name of an item, with an absolute path, which cannot look like an option.
    init?(absolute item: FeedItem) {
        self.init(item)
        if case .file(let path) = self { self = .file(path.absolute()) }
    }

    /// The bytes for other programs, without passwords.
    var bytes: [UInt8] {
        switch self {
        case .address(let address): Array(address.publicAddress.text.utf8)
        case .file(let path): path.bytes
        }
    }
}

extension CopiedName: CustomStringConvertible {
    /// The sanitized text for display, without passwords.
    var description: String {
        switch self {
        case .address(let address): address.description
        case .file(let path): path.description
        }
    }
}
