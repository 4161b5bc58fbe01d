import HalftoneCore

/// Options for reading sources.
public struct FeedOptions: Hashable, Sendable {
    /// The separator of a list's entries on standard input. Other lists have the one that they contain.
    public enum Separator: Hashable, Sendable {
        /// One entry for each line. Surrounding white space, empty lines and lines that begin with `#` are ignored.
        case newline
        /// Entries end with a NUL byte, as `find -print0` writes them, and may contain every other byte.
        case zero
    }

    /// Whether the folders inside a folder are read too. Links to folders are never followed.
    public var isRecursive = false
    /// Whether subfolders become items, before the pictures. Ignored with ``isRecursive``, which reads them.
    public var showsFolders = false
    /// The separator of a list's entries on standard input. Default `newline`.
    public var separator = Separator.newline
    /// Whether entries of feeds that have no picture become items, with `PictureSource.missing`. Otherwise they are
    /// only counted, in `FeedResult.hiddenEntries`.
    public var showsEntriesWithoutPictures = false
    /// The addresses of sources that are web pages although their path has the extension of a picture. Other addresses
    /// with such an extension are not fetched before they are shown.
    public var pages: Set<RequestAddress> = []

    /// The media types, in lower case, of pictures that can be decoded: a web page may offer one picture in several.
    /// Default: those of the built-in coders.
    public var pictureTypes = Set(FormatTraits.builtIn.flatMap(\.mediaTypes))

    /// Creates the default options.
    public init() {}
}
