import GalleryScreens
import HalftoneCore
import Glibc
import LabScreens
import OptionParsing
import ScreenKit

/// The settings of a config file in JSON5, parsed but not yet applied.
struct ConfigFile {
    /// A value of the file.
    enum Value: Equatable {
        /// A string, or a number as text.
        case text(String)
        case flag(Bool)
        case null
        case list([Value])
        case object([String: Value])

        /// The texts of a list of texts; `nil` for any other value.
        var texts: [String]? {
            guard case .list(let values) = self else { return nil }
            let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
            return texts.count == values.count ? texts : nil
        }

        /// The description of the value in a message about an invalid value.
        var kind: String {
            switch self {
            case .text(let text): "'\(TextSanitizer.clean(text))'"
            case .flag(let flag): "\(flag)"
            case .null: "null"
            case .list: texts == nil ? "a list with other values" : "a list"
            case .object: "an object"
            }
        }
    }

    let path: String
    private let values: [String: Value]

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
        let value: Value
        do throws(JSONSyntaxError) {
            value = try JSON5Parser.parse(bytes)
        } catch {
            throw UsageError("\(name):\(error); see halftone config")
        }
        guard case .object(let values) = value else { throw UsageError("\(name): not an object of settings") }
        self.values = values
    }

    static var usualPath: String? { UserFolder.config.place.map { $0.path + "/config.json" } }

    /// Applies the settings for which `rows` has an option, and the keys. Throws all mistakes at once.
    @MainActor
    func apply<Options: CommandOptions>(to options: inout Options, _ rows: [OptionRow<Options>]) throws(UsageError) {
        var mistakes: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(UsageError) {
                try apply(name, value, to: &options, rows)
            } catch {
                mistakes.append("\(error)")
            }
        }
        guard mistakes.isEmpty else {
            throw UsageError("\(TextSanitizer.clean(path)): \(mistakes.joined(separator: "; "))")
        }
    }

    @MainActor
    private func apply<Options: CommandOptions>(
        _ name: String, _ value: Value, to options: inout Options, _ rows: [OptionRow<Options>]
    ) throws(UsageError) {
        switch name {
        case Action.setting: return options.common.keys = try Self.bindings(name, value)
        case LabAction.setting: return options.common.labKeys = try Self.bindings(name, value)
        default: break
        }
        guard let row = rows.first(where: { $0.facts.configured?.name == name }) else {
            let names = ConfigTemplate.settings.compactMap(\.configured?.name)
            guard !names.contains(name) else { return }  // of another command
            let all = (names + [Action.setting, LabAction.setting]).joined(separator: ", ")
            throw UsageError("unknown setting '\(TextSanitizer.clean(name))' (\(all))")
        }
        switch value {
        case .text(let text) where row.argument != nil: try row.apply(text, to: &options, label: name)
        case .flag(true) where row.argument == nil: try row.apply("", to: &options)
        case .flag(false) where row.argument == nil: break
        case .text, .list, .flag, .null, .object:
            guard row.argument != nil, let words = value.texts else {
                throw UsageError("invalid value \(value.kind) for \(name) (\(row.facts.expected))")
            }
            try row.apply(words.joined(separator: ","), to: &options, label: name)
        }
    }

    /// Returns the keys of a screen's actions with the changes of the file.
    private static func bindings<Action: KeyedAction>(
        _ name: String, _ value: Value
    ) throws(UsageError) -> KeyBindings<Action> {
        guard case .object(let members) = value else { throw UsageError("\(name) is an object of lists of keys") }
        let keys = members.compactMapValues(\.texts)
        guard keys.count == members.count else { throw UsageError("\(name) is an object of lists of keys") }
        do throws(Failure) {
            return try KeyBindings(changing: keys)
        } catch {
            throw UsageError("\(error)")
        }
    }
}
