extension GlyphSet {
    /// Returns the set, or a coarser one that ``CursesPresenter`` can draw: the C library may not know characters as new
    /// as octants, which ncurses then refuses.
    public func possible(in colors: ColorDepth) -> GlyphSet {
        self == .octants && colors != .direct ? .sextants : self
    }

    /// Returns the finest set that a terminal is known to draw itself, whatever its font has.
    ///
    /// - Parameter name: the terminal's reply to XTVERSION, as in ``TerminalCapabilities/name``; `nil` if it has not
    ///   replied.
    public static func finest(inTerminalNamed name: String?) -> GlyphSet {
        guard let name = name.map(TerminalName.init) else { return .blocks }
        return switch name.family {
        case "kitty": name.isAtLeast(0, 40) ? .octants : .sextants
        case "ghostty": name.isAtLeast(1, 2) ? .octants : .sextants
        case "foot": name.isAtLeast(1, 20) ? .octants : .sextants
        case "vte": name.isAtLeast(7800) ? .octants : name.isAtLeast(6200) ? .sextants : .blocks
        case "wezterm", "contour": .sextants
        default: .blocks
        }
    }
}
