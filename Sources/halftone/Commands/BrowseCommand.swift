import GalleryScreens
import HalftoneCore
import Glibc
import ImageFeeds
import ImageLab
import ImageLoading
import LabScreens
import OptionParsing
import ScreenKit
import TerminalScreen

/// `halftone [browse] [SOURCE...]`: the gallery.
struct BrowseCommand: Subcommand {
    static let name = "browse"
    static let summary = "scroll through a feed, a folder or pictures"
    static let usage = "[browse] [OPTION...] [SOURCE...]"
    static let about = """
        Without a SOURCE it opens the demo feed. A SOURCE is the URL or file of a feed (RSS, Atom, JSON Feed, Mastodon),
        of a list of feeds (OPML) or of a web page; a folder, a picture; a text file with one URL or path per line,
        or - for such a list on standard input.
        """
    static var notes: String { "keys:\n" + KeyHelp<Action>.text }
    static let operands: ArgumentCompletion? = .file

    static func run(_ options: BrowseOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        let sources = operands.map { FeedSource(argument: $0) }
        try refuseMistypedCommand(operands)
        try options.common.checkTrace(besides: sources)
        return Program.refusal(.gallery) ?? BrowseCommand(options: options, sources: sources).run()
    }

    /// Refuses a first word that is not a file but resembles a command.
    private static func refuseMistypedCommand(_ operands: [FilePath]) throws(UsageError) {
        guard let word = operands.first?.exactText, word.allSatisfy({ $0.isASCII && $0.isLetter }),
            access(word, F_OK) != 0, let hint = Subcommands.suggestion(for: word)
        else { return }
        throw UsageError("no such file or command '\(word)' (\(hint))")
    }

    let options: BrowseOptions
    let sources: [FeedSource]

    /// Runs until the user quits. Returns only if the gallery could not start.
    private func run() -> Int32 {
        if let error = sources.errorAboutTerminal {
            Output.printError(error)
            return 2
        }
        do {
            let trace = try options.common.makeTrace()
            let lab = try sources.isEmpty ? startLab() : nil
            let session = try TerminalSession(colors: options.common.colors)
            start(makeRun(session, trace, demo: lab?.baseURL), lab)
        } catch {
            Output.printError(Self.message(for: error))
            return 2
        }
    }

    private func makeRun(_ session: TerminalSession, _ trace: Trace, demo: String?) -> GalleryRun {
        let common = options.common
        return GalleryRun(
            GalleryRun.Feeds(
                sources, options: options.feeds, limits: common.feedLimits, demo: demo,
                pictureTypes: { JailedFormats.mediaTypes }),
            options.settings,
            ScreenRun(session: session, trace: trace, theme: options.theme, pictures: common.pictureMethod),
            on: session, engine: common.engine, keys: common.keys ?? KeyBindings())
    }

    /// Runs until the user quits or a signal ends the process. Prints the marked pictures and the errors, and ends the
    /// process. `lab` is the server of the demo feed.
    private func start(_ gallery: GalleryRun, _ lab: LabServer?) -> Never {
        gallery.start { [run = gallery.run] end, outcome in
            lab?.stop()
            run.report(options.common) { report in
                report.addDiskCache(options.common)
                report.addFrames(of: run)
            }
            var errors = outcome.errors
            if !outcome.marked.isEmpty {
                let output = MarkedOutput(
                    outcome.marked, separator: options.feeds.separator, isTerminal: isatty(STDOUT_FILENO) == 1)
                errors += output.errors
                if !Output.write(output.bytes) { errors.append("the marked pictures were not all printed") }
            }
            for line in errors + outcome.warnings { Output.printError(line) }
            run.exit(end, status: outcome.isEmpty ? 2 : errors.isEmpty ? 0 : 1)
        }
    }

    /// Returns the message of an error, with what works without such a terminal.
    private static func message(for error: any Error) -> String {
        switch error as? TerminalError {
        case .noTerminal: "\(error); `halftone print` works without one"
        case .dumbTerminal: "\(error); `halftone print` works with it"
        case .noTerminalType, .unknownTerminal, .system, .hangup, nil: "\(error)"
        }
    }

    /// Starts the server of the demo feed.
    private func startLab() throws(LabError) -> LabServer {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        return server
    }
}
