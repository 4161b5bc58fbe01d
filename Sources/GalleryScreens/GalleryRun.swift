import HalftoneCore
import ImageFeeds
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews
import Transfer

/// One run of the gallery, from its first frame to what remains to be printed when the terminal is restored.
@MainActor
package final class GalleryRun {
    /// What the gallery shows.
    package struct Feeds {
        let sources: [FeedSource]
        let options: FeedOptions
        let limits: FeedLimits
        /// The address of the server of the demo feed, which is shown in place of the sources; `nil` for none.
        let demo: String?
        /// Returns the media types, beside the usual ones, in which web pages may offer pictures.
        let pictureTypes: @Sendable () -> [String]

        package init(
            _ sources: [FeedSource], options: FeedOptions, limits: FeedLimits, demo: String?,
            pictureTypes: @escaping @Sendable () -> [String]
        ) {
            (self.sources, self.options, self.limits) = (sources, options, limits)
            (self.demo, self.pictureTypes) = (demo, pictureTypes)
        }

        /// The title until the source's own is known. That of the demo feed is the same.
        var title: String {
            demo == nil ? sources.map(\.description).joined(separator: " ") : "Halftone's demo feed"
        }
        var shown: [FeedSource] { demo.map { [.url(RequestAddress("\($0)/feed/demo"))] } ?? sources }
    }

    package let run: ScreenRun
    private let transport: CurlTransport
    private let engine: Engine
    private let browser: Browser
    private let root: RootView
    private let application: TerminalApplication
    private let commands: GalleryCommands
    /// Drops pixels while the machine is short of memory.
    private var memoryRelief: MemoryPressureMonitor?

    package init(
        _ feeds: Feeds, _ settings: GallerySettings, _ run: ScreenRun, on session: TerminalSession,
        engine engineSettings: Engine.Settings, keys: KeyBindings<Action>
    ) {
        self.run = run
        transport = engineSettings.makeTransport(lab: feeds.demo)
        let guardian = engineSettings.guardian(of: transport, for: feeds.shown)
        let network: any Transport = guardian ?? transport
        engine = Engine(
            engineSettings, over: network, trace: run.trace, lab: feeds.demo, warn: run.reportCacheError)
        let environment = run.makeEnvironment(engine.manager, keys: keys)
        let disk = feeds.demo == nil ? engine.manager.diskCache : nil
        let reader = SourceReader(
            feeds.shown, options: feeds.options,
            environment: SourceReader.Environment(
                fetcher: TransportFetcher(
                    transport: network, limits: feeds.limits, timeout: engineSettings.timeout),
                guardian: guardian,
                cache: disk.map { KeptFeeds(disk: $0, limits: feeds.limits, guardian: guardian) },
                limits: feeds.limits, pictureTypes: feeds.pictureTypes))
        // The address of the demo feed differs in every run.
        let state = UserState(
            file: settings.remembersState ? StateFile.ofUser : nil, remembersSources: feeds.demo == nil,
            isPictureOverruled: settings.isPictureOverruled)
        run.rememberedPictures = { state.pictures(on: $0) }
        browser = Browser(
            Page(title: feeds.title, name: state.id(of: feeds.shown), reader: reader),
            settings: settings, environment: environment, state: state)
        let root = RootView(browser: browser)
        self.root = root
        application = run.makeApplication(on: session, root, environment) { facts in
            if facts.ambiguousWidth == 2 { root.footer.flash(Self.wideSigns) }
            if facts.isComplete { root.list.updateFooter() }  // it names the key for pixels
        } didChangeTheme: {
            root.restyle()
        } didChangePictures: {
            root.reloadPictures()
        } didRefusePictures: {
            root.footer.flash($0)
        }
        if let warning = session.warnings.first { root.footer.flash(warning) }
        // While the process is stopped, a server would wait; the received bytes are kept, and the rest is requested
        // later.
        application.willSuspend = { [downloader = engine.downloader] in downloader.enterBackground() }
        application.didContinue = { [downloader = engine.downloader] in downloader.leaveBackground() }
        commands = GalleryCommands(browser: browser, root: root)
        root.commands = commands
    }

    private static let wideSigns = "half blocks are two columns wide in this terminal; drawing with spaces"

    /// Runs until the user quits or a signal ends the process. `didEnd` is called when the terminal is restored.
    package func start(didEnd: @escaping @MainActor (TerminalApplication.End, Outcome) -> Never) -> Never {
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
        application.run { [self] end in didEnd(end, close()) }
    }

    /// What remains to be printed after a run.
    package struct Outcome {
        /// The marked pictures, in the order in which they were marked.
        package let marked: [FeedItem]
        /// What failed: sources, saving, the trace.
        package let errors: [String]
        /// What went wrong beside the pictures: the state and the disk cache.
        package let warnings: [String]
        /// Whether the sources had no items.
        package let isEmpty: Bool
    }

    /// Stops everything, completes the trace and saves the state.
    private func close() -> Outcome {
        let unsaved = commands.endSaving()
        engine.manager.cancelAll()
        browser.cancel()
        transport.shutdown()
        engine.manager.diskCache?.flush()
        let traceFailure = run.finishTrace()
        let unremembered = browser.saveState()
        browser.marking.finish()
        return Outcome(
            marked: browser.marks.items,
            errors: browser.errors + unsaved + [traceFailure].compactMap(\.self),
            warnings: unremembered + run.cacheErrors, isEmpty: browser.hasNothingToShow)
    }
}
