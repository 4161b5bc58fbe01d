import Basis
import FoundationEssentials
import Glibc

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

    /// Sets in `target` what the command has an option for. Everything that is wrong is said at once.
    func apply<Target>(to target: inout Target, _ specs: [OptionSpec<Target>]) throws(UsageError) {
        var mistakes: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(UsageError) {
                try apply(name, value, to: &target, specs)
            } catch {
                mistakes.append("\(error)")
            }
        }
        guard mistakes.isEmpty else {
            throw UsageError("config \(Sanitiser.clean(path)): \(mistakes.joined(separator: "; "))")
        }
    }

    private func apply<Target>(
        _ name: String, _ value: Value, to target: inout Target, _ specs: [OptionSpec<Target>]
    ) throws(UsageError) {
        switch name {
        case Action.setting: return Action.use(try Self.bindings(name, value))
        case LabAction.setting: return LabAction.use(try Self.bindings(name, value))
        default: break
        }
        guard let setting = Setting.all.first(where: { $0.name == name }) else {
            let names = (Setting.all.map(\.name) + [Action.setting, LabAction.setting]).joined(separator: ", ")
            throw UsageError("no setting '\(Sanitiser.clean(name))'; there are \(names)")
        }
        guard let spec = specs.first(where: { $0.name == setting.option }) else { return }  // of another command
        guard let text = Self.argument(value, isFlag: spec.argument == nil) else {
            throw UsageError("\(name) \(Self.wish(of: spec, target)), not \(value.kind)")
        }
        guard !text.isEmpty || spec.argument != nil else { return }  // a flag that is off
        do throws(UsageError) {
            try spec.apply(&target, text)
        } catch {
            let option = "--\(setting.option)"
            let line = error.description
            throw UsageError(line.hasPrefix(option) ? name + line.dropFirst(option.count) : "\(name): \(line)")
        }
    }

    /// What an option wants, as it says itself of a value that is none: “is a number from 1 to 600”.
    private static func wish<Target>(of spec: OptionSpec<Target>, _ target: Target) -> String {
        guard spec.argument != nil else { return "is true or false" }
        var scratch = target
        do throws(UsageError) {
            try spec.apply(&scratch, "")
        } catch {
            let (line, option, nothing) = (error.description, "--\(spec.name) ", ", not ''")
            if line.hasPrefix(option) {
                return String(line.dropFirst(option.count).dropLast(line.hasSuffix(nothing) ? nothing.count : 0))
            }
        }
        return "is for: \(spec.help)"
    }

    /// The keys of a screen's actions, with what the file says.
    private static func bindings<Action: KeyedAction>(
        _ name: String, _ value: Value
    ) throws(UsageError) -> KeyBindings<Action> {
        guard case .keys(let keys) = value else { throw UsageError("\(name) is an object of lists of keys") }
        return try KeyBindings(changing: keys)
    }

    /// The value as the command line would have it; `nil` if it is of the wrong kind, and nothing for a flag that is off.
    private static func argument(_ value: Value, isFlag: Bool) -> String? {
        switch value {
        case .text(let text): isFlag ? nil : text
        case .list(let words): isFlag ? nil : words.joined(separator: ",")
        case .flag(let flag): isFlag ? (flag ? "on" : "") : nil
        case .keys, .other: nil
        }
    }
}
