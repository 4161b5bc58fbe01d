import TerminalViews

/// A placeholder with its name in options and switches.
struct NamedPlaceholder {
    let name: String
    let placeholder: Placeholder

    static let all = Placeholder.named.map(NamedPlaceholder.init)
    static let standard = NamedPlaceholder(name: "surface", placeholder: .surface)
}
