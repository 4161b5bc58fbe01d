import HalftoneCore
import CSystem
import Glibc
import ImageLab
import ImageLoading
import LabScreens
import OptionParsing
import ScreenKit
import TerminalScreen
import TerminalViews

/// `halftone lab`: the Lab on the terminal, the report of a scenario (without a terminal, if need be), or only the
/// server.
struct LabCommand: Subcommand {
    static let name = "lab"
    static let summary = "watch cells, loads and caches work, under faults"
    static let usage = "lab [OPTION...]"
    static let about = """
        Opens the Lab: a live table over the built-in server, with switches for the options of a load, every cache and
        every fault, and a waterfall of the loads. A scenario is shown step by step if standard output is a terminal, and
        runs unseen if not, as fast as it can; then its report is printed. The status is 0 if all checks passed, 1 if not,
        and 2 if the scenario cannot be played here.
        """
    static var notes: String {
        """
        texts of a cell:
        \(OptionFacts.columns(LabAction.cellTexts.lines.map { ($0.words, $0.meaning) }))

        keys:
        \(KeyHelp<LabAction>.text)

        scenarios:
        \(OptionFacts.columns(LabScenario.all.map { ($0.name, $0.summary) }))
        """
    }
    static let operands: ArgumentCompletion? = nil

    let options: LabOptions

    static func run(_ options: LabOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        if let status = Program.refusal(.gallery) { return status }
        return try LabCommand(options: options).run()
    }

    /// Returns the exit status: 0 for success, 1 if a check of the scenario failed, 2 if the Lab could not start.
    private func run() throws(UsageError) -> Int32 {
        try options.check()
        do {
            if options.serves { return try serve() }
            start(try makeRun())
        } catch {
            Output.printError("\(error)")
            return 2
        }
    }

    /// A run that is ready to start, on the terminal or without a screen.
    ///
    /// - Throws: an error whose description is the line to print, when it cannot begin.
    private func makeRun() throws -> LabRun {
        // if its output is redirected, a scenario runs without a screen
        let isWatched = options.lab.scenario == nil || isatty(STDOUT_FILENO) == 1
        let signals = isWatched ? nil : try? ProcessSignals()
        let trace = try options.common.makeTrace()
        let session = isWatched ? try TerminalSession(colors: options.common.colors) : nil
        let server = try startServer()
        let run = ScreenRun(
            session: session, trace: trace, theme: options.theme, pictures: options.common.pictureMethod)
        if session != nil, options.lab.scenario == nil, let remembered = options.common.rememberedPictures() {
            run.rememberedPictures = { remembered[$0] }
        }
        return LabRun(
            options.lab, run, engine: options.common.engine, keys: options.common.labKeys ?? KeyBindings(),
            server: server, signals: signals)
    }

    /// Runs until the scenario ends, the user quits or a signal ends the process. Prints the outcome, and ends the process.
    private func start(_ lab: LabRun) -> Never {
        let common = options.common
        lab.start { [run = lab.run] end, outcome in
            run.report(common) { report in
                if common.engine.cacheDirectory == nil, common.engine.usesDiskCache {
                    report.add("disk cache: temporary, removed at the end")
                } else {
                    report.addDiskCache(common)
                }
                report.add(Self.line(of: lab.server))
                if run.session == nil { report.add("screen: \(lab.settings.size) cells, off screen") }
                report.addFrames(of: run)
            }
            for line in outcome.errors { Output.printError(line) }
            let isWritten = outcome.report.isEmpty || Output.print(outcome.report.joined())
            run.exit(end, status: isWritten ? outcome.status : 1)
        }
    }

    /// Runs only the server, until it is interrupted.
    private func serve() throws(Failure) -> Int32 {
        let server = try startServer()
        // Signals that end the process are received by this thread with `sigwait`; they may arrive as soon as the
        // address is printed.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard Output.print(server.baseURL + "\n") else {  // without its address the server is useless
            server.stop()
            return 2
        }
        var received: Int32 = 0
        sigwait(&signals, &received)
        let line = Self.line(of: server)
        server.stop()
        if options.common.isVerbose { Output.printError(line) }
        return 0
    }

    /// Returns the statistics of a server, for `--verbose`.
    static func line(of server: LabServer) -> String {
        let totals = server.totals
        return "server: \(server.baseURL), requests: \(totals.requests), sent: \(ByteSize(totals.bytesSent)), "
            + "not modified: \(totals.notModified), clients gone early: \(totals.clientsGone)"
    }

    private func startServer() throws(Failure) -> LabServer {
        let server = LabServer(pictures: DemoPictures.all() + MovingPictures.all(), port: options.port)
        do throws(LabError) {
            try server.start()
            return server
        } catch {
            throw Failure("lab: \(error)")
        }
    }
}
