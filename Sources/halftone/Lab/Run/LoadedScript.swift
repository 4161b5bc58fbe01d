import HalftoneCore
import ImageLab

/// A parsed script, with its name for the report.
struct LoadedScript: Sendable {
    let name: String
    /// The summary, in one line.
    let summary: String
    let script: LabScript
    /// The texts of its `say` lines, in order.
    let captions: [String]
    /// Its lines for display, without indentation.
    let lines: [String]

    /// Maximum size: ten thousand lines or more.
    private static let mostBytes = 1 << 20

    /// Creates the script of a built-in scenario, for a Lab with these switches.
    @MainActor
    init(_ scenario: LabScenario, with switchboard: Switchboard) throws(Failure) {
        (name, summary) = (scenario.name, scenario.summary)
        script = try Self.parse(scenario.script, name: "scenario \(scenario.name)", switchboard)
        (captions, lines) = Self.words(of: scenario.script)
    }

    /// Reads a file; `-` is standard input.
    @MainActor
    init(file path: String, with switchboard: Switchboard) throws(Failure) {
        name = path == "-" ? "standard input" : TextSanitizer.clean(path)
        let bytes = try Self.read(path, name)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]  // the byte order mark of some editors
        guard let text = String(validating: bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0), as: UTF8.self)
        else {
            throw Failure("\(name): not a script (not UTF-8)")
        }
        script = try Self.parse(text, name: name, switchboard)
        summary = "a script of \(name)"
        (captions, lines) = Self.words(of: text)
    }

    /// Sanitizes the captions and the lines of a script, which are untrusted text.
    private static func words(of text: String) -> (captions: [String], lines: [String]) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            TextSanitizer.clean(line.drop { $0 == " " || $0 == "\t" })
        }
        return (lines.filter { $0.hasPrefix("say ") }.map { String($0.dropFirst(4)) }, lines)
    }

    @MainActor
    private static func parse(_ text: String, name: String, _ switchboard: Switchboard) throws(Failure) -> LabScript {
        let vocabulary = ScriptVocabulary(figures: LabFigures.names, switchboard: switchboard)
        do throws(ScriptError) {
            return try ScriptParser(vocabulary).parse(text)
        } catch {
            throw Failure("\(name), " + TextSanitizer.clean("\(error)"))
        }
    }

    private static func read(_ path: String, _ name: String) throws(Failure) -> [UInt8] {
        guard let bytes = ReadableFile(argument: FilePath(path))?.rest(upTo: mostBytes + 1) else {
            throw .system(name)
        }
        guard bytes.count <= mostBytes else { throw Failure("\(name): not a script (larger than 1 MB)") }
        return bytes
    }
}
