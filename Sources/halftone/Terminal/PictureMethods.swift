import Pixels
import TerminalScreen

/// The methods of drawing pictures that are known to work on a terminal.
@MainActor
struct PictureMethods {
    /// The number of colors.
    let colors: ColorDepth
    /// Why only half blocks can be drawn; `nil` if more can.
    let obstacle: String?
    private let name: String?
    private let pixels: [TerminalPixels]

    /// Finds the methods. Where nothing is shown, `session` is `nil` and all are possible.
    init(_ session: TerminalSession?) {
        colors = session?.colors ?? .direct
        name = session?.facts.name
        obstacle =
            if session?.isUnicode == false {
                "without UTF-8"
            } else if session?.facts.ambiguousWidth == 2 {
                "because blocks are two columns wide here"
            } else {
                nil
            }
        pixels =
            if session == nil {
                PixelProtocol.allCases.compactMap { TerminalPixels($0, cell: PixelSize(width: 10, height: 20)) }
            } else if obstacle == nil, colors == .direct, let session, let cell = session.cell {
                PixelProtocol.usable(on: session.facts).compactMap { TerminalPixels($0, cell: cell) }
            } else {
                []
            }
    }

    /// Whether pictures can be shown pixel by pixel.
    var hasPixels: Bool { !pixels.isEmpty }

    /// All of them, half blocks first.
    var all: [PictureMethod] {
        guard obstacle == nil else { return [.glyphs(.halfBlocks)] }
        let sets = GlyphSet.allCases.prefix { $0 != finest } + [finest]
        return sets.map(PictureMethod.glyphs) + pixels.map { .pixels($0.method) }
    }

    private var finest: GlyphSet { GlyphSet.finest(inTerminalNamed: name).possible(in: colors) }

    /// Returns the renderer for a method, or for the nearest one that is possible; `nil` for the best there is.
    func renderer(_ method: PictureMethod?, from renderer: PictureRenderer) -> PictureRenderer {
        guard obstacle == nil else { return renderer.with(.halfBlocks) }
        switch method {
        case .glyphs(let glyphs)?: return renderer.with(glyphs.possible(in: colors))
        case .pixels(let method)?: return renderer.with(pixels.first { $0.method == method })
        case nil: return pixels.isEmpty ? renderer.with(finest) : renderer.with(pixels[0])
        }
    }
}
