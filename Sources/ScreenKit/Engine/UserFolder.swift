import Glibc

/// A folder of the program for its user, as the XDG Base Directory Specification has it.
package enum UserFolder: String {
    case cache = "XDG_CACHE_HOME"
    case config = "XDG_CONFIG_HOME"
    case state = "XDG_STATE_HOME"

    /// The path, which may be missing, with the variable that sets it; `nil` without a home folder. Relative paths do not
    /// count: they would be others in each working directory.
    package var place: (path: String, variable: String)? {
        if let base = Variable.value(of: rawValue), base.hasPrefix("/") { return (base + "/halftone", rawValue) }
        guard let home = Variable.value(of: "HOME"), home.hasPrefix("/") else { return nil }
        let folder =
            switch self {
            case .cache: ".cache"
            case .config: ".config"
            case .state: ".local/state"
            }
        return ("\(home)/\(folder)/halftone", "HOME")
    }
}

/// The variables of the environment.
package enum Variable {
    /// Returns the value of a variable; `nil` if it is not set, is empty, or is not UTF-8, because a repaired path
    /// would be another path.
    package static func value(of name: String) -> String? {
        guard let value = getenv(name).flatMap({ String(validatingCString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
