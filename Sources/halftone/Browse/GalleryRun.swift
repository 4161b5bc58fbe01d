import Basis
import CSystem
import Glibc
import ImageFeeds
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// One run of the gallery: everything it is made of, from the terminal that was taken to the exit status.
@MainActor
final class GalleryRun {
    private let run: ScreenRun
    /// The server of the demo feed; `nil` if other sources are shown.
    let lab: LabServer?
    let sources: GallerySources
    private let engine: Engine
    let gallery: Gallery
    let root: RootView
    let loop: MainLoop
    private let progress = FetchProgress()
    /// Where the place in the sources is remembered, and under which name; `nil` if it is not.
    let memory: (file: PlacesFile, source: Places.Name)?
    private let recalling = LatestWork()
    /// What was remembered when the gallery began.
    var remembered = Places()
    /// Where the reader was in linked feeds that he has left.
    var visited = Places()

    /// Lets pixels go while the machine is short of memory, as long as it is kept.
    private var memoryRelief: MemoryPressureMonitor?

    /// How many pictures are new since what was opened was kept.
    var renewed = 0

    /// What was wrong with the sources, to be said once the terminal is the shell's again.
    var complaints: [String] = []
    /// What is said there too, and was no failure of what was asked for.
    var notes: [String] = []
    var hasNothingToShow = false

    init(options: BrowseOptions, sources: [FeedSource], session: TerminalSession, trace: Trace, lab: LabServer?) {
        let run = ScreenRun(session: session, trace: trace, theme: options.theme)
        (self.run, self.lab) = (run, lab)
        let feeds = lab.map { [FeedSource.url("\($0.baseURL)/feed/demo")] } ?? sources
        engine = Engine(
            options.common, trace: trace, concurrency: options.concurrency, lab: lab?.baseURL, warn: run.keepComplaint)
        let environment = run.makeEnvironment(engine.manager)
        let title = lab == nil ? sources.map(\.description).joined(separator: " ") : "Halftone's demo feed"
        gallery = Gallery(title: title, options: options, environment: environment)
        let limits = options.common.feedLimits
        self.sources = GallerySources(
            feeds,
            fetcher: TransportFetcher(
                transport: engine.transport, limits: limits, timeout: options.common.timeout, progress: progress),
            keeping: lab == nil ? engine.manager.diskCache.map { KeptFeeds(disk: $0, limits: limits) } : nil,
            limits: limits, options: options.feeds)
        // The demo feed's address is another one every time.
        memory = Self.memory(of: feeds, options, isDemo: lab != nil)
        let root = RootView(gallery: gallery, frames: run.frames)
        self.root = root
        loop = run.makeLoop(
            session, run.makeWindow(root, environment, size: session.size), root, link: options.link
        ) { facts in
            if facts.ambiguousWidth == 2 { root.flash(Self.wideSigns) }
        } didChangeTheme: {
            root.restyle()
        }
        if let warning = session.warnings.first { root.flash(warning) }
        // A server would wait for a reader that is stopped; what has come is kept, and the rest asked for later.
        loop.willSuspend = { [downloader = engine.downloader] in downloader.enterBackground() }
        loop.didContinue = { [downloader = engine.downloader] in downloader.leaveBackground() }
        let deeds = GalleryDeeds(
            gallery: gallery, sources: self.sources, downloader: engine.downloader, root: root)
        deeds.progress = progress
        root.deeds = deeds
    }

    private static func memory(
        of feeds: [FeedSource], _ options: BrowseOptions, isDemo: Bool
    ) -> (file: PlacesFile, source: Places.Name)? {
        guard options.remembersPlaces, !isDemo, let file = PlacesFile() else { return nil }
        let here = getcwd(nil, 0).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        return Places.name(of: feeds, workingDirectory: here ?? "").map { (file, $0) }
    }

    private static let wideSigns = "half blocks are two columns wide in this terminal; drawing with spaces"

    /// Runs until the user quits or a signal ends the process.
    func start() -> Never {
        root.list.show(message: "Reading \(gallery.title) …", style: Theme.detail, isBusy: true)
        sources.didChange = { [weak self] news in self?.take(news) }
        gallery.following = { [sources] in sources.following }
        gallery.didMeetPage = { [sources] in sources.didMeetPage(at: $0) }
        sources.didFind = { [weak self] in self?.showArriving() }
        sources.isLookingAround = { [root] in !root.isAtPlace }
        gallery.didFindPlace = { [weak self] in self?.showPlace() }
        gallery.didNotFindPlace = { [weak self] in self?.readOnToPlace() }
        Task { for await _ in progress.changes { showArriving() } }
        Task {
            // The loop has drawn its first frame when this runs: no reader waits for the watch.
            memoryRelief = MemoryPressureMonitor([engine.manager, gallery.environment.framePools])
            recall { [sources] in sources.open() }
        }
        loop.start { [self] end in finish(end) }
        halftone_run_main_queue()
    }

    /// Reads what is remembered, on another thread: keys do not wait for a slow disk.
    private func recall(then done: @escaping @MainActor () -> Void) {
        guard let file = memory?.file else { return done() }
        recalling.start { _ in
            file.read()
        } then: { [weak self] places in
            self?.remembered = places
            done()
        }
    }

    // MARK: - The end

    /// Gives the terminal back, completes the trace, says what was wrong, and ends the process.
    private func finish(_ end: MainLoop.End) -> Never {
        run.session?.end()
        complaints += root.deeds?.endSaving() ?? []
        engine.manager.cancelAll()
        sources.cancel()
        engine.transport.shutdown()
        engine.manager.diskCache?.flush()
        let traceFailure = run.finishTrace()
        lab?.stop()
        rememberPlaces()
        run.report(gallery.options.common) { report in
            report.addDiskCache(gallery.options.common)
            if let session = run.session { report.add(run.frames.lines(of: session)) }
        }
        complaints += [traceFailure].compactMap(\.self)
        notes += run.complaintsOfCache
        printMarked()
        for line in complaints + notes { Output.printError(line) }
        run.exit(end, status: hasNothingToShow && gallery.model.items.isEmpty ? 2 : complaints.isEmpty ? 0 : 1)
    }

    private func printMarked() {
        let items = gallery.markedItems
        guard !items.isEmpty else { return }
        let output = MarkedOutput(
            items, separator: gallery.options.feeds.separator, isTerminal: isatty(STDOUT_FILENO) == 1,
            withPasswords: gallery.options.copiesPasswords)
        complaints += output.complaints
        if !Output.write(output.bytes) { complaints.append("the marked pictures were not all printed") }
    }
}
