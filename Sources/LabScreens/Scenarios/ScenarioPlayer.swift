import ImageLab
import ScreenKit
import TerminalScreen
import TerminalViews

/// Plays scenarios in the Lab: one action per turn, each after the frame of the previous one has been drawn. The screen
/// draws the run of a tour.
@MainActor
final class ScenarioPlayer {
    let screen: LabScreen
    let loop: MainLoop
    private let window: Window
    /// The present run; `nil` if there is none.
    private(set) var run: ScenarioRun? {
        didSet { screen.tour = run?.isWatched == true ? run : nil }
    }
    /// The run that ended last.
    private var ended: ScenarioRun?
    /// Why the scenario of the command line cannot be played on this terminal; `nil` if it can.
    private(set) var refusal: String?
    /// Whether the scenario of the command line has not begun yet, and until when the terminal may still say that it
    /// shows pixels.
    private var isOpening = false
    private var replyDeadline: Duration?
    /// Whether the present key press is the scenario's.
    private(set) var isPressing = false

    init(screen: LabScreen, window: Window, loop: MainLoop) {
        (self.screen, self.window, self.loop) = (screen, window, loop)
        screen.player = self
    }

    // MARK: - Start and end

    /// Plays the scenario of the command line; with `isWatched` as a tour.
    func open(_ scenario: LabScenario, isWatched: Bool) {
        if isWatched { play(scenario) } else { run = ScenarioRun(scenario, isWatched: false) }
        isOpening = true
    }

    /// Plays a tour, in the Lab's initial state.
    func play(_ scenario: LabScenario) {
        endRun()
        screen.lab.prepareTour()
        run = ScenarioRun(scenario, isWatched: true)
    }

    /// Shows the next caption of the tour.
    func goOn() { run?.goOn() }

    /// Records what the user did, if a tour waits for the reader.
    func didDisturb(_ what: String) { run?.didDisturb(what) }

    /// Closes the tour, and restores the switches.
    func closeTour() {
        endRun()
        if screen.lab.endTour() { screen.say("all switches are as before the scenario") }
        window.setNeedsDisplay()
    }

    /// Ends the run, because the Lab was closed. Returns the last run; `nil` if there was none.
    func close() -> ScenarioRun? {
        endRun()
        return ended
    }

    private func endRun() {
        run?.stop("the Lab was closed before the end of the scenario")
        ended = run ?? ended
        (run, isOpening) = (nil, false)
    }

    /// Whether a scenario runs that is not a tour.
    var isPlayingFast: Bool { run?.isWatched == false }

    // MARK: - Turns

    /// Performs the next step at the end of a turn that has drawn its frame. Returns the latest time of the next turn.
    func turn(at now: Duration) -> Duration? {
        if let run, run.state == .preparing { return prepare(run, at: now) }
        while let next = run?.advance(at: now, facts: facts) {
            switch next {
            case .perform(let body):
                do { try body(self) } catch { run?.fail("\(error)", at: now) }
                window.setNeedsDisplay()
                return now
            case .advanced: if run?.isWatched == true { return now }
            case .rest(let due):
                if isPlayingFast, run?.state == .over { loop.end(.quit) }
                return due
            }
        }
        return nil
    }

    /// Starts a run; a tour once nothing is in progress. Returns when to try again; `nil` if it cannot be played here.
    private func prepare(_ new: ScenarioRun, at now: Duration) -> Duration? {
        if isOpening, let refusal = screen.refusal(of: new.scenario) {
            let end = replyDeadline ?? now + (new.scenario.needsPixels ? .seconds(2) : .zero)
            replyDeadline = end
            guard now >= end else { return now + ScenarioRun.pollInterval }
            self.refusal = refusal
            loop.end(.quit)
            return nil
        }
        if new.isWatched {
            guard screen.lab.isQuiet else { return now + ScenarioRun.pollInterval }
            screen.startTour()
        }
        isOpening = false
        run?.didPrepare()
        return now
    }

    /// Presses keys with the default bindings, so that a scenario does not depend on the user's config.
    func press(_ keys: [Key]) {
        let own = window.environment[KeyBindings<LabAction>.self]
        window.environment[KeyBindings<LabAction>.self] = KeyBindings()
        isPressing = true
        for key in keys { loop.handle(.key(key)) }
        isPressing = false
        window.environment[KeyBindings<LabAction>.self] = own
    }

    /// Returns the facts. Idleness is tested first, so that the events read afterwards are complete.
    private func facts() -> LabFacts {
        let isIdle = screen.isIdle && !loop.awaitsPixels
        screen.lab.takeEvents()
        return LabFacts(
            counters: screen.counters, cells: screen.table.visibleCells.map(\.facts), isIdle: isIdle, player: self)
    }
}

extension MainLoop {
    /// Runs the player and the Lab's panels by the wall clock: slow motion applies only to the table, and to the times
    /// in the microscope.
    func watch(_ screen: LabScreen, with player: ScenarioPlayer? = nil) {
        didTurn = { [unowned self, unowned screen] now in
            // The loop wakes when it can draw.
            guard screen.window?.needsFrame != true else { return screen.nextUpdate(at: now) }
            // The player does not wait for the frame that the microscope asks for here: on a busy machine a spinner gives
            // it another one at every turn.
            if let canvas { screen.record(canvas, at: pace.viewTime(at: now)) }
            return [player?.turn(at: now), screen.nextUpdate(at: now)].compactMap(\.self).min()
        }
    }
}
