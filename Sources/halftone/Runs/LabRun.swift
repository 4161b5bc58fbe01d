import HalftoneCore
import Glibc
import ImageLab
import ImageLoading
import LabScreens
import ScreenKit
import TerminalScreen
import TerminalViews

/// One run of the Lab, on a terminal or offscreen for a scenario, up to the exit status.
@MainActor
final class LabRun {
    private let run: ScreenRun
    private let lab: LabEnvironment
    private let screen: LabScreen
    private let application: TerminalApplication
    private let options: LabOptions
    private let player: ScenarioPlayer

    /// Creates a run. Without a `session` the run is offscreen, and the end of its scenario ends it. With a session the
    /// scenario is a tour. `signals` end an offscreen run with its report;
    /// if `nil`, they end the process immediately.
    init(
        options: LabOptions, session: TerminalSession?, trace: Trace, server: LabServer,
        signals: (any OffscreenSignals)?
    ) {
        let run = ScreenRun(
            session: session, trace: trace, theme: options.theme, pictures: options.common.pictureMethod)
        (self.options, self.run) = (options, run)
        if session != nil, options.scenario == nil, let remembered = options.common.rememberedPictures() {
            run.rememberedPictures = { remembered[$0] }
        }
        let lab = LabEnvironment(
            options.common.engine, feed: options.openingFeed, server: server, trace: trace, warn: run.keepComplaint)
        let environment = run.makeEnvironment(lab.manager, keys: options.common.labKeys ?? KeyBindings())
        let screen = LabScreen(lab: lab, environment: environment)
        let terminal: any LoopTerminal = session ?? OffscreenTerminal(size: options.size, signals: signals)
        let application = run.makeApplication(
            on: terminal, screen, environment,
            didChangeTheme: { [unowned screen] in screen.restyle() },
            didChangePictures: { [unowned screen] in screen.reloadPictures() },
            didRefusePictures: { [unowned screen] in screen.say($0) })
        let loop = application.loop
        let player = ScenarioPlayer(screen: screen, window: application.window, loop: loop)
        if let scenario = options.scenario { player.open(scenario, isWatched: session != nil) }
        (self.lab, self.screen, self.application, self.player) = (lab, screen, application, player)
        lab.setSpeed = { [unowned loop] in loop.pace.set(rate: $0, at: SystemTime().now) }
        lab.choosePictures = { run.choosePictures($0, environment) }
        lab.didChange = { [unowned screen] in screen.follow($0) }
        screen.didStepFrame = { [unowned loop] in loop.pace.advance(by: .milliseconds(1000) / 60) }
        loop.watch(screen, with: player)
        if let warning = session?.warnings.first { screen.say(warning) }
    }

    /// The outcome of a run.
    struct Outcome: Sendable {
        /// The scenario's report, in lines for standard output; empty without a scenario.
        var report: [String] = []
        /// Lines for standard error.
        var complaints: [String] = []
        /// The exit status: 0 if all checks of the scenario passed and the trace is complete, 2 if the scenario was
        /// refused. Errors of the disk cache are only reported.
        var status: Int32 = 0
    }

    /// Runs until the scenario ends, the user quits or a signal ends the process.
    func start() -> Never {
        application.run { [self] end in finish(end) }
    }

    /// Runs the scenario in a process that continues afterwards. `didEnd` is called once.
    func play(on wakeups: any LoopWakeups, didEnd: @escaping @MainActor (Outcome) -> Void) {
        application.start(on: wakeups) { [self] _ in didEnd(close()) }
    }

    /// Stops the run and completes the trace.
    private func close() -> Outcome {
        let ended = player.close()
        lab.close()
        var outcome = Outcome(complaints: run.complaintsOfCache)
        if let failure = run.finishTrace() {
            outcome.complaints.append(failure)
            outcome.status = 1
        }
        if options.scenario != nil, let ended {
            outcome.report = ended.report.lines(name: ended.name).map { $0 + "\n" }
            if !ended.report.isPassed { outcome.status = 1 }
        }
        if let refusal = player.refusal {
            outcome = Outcome(complaints: outcome.complaints + [refusal], status: 2)
        }
        return outcome
    }

    /// Prints the outcome, and ends the process.
    private func finish(_ end: TerminalApplication.End) -> Never {
        let outcome = close()
        run.report(options.common) { report in
            if options.common.engine.cacheDirectory == nil, options.common.engine.usesDiskCache {
                report.add("disk cache: temporary, removed at the end")
            } else {
                report.addDiskCache(options.common)
            }
            report.add(LabCommand.line(of: lab.server))
            report.add(run.session.map(run.frames.lines) ?? ["screen: \(options.size) cells, off screen"])
        }
        for line in outcome.complaints { Output.printError(line) }
        let isWritten = outcome.report.isEmpty || Output.print(outcome.report.joined())
        run.exit(end, status: isWritten ? outcome.status : 1)
    }
}
