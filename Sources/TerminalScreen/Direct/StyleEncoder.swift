/// The colors and attributes that the terminal is set to, and the shortest SGR to change them.
struct StyleEncoder {
    private(set) var foreground = CellColor.terminal
    private(set) var background = CellColor.terminal
    private(set) var attributes: CellStyle.TextAttributes = []
    /// The number of the open hyperlink; 0 for none. The presenter opens and closes hyperlinks.
    var link: UInt8 = 0

    /// Whether cells that appear by erasing or scrolling would be plain: they take the current background (BCE), and in
    /// some terminals the attributes as well.
    var isPlainWhenBlank: Bool { background == .terminal && attributes.isEmpty }

    /// Appends one SGR with the differences that are visible: a space shows no foreground.
    @inline(__always)
    mutating func set(_ cell: Cell, out: inout ByteCursor) {
        if cell.foreground == foreground, cell.background == background, cell.attributes == attributes { return }
        let hidesForeground = cell.glyph == 0x20 && cell.attributes.isDisjoint(with: .seenOnSpaces)
        let changesForeground = !hidesForeground && cell.foreground != foreground
        let changesBackground = cell.background != background
        let changesAttributes =
            hidesForeground ? !attributes.isDisjoint(with: .seenOnSpaces) : cell.attributes != attributes
        guard changesForeground || changesBackground || changesAttributes else { return }
        out.put(0x5B1B, count: 2)  // CSI
        if changesAttributes {
            out = Self.changing(attributes, to: cell.attributes, out: out)
            attributes = cell.attributes
        }
        if changesForeground {
            foreground = cell.foreground
            Self.putColor(foreground, selector: 0x3B_323B_3833, standard: 0x3B_3933, out: &out)  // "38;2;", "39;"
        }
        if changesBackground {
            background = cell.background
            Self.putColor(background, selector: 0x3B_323B_3834, standard: 0x3B_3934, out: &out)  // "48;2;", "49;"
        }
        out.replaceLast(with: UInt8(ascii: "m"))
    }

    /// Returns whether the current style shows the cell correctly as one character of at most three bytes.
    func shows(_ cell: Cell) -> Bool {
        cell.mark == 0 && cell.attributes == attributes && cell.background == background && cell.link == link
            && (cell.glyph == 0x20 ? attributes.isDisjoint(with: .seenOnSpaces) : cell.foreground == foreground)
            && (cell.glyph == 0x2580 || (cell.glyph >= 0x20 && cell.glyph < 0x7F))
    }

    @inline(__always)
    private static func putColor(_ color: CellColor, selector: UInt64, standard: UInt64, out: inout ByteCursor) {
        guard color != .terminal else { return out.put(standard, count: 3) }
        out.put(selector, count: 5)
        out.putChannel(color.bits >> 16)
        out.putChannel(color.bits >> 8)
        out.putChannel(color.bits)
    }

    /// Appends half blocks as long as each has changed and has two new colors, and returns their number. Pictures
    /// consist of such cells: this loop checks for nothing else, and all its state is in registers (measured: a third
    /// of a frame's time).
    @inline(__always)
    mutating func putPicture(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, count: Int, out: inout ByteCursor
    ) -> Int {
        guard attributes.isEmpty, link == 0 else { return 0 }
        var (foreground, background, cursor, index) = (self.foreground.bits, self.background.bits, out, 0)
        while index < count {
            let (shown, old) = (Cell.words(next + index), Cell.words(last + index))
            let (ink, ground) = (next[index].foreground.bits, next[index].background.bits)
            guard shown.0 == Cell.upperHalfBlock, ink != foreground, ground != background, (ink | ground) >> 24 == 0,
                (shown.0 ^ old.0) | (shown.1 ^ old.1) != 0
            else { break }
            (foreground, background) = (ink, ground)
            cursor.putPictureCell(ink, ground)
            index &+= 1
        }
        (self.foreground, self.background, out) = (CellColor(bits: foreground), CellColor(bits: background), cursor)
        return index
    }

    /// Appends the parameters that turn one set of attributes into another; by value, as ``FrameEncoder`` explains. Only
    /// bold and dim share the parameter that ends them (22).
    @inline(never)
    private static func changing(
        _ old: CellStyle.TextAttributes, to wanted: CellStyle.TextAttributes, out: ByteCursor
    ) -> ByteCursor {
        var (current, out) = (old, out)
        let ended = current.subtracting(wanted)
        if !ended.isDisjoint(with: [.bold, .dim]) {
            out.put(0x3B_3232, count: 3)  // "22;"
            current.subtract([.bold, .dim])
        }
        for (one, end) in ends where ended.contains(one) { out.put(end, count: 3) }
        let begun = wanted.subtracting(current)
        for (one, start) in starts where begun.contains(one) { out.put(start, count: 2) }
        return out
    }

    /// The parameters `"1;"` and so on, which start an attribute.
    private static let starts: [(CellStyle.TextAttributes, UInt64)] = [
        (.bold, 0x3B31), (.dim, 0x3B32), (.underline, 0x3B34), (.reverse, 0x3B37), (.strikethrough, 0x3B39),
    ]
    /// The parameters `"24;"`, `"27;"` and `"29;"`, which end an attribute.
    private static let ends: [(CellStyle.TextAttributes, UInt64)] = [
        (.underline, 0x3B_3432), (.reverse, 0x3B_3732), (.strikethrough, 0x3B_3932),
    ]
}

extension CellStyle.TextAttributes {
    /// The attributes that make a space's foreground visible.
    static let seenOnSpaces: Self = [.underline, .reverse, .strikethrough]
}
