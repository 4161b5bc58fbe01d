/// A mouse report in xterm's encoding (ctlseqs, "Mouse Tracking").
struct MouseReport {
    /// The button in bits 0, 1, 6 and 7; bits 4, 8 and 16 are Shift, Alt and Control; 32 is motion.
    var code: Int
    /// The column, counted from 1, as is the row.
    var column: Int
    var row: Int
    var isRelease: Bool

    /// The supported events: three buttons, the wheel, and movement while a button is held; `nil` for others.
    var event: MouseEvent? {
        guard column >= 1, row >= 1, code >= 0 else { return nil }
        let position = CellPoint(column: column - 1, row: row - 1)
        let button: MouseEvent.Button
        switch code & ~(Self.modifiers | Self.motion) {
        case 0: button = .left
        case 1: button = .middle
        case 2: button = .right
        case 3 where code & Self.motion == 0: return MouseEvent(action: .release, position: position)
        case 64 where !isRelease: return MouseEvent(action: .wheelUp, position: position)
        case 65 where !isRelease: return MouseEvent(action: .wheelDown, position: position)
        default: return nil
        }
        let action: MouseEvent.Action = isRelease ? .release : code & Self.motion != 0 ? .drag : .press
        return MouseEvent(action: action, position: position, button: button)
    }

    private static let modifiers = 4 | 8 | 16
    private static let motion = 32
}

/// A recognizer of double clicks, which are two quick presses in one cell. A value: the caller passes the time.
struct DoubleClick {
    private static let interval = Duration.milliseconds(400)
    private var last: (position: CellPoint, time: Duration)?

    mutating func refine(_ event: MouseEvent, at time: Duration) -> MouseEvent {
        guard event.action == .press, event.button == .left else { return event }
        if let last, last.position == event.position, time - last.time <= Self.interval {
            self.last = nil  // a third press starts again
            return MouseEvent(action: .doubleClick, position: event.position)
        }
        last = (event.position, time)
        return event
    }
}
