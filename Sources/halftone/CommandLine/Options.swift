import Basis
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import TerminalScreen
import TerminalViews

/// What every command understands.
struct CommonOptions {
    /// `nil`: as the terminal and the environment say.
    var colors: ColorDepth?
    var cacheDirectory: String?
    var usesDiskCache = true
    var tracePath: String?
    /// `nil`: the file in its usual place, if there is one.
    var configPath: String?
    /// The config file that was read; `nil` if there is none.
    var settingsPath: String?
    /// What a picture may ask of the decoder.
    var limits = DecodeLimits()
    /// What a feed, a page, a list or a folder may have.
    var feedLimits = FeedLimits()
    /// How long a server may take to be reached, and be silent after that. `nil`: as the engine has it.
    var timeout: Duration?
    /// Whether what was detected and what it took is said at the end.
    var isVerbose = false
    var showsHelp = false

    /// The trace that was asked for; one that only counts if none was.
    func makeTrace() throws(TraceError) -> Trace {
        guard let tracePath else { return Trace() }
        return try Trace(writingTo: tracePath)
    }

    /// For a command that loads nothing.
    func refuseTrace(of command: String) throws(UsageError) {
        guard tracePath == nil else { throw UsageError("\(command) loads no pictures of which --trace could tell") }
    }

    /// Throws if the trace would take the place of something that is read, or of any picture.
    func checkTrace(besides inputs: [FeedSource]) throws(UsageError) {
        guard let tracePath else { return }
        let files = inputs.compactMap { if case .path(let path) = $0 { path } else { nil } }
        for path in files + [configPath ?? settingsPath].compactMap({ $0.map { FilePath($0) } })
        where FileIdentity.isOneFile(path, FilePath(tracePath)) {
            throw UsageError("--trace would overwrite \(path)")
        }
        if FileIdentity.isPicture(tracePath) {
            throw UsageError("--trace would overwrite \(Sanitiser.clean(tracePath)), which is a picture")
        }
    }

    static func specs<Target>(_ path: WritableKeyPath<Target, CommonOptions>) -> [OptionSpec<Target>] {
        [
            OptionSpec(
                "colors", argument: "DEPTH", values: .words(["auto"] + ColorDepth.allCases.map(\.rawValue)),
                help: "auto, 24bit, 256, 16, 8 or mono"
            ) {
                (target, value) throws(UsageError) in
                if value == "auto" { return target[keyPath: path].colors = nil }
                guard let depth = ColorDepth(rawValue: value) else {
                    throw UsageError("--colors is auto, 24bit, 256, 16, 8 or mono, not '\(Sanitiser.clean(value))'")
                }
                target[keyPath: path].colors = depth
            },
            OptionSpec("cache-dir", argument: "DIR", values: .folder, help: "keep the disk cache there") {
                (target, value) throws(UsageError) in
                guard !value.isEmpty else { throw UsageError("--cache-dir needs a folder") }
                target[keyPath: path].cacheDirectory = value
            },
            OptionSpec("no-cache", help: "keep nothing on disk") { (target, _) throws(UsageError) in
                target[keyPath: path].usesDiskCache = false
            },
            OptionSpec("trace", argument: "FILE", values: .file, help: "write what happens as JSON lines") {
                (target, value) throws(UsageError) in
                guard !value.isEmpty else { throw UsageError("--trace needs a file") }
                target[keyPath: path].tracePath = value
            },
            OptionSpec(
                "limit", argument: "NAME=VALUE", values: .prefixes(LimitOption.allNames.map { $0 + "=" }),
                help: "what pictures and feeds may take: pixels, side, feed-bytes …"
            ) {
                (target, value) throws(UsageError) in
                try LimitOption.apply(value, to: &target[keyPath: path])
            },
            OptionSpec("timeout", argument: "SECONDS", help: "how long a server may be silent; 15") {
                (target, value) throws(UsageError) in
                target[keyPath: path].timeout = .seconds(try number("--timeout", value, 1...600))
            },
            OptionSpec("config", argument: "FILE", values: .file, help: "read the settings from there") {
                (target, value) throws(UsageError) in
                guard !value.isEmpty else { throw UsageError("--config needs a file") }
                target[keyPath: path].configPath = value
            },
            OptionSpec("verbose", help: "say at the end what was detected and what it took") {
                (target, _) throws(UsageError) in target[keyPath: path].isVerbose = true
            },
            OptionSpec("help", short: "h", help: "say how the command is used") { (target, _) throws(UsageError) in
                target[keyPath: path].showsHelp = true
            },
        ]
    }
}

struct BrowseOptions {
    var common = CommonOptions()
    var imageOptions: ImageOptions = []
    var transition = Self.fade
    var placeholder = NamedPlaceholder.standard
    var indicator = ImageIndicator.activity
    var concurrency = 6
    var prefetch = 4
    var layout = GalleryLayout.list
    var feeds = FeedOptions()
    /// Whether the way to what keys select is shown.
    var scrollsSmoothly = false
    var settle = Duration.milliseconds(80)
    /// Whether the rows that are there when a list is opened wait as those do that are scrolled to. Somebody who says
    /// how long rows wait means all of them.
    var firstRowsSettle = false
    var link = LinkChoice.auto
    var theme = Theme.Choice.auto
    var slideInterval = Duration.seconds(5)
    /// Where `w` saves to.
    var saveDirectory = "."
    var opener = Opener.standard
    /// Whether what is copied, and printed at the end, keeps the names and passwords in addresses.
    var copiesPasswords = false
    /// Whether the place in each source is remembered.
    var remembersPlaces = true

    /// Half as long as the standard: a list brings many pictures at once.
    static let transitions = ImageTransition.all.map { $0.with(duration: .milliseconds(250)) }
    static let fade = ImageTransition.fade(duration: .milliseconds(250))

    static var specs: [OptionSpec<BrowseOptions>] {
        [
            OptionSpec(
                "layout", argument: "NAME", values: .words(GalleryLayout.allCases.map(\.rawValue)), help: "list or grid"
            ) { (target, value) throws(UsageError) in
                target.layout = try choice("--layout", value, GalleryLayout.allCases)
            },
            OptionSpec("recursive", short: "R", help: "show the folders inside a folder too") {
                (target, _) throws(UsageError) in target.feeds.isRecursive = true
            },
            OptionSpec(
                "null", short: "0", help: "lists have a zero byte behind each entry, as find -print0 writes them"
            ) {
                (target, _) throws(UsageError) in target.feeds.separator = .zero
            },
            OptionSpec("all-entries", help: "show entries of feeds that have no picture too") {
                (target, _) throws(UsageError) in target.feeds.showsEntriesWithoutPictures = true
            },
            OptionSpec("smooth", help: "scroll smoothly to what keys select") { (target, _) throws(UsageError) in
                target.scrollsSmoothly = true
            },
            OptionSpec(
                "image-options", argument: "LIST", values: .list(ImageOptions.names.map(\.name)),
                help: "options of every load, separated by commas"
            ) {
                (target, value) throws(UsageError) in target.imageOptions = try readImageOptions(value)
            },
            OptionSpec(
                "transition", argument: "NAME", values: .words(transitions.map(\.name)),
                help: "how a picture comes in: fade, none, dissolve, wipe, flip…"
            ) {
                (target, value) throws(UsageError) in
                target.transition = try choice("--transition", value, transitions, name: \.name)
            },
            OptionSpec(
                "placeholder", argument: "NAME", values: .words(NamedPlaceholder.all.map(\.name)),
                help: "checkerboard, plain, none or text"
            ) {
                (target, value) throws(UsageError) in
                target.placeholder = try choice("--placeholder", value, NamedPlaceholder.all, name: \.name)
            },
            OptionSpec(
                "indicator", argument: "NAME", values: .words(ImageIndicator.all.map(\.name)),
                help: "activity, progress, none, line, ring, percentage…"
            ) {
                (target, value) throws(UsageError) in
                target.indicator = try choice("--indicator", value, ImageIndicator.all, name: \.name)
            },
            OptionSpec("concurrency", argument: "N", help: "downloads at once; 6") {
                (target, value) throws(UsageError) in target.concurrency = try number("--concurrency", value, 1...64)
            },
            OptionSpec("prefetch", argument: "N", help: "rows to load ahead of the scrolling; 4, 0 for none") {
                (target, value) throws(UsageError) in target.prefetch = try number("--prefetch", value, 0...1000)
            },
            OptionSpec("settle", argument: "MS", help: "load a row once it was on screen so long; 80, 0 at once") {
                (target, value) throws(UsageError) in
                target.settle = .milliseconds(try number("--settle", value, 0...60_000))
                target.firstRowsSettle = true
            },
            OptionSpec(
                "link", argument: "SPEED", values: .words(LinkChoice.allCases.map(\.rawValue)),
                help: "slow rounds colours to save bytes; fast, or auto"
            ) {
                (target, value) throws(UsageError) in
                target.link = try choice("--link", value, LinkChoice.allCases)
            },
            .theme(\.theme),
            OptionSpec("slideshow", argument: "SECONDS", help: "how long the slideshow shows each picture; 5") {
                (target, value) throws(UsageError) in
                target.slideInterval = .seconds(try number("--slideshow", value, 1...86_400))
            },
            OptionSpec("save-dir", argument: "DIR", values: .folder, help: "save pictures there; by default here") {
                (target, value) throws(UsageError) in
                guard !value.isEmpty else { throw UsageError("--save-dir needs a folder") }
                target.saveDirectory = value
            },
            OptionSpec(
                "opener", argument: "COMMAND",
                help: "the program that opens pages, its arguments behind commas; xdg-open"
            ) { (target, value) throws(UsageError) in
                let words = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                guard words.first?.isEmpty == false else { throw UsageError("--opener needs a program") }
                target.opener = Opener(command: words)
            },
            OptionSpec("copy-passwords", help: "leave the passwords in addresses that are copied or printed") {
                (target, _) throws(UsageError) in target.copiesPasswords = true
            },
            OptionSpec("forget-places", help: "begin at the first picture, and remember no place") {
                (target, _) throws(UsageError) in target.remembersPlaces = false
            },
        ] + CommonOptions.specs(\.common)
    }

    private static func readImageOptions(_ list: String) throws(UsageError) -> ImageOptions {
        var options: ImageOptions = []
        for name in list.split(separator: ",") {
            guard let option = ImageOptions.names.first(where: { $0.name == name })?.option else {
                let names = ImageOptions.names.map(\.name).joined(separator: ", ")
                throw UsageError("no image option '\(Sanitiser.clean(name))'; there are \(names)")
            }
            options.formUnion(option)
        }
        return options
    }
}

/// How the pictures of a gallery stand.
enum GalleryLayout: String, CaseIterable {
    /// One below the other, with what is known of each beside it.
    case list
    /// Side by side, with their titles.
    case grid
}

/// A placeholder that has a name on the command line and a place in the cycle of the `p` key.
struct NamedPlaceholder {
    let name: String
    let placeholder: Placeholder

    static let all = Placeholder.named.map(NamedPlaceholder.init)
    static let standard = NamedPlaceholder(name: "checkerboard", placeholder: .checkerboard)
}

/// The value of an option that has a name for each.
func choice<Value: RawRepresentable>(
    _ option: String, _ text: String, _ values: [Value]
) throws(UsageError) -> Value where Value.RawValue == String {
    guard let value = values.first(where: { $0.rawValue == text }) else {
        let names = values.map(\.rawValue).joined(separator: ", ")
        throw UsageError("\(option) is one of \(names), not '\(Sanitiser.clean(text))'")
    }
    return value
}

private func choice<Value>(
    _ option: String, _ text: String, _ values: [Value], name: KeyPath<Value, String>
) throws(UsageError) -> Value {
    guard let value = values.first(where: { $0[keyPath: name] == text }) else {
        let names = values.map { $0[keyPath: name] }.joined(separator: ", ")
        throw UsageError("\(option) is one of \(names), not '\(Sanitiser.clean(text))'")
    }
    return value
}

/// The value of an option that is a number in a range.
func number(_ option: String, _ text: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw UsageError(
            "\(option) is a number from \(range.lowerBound) to \(range.upperBound), not '\(Sanitiser.clean(text))'")
    }
    return number
}
