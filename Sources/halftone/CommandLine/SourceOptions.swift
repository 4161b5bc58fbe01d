import Glibc
import ImageFeeds
import OptionParsing

/// The options of a command that reads sources.
protocol SourceOptions: CommandOptions {
    var feeds: FeedOptions { get set }
}

extension [FeedSource] {
    /// The error message if a list is to be read from standard input, but that is the terminal; otherwise `nil`.
    var errorAboutTerminal: String? {
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
            OptionRow("null", short: "0", help: "lists have a NUL byte after each entry, as find -print0 writes them") {
                $0.feeds.separator = .zero
            },
            OptionRow("all-entries", help: "include entries of feeds that have no picture") {
                $0.feeds.showsEntriesWithoutPictures = true
            },
            OptionRow("allow-private", help: "fetch from private addresses what feeds and pages name") {
                $0.common.engine.allowsPrivateAddresses = true
            },
        ]
    }
}
