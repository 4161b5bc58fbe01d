import HalftoneCore
import TerminalScreen

/// A script of the Lab: commands, waits and checks. Parsed by ``ScriptParser``, run by ``ScriptRun``.
struct LabScript: Sendable, Equatable {
    /// The command of a line.
    enum Command: Sendable, Equatable {
        /// Presses keys, through the same path as real ones.
        case keys([Key])
        /// Types the characters of a text one after the other.
        case type(String)
        /// Sets a switch.
        case set(name: String, value: String)
        /// Turns off all faults of the server.
        case clearFaults
        /// Empties caches.
        case clear(Tier)
        /// Reloads all pictures in view.
        case reload
        /// Holds deliveries to the views, or releases them.
        case pause, resume
        /// Releases a number of held deliveries.
        case step(Int)
        /// Resets the counters, except stale paints, of which there must never be any.
        case resetCounters
        /// Adds a line to the report.
        case say(String)
    }

    /// The caches that can be cleared.
    enum Tier: String, Sendable, CaseIterable {
        case memory, disk, caches
    }

    /// One line, or a repeated block.
    indirect enum Step: Sendable, Equatable {
        case perform(Command, line: Int)
        /// Waits until the condition holds. A timeout ends the script. `text` is the line for the report.
        case wait(ScriptCondition, text: String, line: Int)
        /// Checks that the condition holds now. If not, the script continues and has failed.
        case expect(ScriptCondition, text: String, line: Int)
        /// Sets the timeout of the waits that follow.
        case limit(seconds: Int)
        case loop(count: Int, [Step])
    }

    let steps: [Step]
}

/// An error of a script, with its line.
struct ScriptError: DescribedError, Equatable, Sendable {
    /// The line, from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// The names that a script may use: those of statistics and switches.
struct ScriptVocabulary: Sendable {
    let figures: Set<String>
    let switchboard: Switchboard
}
