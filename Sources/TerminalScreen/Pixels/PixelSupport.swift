import HalftoneCore
import Pixels

/// Which protocols for pictures a terminal supports, and why not the others.
///
/// Decided by the terminal's name and version, and by what it says about sixels; its replies to kitty's queries are not
/// enough, because terminals accept placements that they then do not show.
public struct PixelSupport: Hashable, Sendable {
    /// How far a protocol is supported.
    public enum Verdict: Hashable, Sendable {
        /// The terminal is known to show pictures well.
        case works
        /// The terminal claims support, or is known to have some.
        case possible
        /// Pictures cannot be shown, or remain where they should not; the text is the reason.
        case refused(String)
    }

    private let verdicts: [PixelProtocol: Verdict]
    /// The size of a cell in pixels; `nil` if it is not known, or one that no font has: then no protocol is supported.
    public let cell: PixelSize?
    /// Whether sequences of kitty's protocol have to be wrapped for tmux.
    public let isInsideTmux: Bool
    /// The best medium for kitty's protocol.
    public let kittyMedium: KittyGraphics.Medium
    /// The number of colors for ``SixelEncoder``.
    public let sixelColors: Int
    /// Whether pictures may be part of a synchronized update. Windows Terminal loses sixels in one.
    public let allowsSynchronizedSixels: Bool

    /// Decides by what the terminal has reported so far, and by the environment. `colors` is the color depth of text.
    public init(
        facts: TerminalCapabilities, environment: TerminalEnvironment, cell: PixelSize?, colors: ColorDepth = .direct
    ) {
        let names = Names(facts, environment)
        let cell = cell.flatMap { TerminalPixels(.sixel, cell: $0)?.cell }
        var verdicts = [
            PixelProtocol.kitty: Self.kitty(names, facts), .sixel: Self.sixel(names, facts), .iterm: Self.iterm(names),
        ]
        if colors != .direct, verdicts[.kitty] == .works {
            verdicts[.kitty] = .refused("placeholders need 24-bit colors, not \(colors.rawValue)")
        }
        if environment.isInsideScreen {
            verdicts = verdicts.mapValues { _ in .refused("GNU screen passes no pictures on") }
        }
        if cell == nil {
            verdicts = verdicts.mapValues { verdict in
                if case .refused = verdict { verdict } else { .refused("the size of a cell in pixels is not known") }
            }
        }
        (self.verdicts, self.cell) = (verdicts, cell)
        isInsideTmux = environment.isInsideTmux
        kittyMedium = facts.readsSharedMemory == true ? .sharedMemory : .stream
        // one register may be the background
        sixelColors = min(max((facts.colorRegisters ?? 256) - 1, 2), SixelEncoder.maximumColors)
        allowsSynchronizedSixels = !environment.isInWindowsTerminal
    }

    /// Supports all protocols, for a terminal that is only imagined.
    package init(ofAllWith cell: PixelSize) {
        verdicts = Dictionary(uniqueKeysWithValues: PixelProtocol.allCases.map { ($0, .works) })
        (self.cell, isInsideTmux, kittyMedium) = (cell, false, .stream)
        (sixelColors, allowsSynchronizedSixels) = (SixelEncoder.maximumColors, true)
    }

    /// The verdict about a protocol.
    public subscript(_ candidate: PixelProtocol) -> Verdict { verdicts[candidate] ?? .refused("unknown") }

    /// The protocols that are not refused, the best one first.
    public var usable: [PixelProtocol] {
        PixelProtocol.allCases.filter { if case .refused = self[$0] { false } else { true } }
    }

    /// The best protocol that is known to work; `nil` if none is.
    public var best: PixelProtocol? { PixelProtocol.allCases.first { self[$0] == .works } }

    /// The reason why a protocol cannot be used; `nil` if it can.
    public func refusal(of candidate: PixelProtocol) -> String? {
        if case .refused(let reason) = self[candidate] { reason } else { nil }
    }

    // MARK: - Protocols

    private static func kitty(_ names: Names, _ facts: TerminalCapabilities) -> Verdict {
        guard let name = names.outermost else { return .refused(names.unknown) }
        switch name.family {
        case "kitty":
            guard name.isAtLeast(0, 28) else {
                return .refused("kitty \(name.shownVersion) has no placeholders for pictures; kitty 0.28 has")
            }
        case "ghostty": break
        case "konsole": return .refused(leftovers)
        default: return .refused("\(name.shownFamily) is not known to show kitty's placeholders")
        }
        return facts.takesKittyPictures == false ? .refused("\(name.family) says that it takes no pictures") : .works
    }

    private static func sixel(_ names: Names, _ facts: TerminalCapabilities) -> Verdict {
        if names.inner?.family == "konsole" { return .refused(leftovers) }
        guard let hasSixels = facts.hasSixels else { return .refused("the terminal has not answered") }
        guard hasSixels else { return .refused("the terminal does not report sixels") }
        return ["xterm", "foot", "mlterm"].contains(names.inner?.family) ? .works : .possible
    }

    private static func iterm(_ names: Names) -> Verdict {
        guard let name = names.inner else { return .refused(names.unknown) }
        switch name.family {
        case "iterm2", "mlterm": return .works
        case "wezterm", "mintty", "rio": return .possible
        case "konsole": return .refused(leftovers)
        default: return .refused("\(name.shownFamily) is not known to show inline images")
        }
    }

    private static let leftovers = "Konsole leaves parts of pictures behind"
}

/// The names of the terminal, and of the one around tmux.
private struct Names {
    /// The terminal that draws text: tmux itself, if there is one.
    let inner: TerminalName?
    /// The terminal around tmux, or the only one.
    let outermost: TerminalName?
    /// Why ``outermost`` is not known.
    let unknown: String

    init(_ facts: TerminalCapabilities, _ environment: TerminalEnvironment) {
        let told = facts.name.map(TerminalName.init) ?? Self.told(by: environment)
        inner = environment.isInsideTmux ? TerminalName("tmux") : told
        outermost = environment.isInsideTmux ? facts.outerName.map(TerminalName.init) : told
        unknown =
            environment.isInsideTmux
            ? "tmux passes nothing on, see allow-passthrough" : "the terminal has not said its name"
    }

    /// Returns the name that the environment has for terminals that are known by it, without a version.
    private static func told(by environment: TerminalEnvironment) -> TerminalName? {
        let family = String(environment.term.prefix { $0 != "-" })
        if ["mlterm", "foot", "konsole"].contains(family) { return TerminalName(family) }
        return environment.termProgram == "iTerm.app" ? TerminalName("iTerm2") : nil
    }
}

extension TerminalName {
    /// The family for messages.
    fileprivate var shownFamily: String { family.isEmpty ? "the terminal" : TextSanitizer.clean(family) }
    /// The version for messages.
    fileprivate var shownVersion: String { version.isEmpty ? "of an unknown version" : TextSanitizer.clean(version) }
}
