/// A decoder of a terminal's bytes as input events. A value: no terminal, no clock.
///
/// ncurses' `wget_wch` is not used: it blocks for `ESCDELAY` after an ESC even with `nodelay` (25 ms of a stopped main
/// loop, measured), cannot tell pasted text from typed, and returns replies to queries as keys. Here the main loop
/// keeps the time: if ``timeout`` is not `nil` and no byte arrives for that long, it calls ``finish()``. Replies to
/// queries become ``InputEvent/reply(_:)`` whenever they arrive; unknown sequences and malformed UTF-8 are dropped.
package struct KeyDecoder: Sendable {
    private let table: KeyTable
    /// Whether every report of the cursor is a reply, also one that may be F3 with a modifier.
    var expectsCursor = false
    private var buffer: ArraySlice<UInt8> = []
    private var pasted: [UInt8]?
    /// Whether the start of a control string was dropped, whose rest may still arrive.
    private var hasDroppedString = false

    /// Maximum length of a paste in bytes; the rest is dropped. A picture browser needs no paste of a megabyte.
    private static let pasteLimit = 1 << 20
    /// Maximum length of a reply or unknown sequence. A longer one is dropped, and decoding starts afresh.
    private static let sequenceLimit = 4096

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Creates a decoder of the sequences that xterm, VT100 and the Linux console share.
    package init() { self.init(table: KeyTable()) }

    init(table: KeyTable) { self.table = table }

    /// How long to wait for the rest of an unfinished sequence or paste; `nil` if there is none.
    ///
    /// A lone ESC is the Esc key if nothing follows within 25 ms. A sequence that has clearly started may arrive in two
    /// packets of a slow connection, and a paste in many.
    package var timeout: Duration? {
        if pasted != nil { return .seconds(1) }
        if buffer.isEmpty { return nil }
        return buffer.count == 1 && buffer.first == 0x1B ? .milliseconds(25) : .milliseconds(250)
    }

    /// Returns the events that `bytes` complete.
    package mutating func decode(_ bytes: some Collection<UInt8>) -> [InputEvent] {
        buffer.append(contentsOf: bytes)
        dropLateRest()
        var events: [InputEvent] = []
        while !buffer.isEmpty, let count = step(&events) { buffer = buffer.dropFirst(count) }
        buffer = ArraySlice(Array(buffer))
        return events
    }

    /// Returns the events of unfinished input after its time is over: a lone ESC becomes the Esc key, an unfinished
    /// paste ends.
    package mutating func finish() -> [InputEvent] {
        var events: [InputEvent] = []
        if let text = pasted {
            events.append(.paste(String(decoding: text + buffer, as: UTF8.self)))
        } else if buffer.first == 0x1B {
            switch buffer.count {
            case 1: events.append(.key(.escape))
            case 2: append(scalar: UInt32(buffer[buffer.startIndex + 1]), to: &events)  // Alt with [, O, ] or P
            default: hasDroppedString = Self.startsString(buffer[buffer.startIndex + 1])
            }
        }
        pasted = nil
        buffer = []
        return events
    }

    /// Drops the rest of a control string, such as a reply, whose start timed out: it would be decoded as keys. It ends
    /// at ST or BEL, before any other sequence; other bytes are keys.
    private mutating func dropLateRest() {
        guard hasDroppedString, !buffer.isEmpty else { return }
        hasDroppedString = false
        guard let end = buffer.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return }
        if buffer[end] == 0x07 {
            buffer = buffer[(end + 1)...]
        } else if buffer[end...].starts(with: [0x1B, UInt8(ascii: "\\")]) {
            buffer = buffer[(end + 2)...]
        }
    }

    /// Returns whether ESC and this byte start a control string: OSC, DCS, APC, PM or SOS.
    private static func startsString(_ byte: UInt8) -> Bool { "]P_^X".utf8.contains(byte) }

    // MARK: - Steps

    /// Decodes the start of the buffer and returns the number of bytes decoded; `nil` if more bytes are needed.
    private mutating func step(_ events: inout [InputEvent]) -> Int? {
        if pasted != nil { return stepInPaste(&events) }
        guard let first = buffer.first else { return nil }
        switch first {
        case 0x1B: return stepAfterEscape(&events)
        case 0x0A, 0x0D: events.append(.key(.enter))
        case 0x09: events.append(.key(.tab))
        case 0x08, 0x7F: events.append(.key(.backspace))
        case 0x00: events.append(.key(.control(" ")))
        case 0x01...0x1A: events.append(.key(.control(Character(Unicode.Scalar(first + 0x60)))))
        case 0x1C...0x1F: events.append(.key(.control(Character(Unicode.Scalar(first + 0x40)))))
        case 0x20...0x7E: append(scalar: UInt32(first), to: &events)
        default: return stepInCharacter(first, &events)
        }
        return 1
    }

    private func stepInCharacter(_ first: UInt8, _ events: inout [InputEvent]) -> Int? {
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard (0xC2...0xF4).contains(first) else { return 1 }  // not a first byte of UTF-8
        let bytes = buffer.prefix(count)
        if let stray = bytes.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return stray - buffer.startIndex }
        guard bytes.count == count else { return nil }
        let lead = UInt32(first) & (0x7F >> UInt32(count))
        append(scalar: bytes.dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }, to: &events)
        return count
    }

    private mutating func stepAfterEscape(_ events: inout [InputEvent]) -> Int? {
        guard buffer.count > 1 else { return nil }
        if let (key, count) = table.match(buffer) {
            events.append(.key(key))
            return count
        }
        if buffer.count < 8, table.isPrefix(buffer) { return nil }
        let second = buffer[buffer.startIndex + 1]
        switch second {
        case UInt8(ascii: "["): return stepInControlSequence(&events)
        case UInt8(ascii: "O"): return stepInSingleShift(&events)
        case _ where Self.startsString(second): return stepInString(&events)
        case 0x1B:
            events.append(.key(.escape))
            return 1
        default: return 1  // Alt: the next key is decoded without it
        }
    }

    /// Decodes `ESC O final`, with a modifier in between on some terminals.
    private func stepInSingleShift(_ events: inout [InputEvent]) -> Int? {
        let rest = buffer.dropFirst(2)
        guard let finalIndex = rest.firstIndex(where: { !(0x30...0x3B).contains($0) }) else { return unfinished() }
        let final = buffer[finalIndex]
        if let key = KeyTable.key(final: final) ?? KeyTable.padKey(final: final) {
            // one digit in between is the modifier: `ESC O 5 A`
            let digit = rest.first.map { Int($0) - 0x30 } ?? 0
            events.append(.key(key.modified(by: finalIndex > rest.startIndex ? digit : 1)))
        }
        return finalIndex + 1 - buffer.startIndex
    }

    /// Decodes the text of a reply (OSC, DCS, APC, PM, SOS) up to ST or BEL.
    private func stepInString(_ events: inout [InputEvent]) -> Int? {
        var previous: UInt8 = 0
        for (index, byte) in zip(buffer.indices, buffer).dropFirst(2) {
            let isST = byte == UInt8(ascii: "\\") && previous == 0x1B
            if byte == 0x07 || isST {
                let text = buffer[(buffer.startIndex + 2)..<(isST ? index - 1 : index)]
                let kind = buffer[buffer.startIndex + 1]
                if let reply = TerminalReply(string: text, kind: kind) { events.append(.reply(reply)) }
                return index + 1 - buffer.startIndex
            }
            previous = byte
        }
        return unfinished()
    }

    private func unfinished() -> Int? { buffer.count > Self.sequenceLimit ? buffer.count : nil }

    private mutating func stepInPaste(_ events: inout [InputEvent]) -> Int? {
        let escape = buffer.firstIndex(of: 0x1B) ?? buffer.endIndex
        keepPasted(buffer[..<escape])
        guard escape == buffer.startIndex else { return escape - buffer.startIndex }
        if buffer.starts(with: Self.pasteEnd) {
            events.append(.paste(String(decoding: pasted ?? [], as: UTF8.self)))
            pasted = nil
            return Self.pasteEnd.count
        }
        if Self.pasteEnd.starts(with: buffer) { return nil }
        keepPasted([0x1B])
        return 1
    }

    private mutating func keepPasted(_ bytes: ArraySlice<UInt8>) {
        let room = Self.pasteLimit - (pasted?.count ?? 0)
        pasted?.append(contentsOf: bytes.prefix(max(0, room)))
    }

    private func append(scalar value: UInt32, to events: inout [InputEvent]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        switch value {
        case 0x00...0x1F, 0x80...0x9F: return  // C1 controls are not characters
        case 0x7F: events.append(.key(.backspace))
        default: events.append(.key(.character(Character(scalar))))
        }
    }

    // MARK: - ESC [

    private mutating func stepInControlSequence(_ events: inout [InputEvent]) -> Int? {
        let body = buffer.dropFirst(2)
        if body.first == UInt8(ascii: "M") {  // the mouse report of X10: three bytes
            guard body.count >= 4 else { return nil }
            let report = Array(body.dropFirst().prefix(3))
            let code = Int(report[0]) - 32
            let event = MouseReport(
                code: code, column: Int(report[1]) - 32, row: Int(report[2]) - 32, isRelease: code & 3 == 3)
            if let event = event.event { events.append(.mouse(event)) }
            return 6
        }
        guard let finalIndex = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return unfinished() }
        let count = finalIndex + 1 - buffer.startIndex
        let final = buffer[finalIndex]
        // a control character, or another ESC, aborts the sequence and is decoded by itself
        guard (0x40...0x7E).contains(final) else { return count - 1 }
        interpret(parameters: body[..<finalIndex], final: final, &events)
        return count
    }

    private mutating func interpret(parameters: ArraySlice<UInt8>, final: UInt8, _ events: inout [InputEvent]) {
        let mark = parameters.first ?? 0
        let isMouse = mark == UInt8(ascii: "<")
        let fields = isMouse ? parameters.dropFirst() : parameters
        if fields.contains(where: { !(0x30...0x3B).contains($0) }) {  // a reply, or not numeric
            if let reply = TerminalReply(parameters: parameters, final: final) { events.append(.reply(reply)) }
            return
        }
        let numbers =
            fields
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { field in
                // A field may have sub-fields (`1:3`); the first is the number. Saturates instead of overflowing.
                field.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { min($0 * 10 + Int($1) - 0x30, 1 << 24) }
            }
        let first = numbers.first ?? 0
        let modifier = numbers.count == 2 ? numbers[1] : 1
        switch final {
        case UInt8(ascii: "M") where isMouse, UInt8(ascii: "m") where isMouse:
            guard numbers.count == 3 else { return }
            let report = MouseReport(
                code: first, column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
            if let event = report.event { events.append(.mouse(event)) }
        case _ where isMouse: return
        case UInt8(ascii: "~") where first == 200: pasted = []
        case UInt8(ascii: "~") where first == 27 && numbers.count == 3:
            append(code: numbers[2], modifiers: numbers[1], to: &events)
        case UInt8(ascii: "~"):
            if let key = KeyTable.key(number: first) { events.append(.key(key.modified(by: modifier))) }
        case UInt8(ascii: "u"): append(code: first, modifiers: numbers.dropFirst().first ?? 1, to: &events)
        case UInt8(ascii: "R")
        where numbers.count == 2 && (expectsCursor || !(first == 1 && (2...16).contains(numbers[1]))),
            UInt8(ascii: "t"):
            if let reply = TerminalReply(parameters: parameters, final: final) { events.append(.reply(reply)) }
        default: if let key = KeyTable.key(final: final) { events.append(.key(key.modified(by: modifier))) }
        }
    }

    /// Appends a key given by its code point with modifiers (1 + bits), as in xterm's modifyOtherKeys and kitty's
    /// protocol.
    private func append(code: Int, modifiers: Int, to events: inout [InputEvent]) {
        guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return }
        switch value {
        case 27: events.append(.key(.escape))
        case 13: events.append(.key(.enter))
        case 9: events.append(.key(modifiers == 2 ? .backTab : .tab))
        case 8, 127: events.append(.key(.backspace))
        case 0x20...0x7E where (modifiers - 1) & 4 != 0:
            events.append(.key(.control(Character(Character(scalar).lowercased()))))
        case 57344...63743: return  // kitty's codes of unsupported keys
        default: append(scalar: value, to: &events)
        }
    }
}
