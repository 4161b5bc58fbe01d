import Pixels

/// The properties that a terminal has reported; `nil` for values not reported, or not yet.
///
/// These are never waited for: everything is drawn without them, and better once they have arrived.
public struct TerminalCapabilities: Hashable, Sendable {
    /// The default background color.
    public private(set) var background: RGB?
    private var cell: PixelSize?
    /// Whether it keeps 24-bit colors.
    private(set) var keepsDirectColor: Bool?
    /// Its name and version, unsanitized.
    public private(set) var name: String?
    /// The name and version of the terminal around tmux, unsanitized.
    private(set) var outerName: String?
    /// Whether it shows sixels.
    private(set) var hasSixels: Bool?
    /// The number of color registers for sixels.
    private(set) var colorRegisters: Int?
    /// Whether it takes pictures of kitty's graphics protocol.
    private(set) var acceptsKittyPictures: Bool?
    /// The number of columns of a character of ambiguous width, such as a half block: 1, or 2 in some East Asian
    /// settings.
    public internal(set) var ambiguousWidth: Int?
    /// Whether all queries have been answered, or will not be.
    public private(set) var isComplete = false

    /// Creates capabilities of which none has been reported.
    public init() {}

    /// Adds a reply to the facts.
    public mutating func adopt(_ reply: TerminalReply) {
        switch reply {
        case .deviceAttributes(let hasSixels): (self.hasSixels, isComplete) = (hasSixels, true)
        case .colorRegisters(let count): colorRegisters = count
        case .background(let color): background = color
        case .cell(let size): cell = size
        case .cursor(let point) where point.row == Self.widthProbeRow:
            ambiguousWidth = Self.width(cursor: point) ?? ambiguousWidth
        case .cursor: break
        case .directColor(let isKept): keepsDirectColor = isKept
        case .name(let text): adopt(name: text)
        case .graphics(KittyGraphics.maxID, let isOK): acceptsKittyPictures = isOK
        case .graphics: break
        }
    }

    /// Adds a name. Inside of tmux that and the terminal around it reply, in any order.
    private mutating func adopt(name text: String) {
        let isTmux = TerminalProfile(reply: text).isTmux
        let wasTmux = name.map(TerminalProfile.init(reply:))?.isTmux == true
        if isTmux, !wasTmux { outerName = name }
        if wasTmux, !isTmux { outerName = text } else { name = text }
    }

    /// Notes that further queries are sent, the last of which is DA1.
    mutating func expectReplies() { isComplete = false }

    /// Returns the size of a cell in pixels: the terminal's own number, which is exact, or else the kernel's, which may
    /// include margins; `nil` if neither is known.
    func cell(in window: TerminalWindow?) -> PixelSize? { cell ?? window?.cell }

    /// Forgets the size of a cell, which has changed.
    mutating func forgetCell() { cell = nil }

    /// The row, counted from 0, in which a session prints a half block to measure its width: in the first row the reply
    /// could be F3 with a modifier.
    static let widthProbeRow = 1

    /// The half block at the start of a row, a query for the cursor after it, and the erasure of the row.
    static let widthProbe =
        Array("▀".utf8) + TerminalSequence.queryCursor.bytes + [0x0D] + TerminalSequence.eraseToEndOfRow.bytes

    /// Returns the width of the half block of a ``widthProbe`` by the cursor after it; `nil` for none or one whose bytes
    /// are shown one by one, which take three columns.
    static func width(cursor: CellPoint) -> Int? { (1...2).contains(cursor.column) ? cursor.column : nil }

    /// Returns the queries for all facts. The last one is DA1, which every terminal answers, in order.
    ///
    /// - Parameters:
    ///   - detection: what is known of the colors; if a reply could change it, ``keepsDirectColor`` is queried.
    ///   - environment: inside of tmux, the name of the terminal around it is queried.
    ///   - last: what is sent before DA1.
    static func queries(
        _ detection: TerminalDetection, _ environment: TerminalEnvironment, last: [UInt8] = []
    ) -> [UInt8] {
        // passed on if `allow-passthrough` is on
        let outer = environment.isInsideTmux ? KittyGraphics.passthrough(TerminalSequence.queryName.bytes) : []
        let colors: [TerminalSequence] = detection.queriesDirectColor ? [.queryDirectColor] : []
        let sequences: [TerminalSequence] =
            [.queryBackground, .queryCellSize, .queryName]
            + colors
        return outer + sequences.bytes + last + TerminalSequence.queryDeviceAttributes.bytes
    }
}
