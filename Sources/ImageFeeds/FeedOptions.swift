import Basis

/// How sources are to be read.
public struct FeedOptions: Hashable, Sendable {
    /// What ends an entry of a list on standard input, or in a file.
    public enum Separator: Hashable, Sendable {
        /// A line each; blanks around it, blank lines and lines that start with `#` do not count.
        case newline
        /// A zero byte each, as `find -print0` writes: every other byte belongs to the name. A file in which there is no
        /// zero byte has lines all the same.
        case zero
    }

    /// Whether the folders inside a folder are read too. Links to folders are never followed.
    public var isRecursive = false
    /// How entries of a list are separated. Default `newline`.
    public var separator = Separator.newline
    /// Whether entries of feeds that have no picture become items, with `PictureSource.missing`. Otherwise they are
    /// only counted, in `FeedResult.hiddenEntries`.
    public var showsEntriesWithoutPictures = false
    /// Addresses among the sources that are known to answer with a page though they end as a picture does. Others that end
    /// so are not asked for before they are shown.
    public var pages: Set<RequestAddress> = []

    /// Creates the default options.
    public init() {}
}
