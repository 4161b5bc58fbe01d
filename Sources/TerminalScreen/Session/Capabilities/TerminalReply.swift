import Pixels

/// A terminal's reply to a query.
///
/// The forms are those of xterm's "Control Sequences" document, and of DEC's manuals for DA1.
public enum TerminalReply: Hashable, Sendable {
    /// DA1: whether the terminal shows sixels. All earlier queries have been answered, or will not be.
    case deviceAttributes(hasSixels: Bool)
    /// OSC 11: the default background color.
    case background(RGB)
    /// The size of a character cell in pixels.
    case cell(PixelSize)
    /// CPR: the position of the cursor.
    case cursor(CellPoint)
    /// DECRQSS after SGR with a 24-bit color: whether the style has it.
    case directColor(Bool)
    /// XTSMGRAPHICS: the number of color registers for sixels.
    case colorRegisters(Int)
    /// XTVERSION: the terminal's name and version, unsanitized.
    case name(String)
    /// The reply to a query or command of kitty's graphics protocol about a picture: whether it succeeded.
    case graphics(id: UInt32, isOK: Bool)
}

extension TerminalReply {
    /// Parses the parameters between `ESC [` and the final byte; `nil` if they are no known reply.
    init?(parameters: ArraySlice<UInt8>, final: UInt8) {
        switch final {
        case UInt8(ascii: "c") where parameters.first == UInt8(ascii: "?"):
            // the first number is the terminal's class, 4 among the others is its sixels
            let numbers = Self.numbers(parameters.dropFirst()) ?? []
            self = .deviceAttributes(hasSixels: numbers.dropFirst().contains(4))
        case UInt8(ascii: "S") where parameters.first == UInt8(ascii: "?"):
            guard let numbers = Self.numbers(parameters.dropFirst()), numbers.count == 3, numbers.prefix(2) == [1, 0]
            else { return nil }
            self = .colorRegisters(numbers[2])
        case UInt8(ascii: "t"):
            guard let numbers = Self.numbers(parameters), numbers.count == 3, numbers[0] == 6,
                numbers[1] > 1, numbers[2] > 0
            else { return nil }
            self = .cell(PixelSize(width: numbers[2], height: numbers[1]))
        case UInt8(ascii: "R"):
            guard let numbers = Self.numbers(parameters), numbers.count == 2, numbers[0] > 0, numbers[1] > 0
            else { return nil }
            self = .cursor(CellPoint(column: numbers[1] - 1, row: numbers[0] - 1))
        default:
            return nil
        }
    }

    /// Parses the text of a control string that started with ESC and `kind`; `nil` if it is no known reply.
    init?(string text: ArraySlice<UInt8>, kind: UInt8) {
        switch kind {
        case UInt8(ascii: "]"):
            guard text.starts(with: "11;".utf8), let color = RGB(xcolor: text.dropFirst(3)) else { return nil }
            self = .background(color)
        case UInt8(ascii: "P") where text.starts(with: ">|".utf8):
            self = .name(String(decoding: text.dropFirst(2), as: UTF8.self))
        case UInt8(ascii: "P") where text.starts(with: "1$r".utf8) && text.last == UInt8(ascii: "m"):
            self = .directColor(Self.keepsProbe(style: text.dropFirst(3).dropLast()))
        case UInt8(ascii: "_") where text.first == UInt8(ascii: "G"):
            guard let reply = Self.graphics(text.dropFirst()) else { return nil }
            self = reply
        default:
            return nil
        }
    }

    /// Parses keys with their values, of which `i` is the picture's number, a semicolon, and `OK` or an error.
    private static func graphics(_ text: ArraySlice<UInt8>) -> TerminalReply? {
        let parts = text.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        let keys = parts.first?.split(separator: UInt8(ascii: ",")) ?? []
        guard parts.count == 2, let key = keys.first(where: { $0.starts(with: "i=".utf8) }), key.count <= 12,
            let id = UInt32(String(decoding: key.dropFirst(2), as: UTF8.self))
        else { return nil }
        return .graphics(id: id, isOK: parts[1].elementsEqual("OK".utf8))
    }

    /// Returns whether the parameters of a style set the background to ``TerminalSequence/probe``. Between colons a color
    /// space may stand before the channels, or nothing in its place (ITU T.416).
    private static func keepsProbe(style: ArraySlice<UInt8>) -> Bool {
        let fields = style.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":")
        }
        let numbers = fields.map { Int(String(decoding: $0, as: UTF8.self)) }
        let probe = TerminalSequence.probe
        let channels = [probe.red, probe.green, probe.blue].map { Optional(Int($0)) }
        return numbers.indices.contains { index in
            let rest = numbers[index...]
            guard rest.starts(with: [48, 2]) else { return false }
            return rest.dropFirst(2).starts(with: channels) || rest.dropFirst(3).starts(with: channels)
        }
    }

    /// Returns numbers of at most six digits between semicolons; `nil` for anything else.
    private static func numbers(_ text: ArraySlice<UInt8>) -> [Int]? {
        var numbers: [Int] = []
        for part in text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            guard part.count <= 6, let number = Int(String(decoding: part, as: UTF8.self)) else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}

extension RGB {
    /// Parses a color in X11's notation: `rgb:` or `rgba:` and at least three fields of one to four hexadecimal digits.
    fileprivate init?(xcolor text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2, ["rgb", "rgba"].contains(String(decoding: parts[0], as: UTF8.self)) else { return nil }
        let fields = parts[1].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard fields.count >= 3 else { return nil }
        var channels: [UInt8] = []
        for field in fields.prefix(3) {
            guard (1...4).contains(field.count), let value = UInt32(String(decoding: field, as: UTF8.self), radix: 16)
            else { return nil }
            let largest = (UInt32(1) << (4 * UInt32(field.count))) - 1
            channels.append(UInt8((value * 255 + largest / 2) / largest))
        }
        self.init(channels[0], channels[1], channels[2])
    }
}
