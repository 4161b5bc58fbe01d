import Glibc
import ImageFeeds
import OptionParsing

/// The options of a command that reads sources.
protocol SourceOptions: CommandOptions {
    var feeds: FeedOptions { get set }
}

extension [FeedSource] {
    /// The error message if a list is to be read from standard input, but that is the terminal; otherwise `nil`.
    var complaintAboutTerminal: String? {
        contains(.standardInput) && isatty(STDIN_FILENO) == 1
            ? "-: standard input is the terminal; pipe a list into it" : nil
    }
}

extension FeedOptions {
    static func rows<Options: SourceOptions>() -> [OptionRow<Options>] {
        [
            OptionRow("recursive", short: "R", help: "read the folders inside a folder too") {
                $0.feeds.isRecursive = true
            },
            OptionRow(
                "null", short: "0", help: "lists have a NUL byte after each entry, as find -print0 writes them",
                manual: """
                    Lists have a NUL byte after each entry, as
                    .Ql find -print0
                    writes them: the one on standard input, and those in files.
                    A file without any is read line by line all the same.
                    Addresses that are printed, by
                    .Cm list
                    or at the end because they are marked, have one too.
                    """
            ) { $0.feeds.separator = .zero },
            OptionRow("all-entries", help: "include entries of feeds that have no picture") {
                $0.feeds.showsEntriesWithoutPictures = true
            },
            OptionRow(
                "allow-private", help: "fetch from private addresses what feeds and pages name",
                manual: """
                    Fetch also from private addresses the pictures, feeds and next pages that a feed or a page names.
                    By default those addresses are reached only for a
                    .Ar source
                    itself, for what a local file names, and for what a
                    .Ar source
                    on such an address names on its own host.
                    """
            ) { $0.common.engine.allowsPrivateAddresses = true },
        ]
    }
}
