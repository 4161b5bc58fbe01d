/// The name and the version that a terminal replies to XTVERSION: `kitty(0.40.1)`, `VTE(7800)`, `tmux 3.3a`.
struct TerminalName: Hashable, Sendable {
    /// The name, in lower case.
    let family: String
    /// The version; empty if the terminal reports none.
    let version: String

    init(_ reply: String) {
        let words = reply.split { $0 == " " || $0 == "(" || $0 == ")" }
        family = words.first?.lowercased() ?? ""
        version = words.dropFirst().first.map(String.init) ?? ""
    }

    /// Returns whether the version is that one or a later one; `false` if it is not known.
    func isAtLeast(_ major: Int, _ minor: Int = 0) -> Bool {
        // a letter may follow: `3.3a`
        let numbers = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        guard let first = numbers.first else { return false }
        return first > major || (first == major && numbers.dropFirst().first ?? 0 >= minor)
    }
}
