import ImageLab
import TerminalScreen
import TerminalViews

/// Runs scripts in the Lab: one command per turn, each after the frame of the previous one has been drawn.
///
/// A script on the screen is a ``Story``, which is paced for reading and stays open at its end; any other script runs
/// as fast as possible and ends the loop.
@MainActor
final class ScriptDriver {
    /// The script that runs; `nil` before the first one.
    private(set) var run: ScriptRun?
    private let screen: LabScreen
    private let loop: MainLoop
    private let window: Window
    private(set) var isFinished = false
    /// The script of the command line, and its report after it has ended or was left.
    private var opening: LoadedScript?
    private var openingReport: ScriptReport?
    /// Whether the present key press is the script's.
    private(set) var isPressing = false
    /// When the story was stopped; `nil` while it goes on.
    private var stoppedAt: Duration?

    /// Interval between checks of a condition while nothing happens on the screen: the server and the disk send no
    /// events.
    private static let lookInterval = Duration.milliseconds(10)

    init(screen: LabScreen, window: Window, loop: MainLoop) {
        (self.screen, self.window, self.loop) = (screen, window, loop)
        screen.driver = self
    }

    /// Starts the script of the command line; with `isWatched` as a story.
    func play(_ script: LoadedScript, isWatched: Bool) {
        if isWatched { tell(script) } else { run = ScriptRun(script.script) }
        opening = script
    }

    /// Performs the next step at the end of a turn. Returns the latest time of the next turn.
    func turn(at now: Duration) -> Duration? {
        guard !isFinished, run != nil else { return nil }
        guard !window.needsFrame else { return nil }  // the loop wakes when it can draw
        guard let story = screen.story else { return turnFast(at: now) }
        guard story.state == .preparing else { return tell(at: now) }
        guard screen.lab.isQuiet, screen.table.prefetchCount == 0 else { return now + Self.lookInterval }
        screen.startAnew(feed: plays(opening) ? screen.lab.opening.feed : .steady)
        screen.story?.didPrepare(at: now)
        return now
    }

    /// Runs as fast as possible, and ends the loop after the last step.
    private func turnFast(at now: Duration) -> Duration? {
        switch run?.next(at: now, facts: facts) {
        case .perform(let command, _):
            perform(command)
            return now
        case .wait(let deadline): return min(deadline, now + Self.lookInterval)
        case .told: return now
        case .finished, nil:
            isFinished = true
            loop.end(.quit)
            return nil
        }
    }

    /// Ends the script, because the Lab was closed. Returns the report of the command line's script: of its last
    /// complete run, or of the run so far.
    func close() -> ScriptReport? {
        keepReport()
        isFinished = true
        return openingReport
    }

    private func keepReport() {
        let isOver = screen.story?.isOver ?? isFinished
        guard var run, plays(opening), isOver || openingReport == nil else { return }
        if !isOver { run.abort() }
        openingReport = run.report
    }

    private func plays(_ script: LoadedScript?) -> Bool {
        script != nil && (screen.story == nil || screen.story?.script.name == script?.name)
    }

    /// Whether a script runs that is not a story.
    var isPlayingFast: Bool { run != nil && screen.story == nil }

    // MARK: - Stories

    /// Performs the next step of a story when it is due.
    private func tell(at now: Duration) -> Duration? {
        guard screen.story?.isDue(at: now) == true else {
            if screen.story?.state == .paused { stoppedAt = stoppedAt ?? now }
            return screen.story?.wakesAt
        }
        if let stoppedAt { run?.extendWait(by: now - stoppedAt) }
        stoppedAt = nil
        guard let next = run?.step(at: now, facts: facts), let line = run?.line else { return nil }
        // A wait that is shown already must not change the story, because each change draws a frame.
        if case .wait(let deadline) = next, line == screen.story?.line { return min(deadline, now + Self.lookInterval) }
        screen.story?.take(next, line: line, isRepeated: run?.isRepeating == true, at: now)
        switch next {
        case .perform(let command, _): perform(command)
        case .wait(let deadline): return min(deadline, now + Self.lookInterval)
        case .told: break
        case .finished: if let report = run?.report { screen.story?.end(report) }
        }
        return now
    }

    /// The time at which the process was stopped, or the terminal lent.
    private var suspendedAt: Duration?

    /// Stops the clock of waits until ``didContinue(at:)``.
    func willSuspend(at now: Duration) { suspendedAt = suspendedAt ?? now }

    func didContinue(at now: Duration) {
        if let suspendedAt { run?.extendWait(by: now - suspendedAt) }
        suspendedAt = nil
    }

    /// Starts a story, in the Lab's initial state.
    func tell(_ script: LoadedScript) {
        keepReport()
        (run, stoppedAt) = (ScriptRun(script.script), nil)
        screen.leaveLoads()
        screen.story = Story(script)
    }

    /// Closes the story, and restores the switches. A story in preparation is not closed: the table has no cells until
    /// it starts.
    func closeStory() {
        guard screen.story?.state != .preparing else { return screen.say("the scenario is starting") }
        keepReport()
        (screen.story, run) = (nil, nil)
        if screen.lab.endStory() { screen.say("all switches are as before the scenario") }
        window.setNeedsDisplay()
    }

    // MARK: - Facts

    /// Returns the facts. Idleness is tested first, so that the events read afterwards are complete.
    private func facts(withScreen: Bool) -> LabFacts {
        let isIdle = screen.isIdle && !loop.awaitsPixels
        screen.lab.takeEvents()
        var cells = screen.table.visibleCells.map(\.facts)
        let turns = screen.lab.turns(ofRows: cells.map { $0.row - 1 })
        for index in cells.indices { cells[index].turn = turns[cells[index].row - 1] ?? 0 }
        return LabFacts(
            figures: screen.figures, cells: cells, isIdle: isIdle, switchboard: screen.lab.switchboard,
            screen: withScreen ? loop.canvas?.textLines ?? [] : [])
    }

    // MARK: - Commands

    private func perform(_ command: LabScript.Command) {
        switch command {
        case .keys(let keys): press(keys)
        case .type(let text): press(text.map { .character($0) })
        case .set(let name, let value): try? screen.lab.set(name, to: value)  // the parser has checked both
        case .clearFaults: screen.lab.clearFaults()
        case .clear(let tier): screen.lab.clear(tier)
        case .reload: screen.table.reloadVisible()
        case .pause: screen.pause()
        case .resume: screen.resume()
        case .step(let count): screen.step(count)
        case .resetCounters: screen.resetCounters()
        case .say: break  // only for the report
        }
        window.setNeedsDisplay()
    }

    /// Presses keys with the default bindings, so that a script does not depend on the user's config.
    private func press(_ keys: [Key]) {
        let own = window.environment[KeyBindings<LabAction>.self]
        window.environment[KeyBindings<LabAction>.self] = KeyBindings()
        isPressing = true
        for key in keys { loop.handle(.key(key)) }
        isPressing = false
        window.environment[KeyBindings<LabAction>.self] = own
    }
}

extension MainLoop {
    /// Runs the driver and the Lab's panels by the wall clock: slow motion applies only to the table.
    func watch(_ screen: LabScreen, with driver: ScriptDriver? = nil, recorder: FrameRecorder? = nil) {
        didTurn = { [unowned self, unowned screen] now in
            if let recorder, let canvas { recorder.look(at: canvas, screen, pace.viewTime(at: now)) }
            return [driver?.turn(at: now), screen.nextLook(at: now)].compactMap(\.self).min()
        }
    }
}

extension Canvas {
    /// The text of the screen, line by line.
    var textLines: [String] {
        (0..<size.rows).map { row in
            var text = String.UnicodeScalarView()
            for column in 0..<size.columns {
                let cell = self[column, row]
                guard cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) else { continue }  // right half
                text.append(scalar)
                if cell.mark != 0, let mark = Unicode.Scalar(UInt32(cell.mark)) { text.append(mark) }
            }
            return String(text)
        }
    }
}
