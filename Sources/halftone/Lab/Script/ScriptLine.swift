import ImageLab
import TerminalScreen

/// The words of a line, parsed from the left. A line that begins with `#`, or the rest after a separate `#`, is a
/// comment; `#2` within a line is part of a title.
struct ScriptLine {
    let number: Int
    let vocabulary: ScriptVocabulary
    private var words: ArraySlice<Substring>

    init(_ text: Substring, number: Int, vocabulary: ScriptVocabulary) {
        self.number = number
        self.vocabulary = vocabulary
        let all = text.split { $0 == " " || $0 == "\t" }
        words = all.first?.hasPrefix("#") == true ? [] : all.prefix(upTo: all.firstIndex(of: "#") ?? all.endIndex)
    }

    // MARK: - Words

    mutating func take() -> String? { words.popFirst().map(String.init) }

    mutating func word(_ what: String) throws(ScriptError) -> String {
        guard let word = take() else { throw error("expected \(what)") }
        return word
    }

    mutating func number(_ range: ClosedRange<Int>) throws(ScriptError) -> Int {
        let word = try word("a number")
        guard let number = Int(word), range.contains(number) else {
            throw error("invalid number '\(word)' (\(range.lowerBound) to \(range.upperBound))")
        }
        return number
    }

    /// Parses the rest of the line as text, with single spaces and without enclosing quotation marks.
    mutating func text() throws(ScriptError) -> String {
        var text = words.joined(separator: " ")
        words = []
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = String(text.dropFirst().dropLast()) }
        guard !text.isEmpty else { throw error("expected a text") }
        return text
    }

    func end() throws(ScriptError) {
        if let word = words.first { throw error("unexpected '\(word)'") }
    }

    func error(_ reason: String) -> ScriptError { ScriptError(line: number, reason: reason) }

    // MARK: - Commands

    /// Parses the step after its verb.
    mutating func step(_ verb: String) throws(ScriptError) -> LabScript.Step {
        let text = ([Substring(verb)] + words).joined(separator: " ")
        let step: LabScript.Step =
            switch verb {
            case "wait": .wait(try awaited(), text: text, line: number)
            case "expect": .expect(try condition(), text: text, line: number)
            case "limit": .limit(seconds: try number(1...3600))
            default: .perform(try command(verb), line: number)
            }
        try end()
        return step
    }

    private mutating func awaited() throws(ScriptError) -> ScriptCondition {
        guard try word("for") == "for" else { throw error("expected: wait for CONDITION") }
        return try condition()
    }

    private mutating func command(_ verb: String) throws(ScriptError) -> LabScript.Command {
        switch verb {
        case "key": return try keys()
        case "type": return .type(try text())
        case "set": return try set(try word("a switch"))
        case "feed": return try set(Switchboard.feed.name)
        case "fault": return try fault()
        case "clear":
            let word = try word("memory, disk or caches")
            guard let tier = LabScript.Tier(rawValue: word) else {
                throw error("invalid value '\(word)' for clear (memory, disk, caches)")
            }
            return .clear(tier)
        case "reload": return .reload
        case "pause": return .pause
        case "resume": return .resume
        case "step": return .step(words.isEmpty ? 1 : try number(1...ScriptParser.mostRepeats))
        case "reset": return .resetCounters
        case "say": return .say(try text())
        default: throw error("unknown command '\(verb)' (\(Self.verbs))")
        }
    }

    static let verbs =
        "key, type, wait for, expect, set, feed, fault, clear, reload, pause, resume, step, reset, limit, repeat, end, say"

    private mutating func keys() throws(ScriptError) -> LabScript.Command {
        var keys: [Key] = []
        repeat {
            let word = try word("a key")
            guard let key = Key(name: word) else { throw error("unknown key '\(word)'") }
            keys.append(key)
        } while !words.isEmpty
        return .keys(keys)
    }

    private mutating func set(_ name: String) throws(ScriptError) -> LabScript.Command {
        let value = words.isEmpty ? try word("a value for \(name)") : try text()
        return try checked(name, value)
    }

    private mutating func fault() throws(ScriptError) -> LabScript.Command {
        let name = try word("a fault")
        if name == "none" { return .clearFaults }
        guard LabFaults.names.contains(name) else {
            throw error("unknown fault '\(name)' (\(LabFaults.names.joined(separator: ", ")))")
        }
        return try checked(name, words.isEmpty ? "on" : try text())
    }

    /// Parses a switch and its value, which is validated on a copy of the switchboard.
    private func checked(_ name: String, _ value: String) throws(ScriptError) -> LabScript.Command {
        var switchboard = vocabulary.switchboard
        do throws(Failure) {
            try switchboard.set(name, to: value)
        } catch {
            throw self.error("\(error)")
        }
        return .set(name: name, value: value)
    }
}
