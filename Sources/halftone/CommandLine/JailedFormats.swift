import ImageCoding
import JailedCoding

/// The formats whose libraries decode in a process of their own.
enum JailedFormats {
    static var coders: [JailedImageCoder] {
        ImageCodersManager.shared.coders.compactMap { $0 as? JailedImageCoder }
    }

    /// The media types of formats whose library is installed, in which web pages may offer pictures. Looks for
    /// the libraries once.
    static let mediaTypes = coders.filter { $0.format != .svg && $0.isLibraryInstalled }.flatMap(\.format.mediaTypes)
}
