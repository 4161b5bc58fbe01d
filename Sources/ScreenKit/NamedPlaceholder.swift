import TerminalViews

/// A placeholder with its name in options and switches.
package struct NamedPlaceholder {
    package let name: String
    package let placeholder: Placeholder

    package static let all = Placeholder.named.map(NamedPlaceholder.init)
    package static let standard = NamedPlaceholder(name: "surface", placeholder: .surface)
}
