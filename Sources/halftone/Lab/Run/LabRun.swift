import Basis
import CSystem
import Glibc
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// One run of the Lab, on a terminal or for a script alone: everything it is made of, up to the exit status.
@MainActor
final class LabRun {
    private let session: TerminalSession?
    private let trace: Trace
    private let bench: LabBench
    private let screen: LabScreen
    private let loop: any LabLoop
    private let options: LabOptions
    private let frames = FrameFigures()
    private let time = SystemTime()
    private let began: Duration
    private let script: LoadedScript?
    private let driver: ScriptDriver?
    /// What the disk cache complained about, from threads of its own.
    private let complaints: Lock<[String]>

    /// Without a `session` nothing is shown, and `script` must be there, else it never ends. `signals` end a run without
    /// a session in good order; `nil`: they end the process where it stands.
    init(
        options: LabOptions, session: TerminalSession?, trace: Trace, server: LabServer, script: LoadedScript?,
        signals: (any OffscreenSignals)?
    ) {
        began = time.now
        (self.options, self.session, self.trace, self.script) = (options, session, trace, script)
        let complaints = Lock<[String]>([])
        self.complaints = complaints
        if script != nil { LabAction.use(KeyBindings()) }  // a script means the same wherever it is played
        Theme.current = Theme.of(
            options.theme, colors: session?.colors ?? .direct, background: session?.facts.background)
        let bench = LabBench(options: options, server: server, trace: trace) { line in
            complaints.withLock { $0.append(line) }
        }
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: session?.colors ?? .direct), pixelAspect: session?.pixelAspect ?? 1,
            manager: bench.manager, isASCII: session.map { !$0.isUnicode } ?? false)
        let screen = LabScreen(bench: bench, environment: environment)
        let window = Window(size: session?.size ?? options.size, environment: environment)
        window.addSubview(screen)
        let loop: any LabLoop
        if let session {
            let main = MainLoop(terminal: session, window: window, root: screen, frames: frames, link: .auto)
            main.didLearnFacts = { [unowned screen] facts in
                let theme = Theme.of(options.theme, colors: session.colors, background: facts.background)
                guard theme != Theme.current else { return }
                Theme.current = theme
                screen.setNeedsDisplay()
            }
            loop = main
        } else {
            loop = OffscreenLoop(window: window, root: screen, frames: frames, signals: signals)
        }
        let driver = script.map { ScriptDriver($0.script, screen: screen, window: window, loop: loop) }
        (self.bench, self.screen, self.loop, self.driver) = (bench, screen, loop, driver)
        bench.didChange = { [unowned screen, unowned bench] change in
            if case .pace = change { loop.pace.set(rate: bench.board.speed, at: SystemTime().now) }
            screen.follow(change)
        }
        loop.watch(screen, with: driver)
        if let warning = session?.warnings.first { screen.say(warning) }
    }

    /// What is to be said when a run is over.
    struct Outcome: Sendable {
        /// The script's report, in lines for standard output; empty without a script.
        var report: [String] = []
        /// Lines for standard error.
        var complaints: [String] = []
        /// Whether every check of the script held and the trace is whole. A disk cache that fails is only told.
        var isPassed = true
    }

    /// Runs until the script is over, the user leaves or a signal ends the process.
    func run() -> Never {
        loop.start { [self] end in finish(end) }
        halftone_run_main_queue()
    }

    /// Plays the script in a process that goes on afterwards. `didEnd` is called once.
    func play(didEnd: @escaping @MainActor (Outcome) -> Void) {
        loop.start { [self] _ in didEnd(close()) }
    }

    /// Gives the terminal back and completes the trace.
    private func close() -> Outcome {
        driver?.abort()
        session?.end()
        bench.close()
        trace.finish { summary in
            summary.framesPresented = frames.presented
            summary.framesDropped = frames.dropped
            summary.bytesWritten = frames.bytes
            summary.peakResidentBytes = Resources.peakResidentBytes
        }
        var outcome = Outcome(complaints: complaints.withLock(\.self))
        if let failure = trace.failure {
            outcome.complaints.append("the trace is incomplete: \(failure)")
            outcome.isPassed = false
        }
        if let script, let report = driver?.run.report {
            // The script's text is foreign: it may hold control characters.
            outcome.report = report.lines(name: script.name).map { Sanitiser.clean($0) + "\n" }
            if !report.isPassed { outcome.isPassed = false }
        }
        return outcome
    }

    /// Says what came of the run, and ends the process.
    private func finish(_ end: MainLoop.End) -> Never {
        let outcome = close()
        sayFigures()
        for line in outcome.complaints { Output.complain(line) }
        let isWritten = outcome.report.isEmpty || Output.print(outcome.report.joined())
        switch end {
        case .quit: ProgramEnd.exit(outcome.isPassed && isWritten ? 0 : 1)
        case .signal(let number): ProgramEnd.die(of: number)
        case .failure(let error):
            Output.complain("\(error)")
            ProgramEnd.exit(1)
        }
    }

    /// What `--verbose` asks for.
    private func sayFigures() {
        guard var report = VerboseReport(options.common) else { return }
        if options.common.cacheDirectory == nil, options.common.usesDiskCache {
            report.add("disk cache: one of its own, empty at the beginning and removed at the end")
        } else {
            report.addDiskCache(options.common)
        }
        report.add(LabCommand.line(of: bench.server))
        report.add(session.map(frames.lines) ?? ["screen: \(options.size) cells that nobody saw"])
        report.addLoads(trace.summary)
        report.addCost(time.now - began)
        report.say()
    }
}
