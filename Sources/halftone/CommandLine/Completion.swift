import HalftoneCore
import OptionParsing

/// What fits at the end of a command line, for the shells: their completions in `Assets/completions` ask the program.
@MainActor
enum Completion {
    static let option: FilePath = "--complete"

    /// Returns the completions of the last word, which may be empty, one a line: a word, with a description after a tab, or
    /// `:files` or `:folders` for all paths of that kind.
    static func lines(for words: [String]) -> [String] {
        var before = Array(words.dropLast())
        var word = words.last?[...] ?? ""
        var start = ""
        if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
            before.append(String(word[..<sign]))
            start = String(word[...sign])
            word = word[sign...].dropFirst()
        }
        let command: any Subcommand.Type = before.first.flatMap { Subcommands.named($0) } ?? BrowseCommand.self
        let options = command.optionFacts
        if let last = before.last, let option = options.first(where: { "--" + $0.name == last }),
            option.argument != nil
        {
            return lines(option.completion, word).map { $0.hasPrefix(":") ? $0 : start + $0 }
        }
        guard start.isEmpty else { return [] }
        let commands = Subcommands.all.map { ($0.name, $0.summary) }
        if before.first == "help" { return before.count == 1 ? matching(word, commands) : [] }
        if word.hasPrefix("-") {
            return matching(word, options.map { ("--" + $0.name, $0.help) })
                + (before.isEmpty ? matching(word, [("--version", "print the version")]) : [])
        }
        let first = commands + [("help", "print the help of a command")]
        return (before.isEmpty ? matching(word, first) : []) + lines(command.operands ?? .none, word)
    }

    private static func lines(_ completion: ArgumentCompletion, _ word: Substring) -> [String] {
        switch completion {
        case .none: []
        case .words(let words): words.filter { $0.hasPrefix(word) }
        case .file: [":files"]
        case .folder: [":folders"]
        }
    }

    private static func matching(_ word: Substring, _ words: [(String, String)]) -> [String] {
        words.filter { $0.0.hasPrefix(word) }.map { name, meaning in "\(name)\t\(meaning)" }
    }
}
