import Pixels

/// Which protocols for pictures a terminal supports, and why not the others.
///
/// Decided by its ``TerminalProfile``, and by what it reports of sixels and of kitty's pictures; a report is not enough
/// for kitty's placeholders, because terminals accept those that they then do not show.
public struct PixelSupport: Hashable, Sendable {
    private let refusals: [PixelProtocol: String]
    /// The protocols that can be used, the best one first.
    let usable: [PixelProtocol]
    /// The best protocol that the terminal has answered to; `nil` if there is none.
    public let best: PixelProtocol?
    /// The size of a cell in pixels; `nil` if it is not known, or one that no font has: then no protocol is supported.
    public let cell: PixelSize?
    /// Whether sequences of kitty's protocol have to be wrapped for tmux.
    let isInsideTmux: Bool
    /// The number of colors of a row of sixels.
    public let sixelColors: Int
    /// Whether pictures may be part of a synchronized update.
    let synchronizesImages: Bool

    /// Decides by what the terminal has reported so far, and by the environment.
    ///
    /// - Parameters:
    ///   - facts: the terminal's replies.
    ///   - environment: the environment.
    ///   - cell: the size of a cell in pixels; `nil` if it is not known.
    ///   - colors: the color depth of text.
    ///   - isPrinted: whether pictures stand on lines of output, where kitty's protocol needs no placeholders.
    public init(
        facts: TerminalCapabilities, environment: TerminalEnvironment, cell: PixelSize?, colors: ColorDepth = .direct,
        isPrinted: Bool = false
    ) {
        let profile = TerminalProfile(reply: facts.name, environment: environment)
        let outermost = environment.isInsideTmux ? facts.outerName.map(TerminalProfile.init(reply:)) : profile
        let cell = cell.flatMap { TerminalPixels(.sixel, cell: $0)?.cell }
        let missing =
            colors != .direct
            ? "pixels need 24-bit colors, not \(colors.rawValue)"
            : cell == nil ? "the size of a cell in pixels is not known" : nil
        var refusals: [PixelProtocol: String] = [:]
        refusals[.kitty] =
            environment.isInsideTmux && isPrinted
            ? "tmux does not move pictures with the lines of output"
            : Self.refusalOfKitty(outermost, facts, isPrinted: isPrinted) ?? missing
        refusals[.sixel] = profile.row.fault ?? Self.refusalOfSixels(facts) ?? missing
        refusals[.iterm] = profile.row.fault ?? Self.refusalOfInlineImages(profile) ?? missing
        let known = profile.row.pixels
        let usable = (known + PixelProtocol.allCases.filter { !known.contains($0) }).filter { refusals[$0] == nil }
        (self.refusals, self.usable, self.cell) = (refusals, usable, cell)
        best = usable.first { candidate in
            switch candidate {
            case .kitty: facts.acceptsKittyPictures == true
            case .sixel: true  // usable only if it was reported
            case .iterm: profile.isReported  // the environment may be of a terminal that started this one
            }
        }
        isInsideTmux = environment.isInsideTmux
        // one register may be the background
        sixelColors = min(max((facts.colorRegisters ?? 256) - 1, 2), SixelEncoder.maxColors)
        synchronizesImages = profile.row.synchronizesImages
    }

    /// Supports all protocols, for a terminal that is only imagined.
    package init(ofAllWith cell: PixelSize) {
        (refusals, usable, best) = ([:], PixelProtocol.allCases, .kitty)
        (self.cell, isInsideTmux) = (cell, false)
        (sixelColors, synchronizesImages) = (SixelEncoder.maxColors, true)
    }

    /// Returns the reason why a protocol cannot be used; `nil` if it can.
    public func refusal(of candidate: PixelProtocol) -> String? { refusals[candidate] }

    private static let unknownName = "the terminal has not said its name"

    private static func refusalOfKitty(
        _ profile: TerminalProfile?, _ facts: TerminalCapabilities, isPrinted: Bool
    ) -> String? {
        guard let profile else { return "tmux passes nothing on, see allow-passthrough" }
        if let fault = profile.row.fault { return fault }
        guard profile.row.pixels.contains(.kitty) else {
            return profile.name.isEmpty
                ? unknownName : "\(profile.name) is not known to show pictures of kitty's protocol"
        }
        guard isPrinted || profile.hasPlaceholders else {
            return "\(profile.shown) has no placeholders ('print' needs none)"
        }
        return facts.acceptsKittyPictures == false ? "\(profile.name) says that it takes no pictures" : nil
    }

    private static func refusalOfSixels(_ facts: TerminalCapabilities) -> String? {
        guard let hasSixels = facts.hasSixels else { return "the terminal has not answered" }
        return hasSixels ? nil : "the terminal does not report sixels"
    }

    private static func refusalOfInlineImages(_ profile: TerminalProfile) -> String? {
        guard !profile.row.pixels.contains(.iterm) else { return nil }
        return profile.name.isEmpty ? unknownName : "\(profile.name) is not known to show inline images"
    }
}
