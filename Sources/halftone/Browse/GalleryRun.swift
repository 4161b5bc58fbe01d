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
    private let session: TerminalSession
    private let trace: Trace
    /// The server of the demo feed; `nil` if other sources are shown.
    private let lab: LabServer?
    let sources: GallerySources
    private let engine: Engine
    let gallery: Gallery
    let root: RootView
    private let loop: MainLoop
    private let frames = FrameFigures()
    private let time = SystemTime()
    private let began: Duration
    /// Where the place in the sources is remembered, and under which name; `nil` if it is not.
    let memory: (file: PlacesFile, source: String)?
    private let recalling = LatestWork()
    /// What was remembered when the gallery began.
    private var remembered = Places()
    /// Where the reader was in linked feeds that he has left.
    var visited = Places()

    /// Lets pixels go while the machine is short of memory, as long as it is kept.
    private var memoryRelief: MemoryRelief?

    /// What was wrong with the sources, to be said once the terminal is the shell's again.
    var complaints: [String] = []
    /// The same for the disk cache, which complains from threads of its own.
    private let cacheComplaints: Lock<[String]>
    private var hasNothingToShow = false

    init(options: BrowseOptions, sources: [String], session: TerminalSession, trace: Trace, lab: LabServer?) {
        began = time.now
        self.session = session
        self.trace = trace
        self.lab = lab
        let feeds = lab.map { [FeedSource.url($0.baseURL + "/feed/demo")] } ?? sources.map { FeedSource(argument: $0) }
        let cacheComplaints = Lock<[String]>([])
        self.cacheComplaints = cacheComplaints
        engine = Engine(options.common, trace: trace, concurrency: options.concurrency, lab: lab?.baseURL) { line in
            cacheComplaints.withLock { $0.append(line) }
        }
        Theme.current = Theme.of(options.theme, colors: session.colors, background: session.facts.background)
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: session.colors), pixelAspect: session.pixelAspect,
            manager: engine.manager, isASCII: !session.isUnicode)
        let title = lab == nil ? sources.joined(separator: " ") : "Halftone's demo feed"
        gallery = Gallery(title: Sanitiser.sentence(title), options: options, environment: environment)
        let limits = FeedLimits()
        self.sources = GallerySources(
            feeds,
            fetcher: TransportFetcher(
                transport: engine.transport, limits: limits, timeout: options.common.timeout),
            keeping: lab == nil ? engine.manager.diskCache.map { KeptFeeds(disk: $0, limits: limits) } : nil,
            limits: limits, options: options.feeds)
        // The demo feed's address is another one every time.
        memory = Self.memory(of: feeds, options, isDemo: lab != nil)
        root = RootView(gallery: gallery, frames: frames)
        let window = Window(size: session.size, environment: environment)
        window.addSubview(root)
        loop = MainLoop(terminal: session, window: window, root: root, frames: frames, link: options.link)
        // A server would wait for a reader that is stopped; what has come is kept, and the rest asked for later.
        loop.willSuspend = { [downloader = engine.downloader] in downloader.enterBackground() }
        loop.didContinue = { [downloader = engine.downloader] in downloader.leaveBackground() }
        loop.didLearnFacts = { [root] facts in
            if facts.ambiguousWidth == 2 { root.flash(Self.wideSigns) }
            let theme = Theme.of(options.theme, colors: session.colors, background: facts.background)
            guard theme != Theme.current else { return }
            Theme.current = theme
            root.restyle()
        }
        root.deeds = GalleryDeeds(
            gallery: gallery, sources: self.sources, downloader: engine.downloader, root: root)
    }

    private static func memory(
        of feeds: [FeedSource], _ options: BrowseOptions, isDemo: Bool
    ) -> (file: PlacesFile, source: String)? {
        guard options.remembersPlaces, !isDemo, let file = PlacesFile() else { return nil }
        let here = getcwd(nil, 0).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        return Places.name(of: feeds, workingDirectory: here ?? "").map { (file, $0) }
    }

    private static let wideSigns = "half blocks are two columns wide in this terminal; drawing with spaces"

    /// Runs until the user quits or a signal ends the process.
    func run() -> Never {
        root.list.show(message: "Reading \(gallery.title) …", style: Theme.detail, isBusy: true)
        if let warning = session.warnings.first { root.flash(warning) }
        sources.didChange = { [weak self] news in self?.take(news) }
        gallery.following = { [sources] in sources.following }
        gallery.didFindPlace = { [weak self] in self?.showPlace() }
        gallery.didNotFindPlace = { [weak self] in self?.readOnToPlace() }
        Task {
            // The loop has drawn its first frame when this runs: no reader waits for the watch.
            memoryRelief = MemoryRelief([engine.manager, gallery.environment.framePools])
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

    // MARK: - What the sources bring

    private func take(_ news: GallerySources.News) {
        while gallery.levels.depth > sources.depth {
            note(gallery.placeToRemember, of: gallery.source)
            guard let place = gallery.leave() else { break }
            root.list.stage.restore(place)
        }
        switch news {
        case .opened(let result): open(result)
        // The linked feed that was asked for again is shown only now.
        case .refreshed(let result) where gallery.model.items.isEmpty || gallery.levels.depth < sources.depth:
            open(result)
        case .grown(let growth): take(growth)
        case .returned: root.deeds?.didMove()  // the page that was being read is read now
        case .refreshed(let result):
            gallery.refresh(result.items) { [weak self] in
                guard let self else { return }
                if result.pending.isEmpty {
                    gallery.say(result.isUnchanged ? "nothing has changed" : "\(result.items.count) pictures")
                }
                root.deeds?.showActivity()
                report(result.failures)
            }
        case .renewed(let result):
            gallery.refresh(result.items) { [weak self] in
                self?.sayRenewed()
                self?.root.deeds?.showActivity()
                self?.report(result.failures)
            }
        case .page(let page):
            let before = gallery.count
            if gallery.append(page.items) { root.didGrow(by: [before..<gallery.count]) }
            restoreAgain()
            report(page.failures)
        case .failed(let error): fail(error)
        }
        root.deeds?.showActivity()
        loop.turn()
    }

    /// More of what was opened has come.
    private func take(_ growth: GallerySources.Growth) {
        let count = growth.insertions.reduce(0) { $0 + $1.count }
        if count > 0 {
            if gallery.insert(growth.insertions, of: growth.items) { root.didGrow(by: growth.insertions) }
            gallery.say(count == 1 ? "1 more picture" : "\(count) more pictures")
        }
        restoreAgain()
        if growth.result.pending.isEmpty, gallery.model.place == 0 { hint(at: growth.result) }
        report(growth.failures)
    }

    private func open(_ result: FeedResult) {
        if gallery.levels.depth < sources.depth, let feed = sources.sources.first {
            gallery.enter(result.items, of: feed, title: result.title, from: root.list.stage.scrollPlace)
            if memory != nil, let name = Self.name(ofLinked: feed) {
                (visited[name] ?? remembered[name]).map(restore)
            }
        } else {
            let isFirst = gallery.model.items.isEmpty
            gallery.open(result.items, title: lab != nil ? nil : result.title)
            if isFirst, let place = memory.flatMap({ remembered[$0.source] }) { restore(place) }
        }
        if gallery.model.place == 0 { hint(at: result) }
        report(result.failures)
    }

    /// What the sources have that was not kept of them.
    private func sayRenewed() {
        guard gallery.added > 0 else { return }
        gallery.say(
            (gallery.added == 1 ? "1 new picture" : "\(gallery.added) new pictures")
                + (gallery.model.place == 0 ? "" : "; \(Action.top.keyName) goes to the first"))
    }

    /// What else the sources have, and how to see it.
    private func hint(at result: FeedResult) {
        let (hidden, feeds) = (result.hiddenEntries, result.linkedFeeds.count)
        if hidden > 0 {
            gallery.say(
                (hidden == 1 ? "1 entry without a picture is hidden" : "\(hidden) entries without pictures are hidden")
                    + "; \(Action.hiddenEntries.keyName) shows them")
        } else if feeds > 0 {
            gallery.say(
                (feeds == 1 ? "this page names a feed" : "this page names \(feeds) feeds")
                    + "; \(Action.linkedFeeds.keyName) shows them")
        }
    }

    private func report(_ failures: [FeedFailure]) {
        complaints += failures.map(\.description).filter { !complaints.contains($0) }
        guard let failure = failures.first else { return }
        gallery.say(
            "\(failure)" + (sources.paging.hasFailed ? "; \(Action.retryFailed.keyName) tries again" : ""))
    }

    private func fail(_ error: FeedError) {
        // The only source's error does not name it; the error of several names them all.
        let isLinked = gallery.levels.depth < sources.depth
        let name = isLinked ? sources.sources.first.map { Sanitiser.sentence($0.description) } : nil
        let line = sources.sources.count == 1 ? "\(name ?? gallery.title): \(error)" : "\(error)"
        guard gallery.model.items.isEmpty else {  // what is there stays, and its sources with it
            if isLinked { _ = sources.goBack() }
            guard sources.isKept else { return gallery.say(line) }
            complaints.append(line)
            return gallery.say(line + "; this is what it had before")
        }
        let entries =
            error == .noPictures(.feed) ? "\(Action.hiddenEntries.keyName) shows entries without pictures, " : ""
        let hint =
            "\(Action.refreshAll.keyName) reads again, " + entries
            + "\(Action.help.keyName) shows all keys, \(Action.quit.keyName) quits"
        root.list.show(message: line, hint: hint, style: Theme.error)
        if !hasNothingToShow { complaints.append(line) }
        hasNothingToShow = true
    }

    // MARK: - The end

    /// Gives the terminal back, completes the trace, says what was wrong, and ends the process.
    private func finish(_ end: MainLoop.End) -> Never {
        session.end()
        engine.manager.cancelAll()
        sources.cancel()
        engine.transport.shutdown()
        engine.manager.diskCache?.flush()
        trace.finish { summary in
            summary.framesPresented = frames.presented
            summary.framesDropped = frames.dropped
            summary.bytesWritten = frames.bytes
            summary.cellsElided = frames.cellsElided
            summary.encodeMicroseconds = Int(frames.encoding.seconds * 1e6)
            summary.writeMicroseconds = Int(frames.writing.seconds * 1e6)
            summary.peakResidentBytes = Resources.peakResidentBytes
        }
        lab?.stop()
        rememberPlaces()
        sayFigures()
        if let failure = trace.failure { complaints.append("the trace is incomplete: \(failure)") }
        complaints += cacheComplaints.withLock(\.self)
        printMarked()
        for line in complaints { Output.complain(line) }
        switch end {
        case .quit: exit(hasNothingToShow && gallery.model.items.isEmpty ? 2 : complaints.isEmpty ? 0 : 1)
        case .signal(let number): ProcessSignals.die(of: number)
        case .failure(let error):
            Output.complain("\(error)")
            exit(1)
        }
    }

    /// What `--verbose` asks for.
    private func sayFigures() {
        guard var report = VerboseReport(gallery.options.common) else { return }
        report.addDiskCache(gallery.options.common)
        report.add(frames.lines(of: session))
        report.addLoads(trace.summary)
        report.addCost(time.now - began)
        report.say()
    }

    private func printMarked() {
        let items = gallery.markedItems
        guard !items.isEmpty else { return }
        let output = MarkedOutput(
            items, separator: gallery.options.feeds.separator, isTerminal: isatty(STDOUT_FILENO) == 1)
        complaints += output.complaints
        if !Output.write(output.bytes) { complaints.append("the marked pictures were not all printed") }
    }
}
