import HalftoneCore
import ImageFeeds

/// What an item is called where it is copied or printed: the address of its picture, the path of its file, or the address
/// of its page.
enum CopiedName {
    case address(RequestAddress)
    case file(FilePath)

    /// `nil` if it has neither a picture nor a page.
    init?(_ item: FeedItem) {
        switch item.picture {
        case .remote(let address): self = .address(address)
        case .local(let path), .folder(let path): self = .file(path)
        case .missing:
            guard let page = item.page else { return nil }
            self = .address(page)
        }
    }

    /// The name of an item, in which a path begins at the root of the file system.
    init?(absolute item: FeedItem) {
        self.init(item)
        if case .file(let path) = self { self = .file(path.absolute()) }
    }

    /// As another program is to read it.
    func bytes(withPasswords: Bool) -> [UInt8] {
        switch self {
        case .address(let address): Array((withPasswords ? address.requestText : address.publicAddress.text).utf8)
        case .file(let path): path.bytes
        }
    }
}

extension CopiedName: CustomStringConvertible {
    /// Clean to show, without a password.
    var description: String {
        switch self {
        case .address(let address): address.description
        case .file(let path): path.description
        }
    }
}
