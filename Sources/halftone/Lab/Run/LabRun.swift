import HalftoneCore
import Glibc
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// One run of the Lab, on a terminal or offscreen for a script, up to the exit status.
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

    /// Creates a run. Without a `session` it is offscreen and needs a `script`, at whose end it ends. With a session
    /// the script is a story, unless the options request a fast run. `signals` end an offscreen run with its report; if
    /// `nil`, they end the process immediately. `recorder` records the frames for the option `--frames`.
    init(
        options: LabOptions, session: TerminalSession?, trace: Trace, server: LabServer, script: LoadedScript?,
        recorder: FrameRecorder?, signals: (any OffscreenSignals)?
    ) {
        let run = ScreenRun(
            session: session, trace: trace, theme: options.theme, pictures: options.common.pictureMethod)
        (self.options, self.run, self.script, self.recorder) = (options, run, script, recorder)
        if session != nil, script == nil, let remembered = options.common.rememberedPictures() {
            run.rememberedPictures = { remembered[$0] }
        }
        let lab = LabEnvironment(options: options, server: server, trace: trace, warn: run.keepComplaint)
        let environment = run.makeEnvironment(lab.manager, keys: options.common.labKeys ?? KeyBindings())
        let screen = LabScreen(lab: lab, environment: environment)
        let terminal: any LoopTerminal = session ?? OffscreenTerminal(size: options.size, signals: signals)
        let application = run.makeApplication(
            on: terminal, screen, environment,
            didChangeTheme: { [unowned screen] in screen.restyle() },
            didChangePictures: { [unowned screen] in screen.table.renewLoads() },
            didRefusePictures: { [unowned screen] in screen.say($0) })
        let loop = application.loop
        let driver = ScriptDriver(screen: screen, window: application.window, loop: loop)
        if let script { driver.play(script, isWatched: session != nil && !options.isFast) }
        (self.lab, self.screen, self.application, self.driver) = (lab, screen, application, driver)
        lab.didChange = { [unowned screen, unowned lab] change in
            if case .pace = change { loop.pace.set(rate: lab.settings.speed, at: SystemTime().now) }
            if case .pictures = change {
                run.choosePictures(lab.settings.pictures, environment)
            }
            screen.follow(change)
        }
        screen.didStepFrame = { [unowned loop] in loop.pace.advance(by: .milliseconds(1000) / 60) }
        application.willSuspend = { [unowned driver] in driver.willSuspend(at: SystemTime().now) }
        application.didContinue = { [unowned driver] in driver.didContinue(at: SystemTime().now) }
        loop.watch(screen, with: driver, recorder: recorder)
        if let warning = session?.warnings.first { screen.say(warning) }
    }

    /// The outcome of a run.
    struct Outcome: Sendable {
        /// The script's report, in lines for standard output; empty without a script.
        var report: [String] = []
        /// Lines for standard error.
        var complaints: [String] = []
        /// Whether all checks of the script passed and the trace is complete. Errors of the disk cache are only
        /// reported.
        var isPassed = true
    }

    /// Runs until the script ends, the user quits or a signal ends the process.
    func start() -> Never {
        application.run { [self] end in finish(end) }
    }

    /// Runs the script in a process that continues afterwards. `didEnd` is called once.
    func play(on wakeups: any LoopWakeups, didEnd: @escaping @MainActor (Outcome) -> Void) {
        application.start(on: wakeups) { [self] _ in didEnd(close()) }
    }

    /// Stops the run and completes the trace.
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
            // The script's text is untrusted: it may contain control characters.
            outcome.report = report.lines(name: script.name).map { TextSanitizer.clean($0) + "\n" }
            if !report.isPassed { outcome.isPassed = false }
        }
        return outcome
    }

    /// Prints the outcome, and ends the process.
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
