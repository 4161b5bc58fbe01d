import Basis
import Foundation
import Glibc
import ImageFeeds
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// `halftone [browse] [SOURCE...]`: the gallery.
@MainActor
final class BrowseCommand {
    private let options: BrowseOptions
    private let arguments: [String]
    private var warnings: [String] = []
    private var loop: MainLoop?
    private var reading: Task<Void, Never>?

    init(options: BrowseOptions, sources: [String]) {
        self.options = options
        arguments = sources
    }

    /// Runs until the user quits; does not return when a session could be started.
    func run() -> Int32 {
        if arguments.contains("-"), isatty(STDIN_FILENO) == 1 {
            Output.complain("-: a list on standard input is wanted, but that is the terminal; pipe one into it")
            return 2
        }
        do {
            let trace = try options.common.makeTrace()
            let lab = try arguments.isEmpty ? startLab() : nil
            var sessionOptions = TerminalSession.Options()
            sessionOptions.colors = options.common.colors
            browse(try TerminalSession(options: sessionOptions), trace, lab)
        } catch {
            Output.complain("\(error)")
            return 2
        }
    }

    private func startLab() throws(LabError) -> LabServer {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        return server
    }

    private func browse(_ session: TerminalSession, _ trace: Trace, _ lab: LabServer?) -> Never {
        let notes = Lock<[String]>([])
        let engine = Engine(options.common, trace: trace, concurrency: options.concurrency, lab: lab?.baseURL) { line in
            notes.withLock { $0.append(line) }
        }
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: session.colors), pixelAspect: session.pixelAspect,
            manager: engine.manager)
        let gallery = Gallery(
            title: lab == nil ? arguments.joined(separator: " ") : "Halftone's demo feed", options: options,
            environment: environment)
        let window = Window(size: session.size, environment: environment)
        let root = RootView(gallery: gallery) { [weak self] in self?.loop?.figures ?? FiguresPanel.Frames() }
        window.addSubview(root)
        let loop = MainLoop(session: session, window: window, root: root)
        self.loop = loop
        root.list.show(message: "Reading \(Sanitiser.clean(gallery.title)) …", style: Theme.detail)
        if let warning = session.warnings.first { root.list.flash(warning) }
        read(lab, engine, gallery, root, window)
        loop.start { [self] end in
            finish(end, session, engine, trace, lab, warnings + notes.withLock { $0 })
        }
        while true { RunLoop.main.run() }
    }

    /// Reads the sources without holding up the screen, and shows what they gave.
    private func read(
        _ lab: LabServer?, _ engine: Engine, _ gallery: Gallery, _ root: RootView, _ window: Window
    ) {
        let limits = FeedLimits()
        let reader = FeedReader(
            fetcher: TransportFetcher(transport: engine.transport, maximumBytes: limits.listBytes), limits: limits)
        let sources =
            lab.map { [FeedSource.url($0.baseURL + "/feed/demo")] } ?? arguments.map { FeedSource(argument: $0) }
        reading = Task { [weak self] in
            do throws(FeedError) {
                var result = try await reader.items(of: sources)
                if lab != nil { result.title = nil }  // the server's name for it says nothing to a reader
                gallery.show(result)
                self?.warnings += result.failures.map(\.description)
                root.list.reload()
                if let failure = result.failures.first { root.list.flash("\(failure)") }
            } catch {
                // The only source's error does not name it; the error of several names them all.
                let line = sources.count == 1 ? "\(Sanitiser.clean(gallery.title)): \(error)" : "\(error)"
                root.list.show(message: line + "  (q quits)", style: Theme.error)
                self?.warnings.append(line)
                self?.hasNothingToShow = true
            }
            self?.loop?.turn()
        }
    }

    private var hasNothingToShow = false

    /// Gives the terminal back, completes the trace, and ends the process.
    private func finish(
        _ end: MainLoop.End, _ session: TerminalSession, _ engine: Engine, _ trace: Trace, _ lab: LabServer?,
        _ warnings: [String]
    ) -> Never {
        session.end()
        engine.manager.cancelAll()
        engine.transport.shutdown()
        engine.manager.diskCache?.flush()
        let frames = loop?.figures ?? FiguresPanel.Frames()
        trace.finish { summary in
            summary.framesPresented = frames.presented
            summary.framesDropped = frames.dropped
            summary.bytesWritten = frames.bytes
            summary.peakResidentBytes = Resources.peakResidentBytes
        }
        for line in warnings { Output.complain(line) }
        if let failure = trace.failure { Output.complain("the trace is incomplete: \(failure)") }
        lab?.stop()
        switch end {
        case .quit: exit(hasNothingToShow ? 2 : warnings.isEmpty && trace.failure == nil ? 0 : 1)
        case .signal(let number): ProcessSignals.die(of: number)
        case .failure(let error):
            Output.complain("\(error)")
            exit(1)
        }
    }
}
