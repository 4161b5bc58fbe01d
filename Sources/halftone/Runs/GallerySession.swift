import GalleryScreens
import HalftoneCore
import Glibc
import ImageFeeds
import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews
import Transfer

/// One run of the gallery, from the start of the terminal session to the exit status.
@MainActor
final class GallerySession {
    private let options: BrowseOptions
    private let run: ScreenRun
    /// The server of the demo feed; `nil` if other sources are shown.
    private let lab: LabServer?
    private let transport: CurlTransport
    private let engine: Engine
    private let browser: Browser
    private let root: RootView
    private let application: TerminalApplication
    /// Drops pixels while the machine is short of memory.
    private var memoryRelief: MemoryPressureMonitor?

    init(options: BrowseOptions, sources: [FeedSource], session: TerminalSession, trace: Trace, lab: LabServer?) {
        let run = ScreenRun(
            session: session, trace: trace, theme: options.theme, pictures: options.common.pictureMethod)
        (self.options, self.run, self.lab) = (options, run, lab)
        let feeds = lab.map { [FeedSource.url("\($0.baseURL)/feed/demo")] } ?? sources
        let settings = options.common.engine
        transport = settings.makeTransport(lab: lab?.baseURL)
        let guardian = settings.guardian(of: transport, for: feeds)
        let network: any Transport = guardian ?? transport
        engine = Engine(settings, over: network, trace: trace, lab: lab?.baseURL, warn: run.keepComplaint)
        let keys = options.common.keys ?? KeyBindings()
        let environment = run.makeEnvironment(engine.manager, keys: keys)
        let limits = options.common.feedLimits
        let reader = SourceReader(
            feeds, options: options.feeds,
            environment: SourceReader.Environment(
                fetcher: TransportFetcher(
                    transport: network, limits: limits, timeout: settings.timeout),
                guardian: guardian,
                cache: lab == nil
                    ? engine.manager.diskCache.map { KeptFeeds(disk: $0, limits: limits, guardian: guardian) } : nil,
                limits: limits, pictureTypes: { JailedFormats.mediaTypes }))
        let title = lab == nil ? sources.map(\.description).joined(separator: " ") : "Halftone's demo feed"
        // The address of the demo feed differs in every run.
        let state = UserState(
            file: options.common.remembersState ? StateFile.ofUser : nil, workingDirectory: Self.workingDirectory,
            remembersSources: lab == nil, isPictureOverruled: options.common.hasPictureMethod)
        run.rememberedPictures = { state.pictures(on: $0) }
        browser = Browser(
            Page(title: title, keepsTitle: lab != nil, name: state.id(of: feeds), keys: keys, reader: reader),
            settings: options.gallery, environment: environment, state: state)
        let root = RootView(browser: browser)
        self.root = root
        application = run.makeApplication(on: session, root, environment) { facts in
            if facts.ambiguousWidth == 2 { root.flash(Self.wideSigns) }
            if facts.isComplete { root.list.updateFooter() }  // it names the key for pixels
        } didChangeTheme: {
            root.restyle()
        } didChangePictures: {
            root.reloadPictures()
        } didRefusePictures: {
            root.flash($0)
        }
        if let warning = session.warnings.first { root.flash(warning) }
        // While the process is stopped, a server would wait; the received bytes are kept, and the rest is requested
        // later.
        application.willSuspend = { [downloader = engine.downloader] in downloader.enterBackground() }
        application.didContinue = { [downloader = engine.downloader] in downloader.leaveBackground() }
        root.commands = GalleryCommands(browser: browser, downloader: engine.downloader, root: root)
    }

    private static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    private static let wideSigns = "half blocks are two columns wide in this terminal; drawing with spaces"

    /// Runs until the user quits or a signal ends the process.
    func start() -> Never {
        root.list.showState()
        Task {
            // Runs after the loop's first frame, which does not wait for the monitor.
            memoryRelief = MemoryPressureMonitor { [manager = engine.manager, pools = browser.environment.framePools] in
                manager.freeMemory()
                pools.removeAllFrames()
            }
            browser.start { [self] in
                if run.adoptPictures(browser.environment) { root.reloadPictures() }
                root.list.updateFooter()
            }
        }
        application.run { [self] end in finish(end) }
    }

    // MARK: - The end

    /// Completes the trace, prints the errors, and ends the process.
    private func finish(_ end: TerminalApplication.End) -> Never {
        let unsaved = root.commands?.endSaving() ?? []
        engine.manager.cancelAll()
        browser.cancel()
        transport.shutdown()
        engine.manager.diskCache?.flush()
        let traceFailure = run.finishTrace()
        lab?.stop()
        let unremembered = browser.saveState()
        run.report(options.common) { report in
            report.addDiskCache(options.common)
            if let session = run.session { report.add(run.frames.lines(of: session)) }
        }
        let complaints =
            browser.complaints + browser.overflowNotice + unsaved + [traceFailure].compactMap(\.self) + printMarked()
        for line in complaints + unremembered + run.complaintsOfCache { Output.printError(line) }
        run.exit(end, status: browser.hasNothingToShow ? 2 : complaints.isEmpty ? 0 : 1)
    }

    /// Prints the addresses of the marked pictures. Returns the errors.
    private func printMarked() -> [String] {
        browser.marking.finish()
        let items = browser.marks.items
        guard !items.isEmpty else { return [] }
        let output = MarkedOutput(
            items, separator: options.feeds.separator, isTerminal: isatty(STDOUT_FILENO) == 1)
        return output.complaints
            + (Output.write(output.bytes) ? [] : ["the marked pictures were not all printed"])
    }
}
