import GalleryScreens
import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import LabScreens
import OptionParsing
import ScreenKit
import TerminalScreen

/// The options of a command.
protocol CommandOptions {
    init()
    var common: CommonOptions { get set }
    /// The command's own options, in the order of its help.
    static var rows: [OptionRow<Self>] { get }
    /// The options that the config file does not set for this command.
    static var optionsNotInConfig: Set<String> { get }
}

extension CommandOptions {
    static var allRows: [OptionRow<Self>] { rows + CommonOptions.rows() }
    static var optionsNotInConfig: Set<String> { [] }
}

struct CommonOptions {
    /// The names of the options that the command line has, and not only the config file.
    var typed: Set<String> = []
    /// The color depth; `nil` depends on the terminal and the environment.
    var colors: ColorDepth?
    /// The way of drawing pictures; `nil` for pixels if the terminal has them, else half blocks.
    var pictureMethod: PictureMethod? = .glyphs(.halfBlocks)
    /// Whether an option of the command line or the config file has ``pictureMethod``.
    var hasPictureMethod = false
    var engine = Engine.Settings(userAgent: "Halftone/\(Program.version)")
    /// Whether the user's state is read and written.
    var remembersState = true
    var tracePath: String?
    /// The path of the config file; `nil` for the default path, if the file exists.
    var configPath: String?
    /// The config file that was read; `nil` if there is none.
    var settingsPath: String?
    /// The limits of a feed, a page, a list or a folder.
    var feedLimits = FeedLimits()
    /// Whether the command reports the detected environment and its resource usage at the end.
    var isVerbose = false
    var showsHelp = false
    /// The keys of the config file for the gallery; `nil` for the default ones.
    var keys: KeyBindings<Action>?
    /// The keys of the config file for the Lab; `nil` for the default ones.
    var labKeys: KeyBindings<LabAction>?

    /// The characters of pictures that are not drawn in pixels.
    var glyphs: GlyphSet { pictureMethod?.glyphs ?? .halfBlocks }

    /// Returns the trace for `--trace`; without the option, one that only counts.
    func makeTrace() throws(TraceError) -> Trace {
        guard let tracePath else { return Trace() }
        return try Trace(writingTo: tracePath)
    }

    /// Throws if the trace would overwrite an input, the config file, or any picture.
    func checkTrace(besides inputs: [FeedSource]) throws(UsageError) {
        guard let tracePath else { return }
        let files = inputs.compactMap { if case .path(let path) = $0 { path } else { nil } }
        for path in files + [configPath ?? settingsPath].compactMap({ $0.map { FilePath($0) } })
        where FileIdentity.isOneFile(path, FilePath(tracePath)) {
            throw UsageError("--trace would overwrite \(path)")
        }
        if FileIdentity.isPicture(tracePath) {
            throw UsageError("--trace would overwrite \(TextSanitizer.clean(tracePath)), which is a picture")
        }
    }
}

extension CommonOptions {
    /// The option of the commands that read the user's state.
    static func noResume<Options: CommandOptions>(help: String) -> OptionRow<Options> {
        OptionRow("no-resume", isInConfig: true, help: help) { $0.common.remembersState = false }
    }

    /// The option of the commands that have a screen.
    static func theme<Options: CommandOptions>(
        apply: @escaping (inout Options, Theme.Choice) -> Void
    ) -> OptionRow<Options> {
        OptionRow(
            "theme", .choice("NAME", Theme.Choice.allCases), configDefault: .auto,
            help: "auto, dark, light, or none for no colors but the pictures'", apply: apply)
    }

    /// The option of the commands that load pictures.
    static func trace<Options: CommandOptions>() -> OptionRow<Options> {
        OptionRow("trace", .file(), help: "write events as JSON Lines") { $0.common.tracePath = $1 }
    }

    static func rows<Options: CommandOptions>() -> [OptionRow<Options>] {
        [
            OptionRow(
                "colors",
                .choice("DEPTH", [nil] + ColorDepth.allCases) { $0?.rawValue ?? "auto" }, configDefault: nil
            ) { $0.common.colors = $1 },
            OptionRow(
                "pictures",
                .choice("HOW", [nil] + PictureMethod.allCases) { $0?.name ?? "auto" },
                configDefault: .glyphs(.halfBlocks)
            ) { ($0.common.pictureMethod, $0.common.hasPictureMethod) = ($1, true) },
            OptionRow(
                "cache-dir", .folder(),
                // Without a home folder there is none, and the template leaves the empty text out.
                configDefault: UserFolder.cache.place.map { TextSanitizer.clean($0.path) } ?? "",
                help: "directory of the disk cache"
            ) { $0.common.engine.cacheDirectory = $1 },
            OptionRow("no-cache", help: "use no disk cache") { $0.common.engine.usesDiskCache = false },
            OptionRow("limit", .limit, help: "maximum pixels, bytes, seconds, frames or memory") {
                $1.name.set($1.value, in: &$0.common)
            },
            OptionRow(
                "timeout", .seconds(1...600), configDefault: ImageDownloader.Configuration().timeout,
                help: "timeout for a silent server (default: 15)"
            ) { $0.common.engine.timeout = $1 },
            OptionRow("config", .file(), help: "read the settings from this file") { $0.common.configPath = $1 },
            OptionRow("verbose", help: "report at the end what was detected and used") {
                $0.common.isVerbose = true
            },
            OptionRow("help", short: "h", help: "print this help") { $0.common.showsHelp = true },
        ]
    }
}

extension CommonOptions {
    /// Returns the choices of the key `P` in earlier runs, by terminal; `nil` if an option names the method, or nothing is
    /// remembered. Reads the file.
    func rememberedPictures() -> [String: PictureMethods.Choice]? {
        hasPictureMethod || !remembersState ? nil : StateFile.rememberedPictures()
    }
}
