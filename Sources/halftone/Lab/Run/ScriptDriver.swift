import ImageLab
import TerminalScreen
import TerminalViews

/// Plays a script in the Lab: one command a turn, each after the frame of the one before has been drawn.
@MainActor
final class ScriptDriver {
    private(set) var run: ScriptRun
    private let screen: LabScreen
    private let loop: MainLoop
    private let window: Window
    private(set) var isFinished = false

    /// Interval between checks of a condition while nothing happens on the screen: the server and the disk send no events.
    private static let lookInterval = Duration.milliseconds(10)

    init(_ script: LabScript, screen: LabScreen, window: Window, loop: MainLoop) {
        run = ScriptRun(script)
        (self.screen, self.window, self.loop) = (screen, window, loop)
    }

    /// Performs the next step at the end of a turn. Returns the latest time of the next turn; ends the loop after the last
    /// step.
    func turn(at now: Duration) -> Duration? {
        guard !isFinished else { return nil }
        guard !window.needsFrame else { return now }
        switch run.next(at: now, facts: facts) {
        case .perform(let command, _):
            perform(command)
            return now
        case .wait(let deadline): return min(deadline, now + Self.lookInterval)
        case .finished:
            isFinished = true
            loop.end(.quit)
            return nil
        }
    }

    /// Ends the script early, because the Lab was closed.
    func abort() {
        guard !isFinished else { return }
        isFinished = true
        run.abort()
    }

    // MARK: - Facts

    /// Whether anything is under way is asked first: all that came before is then among what the engine has told.
    private func facts(withScreen: Bool) -> LabFacts {
        let isIdle = screen.isIdle
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
        case .keys(let keys): for key in keys { loop.handle(.key(Key(key))) }
        case .type(let text): for character in text { loop.handle(.key(.character(character))) }
        case .set(let name, let value): try? screen.lab.set(name, to: value)  // the parser has checked both
        case .clearFaults: screen.lab.clearFaults()
        case .clear(let tier): screen.lab.clear(tier)
        case .reload: screen.table.reloadVisible()
        case .pause: screen.pause()
        case .resume: screen.resume()
        case .step(let count): screen.lab.gate.step(count)
        case .resetCounters: screen.resetCounters()
        case .say: break  // for the report alone
        }
        window.setNeedsDisplay()
    }
}

extension MainLoop {
    /// Lets the driver play its script, and the Lab's instruments go on by the clock on the wall: slow motion is for
    /// what they watch.
    func watch(_ screen: LabScreen, with driver: ScriptDriver?) {
        didTurn = { [unowned screen] now in
            [driver?.turn(at: now), screen.nextLook(at: now)].compactMap(\.self).min()
        }
    }
}

extension Key {
    /// The key that a script names.
    init(_ key: ScriptKey) {
        switch key {
        case .character(let character): self = .character(character)
        case .control(let letter): self = .control(letter)
        case .function(let number): self = .function(number)
        case .named(let name):
            self =
                switch name {
                case .up: .up
                case .down: .down
                case .left: .left
                case .right: .right
                case .pageUp: .pageUp
                case .pageDown: .pageDown
                case .home: .home
                case .end: .end
                case .insert: .insert
                case .delete: .delete
                case .backspace: .backspace
                case .enter: .enter
                case .tab: .tab
                case .backTab: .backTab
                case .escape: .escape
                case .space: .character(" ")
                }
        }
    }
}

extension Canvas {
    /// What can be read on it, line by line.
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
