import ImageCoding
import ImageFeeds
import JailedCoding

/// The formats whose libraries decode in a process of their own.
enum JailedFormats {
    static var coders: [JailedImageCoder] {
        ImageCodersManager.shared.coders.compactMap { $0 as? JailedImageCoder }
    }

    /// Lets web pages offer pictures in those formats whose libraries are installed. Looks for them once.
    static let areOffered: Void = {
        let formats = coders.filter { $0.format != .svg && $0.isLibraryInstalled }.map(\.format)
        PictureTypes.add(formats.flatMap(\.mediaTypes))
    }()
}
