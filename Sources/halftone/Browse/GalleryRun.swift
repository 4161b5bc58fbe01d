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
    private let sources: [FeedSource]
    private let engine: Engine
    private let gallery: Gallery
    private let root: RootView
    private let loop: MainLoop
    private let frames = FrameFigures()

    /// Lets pixels go while the machine is short of memory, as long as it is kept.
    private var memoryRelief: MemoryRelief?

    /// What was wrong with the sources, to be said once the terminal is the shell's again.
    private var complaints: [String] = []
    /// The same for the disk cache, which complains from threads of its own.
    private let cacheComplaints: Lock<[String]>
    private var hasNothingToShow = false

    init(options: BrowseOptions, sources: [String], session: TerminalSession, trace: Trace, lab: LabServer?) {
        self.session = session
        self.trace = trace
        self.lab = lab
        self.sources =
            lab.map { [FeedSource.url($0.baseURL + "/feed/demo")] } ?? sources.map { FeedSource(argument: $0) }
        let cacheComplaints = Lock<[String]>([])
        self.cacheComplaints = cacheComplaints
        engine = Engine(options.common, trace: trace, concurrency: options.concurrency, lab: lab?.baseURL) { line in
            cacheComplaints.withLock { $0.append(line) }
        }
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: session.colors), pixelAspect: session.pixelAspect,
            manager: engine.manager, isASCII: !session.isUnicode)
        let title = lab == nil ? sources.joined(separator: " ") : "Halftone's demo feed"
        gallery = Gallery(title: Sanitiser.sentence(title), options: options, environment: environment)
        root = RootView(gallery: gallery, frames: frames)
        let window = Window(size: session.size, environment: environment)
        window.addSubview(root)
        loop = MainLoop(session: session, window: window, root: root, frames: frames, link: options.link)
        // A server would wait for a reader that is stopped; what has come is kept, and the rest asked for later.
        loop.willSuspend = { [downloader = engine.downloader] in downloader.enterBackground() }
        loop.didContinue = { [downloader = engine.downloader] in downloader.leaveBackground() }
    }

    /// Runs until the user quits or a signal ends the process.
    func run() -> Never {
        root.list.show(message: "Reading \(gallery.title) …", style: Theme.detail)
        if let warning = session.warnings.first { root.list.flash(warning) }
        Task { await readSources() }
        loop.start { [self] end in finish(end) }
        halftone_run_main_queue()
    }

    /// Reads the sources without holding up the screen, and shows what they gave.
    private func readSources() async {
        // The loop has drawn its first frame when this runs: no reader waits for the watch.
        memoryRelief = MemoryRelief([engine.manager, gallery.environment.framePools])
        let limits = FeedLimits()
        let options = gallery.options.feeds
        let fetcher = TransportFetcher(transport: engine.transport, maximumBytes: limits.listBytes)
        do throws(FeedError) {
            var result = try await FeedReader(fetcher: fetcher, limits: limits, options: options).items(of: sources)
            if lab != nil { result.title = nil }  // the server's name for it says nothing to a reader
            gallery.show(result)
            complaints += result.failures.map(\.description)
            root.list.reload()
            if let failure = result.failures.first { root.list.flash("\(failure)") }
        } catch {
            // The only source's error does not name it; the error of several names them all.
            let line = sources.count == 1 ? "\(gallery.title): \(error)" : "\(error)"
            root.list.show(message: line + "  (q quits)", style: Theme.error)
            complaints.append(line)
            hasNothingToShow = true
        }
        loop.turn()
    }

    /// Gives the terminal back, completes the trace, says what was wrong, and ends the process.
    private func finish(_ end: MainLoop.End) -> Never {
        session.end()
        engine.manager.cancelAll()
        engine.transport.shutdown()
        engine.manager.diskCache?.flush()
        trace.finish { summary in
            summary.framesPresented = frames.presented
            summary.framesDropped = frames.dropped
            summary.bytesWritten = frames.bytes
            summary.peakResidentBytes = Resources.peakResidentBytes
        }
        lab?.stop()
        if let failure = trace.failure { complaints.append("the trace is incomplete: \(failure)") }
        complaints += cacheComplaints.withLock(\.self)
        for line in complaints { Output.complain(line) }
        switch end {
        case .quit: exit(hasNothingToShow ? 2 : complaints.isEmpty ? 0 : 1)
        case .signal(let number): ProcessSignals.die(of: number)
        case .failure(let error):
            Output.complain("\(error)")
            exit(1)
        }
    }
}
