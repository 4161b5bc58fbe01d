import CVTerm
import Pixels
import TerminalScreen
import TestSupport

/// An independent terminal emulator (libvterm), whose cells show what the program's output looks like.
///
/// Not thread-safe. libvterm 0.1.4 supports 24-bit, palette and default colors, bold, underline, reverse (no
/// dim), DECSTBM, SU and SD. The parts of a synchronized update (DEC mode 2026) are shown as they arrive;
/// ``isUpdating`` is `true` until its end.
public final class TerminalEmulator {
    /// A cell as the emulator shows it.
    public struct ShownCell: Hashable, Sendable {
        /// The character with its combining marks; `" "` for an unwritten cell; empty for the right half of a wide
        /// character.
        public var text: String
        public var columns: Int
        /// The color, for a palette color in the emulator's RGB; `nil` for the default color.
        public var foreground: RGB?
        public var background: RGB?
        /// The palette index, if the color was set by index.
        public var foregroundIndex: Int?
        public var backgroundIndex: Int?
        public var attributes: CellStyle.TextAttributes
    }

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let properties = UnsafeMutablePointer<EmulatorProperties>.allocate(capacity: 1)
    private let callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)
    private var updates = UpdateBrackets()
    private var sequences = SequenceGuard()

    /// Creates a cleared terminal. Both sides must be at least 1.
    public init(size: CellSize) {
        guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
            let screen = vterm_obtain_screen(terminal)
        else { preconditionFailure("libvterm makes a terminal of \(size)") }
        self.terminal = terminal
        self.screen = screen
        properties.initialize(to: EmulatorProperties())
        callbacks.initialize(to: VTermScreenCallbacks())
        callbacks.pointee.settermprop = { property, value, user in
            guard let value, let user else { return 0 }
            user.assumingMemoryBound(to: EmulatorProperties.self).pointee.take(property, value.pointee)
            return 1
        }
        vterm_set_utf8(terminal, 1)
        vterm_screen_set_callbacks(screen, callbacks, properties)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        properties.deinitialize(count: 1)
        properties.deallocate()
        callbacks.deallocate()
    }

    // MARK: - Driving

    public func feed(_ bytes: [UInt8]) {
        for byte in bytes { updates.read(byte) }
        sequences.pass(bytes).withUnsafeBytes { buffer in
            _ = vterm_input_write(terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
    }

    public func feed(_ text: String) { feed(Array(text.utf8)) }

    public func resize(_ size: CellSize) { vterm_set_size(terminal, Int32(size.rows), Int32(size.columns)) }

    /// Returns the terminal's replies to queries since the last call.
    public func takeReplies() -> [UInt8] {
        var reply = [UInt8](repeating: 0, count: vterm_output_get_buffer_current(terminal))
        let count = reply.withUnsafeMutableBytes { buffer in
            vterm_output_read(terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        return Array(reply.prefix(count))
    }

    // MARK: - Looking

    public var size: CellSize {
        var (rows, columns) = (Int32(0), Int32(0))
        vterm_get_size(terminal, &rows, &columns)
        return CellSize(columns: Int(columns), rows: Int(rows))
    }

    public var cursor: CellPoint {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return CellPoint(column: Int(position.col), row: Int(position.row))
    }

    /// Whether a synchronized update has begun and not ended.
    public var isUpdating: Bool { updates.isOpen }

    public var isCursorVisible: Bool { properties.pointee.isCursorVisible }
    public var isAlternateScreen: Bool { properties.pointee.isAlternateScreen }
    /// Whether the program has enabled mouse reports of any kind.
    public var reportsMouse: Bool { properties.pointee.reportsMouse }
    public var title: String { properties.pointee.title }

    public subscript(column: Int, row: Int) -> ShownCell {
        var cell = VTermScreenCell()
        _ = vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        let isRightHalf = withUnsafeBytes(of: &cell.chars) { $0.load(as: UInt32.self) == .max }
        var scalars = String.UnicodeScalarView()
        // for a right half, libvterm sets only the first element, to -1; the rest is stale
        if !isRightHalf {
            withUnsafeBytes(of: &cell.chars) { bytes in
                let values = bytes.bindMemory(to: UInt32.self).prefix { $0 != 0 }
                scalars.append(contentsOf: values.compactMap(Unicode.Scalar.init))
            }
            if scalars.isEmpty { scalars.append(" ") }
        }
        return ShownCell(
            text: String(scalars), columns: isRightHalf ? 0 : Int(cell.width),
            foreground: color(cell.fg, default: VTERM_COLOR_DEFAULT_FG),
            background: color(cell.bg, default: VTERM_COLOR_DEFAULT_BG),
            foregroundIndex: paletteIndex(cell.fg), backgroundIndex: paletteIndex(cell.bg),
            attributes: attributes(cell.attrs))
    }

    /// Returns the characters of a row without trailing spaces.
    public func text(row: Int) -> String {
        let text = (0..<size.columns).map { self[$0, row].text }.joined()
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    private func color(_ color: VTermColor, default flag: VTermColorType) -> RGB? {
        if UInt32(color.type) & flag.rawValue != 0 { return nil }
        var color = color
        vterm_screen_convert_color_to_rgb(screen, &color)
        return RGB(color.rgb.red, color.rgb.green, color.rgb.blue)
    }

    private func paletteIndex(_ color: VTermColor) -> Int? {
        let isDefault = UInt32(color.type) & VTERM_COLOR_DEFAULT_MASK.rawValue != 0
        let isIndexed = UInt32(color.type) & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue
        return isIndexed && !isDefault ? Int(color.indexed.idx) : nil
    }

    private func attributes(_ attributes: VTermScreenCellAttrs) -> CellStyle.TextAttributes {
        var result: CellStyle.TextAttributes = []
        if attributes.bold != 0 { result.insert(.bold) }
        if attributes.underline != 0 { result.insert(.underline) }
        if attributes.reverse != 0 { result.insert(.reverse) }
        if attributes.strike != 0 { result.insert(.strikethrough) }
        return result
    }
}

/// Properties that libvterm reports by callbacks and does not store.
private struct EmulatorProperties {
    var isCursorVisible = true
    var isAlternateScreen = false
    var reportsMouse = false
    var title = ""

    mutating func take(_ property: VTermProp, _ value: VTermValue) {
        switch property {
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.boolean != 0
        case VTERM_PROP_ALTSCREEN: isAlternateScreen = value.boolean != 0
        case VTERM_PROP_MOUSE: reportsMouse = value.number != 0
        case VTERM_PROP_TITLE: title = value.string.map { String(cString: $0) } ?? ""
        default: break  // cursor shapes and blinking, which no test checks
        }
    }
}
