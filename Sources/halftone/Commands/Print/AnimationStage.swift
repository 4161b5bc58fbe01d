import HalftoneCore
import CSystem
import Glibc
import TerminalScreen

/// The terminal while an animation plays on its normal screen: the cursor is hidden, and echo is off. Both are restored
/// at the end, also after signals.
@MainActor
final class AnimationStage {
    /// The event that ended a wait.
    enum Event {
        case timePassed
        case end(signal: Int32)
        /// The window's size changed.
        case resized
        /// The process was stopped, and continued below what was written meanwhile.
        case continued
    }

    private let signals: ProcessSignals
    private let time = SystemTime()
    private var modes = termios()

    init() throws(TerminalError) {
        signals = try ProcessSignals()
        guard tcgetattr(STDOUT_FILENO, &modes) == 0 else { throw .system(call: "tcgetattr", errno: errno) }
        enter()
    }

    var now: Duration { time.now }

    /// Performs long work such as a decode. A signal that ends the process does not wait for it.
    func perform<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        try signals.endAtOnce(during: work)
    }

    /// Waits until a time or an event. Several changes of the window's size are one event.
    func wait(until deadline: Duration) -> Event {
        while true {
            let arrived = signals.read()
            for case .end(let signal) in arrived { return .end(signal: signal) }
            if arrived.contains(.suspend) {
                leave()
                halftone_stop_self()
            }
            if arrived.contains(.suspend) || arrived.contains(.continued) {
                enter()
                return .continued
            }
            if !arrived.isEmpty { return .resized }
            let left = deadline - time.now
            guard left > .zero else { return .timePassed }
            var wait = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            // Rounded up: waking early would only make another turn.
            poll(&wait, 1, Int32(min(3_600_000, left.seconds * 1000)) + 1)
        }
    }

    /// Ends the animation: restores the terminal and the signal handlers, because signals are not read while the next
    /// picture is loaded. Returns a signal that arrived after the last wait and ends the process.
    func end() -> Int32? {
        leave()
        let late = signals.unwatch()
        for case .end(let signal) in late { return signal }
        if late.contains(.suspend) { halftone_stop_self() }
        return nil
    }

    /// Restores the terminal: a visible cursor below the picture, default colors, and echo.
    private func leave() {
        _ = Output.write(Self.restoring)
        _ = halftone_set_modes(STDOUT_FILENO, TCSADRAIN, &modes)
        halftone_restore_disarm()  // last: until here a crash still restores the terminal
    }

    private func enter() {
        // An echoed key would scroll the picture. Control keys still send signals.
        var quiet = modes
        quiet.c_lflag &= ~tcflag_t(ECHO)
        _ = halftone_restore_install(STDOUT_FILENO, Self.restoring, Self.restoring.count, &modes)
        _ = halftone_set_modes(STDOUT_FILENO, TCSADRAIN, &quiet)
        _ = Output.write(TerminalSequence.cursorVisible(false).bytes)
    }

    private static let restoring: [UInt8] = [
        TerminalSequence.synchronizedUpdate(false), .resetStyle, .cursorVisible(true),
    ].flatMap(\.bytes)
}
