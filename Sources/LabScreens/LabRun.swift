import HalftoneCore
import Glibc
import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews

/// One run of the Lab, on a terminal or offscreen for a scenario.
@MainActor
package final class LabRun {
    /// What the user can set of a run.
    package struct Settings: Sendable {
        package var scenario: LabScenario?
        /// The initial feed; `nil` for the default, or with a scenario, which has its own.
        package var feed: LabFeed?
        /// The size of the screen of a scenario that runs offscreen.
        package var size = CellSize(columns: 160, rows: 50)

        package init() {}

        /// The feed that the Lab opens with: a slow one, so that the first scrolled page has loads to cancel, or the one
        /// that scenarios begin with.
        var initialFeed: LabFeed { feed ?? (scenario == nil ? .slow : LabScenario.initialFeed) }
    }

    package let settings: Settings
    package let run: ScreenRun
    package var server: LabServer { lab.server }
    private let lab: LabEnvironment
    private let screen: LabScreen
    private let application: TerminalApplication
    private let player: ScenarioPlayer

    /// Creates a run. Without a session the run is offscreen, and the end of its scenario ends it. With a session the
    /// scenario is a tour. `signals` end an offscreen run with its report; if `nil`, they end the process immediately.
    package init(
        _ settings: Settings, _ run: ScreenRun, engine: Engine.Settings, keys: KeyBindings<LabAction>,
        server: LabServer, signals: (any OffscreenSignals)?
    ) {
        (self.settings, self.run) = (settings, run)
        let lab = LabEnvironment(
            engine, feed: settings.initialFeed, server: server, trace: run.trace, warn: run.reportCacheError)
        let environment = run.makeEnvironment(lab.manager, keys: keys)
        let screen = LabScreen(lab: lab, environment: environment)
        let terminal: any LoopTerminal = run.session ?? OffscreenTerminal(size: settings.size, signals: signals)
        let application = run.makeApplication(
            on: terminal, screen, environment,
            didChangeTheme: { [unowned screen] in screen.restyle() },
            didChangePictures: { [unowned screen] in screen.table.renewLoads() },
            didRefusePictures: { [unowned screen] in screen.say($0) })
        let loop = application.loop
        let player = ScenarioPlayer(screen: screen, window: application.window, loop: loop)
        if let scenario = settings.scenario { player.open(scenario, isWatched: run.session != nil) }
        (self.lab, self.screen, self.application, self.player) = (lab, screen, application, player)
        lab.setSpeed = { [unowned loop] in loop.pace.set(rate: $0, at: SystemTime().now) }
        lab.choosePictures = { choice in
            let method = choice.map { environment[PictureMethods.self].method($0) }
            run.choosePictures(method, isSwitched: choice != nil, environment)
        }
        lab.didChange = { [unowned screen] in screen.follow($0) }
        screen.didStepFrame = { [unowned loop] in loop.pace.advance(by: .milliseconds(1000) / 60) }
        loop.watch(screen, with: player)
        if let warning = run.session?.warnings.first { screen.say(warning) }
    }

    /// The outcome of a run.
    package struct Outcome: Sendable {
        /// The scenario's report, in lines for standard output; empty without a scenario.
        package var report: [String] = []
        /// Lines for standard error.
        package var errors: [String] = []
        /// The exit status: 0 if all checks of the scenario passed and the trace is complete, 2 if the scenario was
        /// refused. Errors of the disk cache are only reported.
        package var status: Int32 = 0
    }

    /// Runs until the scenario ends, the user quits or a signal ends the process.
    package func start(didEnd: @escaping @MainActor (TerminalApplication.End, Outcome) -> Never) -> Never {
        application.run { [self] end in didEnd(end, close()) }
    }

    /// Runs the scenario in a process that continues afterwards. `didEnd` is called once.
    func play(on wakeups: any LoopWakeups, didEnd: @escaping @MainActor (Outcome) -> Void) {
        application.start(on: wakeups) { [self] _ in didEnd(close()) }
    }

    /// Stops the run and completes the trace.
    private func close() -> Outcome {
        let ended = player.close()
        lab.close()
        var outcome = Outcome(errors: run.cacheErrors)
        if let failure = run.finishTrace() {
            outcome.errors.append(failure)
            outcome.status = 1
        }
        if settings.scenario != nil, let ended {
            outcome.report = ended.report.map { $0 + "\n" }
            if !ended.isPassed { outcome.status = 1 }
        }
        if let refusal = player.refusal {
            outcome = Outcome(errors: outcome.errors + [refusal], status: 2)
        }
        return outcome
    }
}
