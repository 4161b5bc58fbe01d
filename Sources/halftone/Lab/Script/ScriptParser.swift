/// The parser of scripts: one command per line, comments after `#`, and blank lines.
///
/// A value without I/O. The whole script is parsed before it runs; the first error is thrown with its line.
struct ScriptParser {
    /// Maximum number of lines.
    static let mostLines = 100_000
    static let mostRepeats = 1_000_000
    static let deepestLoop = 8

    private let vocabulary: ScriptVocabulary

    init(_ vocabulary: ScriptVocabulary) { self.vocabulary = vocabulary }

    /// An open `repeat` block.
    private struct Open {
        let line: Int
        let count: Int
        var steps: [LabScript.Step] = []
    }

    func parse(_ text: String) throws(ScriptError) -> LabScript {
        var open = [Open(line: 0, count: 1)]
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, whole) in lines.enumerated() {
            let number = index + 1
            guard number <= Self.mostLines else { throw ScriptError(line: number, reason: "the script is too long") }
            var line = ScriptLine(whole, number: number, vocabulary: vocabulary)
            guard let verb = line.take() else { continue }
            switch verb {
            case "repeat":
                let count = try line.number(1...Self.mostRepeats)
                try line.end()
                guard open.count <= Self.deepestLoop else { throw line.error("repeats are nested too deeply") }
                open.append(Open(line: number, count: count))
            case "end":
                try line.end()
                guard open.count > 1, let loop = open.popLast() else { throw line.error("end without repeat") }
                open[open.count - 1].steps.append(.loop(count: loop.count, loop.steps))
            default: open[open.count - 1].steps.append(try line.step(verb))
            }
        }
        if open.count > 1 { throw ScriptError(line: open[open.count - 1].line, reason: "repeat without end") }
        return LabScript(steps: open[0].steps)
    }
}
