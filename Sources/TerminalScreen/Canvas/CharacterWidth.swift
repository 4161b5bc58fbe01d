import HalftoneCore

/// The number of columns of a character on a terminal, per scalar, as `wcwidth` computes it in a UTF-8 locale.
///
/// `wcwidth` itself is not used: it depends on the locale of the process (which a library must not set), returns -1 for
/// nearly everything in the C locale, and knows only the emoji of its own release. Characters of ambiguous width, block
/// elements among them, are narrow.
enum CharacterWidth: Equatable {
    /// One column.
    case narrow
    /// Two columns.
    case wide
    /// No column: drawn over the character before.
    case combining
    /// No column and invisible: joiners, variation selectors, skin tones, direction marks. Never stored in a cell, because
    /// terminals disagree on their effect on the width of adjacent characters.
    case invisible
    /// C0, DEL and C1. Never stored in a cell.
    case control

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x300 {
            self = (value < 0x20 || (0x7F...0x9F).contains(value)) ? .control : value == 0xAD ? .invisible : .narrow
        } else if Self.isInvisible(value) {
            self = .invisible
        } else if Self.isCombining(scalar) {
            self = .combining
        } else {
            self = value >= 0x1100 && Self.isWide(value) ? .wide : .narrow
        }
    }

    var columns: Int {
        switch self {
        case .narrow: 1
        case .wide: 2
        case .combining, .invisible, .control: 0
        }
    }

    private static func isInvisible(_ value: UInt32) -> Bool {
        switch value {
        case 0x034F, 0x061C, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0x1BCA0...0x1BCA3, 0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value)  // Hangul vowels
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        let index = wideRanges.partitioningIndex { $0.upperBound >= value }
        return index < wideRanges.count && wideRanges[index].contains(value)
    }
}
