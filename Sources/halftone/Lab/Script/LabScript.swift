import HalftoneCore

/// A script of the Lab: what to do, what to wait for, and what must then hold. Read by ``ScriptParser``, run by
/// ``ScriptRun``.
struct LabScript: Sendable, Equatable {
    /// What a line asks for.
    enum Command: Sendable, Equatable {
        /// Presses keys, where real ones come in.
        case keys([ScriptKey])
        /// Types the characters of a text one after the other.
        case type(String)
        /// Sets a switch.
        case set(name: String, value: String)
        /// Turns every fault of the server off.
        case clearFaults
        /// Empties caches.
        case clear(Tier)
        /// Lets every row in view ask for its picture again.
        case reload
        /// Holds the deliveries to the views back, or lets them go again.
        case pause, resume
        /// Lets so many of those that are held back through.
        case step(Int)
        /// Counts from 0 again. Stale paints stay: there must never have been one.
        case resetCounters
        /// Writes a line into the report.
        case say(String)
    }

    /// Caches that can be emptied.
    enum Tier: String, Sendable, CaseIterable {
        case memory, disk, caches
    }

    /// One line, or several that are repeated.
    indirect enum Step: Sendable, Equatable {
        case perform(Command, line: Int)
        /// Goes on once it holds. A condition that does not within the limit ends the script.
        case wait(ScriptCondition, line: Int)
        /// Must hold now. If not, the script goes on and has failed.
        case expect(ScriptCondition, line: Int)
        /// How long waits may take from now on.
        case limit(seconds: Int)
        case loop(count: Int, [Step])
    }

    let steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }
}

/// What is wrong with a script, and where.
struct ScriptError: DescribedError, Equatable, Sendable {
    /// Counted from 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// The names that a script may use: those of the figures, which are numbers that the Lab knows, and those of the switches.
struct ScriptVocabulary: Sendable {
    let figures: Set<String>
    let switchboard: Switchboard

    init(figures: Set<String>, switchboard: Switchboard) {
        (self.figures, self.switchboard) = (figures, switchboard)
    }
}
