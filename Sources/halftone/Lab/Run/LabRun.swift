import HalftoneCore
import Glibc
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// One run of the Lab, on a terminal or for a script alone: everything it is made of, up to the exit status.
@MainActor
final class LabRun {
    private let run: ScreenRun
    private let lab: LabEnvironment
    private let screen: LabScreen
    private let application: TerminalApplication
    private let options: LabOptions
    private let script: LoadedScript?
    private let driver: ScriptDriver
    private let recorder: FrameRecorder?

    /// Without a `session` nothing is shown, and `script` must be there, else it never ends. With one the script is a story
    /// for the person who watches, unless the options say that it is played fast. `signals` end a run without a session in
    /// good order; `nil`: they end the process where it stands. `recorder` takes the frames that the options ask for.
    init(
        options: LabOptions, session: TerminalSession?, trace: Trace, server: LabServer, script: LoadedScript?,
        recorder: FrameRecorder?, signals: (any OffscreenSignals)?
    ) {
        let run = ScreenRun(session: session, trace: trace, theme: options.theme, pictures: options.common.pictures)
        (self.options, self.run, self.script, self.recorder) = (options, run, script, recorder)
        let lab = LabEnvironment(options: options, server: server, trace: trace, warn: run.keepComplaint)
        let environment = run.makeEnvironment(lab.manager)
        let screen = LabScreen(lab: lab, environment: environment)
        let terminal: any LoopTerminal = session ?? OffscreenTerminal(size: options.size, signals: signals)
        let application = run.makeApplication(
            on: terminal, screen, environment, link: .auto, didChangeTheme: { [unowned screen] in screen.restyle() },
            didChangeGlyphs: { [unowned screen] in screen.table.renewLoads() })
        let loop = application.loop
        let driver = ScriptDriver(screen: screen, window: application.window, loop: loop)
        if let script { driver.play(script, isWatched: session != nil && !options.isFast) }
        (self.lab, self.screen, self.application, self.driver) = (lab, screen, application, driver)
        lab.didChange = { [unowned screen, unowned lab] change in
            if case .pace = change { loop.pace.set(rate: lab.settings.speed, at: SystemTime().now) }
            screen.follow(change)
        }
        screen.didStepFrame = { [unowned loop] in loop.pace.advance(by: .milliseconds(1000) / 60) }
        loop.watch(screen, with: driver, recorder: recorder)
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
    func start() -> Never {
        application.run { [self] end in finish(end) }
    }

    /// Plays the script in a process that goes on afterwards. `didEnd` is called once.
    func play(didEnd: @escaping @MainActor (Outcome) -> Void) {
        application.start { [self] _ in didEnd(close()) }
    }

    /// Stops what runs and completes the trace.
    private func close() -> Outcome {
        let report = driver.close()
        lab.close()
        let traceFailure = run.finishTrace()
        let framesFailure = recorder?.write()
        var outcome = Outcome(complaints: run.complaintsOfCache)
        for failure in [traceFailure, framesFailure].compactMap(\.self) {
            outcome.complaints.append(failure)
            outcome.isPassed = false
        }
        if let script, let report {
            // The script's text is foreign: it may hold control characters.
            outcome.report = report.lines(name: script.name).map { TextSanitizer.clean($0) + "\n" }
            if !report.isPassed { outcome.isPassed = false }
        }
        return outcome
    }

    /// Says what came of the run, and ends the process.
    private func finish(_ end: TerminalApplication.End) -> Never {
        let outcome = close()
        run.report(options.common) { report in
            if options.common.cacheDirectory == nil, options.common.usesDiskCache {
                report.add("disk cache: temporary, removed at the end")
            } else {
                report.addDiskCache(options.common)
            }
            report.add(LabCommand.line(of: lab.server))
            report.add(run.session.map(run.frames.lines) ?? ["screen: \(options.size) cells, off screen"])
        }
        for line in outcome.complaints { Output.printError(line) }
        let isWritten = outcome.report.isEmpty || Output.print(outcome.report.joined())
        run.exit(end, status: outcome.isPassed && isWritten ? 0 : 1)
    }
}
