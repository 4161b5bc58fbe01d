import FoundationEssentials
import ImageFeeds
import ImageLoading

extension PictureSource {
    /// The URL by which the engine loads the picture; `nil` if there is none.
    var url: URL? {
        switch self {
        case .remote(let address): URL(string: address.requestText)
        case .local(let path): URL(path)
        case .embedded(let picture): picture.url
        case .missing, .folder: nil
        }
    }
}
