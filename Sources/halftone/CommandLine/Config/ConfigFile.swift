import Basis
import FoundationEssentials
import Glibc
import OptionParsing

/// The settings that a config file gives, read and not yet applied. JSON5: comments and trailing commas are allowed.
struct ConfigFile {
    /// A value as it stands in the file.
    enum Value: Decodable {
        case text(String)
        case list([String])
        case flag(Bool)
        case keys([String: [String]])
        /// Of a kind that no setting has; what it is, for who is told so.
        case other(String)

        /// What it is, for who wants something else.
        var kind: String {
            switch self {
            case .text(let text): "'\(Sanitiser.clean(text))'"
            case .list: "a list"
            case .flag(let flag): "\(flag)"
            case .keys: "an object"
            case .other(let kind): kind
            }
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .other("null")
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Int.self) {
                self = .text(String(number))
            } else if let number = try? value.decode(Double.self) {
                self = .text(String(number))
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([String].self) {
                self = .list(list)
            } else if let keys = try? value.decode([String: [String]].self) {
                self = .keys(keys)
            } else {
                self = .other((try? decoder.unkeyedContainer()) == nil ? "such an object" : "such a list")
            }
        }
    }

    let path: String
    private let values: [String: Value]

    /// More is no config file.
    private static let mostBytes = 1 << 20

    /// The file that was asked for; else the one in its usual place, if there is one.
    init?(_ asked: String?) throws(UsageError) {
        guard let path = asked ?? Self.usualPath, asked != nil || access(path, F_OK) == 0 else { return nil }
        self.path = path
        let name = Sanitiser.clean(path)
        guard let file = fopen(path, "re") else {
            throw UsageError("config \(name): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw UsageError("config \(name): \(String(cString: strerror(errno)))") }
        guard count <= Self.mostBytes else { throw UsageError("config \(name): larger than a megabyte") }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            values = try decoder.decode([String: Value].self, from: Data(bytes[..<count]))
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            throw UsageError("config \(name): this is no object of settings")
        } catch {
            let mistake = JSONMistake(in: Array(bytes[..<count]))
            let place = mistake.map { "line \($0.line), column \($0.column): " } ?? ""
            let words = mistake.map { ": " + $0.words } ?? ""
            throw UsageError(
                "config \(name): \(place)this is not JSON\(words); halftone config --print-default shows how it looks")
        }
    }

    /// `$XDG_CONFIG_HOME/halftone/config.json`, else `~/.config/halftone/config.json`.
    static var usualPath: String? {
        if let base = Engine.environment("XDG_CONFIG_HOME"), base.hasPrefix("/") {
            return base + "/halftone/config.json"
        }
        return Engine.environment("HOME").map { $0 + "/.config/halftone/config.json" }
    }

    /// Applies the settings for which `rows` has an option, and the keys. Throws all mistakes at once.
    @MainActor
    func apply<Options>(to options: inout Options, _ rows: [OptionRow<Options>]) throws(UsageError) {
        var mistakes: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(UsageError) {
                try apply(name, value, to: &options, rows)
            } catch {
                mistakes.append("\(error)")
            }
        }
        guard mistakes.isEmpty else {
            throw UsageError("config \(Sanitiser.clean(path)): \(mistakes.joined(separator: "; "))")
        }
    }

    @MainActor
    private func apply<Options>(
        _ name: String, _ value: Value, to options: inout Options, _ rows: [OptionRow<Options>]
    ) throws(UsageError) {
        switch name {
        case Action.setting: return Action.use(try Self.bindings(name, value))
        case LabAction.setting: return LabAction.use(try Self.bindings(name, value))
        default: break
        }
        guard let row = rows.first(where: { $0.facts.configured?.name == name }) else {
            let names = ConfigTemplate.settings.compactMap(\.configured?.name)
            guard !names.contains(name) else { return }  // not for this command
            let all = (names + [Action.setting, LabAction.setting]).joined(separator: ", ")
            throw UsageError("no setting '\(Sanitiser.clean(name))'; there are \(all)")
        }
        switch value {
        case .text(let text) where row.argument != nil: try row.apply(text, to: &options, label: name)
        case .list(let words) where row.argument != nil:
            try row.apply(words.joined(separator: ","), to: &options, label: name)
        case .flag(true) where row.argument == nil: try row.apply("", to: &options)
        case .flag(false) where row.argument == nil: break
        case .text, .list, .flag, .keys, .other:
            throw UsageError("\(name) \(row.facts.expected), not \(value.kind)")
        }
    }

    /// The keys of a screen's actions, with what the file says.
    private static func bindings<Action: KeyedAction>(
        _ name: String, _ value: Value
    ) throws(UsageError) -> KeyBindings<Action> {
        guard case .keys(let keys) = value else { throw UsageError("\(name) is an object of lists of keys") }
        return try KeyBindings(changing: keys)
    }
}
