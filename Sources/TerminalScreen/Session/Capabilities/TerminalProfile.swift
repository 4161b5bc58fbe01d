import HalftoneCore

/// What is known of a terminal by its name: the one table of terminals.
///
/// The name is the terminal's reply to XTVERSION, which also works over ssh, or else what the environment says. With a
/// reply that is not in the table, the row is that of the environment. Nothing else in the program knows terminals by
/// their names.
public struct TerminalProfile: Hashable, Sendable {
    /// The name in lower case, such as `kitty`; empty if it is not known.
    public let name: String
    /// The version; empty if it is not known.
    private let version: String
    /// Whether the terminal has reported the name itself.
    let isReported: Bool
    /// The key of its row in the table.
    private let key: String

    /// Parses a name and a version: `kitty(0.40.1)`, `VTE(7800)`, `tmux 3.3a`.
    private init(_ text: String, isReported: Bool, fallback key: String = "") {
        let words = text.split { $0 == " " || $0 == "(" || $0 == ")" }
        name = TextSanitizer.clean(words.first?.lowercased() ?? "")
        version = TextSanitizer.clean(words.dropFirst().first.map(String.init) ?? "")
        self.isReported = isReported
        self.key = Self.table[name] == nil ? key : name
    }

    /// Finds a terminal by its reply to XTVERSION alone.
    init(reply: String) { self.init(reply, isReported: true) }

    /// Finds the terminal that draws text: inside of tmux and GNU screen those themselves.
    ///
    /// - Parameters:
    ///   - reply: the terminal's reply to XTVERSION; `nil` if there is none.
    ///   - environment: the environment. Its variables may be those of a terminal around tmux.
    public init(reply: String? = nil, environment: TerminalEnvironment) {
        let named = Self(Self.name(in: environment), isReported: false)
        let replied = reply.map { Self($0, isReported: true, fallback: named.key) }
        let isInside = environment.isInsideTmux || environment.isInsideScreen
        guard let replied, !replied.name.isEmpty, !isInside || replied.name == named.name else {
            self = named
            return
        }
        self = replied
    }

    private static func name(in environment: TerminalEnvironment) -> String {
        if environment.isInsideTmux { return "tmux" }
        if environment.isInsideScreen { return "screen" }
        let words = environment.term.split(separator: "-") + [Substring(environment.termProgram)]
        let names = words.map { $0.prefix { $0 != "." }.lowercased() }  // iTerm.app
        // xterm's TERM is that of most others
        if let name = names.first(where: { table[$0] != nil && $0 != "vte" && $0 != "xterm" }) { return name }
        if !environment.vteVersion.isEmpty { return "vte \(environment.vteVersion)" }
        return environment.isInWindowsTerminal ? "windows" : ""
    }

    // MARK: - The table

    /// What is known of a terminal. A version is the first one that has something: none for `nil`, all for an empty one.
    struct Row {
        /// 24-bit color, whatever terminfo says.
        var hasDirectColor = false
        /// Wrong colors in place of 24-bit ones that do not fit a small table.
        var hasWrongColors = false
        /// OSC 8, of which other terminals may print a part.
        var links: [Int]?
        /// The protocols of pictures, best first, besides sixels, which a terminal reports.
        var pixels: [PixelProtocol] = []
        /// The Unicode placeholders of kitty's protocol.
        var placeholders: [Int]?
        /// The characters that the terminal draws itself, whatever its font has.
        var sextants: [Int]?
        var octants: [Int]?
        /// Why no pictures can be shown, whatever the terminal reports.
        var fault: String?
        /// Whether images may be part of a synchronized update.
        var synchronizesImages = true
        /// The terminfo entry to use in place of that of the same name, which has fewer colors.
        var entry: String?
        /// Whether device control strings are printed as text.
        var printsControlStrings = false
    }

    private static let table: [String: Row] = [
        "alacritty": Row(hasDirectColor: true, links: []),
        "contour": Row(hasDirectColor: true, links: [], sextants: []),
        "foot": Row(hasDirectColor: true, links: [], sextants: [], octants: [1, 20]),
        "ghostty": Row(
            hasDirectColor: true, links: [], pixels: [.kitty], placeholders: [], sextants: [], octants: [1, 2]),
        "hyper": Row(hasDirectColor: true, links: []),
        "iterm": Row(hasDirectColor: true, links: [], pixels: [.iterm]),
        "iterm2": Row(hasDirectColor: true, links: [], pixels: [.iterm]),
        "kitty": Row(
            hasDirectColor: true, links: [], pixels: [.kitty], placeholders: [0, 28], sextants: [], octants: [0, 40]),
        "konsole": Row(links: [], fault: "Konsole leaves parts of pictures behind"),
        "linux": Row(printsControlStrings: true),
        "mintty": Row(hasDirectColor: true, links: [], pixels: [.sixel, .iterm]),
        "mlterm": Row(hasWrongColors: true, pixels: [.sixel, .iterm], entry: "mlterm-256color"),
        "rio": Row(hasDirectColor: true, links: [], pixels: [.sixel, .iterm]),
        "screen": Row(fault: "GNU screen passes no pictures on", printsControlStrings: true),
        "st": Row(hasDirectColor: true),
        "tmux": Row(links: [3, 4]),
        "vscode": Row(hasDirectColor: true, links: []),
        "vte": Row(links: [5001], sextants: [6200], octants: [7800]),  // 0.50.0 and before may crash on links
        "wezterm": Row(hasDirectColor: true, links: [], pixels: [.sixel, .iterm], sextants: []),
        "windows": Row(links: [], synchronizesImages: false),
        "xterm": Row(),
    ]

    static func entry(for term: String) -> String? { table[term]?.entry }

    /// What the table has; nothing for a terminal that is not in it.
    var row: Row { Self.table[key] ?? Row() }

    /// Returns whether the version is `first` or a later one.
    private func has(_ first: [Int]?) -> Bool {
        // a letter may follow: `3.3a`
        let numbers = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        return first.map { !numbers.lexicographicallyPrecedes($0) } ?? false
    }

    /// The name and the version for messages.
    var shown: String { version.isEmpty ? name : "\(name) \(version)" }
    var hasLinks: Bool { has(row.links) }
    var hasPlaceholders: Bool { has(row.placeholders) }
    /// Whether it is tmux itself, and not the terminal around it.
    var isTmux: Bool { key == "tmux" }
    /// The finest characters that it draws itself, whatever its font has.
    public var finestGlyphs: GlyphSet { has(row.octants) ? .octants : has(row.sextants) ? .sextants : .blocks }
}
