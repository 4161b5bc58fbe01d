import GalleryScreens
import HalftoneCore
import Glibc
import LabScreens
import OptionParsing
import ScreenKit

/// The settings of a config file, read but not yet applied: lines `NAME = VALUE` for options, and `ACTION = KEY...`
/// below the name of a section of keys.
struct ConfigFile {
    private struct Setting {
        let line: Int
        let name: String
        /// `nil` for the name alone, which turns a flag on.
        let value: String?
    }

    let path: String
    private var settings: [Setting] = []
    /// The names of keys, by section and action.
    private var keys: [String: [String: [String]]] = [:]

    /// Maximum size in bytes: a larger file is not a config file.
    private static let maxBytes = 1 << 20

    /// Reads the requested file, or else the default one; `nil` if that does not exist.
    init?(_ asked: String?) throws(UsageError) {
        guard let path = asked ?? Self.usualPath, asked != nil || access(path, F_OK) == 0 else { return nil }
        self.path = path
        let name = TextSanitizer.clean(path)
        guard let bytes = ReadableFile(FilePath(path))?.rest(upTo: Self.maxBytes + 1) else {
            throw UsageError("\(name): \(String(cString: strerror(errno)))")
        }
        guard bytes.count <= Self.maxBytes else { throw UsageError("\(name): larger than a megabyte") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw UsageError("\(name): not UTF-8") }
        var section: String?
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            do throws(UsageError) {
                try read(line.trimmed, index + 1, &section)
            } catch {
                throw UsageError("\(name):\(index + 1): \(error)")
            }
        }
    }

    static var usualPath: String? { UserFolder.config.place.map { $0.path + "/config" } }

    private static let sections = [Action.setting, LabAction.setting]

    private mutating func read(_ line: Substring, _ number: Int, _ section: inout String?) throws(UsageError) {
        guard let first = line.first, first != "#" else { return }
        if first == "[" {
            section = Self.sections.first { line == "[\($0)]" }
            guard section == nil else { return }
            let names = Self.sections.map { "[\($0)]" }.joined(separator: ", ")
            throw UsageError("unknown section '\(TextSanitizer.clean(String(line)))' (\(names))")
        }
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        if let section {
            keys[section, default: [:]][name] = value?.split(separator: " ").map(String.init) ?? []
        } else {
            settings.append(Setting(line: number, name: name, value: value))
        }
    }

    /// Applies the settings for which `rows` has an option, and the keys. Throws the first mistake.
    @MainActor
    func apply<Options: CommandOptions>(to options: inout Options, _ rows: [OptionRow<Options>]) throws(UsageError) {
        let name = TextSanitizer.clean(path)
        for setting in settings {
            do throws(UsageError) {
                try apply(setting, to: &options, rows)
            } catch {
                throw UsageError("\(name):\(setting.line): \(error)")
            }
        }
        do throws(Failure) {
            if let names = keys[Action.setting] { options.common.keys = try KeyBindings(changing: names) }
            if let names = keys[LabAction.setting] { options.common.labKeys = try KeyBindings(changing: names) }
        } catch {
            throw UsageError("\(name): \(error)")
        }
    }

    @MainActor
    private func apply<Options: CommandOptions>(
        _ setting: Setting, to options: inout Options, _ rows: [OptionRow<Options>]
    ) throws(UsageError) {
        guard let row = rows.first(where: { $0.name == setting.name && $0.facts.configDefault != nil }) else {
            let names = ConfigTemplate.settings.map(\.name)
            guard !names.contains(setting.name) else { return }  // of another command
            throw UsageError(
                "unknown setting '\(TextSanitizer.clean(setting.name))' (\(names.joined(separator: ", ")))")
        }
        guard (setting.value == nil) == (row.argument == nil) else {
            throw UsageError("\(setting.name) \(row.argument == nil ? "takes no value" : "needs a value")")
        }
        try row.apply(setting.value ?? "", to: &options, label: setting.name)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        return start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
    }
}
