import Pixels
import TerminalScreen
import TerminalViews

/// The methods of drawing pictures that a terminal has, and why not the others.
///
/// The gallery, the Lab, `print` and `doctor` all ask this value, so that they cannot disagree.
package struct PictureMethods: Sendable, EnvironmentKey {
    /// What the key `P` chooses: half blocks, pixels, or the finest characters where there are no pixels.
    package enum Choice: String, Codable, Sendable {
        case half, best, pixels
    }

    package static let defaultValue = PictureMethods(colors: .direct, support: nil)

    /// The name under which the choice for this terminal is remembered.
    package let terminal: String
    /// The number of colors.
    let colors: ColorDepth
    private let support: PixelSupport?
    private let finest: GlyphSet
    /// Why only half blocks can be drawn; `nil` if more can.
    private let halfBlocksReason: String?

    package init(
        colors: ColorDepth, support: PixelSupport?, profile: TerminalProfile? = nil,
        ambiguousWidth: Int? = nil
    ) {
        (self.colors, self.support) = (colors, support)
        finest = (profile?.finestGlyphs ?? .blocks).possible(in: colors)
        let name = profile?.name ?? ""
        terminal = name.isEmpty ? Variable.value(of: "TERM") ?? "" : name
        halfBlocksReason = ambiguousWidth == 2 ? "blocks are two columns wide here" : nil
    }

    /// Finds the methods of a session's terminal; without a session, those of the terminal off screen.
    @MainActor
    init(_ session: TerminalSession?) {
        self.init(
            colors: session?.colors ?? .direct, support: session?.pixelSupport ?? OffscreenTerminal.pixelSupport,
            profile: session?.profile, ambiguousWidth: session?.facts.ambiguousWidth)
    }

    /// Returns why a method cannot be used; `nil` if it can.
    package func refusal(of method: PictureMethod) -> String? {
        switch method {
        case .glyphs(.halfBlocks): nil
        case .glyphs(let glyphs):
            halfBlocksReason ?? (glyphs.possible(in: colors) == glyphs ? nil : "ncurses does not know them")
        case .pixels(let method):
            (support.map { $0.refusal(of: method) } ?? "there is no terminal")
                ?? halfBlocksReason.map { $0 + " ('print' shows pixels)" }
        }
    }

    private func pixels(_ method: PixelProtocol) -> TerminalPixels? {
        guard refusal(of: .pixels(method)) == nil else { return nil }
        return support?.cell.flatMap { TerminalPixels(method, cell: $0) }
    }

    /// The best pixels that the terminal has answered to; `nil` if there are none.
    package var pixels: TerminalPixels? { support?.best.flatMap(pixels) }

    /// The sharpest method: pixels, or else the finest characters that the terminal draws itself.
    package var best: PictureMethod {
        if let pixels { return .pixels(pixels.method) }
        return halfBlocksReason == nil ? .glyphs(finest) : .glyphs(.halfBlocks)
    }

    /// Returns the method of a choice of the key `P`. Pixels that a terminal of this name had elsewhere are half blocks
    /// where it has none.
    package func method(_ choice: Choice) -> PictureMethod {
        switch choice {
        case .half: .glyphs(.halfBlocks)
        case .best: best
        case .pixels: pixels.map { .pixels($0.method) } ?? .glyphs(.halfBlocks)
        }
    }

    /// Returns the message about a method that cannot be used; `nil` if it can.
    package func message(about method: PictureMethod?) -> String? {
        guard let method, let refusal = refusal(of: method) else { return nil }
        return "no \(method.name) pictures here: \(refusal)"
    }

    /// Returns what the gallery draws by a method, and by what, in a sentence.
    package func outlook(_ method: PictureMethod?) -> String {
        let drawn = renderer(method, from: PictureRenderer(colors: colors)).method
        let other = drawn == .glyphs(.halfBlocks) ? best : .glyphs(.halfBlocks)
        let depth =
            switch (drawn, colors) {
            case (.pixels, _): ""
            case (_, .direct): " in 24-bit color"
            case (_, .mono): " without colors"
            case (_, let palette): " in \(palette.rawValue) colors"
            }
        let (presenter, rest) =
            colors == .direct ? ("directly", " Text in 256 colors would be drawn by ncurses.") : ("by ncurses", "")
        let key = other == drawn ? "" : "; P switches to \(words(for: other))"
        return "Pictures: \(words(for: drawn))\(depth), drawn \(presenter)\(key).\(rest)"
    }

    private func words(for method: PictureMethod) -> String {
        guard method == .glyphs(.halfBlocks) else { return method.name }
        return halfBlocksReason == nil ? "half blocks" : "spaces"
    }

    /// Returns the renderer for a method, or for half blocks where that cannot be used; `nil` for pixels if there are
    /// any, else half blocks.
    package func renderer(_ method: PictureMethod?, from renderer: PictureRenderer) -> PictureRenderer {
        switch method {
        case .glyphs(let glyphs)?: renderer.with(halfBlocksReason == nil ? glyphs.possible(in: colors) : .halfBlocks)
        case .pixels(let method)?: PictureRenderer(colors: renderer.colors, pixels: pixels(method))
        case nil: PictureRenderer(colors: renderer.colors, pixels: pixels)
        }
    }
}

/// The method of drawing pictures that the user has chosen; `nil` for pixels if there are any, else half blocks.
package enum PictureChoice: EnvironmentKey {
    package static let defaultValue: PictureMethod? = nil
}
